/** Uploads: a file is stored in pieces as it arrives, and is a migration when all of it is there. */
import { statement, transaction, transactionInTurn } from "../../../db";
import { type Actor, require } from "../../core/access/actor";
import { receiveUpload } from "../../core/files/upload";
import { enqueue } from "../../core/runs/runs";
import { Problem, refused } from "../../http/errors";
import { DAY, fromNow, now } from "../../platform/clock";
import { files } from "./file";
import { type Migration, UploadFields } from "./model";
import { publishMigration } from "./publish";
import { deleteRow, findByHash, type MigrationRow, requireRow, serializeMigration } from "./rows";
import { parsing } from "./runs";
import { findSource } from "./sources";
import type { Source } from "./sources/snapshot";

/** The largest file, in bytes. */
const LARGEST = 64 * 1024 * 1024;
/** Bytes by which the format of a file is recognised. */
const BEGINNING = 16;

/** The facts about a file that has arrived. */
type ArrivedFile = { hasher: Bun.CryptoHasher; beginning: Uint8Array };

/** Inserts a migration whose file has yet to arrive; part of the running transaction. */
export const createUpload = (id: string, { userId }: Actor): void =>
  void statement(
    `INSERT INTO migrations (id, name, source_type, status, stats, field_mappings, created_by, created_at, updated_at)
     VALUES (?1, '', '', 'uploaded', '{}', '{}', ?2, ?3, ?3)`,
  ).run(id, userId, now());

/** @throws Problem 400 for a file that is empty, or none of the source's */
function requireFormat(
  { label, acceptedExtensions, signature }: Source,
  { beginning }: Pick<ArrivedFile, "beginning">,
): void {
  if (beginning.length === 0) throw refused("Empty snapshot file");
  if (!signature.every((byte, at) => beginning[at] === byte))
    throw refused(`File does not match ${label} (${acceptedExtensions.join(", ")}).`);
}

/** Returns the key of the tool whose file has arrived. @throws Problem 400 for an unknown tool, and for a file that is none of its own */
export function requireSource(source_key: string, file: Pick<ArrivedFile, "beginning">): string {
  const source = findSource(source_key);
  if (!source) throw refused(`Unknown migration source: ${source_key}`);
  requireFormat(source, file);
  return source.key;
}

/** Makes an uploaded file a migration; part of the running transaction. Publishes `migration.uploaded`. */
export function completeUpload(actor: Actor, id: string, hash: string, fields: UploadFields): MigrationRow {
  const { source_key, name, include_archived } = fields;
  statement(
    "UPDATE migrations SET name = ?, source_type = ?, include_archived = ?, stats = ?, file_hash = ? WHERE id = ?",
  ).run(name, source_key, include_archived ? 1 : 0, JSON.stringify({ options: { include_archived } }), hash, id);
  const migration = requireRow(id);
  publishMigration(actor, "migration.uploaded", migration);
  return migration;
}

/** Makes an uploaded file a migration, or finds the one of the same file. */
async function complete(actor: Actor, id: string, file: ArrivedFile, fields: UploadFields): Promise<Migration> {
  const source_key = requireSource(fields.source_key, file);
  const hash = file.hasher.digest("hex");
  return transactionInTurn(() => {
    const known = findByHash(hash, source_key);
    if (known) {
      deleteRow(id);
      return serializeMigration(known);
    }
    const migration = completeUpload(actor, id, hash, { ...fields, source_key });
    enqueue(parsing, { id }, actor);
    return serializeMigration(migration);
  });
}

/**
 * Uploads a file of another tool, which is then parsed in the background. The same file again is the migration
 * that there is. Publishes `migration.uploaded`.
 * @throws Problem 422 for what is no such form; 400 for an unknown source and for a file that is empty or none of
 * its own; 413 for one that is too large
 */
export function uploadMigration(actor: Actor, request: Request): Promise<Migration> {
  const file: ArrivedFile = { hasher: new Bun.CryptoHasher("sha256"), beginning: new Uint8Array() };
  return receiveUpload(actor, request, {
    largest: LARGEST,
    tooLarge: () => new Problem(413, `The file must not be larger than ${LARGEST} bytes`),
    fields: UploadFields,
    begin: async (id) => transactionInTurn(() => createUpload(id, actor)),
    begun(piece) {
      file.beginning = piece.slice(0, BEGINNING);
    },
    append(id, piece) {
      file.hasher.update(piece);
      return files.append(id, piece);
    },
    complete(id, _size, fields) {
      require(actor, "admin.migrate");
      return complete(actor, id, file, fields);
    },
    discard: (id) => transactionInTurn(() => deleteRow(id)),
  });
}

/** The time that an upload may take. */
const LONGEST_UPLOAD = DAY;

/** Deletes what is left of uploads that a stop of the server has cut off. */
export const purgeUnfinishedUploads = (): void =>
  transaction(() => {
    statement("DELETE FROM migrations WHERE file_hash IS NULL AND created_at <= ?").run(fromNow(-LONGEST_UPLOAD));
  });
