/** Access to the tables `file_attachments` and `file_pieces`. */
import { db, statement, tables, transaction } from "../../../db";
import type { ReadConnection } from "../../../db/read-connection";
import { found } from "../../http/errors";

/** A row of `file_attachments` as SQLite gives it: `is_complete` is 0 or 1. */
export type FileRow = Omit<typeof tables.fileAttachments.$inferSelect, "is_complete"> & { is_complete: number };

/** Finds the row of a file that is complete. */
export const findFile = (id: string): FileRow | undefined => {
  const row = statement<FileRow, [string]>("SELECT * FROM file_attachments WHERE id = ? AND is_complete = 1").get(id);
  return row ?? undefined;
};

/** @throws Problem 404 */
export const requireFile = (id: string): FileRow => found(findFile(id), "File attachment");

/** Inserts a file that has yet to arrive. */
export const createFileRow = (row: Omit<FileRow, "size" | "category" | "is_complete">): void =>
  transaction(() => void db.insert(tables.fileAttachments).values(row).run());

/**
 * Adds a piece to the end of a file.
 * @throws Problem 404 when the card has been deleted meanwhile
 */
export function appendPiece(id: string, bytes: Uint8Array): void {
  transaction(() => {
    const file = found(
      statement<{ size: number }, [number, string]>(
        "UPDATE file_attachments SET size = size + ? WHERE id = ? RETURNING size",
      ).get(bytes.length, id),
      "Card",
    );
    statement("INSERT INTO file_pieces (attachment_id, position, bytes) VALUES (?, ?, ?)").run(
      id,
      file.size - bytes.length,
      bytes,
    );
  });
}

/** Returns the piece of a file that begins at a position or has it inside; undefined when the file is gone. */
export const pieceAt = (
  connection: ReadConnection,
  id: string,
  position: number,
): [position: number, bytes: Uint8Array] | undefined =>
  connection.rows<[position: number, bytes: Uint8Array]>(
    `SELECT position, bytes FROM file_pieces WHERE attachment_id = ? AND position <= +?
     ORDER BY position DESC LIMIT 1`,
    id,
    position,
  )[0];

/** Returns the piece of a file after a position; undefined after the last one. @param position -1 for the first piece */
export const nextPiece = (
  connection: ReadConnection,
  id: string,
  position: number,
): [position: number, bytes: Uint8Array] | undefined =>
  connection.rows<[position: number, bytes: Uint8Array]>(
    "SELECT position, bytes FROM file_pieces WHERE attachment_id = +?1 AND position > +?2 ORDER BY position LIMIT 1",
    id,
    position,
  )[0];

/** Makes an uploaded file one of its card's. @throws Problem 404 when the card has been deleted meanwhile */
export const completeFile = (id: string, category: string | null): FileRow =>
  found(
    statement<FileRow, [string | null, string]>(
      "UPDATE file_attachments SET is_complete = 1, category = ? WHERE id = ? RETURNING *",
    ).get(category, id),
    "Card",
  );

/** Deletes a file with its content. */
export const deleteFileRow = (id: string): void =>
  transaction(() => void statement("DELETE FROM file_attachments WHERE id = ?").run(id));

/** Deletes the files whose upload began before an instant and never came to its end. */
export const deleteUnfinished = (before: string): void =>
  transaction(
    () => void statement("DELETE FROM file_attachments WHERE is_complete = 0 AND created_at <= ?").run(before),
  );
