/** Uploaded files, which are stored in the database in pieces and read from there at any position. */
import { firstValue, statement, transactionInTurn } from "../../../db";
import { PIECE } from "../../http/forms";
import type { Source } from "../../platform/archive/source";

/** The tables of a kind of uploaded files: one row for each file, with its `file_size`, and one for each of its pieces. */
type Tables = { files: string; pieces: string; owner: string };

/** The columns of a file's row that reading it needs. */
type StoredFile = { id: string; file_size: number };

/** Uploaded files of a kind. */
export type UploadedFiles = {
  /** Adds a piece to the end of a file, in its turn. */
  append(id: string, bytes: Uint8Array): Promise<void>;
  /** Adds a piece to the end of a file; part of the running transaction. */
  appendNow(id: string, bytes: Uint8Array): void;
  /** Opens a file for reading. The piece that was read last is cached. */
  open(file: StoredFile): Source;
};

/**
 * Uploaded files of a kind.
 * @param tables the names of its tables, and of the column by which pieces name their file
 */
export function uploadedFiles({ files, pieces, owner }: Tables): UploadedFiles {
  const pieceAt = (id: string, position: number): Uint8Array =>
    firstValue<Uint8Array>(`SELECT bytes FROM ${pieces} WHERE ${owner} = ? AND position = ?`, id, position) ??
    new Uint8Array();

  function open({ id, file_size: size }: StoredFile): Source {
    let start = -1;
    let cachedPiece = new Uint8Array();
    const part = (position: number, length: number): Uint8Array => {
      const begin = position - (position % PIECE);
      if (begin !== start) [start, cachedPiece] = [begin, new Uint8Array(pieceAt(id, begin))];
      return cachedPiece.subarray(position - start, position - start + length);
    };
    return {
      size,
      read(position, length) {
        const first = part(position, length);
        if (first.length === length) return first;
        const bytes = new Uint8Array(length);
        let read = 0;
        while (read < length) {
          const piece = part(position + read, length - read);
          // A file without one of its pieces is damaged, and no read of it ends.
          if (piece.length === 0) throw new Error(`The uploaded file ${id} is not complete`);
          bytes.set(piece, read);
          read += piece.length;
        }
        return bytes;
      },
    };
  }

  function appendNow(id: string, bytes: Uint8Array): void {
    statement(
      `INSERT INTO ${pieces} (${owner}, position, bytes) SELECT id, file_size, ? FROM ${files} WHERE id = ?`,
    ).run(bytes, id);
    statement(`UPDATE ${files} SET file_size = file_size + ? WHERE id = ?`).run(bytes.length, id);
  }

  return {
    append: async (id, bytes) => transactionInTurn(() => appendNow(id, bytes)),
    appendNow,
    open,
  };
}
