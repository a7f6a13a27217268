/** /adr */
import { allOf, checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { LARGEST_LIST } from "../../http/json";
import { slice } from "../../http/pagination";
import { TABLE_FILE } from "../../http/tables";
import { Nothing, signingOperations } from "../signatures";
import { adrDocuments } from "./documents";
import { exportAdrs } from "./export";
import { linkCard, unlinkCard } from "./links";
import { listAdrs, listAdrsOfCard, listRevisions, requireAdr } from "./list";
import * as model from "./model";
import { createAdr, deleteAdr, duplicateAdr, reviseAdr, supersedeAdr, updateAdr } from "./records";

const ANSWER = { answer: model.Adr } as const;
const MANAGE = { permission: "adr.manage", ...ANSWER } as const;
const NO_BODY = { body: Nothing, bodyOptional: true } as const;
const TEXTS = {
  largestBody: LARGEST_LIST,
  writesMuch: ({ body }: { body: Parameters<typeof model.isLong>[0] }) => model.isLong(body),
};
const SUMMARIES = { permission: "adr.view", readsMuch: true, answer: model.AdrSummary.array() } as const;

export const operations: readonly Operation[] = [
  get("/adr", "Architecture decisions, the one changed last first", { ...SUMMARIES, query: model.AdrQuery }, (call) =>
    slice(listAdrs(call.query), call.query, call.set),
  ),
  get(
    "/adr/export",
    "The architecture decisions that match as CSV or as a workbook",
    { own: true, permission: allOf("adr.view", "inventory.export"), ...TABLE_FILE, query: model.ExportQuery },
    ({ query: { format, bom, ...query } }) => exportAdrs(query, format, bom),
  ),
  post(
    "/adr",
    "Create an architecture decision",
    { ...MANAGE, ...TEXTS, body: model.NewAdr, status: 201 },
    ({ body, actor }) => requireAdr(createAdr(actor, body)),
  ),
  get(
    "/adr/by-card/{card_id}",
    "The architecture decisions that are linked to a card, by their numbers",
    { operationId: "listAdrsOfCard", ...SUMMARIES, query: model.RevisionQuery },
    ({ params, query, set }) => slice(listAdrsOfCard(params.card_id), query, set),
  ),
  get(
    "/adr/{adr_id}",
    "An architecture decision",
    { versioned: true, permission: "adr.view", ...ANSWER },
    ({ params }) => requireAdr(params.adr_id),
  ),
  patch(
    "/adr/{adr_id}",
    "Update the fields of an architecture decision that are given",
    { current: ({ params }) => requireAdr(params.adr_id), ...MANAGE, ...TEXTS, body: model.AdrChanges },
    (call) => {
      updateAdr(call.actor, call.params.adr_id, call.body);
      return requireAdr(call.params.adr_id);
    },
  ),
  del(
    "/adr/{adr_id}",
    "Delete an architecture decision",
    { permission: checkedInService("adr.delete", "owner"), refusals: [400] },
    ({ params, actor }) => deleteAdr(actor, params.adr_id),
  ),
  post(
    "/adr/{adr_id}/duplicate",
    "Copy an architecture decision, as a draft",
    { ...MANAGE, ...NO_BODY, status: 201 },
    (call) => requireAdr(duplicateAdr(call.actor, call.params.adr_id)),
  ),
  ...signingOperations({
    kind: adrDocuments,
    thing: "an architecture decision",
    path: "/adr/{adr_id}",
    id: "adr_id",
    answer: model.Adr,
    view: "adr.view",
    manage: "adr.manage",
    sign: "adr.sign",
    signature: model.Signing,
    require: requireAdr,
    revise: reviseAdr,
  }),
  post(
    "/adr/{adr_id}/supersede",
    "Name the decision that holds in place of another one",
    { own: true, ...MANAGE, body: model.Supersession, refusals: [400] },
    ({ params, body, actor }) => {
      supersedeAdr(actor, params.adr_id, body.by);
      return requireAdr(params.adr_id);
    },
  ),
  get(
    "/adr/{adr_id}/revisions",
    "All revisions of an architecture decision, the first one first",
    { ...SUMMARIES, query: model.RevisionQuery },
    ({ params, query, set }) => slice(listRevisions(params.adr_id), query, set),
  ),
  post(
    "/adr/{adr_id}/cards",
    "Link an architecture decision to a card",
    {
      operationId: "linkAdrCard",
      ...ANSWER,
      permission: checkedInService(onCard("card.manage_adr_links")),
      body: model.CardLink,
      status: 201,
    },
    ({ params, body, actor }) => {
      linkCard(actor, params.adr_id, body.card_id);
      return requireAdr(params.adr_id);
    },
  ),
  del(
    "/adr/{adr_id}/cards/{card_id}",
    "Unlink an architecture decision from a card",
    { operationId: "unlinkAdrCard", permission: onCard("card.manage_adr_links") },
    ({ params, actor }) => unlinkCard(actor, params.adr_id, params.card_id),
  ),
];
