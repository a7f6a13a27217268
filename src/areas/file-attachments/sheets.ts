/** The sheet of the attached files in a workspace bundle; their contents are assets. */

import { tables } from "../../../db";
import { cleanName } from "../../core/files/upload";
import { recordSheet } from "../../core/sheets/record-sheet";
import { Conflict, textAt, Unfit } from "../../core/sheets/row";
import type { AssetReader, SheetExport } from "../../core/sheets/sheet";
import { PIECE } from "../../http/forms";
import { publishFile } from "./files";
import { requireAllowedType } from "./formats";
import { appendPiece, completeFile, createFileRow, nextPiece, requireFile } from "./rows";
import { LARGEST } from "./upload";

/** Characters of a name that a path holds. */
const MAX_NAME = 120;

/** Returns the path of the content of a file; in its name, only letters, digits and plain signs stay. */
function contentPath(id: string, name: string): string {
  const safe = (name || "data.bin")
    .replace(/[^\p{L}\p{N}._\- ]/gu, "_")
    .trim()
    .slice(0, MAX_NAME);
  return `FileAttachments/${id}__${safe.toWellFormed() || "file"}`;
}

/** Reads the pieces of a file. */
const piecesOf = (id: string) =>
  function* read(connection: SheetExport["connection"]): Generator<Uint8Array> {
    for (let piece = nextPiece(connection, id, -1); piece; piece = nextPiece(connection, id, piece[0])) yield piece[1];
  };

/** Stores the content of a file in pieces. @throws Unfit for one that is larger than an upload may be */
function storeContent(assets: AssetReader, path: string, id: string): void {
  let waiting = Buffer.alloc(0);
  let size = 0;
  assets.read(path, (bytes) => {
    size += bytes.length;
    if (size > LARGEST) throw new Unfit(`the file must not be larger than ${LARGEST} bytes`);
    waiting = Buffer.concat([waiting, bytes]);
    for (; waiting.length >= PIECE; waiting = waiting.subarray(PIECE)) appendPiece(id, waiting.subarray(0, PIECE));
  });
  if (waiting.length > 0) appendPiece(id, waiting);
}

const files = recordSheet("FileAttachments", tables.fileAttachments, {
  columns: "name mime_type size category id",
  cards: "card_id",
  users: "created_by",
  where: "t.is_complete = 1",
  extra: {
    headers: ["data__asset"],
    cells: ({ assets }, id, name) => [assets.cellOf(assets.create(contentPath(id, name), piecesOf(id)))],
  },
  needs: { card: "card.manage_documents", of: "card_id" },
  complete({ name, mime_type }) {
    requireAllowedType(mime_type);
    return { name: cleanName(name, "untitled") };
  },
  create({ id, card_id, name, mime_type, category = null, created_by = null, created_at }, source, { assets }) {
    const path = textAt(source, "data__asset");
    if (path === null || !assets.has(path)) throw new Conflict("its content is missing in the bundle");
    createFileRow({ id, card_id, name, mime_type, created_by, created_at });
    storeContent(assets, path, id);
    completeFile(id, category);
  },
  created(actor, rows) {
    for (const { id } of rows) publishFile(actor, "file.uploaded", requireFile(id));
  },
});

export const sheets = [files];
