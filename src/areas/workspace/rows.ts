/** Rows of transfers. */
import { allValues, statement } from "../../../db";
import { uploadedFiles } from "../../core/files/pieces";
import { found } from "../../http/errors";
import type { Transfer } from "./model";

/** A row of `workspace_transfers`; reports are JSON text. */
export type TransferRow = Omit<Transfer, "diff" | "result" | "created_at"> & {
  file_size: number;
  diff: string | null;
  result: string | null;
  created_by: string | null;
  applied_by: string | null;
  created_at: string;
};

/** Returns the data of a transfer that every event about it has. */
export const eventDataOf = ({ id, filename }: Pick<TransferRow, "id" | "filename">): { id: string; name: string } => ({
  id,
  name: filename,
});

/** The uploaded bundles. */
export const files = uploadedFiles({ files: "workspace_transfers", pieces: "workspace_pieces", owner: "transfer_id" });

/** Finds the transfer with this id, once its bundle has arrived. */
export const findRow = (id: string): TransferRow | null =>
  statement<TransferRow>("SELECT * FROM workspace_transfers WHERE id = ? AND is_complete = 1").get(id);

/** @throws Problem 404 */
export const requireRow = (id: string): TransferRow => found(findRow(id), "Workspace transfer");

/** Transfers returned at most. */
const MAX_LISTED = 100;

/** Lists the transfers whose bundles have arrived, newest first. */
export const listRows = (): TransferRow[] =>
  statement<TransferRow>(
    `SELECT * FROM workspace_transfers WHERE is_complete = 1 ORDER BY created_at DESC, id DESC LIMIT ${MAX_LISTED}`,
  ).all();

/** Lists the ids of the transfers whose upload began before an instant and never came to its end. */
export const listCutOff = (before: string): string[] =>
  allValues<string>("SELECT id FROM workspace_transfers WHERE is_complete = 0 AND created_at <= ?", before);

/** Sets columns of a transfer; part of the running transaction. */
export function updateRow(id: string, columns: Partial<Omit<TransferRow, "id">> & { is_complete?: 1 }): void {
  const assignments = Object.keys(columns).map((column) => `${column} = ?`);
  statement(`UPDATE workspace_transfers SET ${assignments.join(", ")} WHERE id = ?`).run(
    ...(Object.values(columns) as (string | number | null)[]),
    id,
  );
}

/** Deletes a transfer with its bundle. */
export const deleteRow = (id: string): void => void statement("DELETE FROM workspace_transfers WHERE id = ?").run(id);

const reportIn = (text: string | null) => (text === null ? null : (JSON.parse(text) as Transfer["diff"]));

/** Serializes a transfer. */
export const serializeTransfer = (row: TransferRow): Transfer => ({
  id: row.id,
  filename: row.filename,
  status: row.status,
  format_version: row.format_version,
  source_url: row.source_url,
  diff: reportIn(row.diff),
  result: reportIn(row.result),
  error_message: row.error_message,
  created_at: row.created_at,
  previewed_at: row.previewed_at,
  applied_at: row.applied_at,
});
