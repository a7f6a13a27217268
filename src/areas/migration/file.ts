/** The files of migrations, which lie in the database in pieces. */
import { statement, transactionInTurn } from "../../../db";
import { PIECE } from "../../http/forms";
import type { Source } from "../../platform/spreadsheet/workbook";

/** Adds a piece to the end of the file of a migration, in its turn. */
export async function appendPiece(id: string, bytes: Uint8Array): Promise<void> {
  await transactionInTurn(() => {
    statement(
      "INSERT INTO migration_pieces (migration_id, position, bytes) SELECT id, file_size, ? FROM migrations WHERE id = ?",
    ).run(bytes, id);
    statement("UPDATE migrations SET file_size = file_size + ? WHERE id = ?").run(bytes.length, id);
  });
}

const pieceAt = (id: string, position: number): Uint8Array =>
  statement<{ bytes: Uint8Array }>("SELECT bytes FROM migration_pieces WHERE migration_id = ? AND position = ?").get(
    id,
    position,
  )?.bytes ?? new Uint8Array();

/** The file of a migration. The piece that was read last is kept. */
export function fileOf({ id, file_size: size }: { id: string; file_size: number }): Source {
  let [start, kept] = [-1, new Uint8Array()];
  const part = (position: number, length: number): Uint8Array => {
    const begin = position - (position % PIECE);
    if (begin !== start) [start, kept] = [begin, new Uint8Array(pieceAt(id, begin))];
    return kept.subarray(position - start, position - start + length);
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
        if (piece.length === 0) throw new Error(`The file of the migration ${id} is not complete`);
        bytes.set(piece, read);
        read += piece.length;
      }
      return bytes;
    },
  };
}
