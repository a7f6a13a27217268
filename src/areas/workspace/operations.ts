/** /admin/workspace */
import type { Actor } from "../../core/access/actor";
import { allOf } from "../../core/access/operation-permission";
import { del, get, type Operation, post } from "../../core/api/operation";
import { LARGEST_FORM, MAX_RECORDS } from "../../core/scenarios/bounds";
import { slice } from "../../http/pagination";
import { exportWorkspace } from "./export/export";
import * as model from "./model";
import { applyPlanned, type PlannedUpload, planTransfer, readBundle } from "./planned";
import { publicAddress } from "./public-address";
import { deleteTransfer, listTransfers, requireTransfer, startApplying } from "./transfers";
import { uploadBundle } from "./upload";

const IMPORT = { permission: "admin.import_workspace", landscape: "scenarios" } as const;

/** The call in a scenario. */
type PlannedCall = { params: { transfer_id: string }; actor: Actor };

export const operations: readonly Operation[] = [
  get(
    "/admin/workspace/export",
    "The whole workspace as an archive, to be imported into another installation",
    {
      permission: allOf("admin.export_workspace", "costs.view"),
      landscape: true,
      query: model.ExportQuery,
      answer: model.Bundle,
      media: "application/zip",
      sends: ["Content-Disposition"],
      readsMuch: true,
      // Only the server's own thread knows the configuration.
      fetches: async () => publicAddress(),
    },
    ({ query, fetched }) => exportWorkspace({ includeArchived: query.include_archived, sourceUrl: fetched }),
  ),
  post(
    "/admin/workspace/import",
    "Upload an archive, of 512 MiB at most, which is then previewed",
    {
      ...IMPORT,
      form: model.NewTransfer,
      answer: model.Transfer,
      status: 202,
      repeatable: false,
      refusals: [400, 413],
      prepares: "whenItPublishes",
      inScenario: {
        form: { largest: LARGEST_FORM, read: readBundle },
        remembers: true,
        handler: (call: PlannedUpload) => planTransfer(call),
      },
      description: `The preview runs in the background, on a copy of the database, until the transfer is previewed or has failed. It shows what is left out, and why: a bundle brings at most what its importer could do by the API. A scenario takes an archive of 10 MiB with ${MAX_RECORDS} rows at most, previews it at once, and leaves out accounts, roles, settings and what else is the same in every scenario.`,
    },
    ({ actor, request }) => uploadBundle(actor, request),
  ),
  get(
    "/admin/workspace/import",
    "The imports of workspaces, newest first, 100 at most",
    {
      operationId: "listWorkspaceImports",
      own: true,
      ...IMPORT,
      query: model.TransferQuery,
      answer: model.Transfer.array(),
      readsMuch: true,
    },
    ({ query, set }) => slice(listTransfers(), query, set),
  ),
  get(
    "/admin/workspace/import/{transfer_id}",
    "An import of a workspace, with its preview or its result",
    { ...IMPORT, answer: model.Transfer },
    ({ params }) => requireTransfer(params.transfer_id),
  ),
  post(
    "/admin/workspace/import/{transfer_id}/apply",
    "Apply an import of a workspace, also once more",
    {
      ...IMPORT,
      answer: model.Transfer,
      status: 202,
      refusals: [400],
      prepares: "whenItPublishes",
      inScenario: { handler: ({ params, actor }: PlannedCall) => applyPlanned(actor, params.transfer_id) },
      description:
        "It runs in the background, in slices of one batch, until the transfer is applied or has failed; in a scenario it is one change, made at once. What exists is retained; conflicts are rows of the report.",
    },
    ({ params, actor }) => startApplying(actor, params.transfer_id),
  ),
  del(
    "/admin/workspace/import/{transfer_id}",
    "Delete a transfer, after the slice that is being applied; everything that was applied stays",
    { ...IMPORT, writesMuch: true, prepares: "whenItPublishes" },
    ({ params, actor }) => deleteTransfer(actor, params.transfer_id),
  ),
];
