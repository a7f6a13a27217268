/** The contents of rows that are assets: files, drawings and models. */
import type { ReadConnection } from "../../../../db/read-connection";
import { drawingPath, filePath, textPath } from "../bundle/assets";
import { type Cell, jsonCell } from "../bundle/cells";
import type { Assets } from "./assets";
import type { Exporting } from "./exporting";

const encoder = new TextEncoder();

/** The text of one value, as the content of an asset. */
const textOf = (sql: string, id: string) =>
  function* read(connection: ReadConnection): Generator<Uint8Array> {
    const [row] = connection.rows<[text: string]>(sql, id);
    yield encoder.encode(row?.[0] ?? "");
  };

/** Adds the text of a column of a row as an asset. @returns its path */
export const textAsset = (
  assets: Assets,
  { name, table }: { name: string; table: string },
  id: string,
  column: string,
  ending: string,
): string =>
  assets.add(textPath(name, id, column, ending), textOf(`SELECT ${column} FROM ${table} WHERE id = +?1`, id));

/** The pieces of an attached file. */
const piecesOf = (id: string) =>
  function* read(connection: ReadConnection): Generator<Uint8Array> {
    const sql =
      "SELECT position, bytes FROM file_pieces WHERE attachment_id = +?1 AND position > +?2 ORDER BY position LIMIT 1";
    for (let last = -1; ; ) {
      const [piece] = connection.rows<[position: number, bytes: Uint8Array]>(sql, id, last);
      if (!piece) return;
      last = piece[0];
      yield piece[1];
    }
  };

/** What is kept of a diagram beside its drawing, and the path of the drawing. */
function drawingCells({ connection, assets }: Exporting, id: string, name: string): (Cell | null)[] {
  const [row] = connection.rows<[meta: string, thumbnail: string | null, hasDrawing: 0 | 1]>(
    "SELECT json_remove(data, '$.xml'), thumbnail, json_type(data, '$.xml') IS 'text' FROM diagrams WHERE id = +?1",
    id,
  );
  const [meta, thumbnail, hasDrawing] = row ?? ["{}", null, 0];
  const kept = { ...JSON.parse(meta), ...(thumbnail !== null && { thumbnail: JSON.parse(thumbnail) }) };
  const drawing = textOf("SELECT data ->> '$.xml' FROM diagrams WHERE id = +?1", id);
  return [
    Object.keys(kept).length === 0 ? null : assets.cellOf(jsonCell(kept)),
    hasDrawing ? assets.add(drawingPath(id, name), drawing) : null,
  ];
}

/** The cells of a row that only its sheet has. */
export function extraCells(exporting: Exporting, sheet: string, id: string, name: string): (Cell | null)[] {
  if (sheet === "FileAttachments") return [exporting.assets.add(filePath(id, name), piecesOf(id))];
  return sheet === "Diagrams" ? drawingCells(exporting, id, name) : [];
}
