/** /soaw */
import { anyOf } from "../../core/access/operation-permission";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { LARGEST_LIST } from "../../http/json";
import { signingOperations } from "../signatures";
import { soawDocuments } from "./documents";
import { listRevisions, listSoaws, requireSoaw } from "./list";
import * as model from "./model";
import { createSoaw, deleteSoaw, reviseSoaw, updateSoaw } from "./statements";

const ANSWER = { answer: model.OneSoaw } as const;
const MANAGE = { permission: "soaw.manage", ...ANSWER } as const;
const TEXTS = {
  largestBody: LARGEST_LIST,
  writesMuch: ({ body }: { body: Parameters<typeof model.isLong>[0] }) => model.isLong(body),
};
const LIST = { permission: "soaw.view", readsMuch: true, answer: model.Soaw.array() } as const;

export const operations: readonly Operation[] = [
  get(
    "/soaw",
    "Statements of architecture work, the one changed last first",
    {
      ...LIST,
      query: model.SoawQuery,
      description: "All revisions are listed. Sections are left out (`{}`) after the first 16 MiB of them.",
    },
    ({ query, set }) => listSoaws(query, set),
  ),
  post(
    "/soaw",
    "Create a statement of architecture work",
    { ...MANAGE, ...TEXTS, body: model.NewSoaw, status: 201, refusals: [400, 404] },
    ({ body, actor }) => requireSoaw(createSoaw(actor, body)),
  ),
  get(
    "/soaw/{soaw_id}",
    "A statement of architecture work",
    { versioned: true, permission: "soaw.view", ...ANSWER },
    ({ params }) => requireSoaw(params.soaw_id),
  ),
  patch(
    "/soaw/{soaw_id}",
    "Update the fields of a statement of architecture work that are given",
    {
      current: ({ params }) => requireSoaw(params.soaw_id),
      ...MANAGE,
      ...TEXTS,
      body: model.SoawChanges,
      refusals: [400],
    },
    ({ params, body, actor }) => {
      updateSoaw(actor, params.soaw_id, body);
      return requireSoaw(params.soaw_id);
    },
  ),
  del(
    "/soaw/{soaw_id}",
    "Delete a statement of architecture work, whatever its status",
    { permission: "soaw.manage" },
    ({ params, actor }) => deleteSoaw(actor, params.soaw_id),
  ),
  ...signingOperations({
    kind: soawDocuments,
    thing: "a statement of architecture work",
    path: "/soaw/{soaw_id}",
    id: "soaw_id",
    answer: model.Soaw,
    view: "soaw.view",
    manage: "soaw.manage",
    sign: anyOf("soaw.manage", "soaw.sign"),
    require: requireSoaw,
    revise: reviseSoaw,
  }),
  get(
    "/soaw/{soaw_id}/revisions",
    "All revisions of a statement of architecture work, the first one first",
    { ...LIST, query: model.RevisionQuery },
    ({ params, query, set }) => listRevisions(params.soaw_id, query, set),
  ),
];
