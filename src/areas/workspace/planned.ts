/**
 * Transfers in a scenario: the same work as in the landscape, but each of its parts is one change. A bundle is previewed as it is uploaded, and
 * applied in one transaction, so that both are made again and merged as any other change; hence the bounds. Sheets of what is the same in every
 * scenario are left out, in the merge as well.
 */
import { rehearse, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { cleanName } from "../../core/files/upload";
import { LARGEST_FILE, MAX_RECORDS, requireSmallFile } from "../../core/scenarios/bounds";
import { refused } from "../../http/errors";
import { inPieces, readForm } from "../../http/forms";
import { newId } from "../../platform/ids";
import { deleteStagedRows } from "./import/staging";
import type { Report, Transfer } from "./model";
import { files, requireRow, serializeTransfer } from "./rows";
import {
  applyAll,
  completePreview,
  noteApplied,
  noteOrigin,
  type Origin,
  requireFormat,
  stage,
  withStagedRows,
} from "./transfer-steps";
import { beginApplying } from "./transfers";
import { completeUpload, createUpload, UNNAMED } from "./upload";

/** A bundle that was read as a whole. */
export type WholeBundle = { filename: string; pieces: readonly Uint8Array[] };

/** Reads the form of an upload as a whole. @throws Problem 422 for what is no such form, 400 and 413 as `uploadBundle` */
export async function readBundle(request: Request): Promise<WholeBundle> {
  const chunks: Uint8Array[] = [];
  let filename = UNNAMED;
  await readForm(request, LARGEST_FILE, async ({ name, bytes }) => {
    filename = cleanName(name, UNNAMED);
    for await (const chunk of bytes) chunks.push(chunk);
  });
  const bytes = Buffer.concat(chunks);
  requireSmallFile(bytes);
  if (bytes.length === 0) throw refused("Empty bundle file");
  return { filename, pieces: inPieces(bytes) };
}

/** The preview of a bundle: its origin, and the report of what applying it would do. */
type Preview = { origin: Origin; report: Report };

/** The upload of a bundle. `fetched` is its preview, once it was made. */
export type PlannedUpload = { body: WholeBundle; actor: Actor; fetched?: Preview };

/** Runs work with the staged rows of a bundle. @throws Problem 422 for one that can't be read, has another format, or too many rows */
function withRowsOf<T>(actor: Actor, id: string, work: (apply: (isDryRun: boolean) => Report, origin: Origin) => T): T {
  try {
    const origin = stage(id, MAX_RECORDS);
    requireFormat(origin);
    return withStagedRows(id, (rows) =>
      work((isDryRun) => applyAll(actor, requireRow(id), rows, { isDryRun, isPlanned: true }), origin),
    );
  } finally {
    deleteStagedRows(id);
  }
}

const previewOf = (actor: Actor, id: string): Preview =>
  withRowsOf(actor, id, (apply, origin) => ({ origin, report: rehearse(() => apply(true)) }));

/**
 * Makes a bundle a transfer, with its preview, which the call has from then on. Publishes `workspace.uploaded` and `workspace.previewed`.
 * @throws Problem 422 for a bundle that can't be read, has another format, or too many rows
 */
export function planTransfer(call: PlannedUpload): Transfer {
  const { actor, body } = call;
  return transaction(() => {
    const id = newId();
    createUpload(id, body.filename, actor);
    for (const piece of body.pieces) files.appendNow(id, piece);
    completeUpload(actor, id);
    const preview = call.fetched ?? previewOf(actor, id);
    call.fetched = preview;
    noteOrigin(id, preview.origin);
    completePreview(actor, id, preview.report);
    return serializeTransfer(requireRow(id));
  });
}

/**
 * Applies a transfer at once, also once more. Publishes `workspace.started`, `workspace.applied`, and perhaps `workspace.failed`.
 * @throws Problem 404; 400 while it is being previewed or applied; 422 as `planTransfer`
 */
export function applyPlanned(actor: Actor, id: string): Transfer {
  return transaction(() => {
    beginApplying(actor, id);
    const report = withRowsOf(actor, id, (apply) => apply(false));
    noteApplied(actor, id, report);
    return serializeTransfer(requireRow(id));
  });
}
