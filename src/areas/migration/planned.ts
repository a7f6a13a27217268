/**
 * Migrations in a scenario: the same work as in the landscape, but each of its parts is one change. A workbook is parsed as it is
 * uploaded, and applied in one transaction, so that both are made again and merged as any other change; hence the bounds.
 */
import { transaction } from "../../../db";
import { readsState } from "../../../db/client";
import type { Actor } from "../../core/access/actor";
import { stepAtOnce } from "../../core/runs/step";
import { LARGEST_FILE, MAX_RECORDS, requireSmallFile } from "../../core/scenarios/bounds";
import { conflict, Problem } from "../../http/errors";
import { inPieces, readWholeForm } from "../../http/forms";
import { checked } from "../../http/validation";
import { UnreadableFile } from "../../platform/archive/source";
import { newId } from "../../platform/ids";
import { applyNext } from "./apply/apply";
import { files } from "./file";
import { beginApplying, requireMigration } from "./migrations";
import { type Migration, UploadFields } from "./model";
import { findByHash, serializeMigration } from "./rows";
import { parseMigration } from "./staging/parse";
import { completeUpload, createUpload, requireSource } from "./upload";

/** A workbook that was read as a whole, with what was sent with it. */
export type WholeWorkbook = { fields: UploadFields; hash: string; pieces: readonly Uint8Array[] };

/** Reads the form of an upload as a whole. @throws Problem 422 for what is no such form, 400 and 413 as `uploadMigration` */
export async function readWorkbook(request: Request): Promise<WholeWorkbook> {
  const { file, ...sent } = await readWholeForm(request, LARGEST_FILE);
  const bytes = file as Uint8Array;
  const fields = checked(UploadFields, sent);
  requireSmallFile(bytes);
  const source_key = requireSource(fields.source_key, { beginning: bytes });
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  return { fields: { ...fields, source_key }, hash, pieces: inPieces(bytes) };
}

/** Parses the file of a migration. @throws Problem 422 for one that can't be read */
function parse(actor: Actor, id: string): void {
  try {
    parseMigration(id, stepAtOnce(actor, id), MAX_RECORDS);
  } catch (error) {
    throw error instanceof UnreadableFile ? new Problem(422, error.message) : error;
  }
}

/**
 * Makes a workbook a migration, which is parsed. The same workbook again is the migration that the scenario has. Publishes
 * `migration.uploaded` and `migration.parsed`.
 * @throws Problem 422 for a workbook that can't be read, or has too many records; 409 when it is merged and the landscape has it
 */
export function planMigration(actor: Actor, { fields, hash, pieces }: WholeWorkbook): Migration {
  return transaction(() => {
    const known = findByHash(hash, fields.source_key);
    if (known && !readsState())
      throw conflict(`The landscape has this workbook already, as the migration "${known.name}": delete one of both`);
    if (known) return serializeMigration(known);
    const id = newId();
    createUpload(id, actor);
    for (const piece of pieces) files.appendNow(id, piece);
    completeUpload(actor, id, hash, fields);
    parse(actor, id);
    return requireMigration(id);
  });
}

/**
 * Applies a migration at once, or what has failed of it. Publishes `migration.started`, and `migration.applied` or `migration.failed`.
 * @throws Problem 404; 400 unless it is parsed and not applied yet
 */
export function applyPlanned(actor: Actor, id: string): Migration {
  return transaction(() => {
    beginApplying(actor, id);
    const step = stepAtOnce(actor, id);
    while (applyNext(id, step, true));
    return requireMigration(id);
  });
}
