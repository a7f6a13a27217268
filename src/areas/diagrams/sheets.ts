/** The sheets of diagrams, their groups, stars and links in a workspace bundle; the drawings are assets. */
import { hasRow, tables } from "../../../db";
import { publish } from "../../core/journal/journal";
import { type Cell, jsonCell } from "../../core/sheets/cells";
import { linkId, recordSheet, textContent } from "../../core/sheets/record-sheet";
import { objectAt, requireText, textAt } from "../../core/sheets/row";
import { requireFor, type Sheet, type SheetExport } from "../../core/sheets/sheet";
import { plainRows, referenceCells, rowsOf } from "../../core/sheets/table-rows";
import { checked } from "../../http/validation";
import { contentOf } from "./content";
import { named, replaceGroups } from "./diagrams";
import { createFavorite } from "./favorites";
import { linkCard } from "./links";
import { DiagramData, NewGroup } from "./model";
import { createDiagramRow, groupIdsOf } from "./rows";

/** Characters of a name that a path holds. */
const MAX_NAME = 120;

/** Returns the path of a drawing; in the name of the diagram, only letters, digits and plain signs stay. */
function drawingPath(id: string, name: string): string {
  const safe = (name || "data_xml")
    .replace(/[^\p{L}\p{N}._\- ]/gu, "_")
    .trim()
    .slice(0, MAX_NAME);
  return `Diagrams/${id}__${safe.toWellFormed() || "file"}.drawio`;
}

type StoredData = [meta: string, thumbnail: string | null, hasDrawing: 0 | 1];

/** Returns the cells of what a diagram has in addition to its drawing, and of the path of the drawing. */
function drawingCells({ connection, assets }: SheetExport, id: string, name: string): (Cell | null)[] {
  const [row] = connection.rows<StoredData>(
    "SELECT json_remove(data, '$.xml'), thumbnail, json_type(data, '$.xml') IS 'text' FROM diagrams WHERE id = +?1",
    id,
  );
  const [meta, thumbnail, hasDrawing] = row ?? ["{}", null, 0];
  const members = { ...JSON.parse(meta), ...(thumbnail !== null && { thumbnail: JSON.parse(thumbnail) }) };
  const drawing = textContent("SELECT data ->> '$.xml' FROM diagrams WHERE id = +?1", id);
  return [
    Object.keys(members).length === 0 ? null : assets.cellOf(jsonCell(members)),
    hasDrawing ? assets.cellOf(assets.create(drawingPath(id, name), drawing)) : null,
  ];
}

const diagrams = recordSheet("Diagrams", tables.diagrams, {
  columns: "name description id",
  users: "created_by",
  extra: { headers: ["data__meta", "data__xml__asset"], cells: drawingCells },
  needs: "diagrams.manage",
  create({ id, name, description = null, created_by = null, created_at }, source, { assets }) {
    const path = textAt(source, "data__xml__asset");
    const xml = path === null ? null : assets.text(path);
    const data = checked(DiagramData, { ...objectAt(source, "data__meta"), ...(xml !== null && { xml }) });
    createDiagramRow({ id, name, description, created_by, created_at }, contentOf(data), []);
  },
  created(actor, rows) {
    for (const row of rows) publish(actor, { type: "diagram.created", data: named(row) });
  },
});

const groups = recordSheet("DiagramGroups", tables.diagramGroups, {
  columns: "name color sort_order id",
  users: "created_by",
  needs: "diagrams.manage",
  complete(row) {
    checked(NewGroup, row);
    return {};
  },
  created(actor, rows) {
    for (const { id, name } of rows) publish(actor, { type: "diagram_group.created", data: { id, name } });
  },
});

const favorites = recordSheet("DiagramFavorites", tables.diagramFavorites, {
  columns: "id diagram_id",
  users: "user_id",
  key: "user_id diagram_id",
  read: linkId("user_id", "diagram_id"),
  needs: "diagrams.view",
  author: "user_id",
  create: ({ user_id, diagram_id }) => void createFavorite(user_id, diagram_id),
});

const isLinked = (diagramId: string, cardId: string) =>
  hasRow("SELECT 1 FROM diagram_cards WHERE diagram_id = ? AND card_id = ?", diagramId, cardId);

const links: Sheet = {
  name: "DiagramCards",
  headers: ["diagram_id", "card_type", "card_ref"],
  begin: ({ actor, cards }) => ({
    apply(row) {
      const diagramId = requireText(row, "diagram_id");
      for (const header of ["card_type", "card_ref"]) requireText(row, header);
      const cardId = cards.require(row, "card_type", "card_ref");
      if (isLinked(diagramId, cardId)) return "skipped";
      linkCard(actor, diagramId, cardId);
      return "created";
    },
  }),
  *rows(sheetExport) {
    const { connection } = sheetExport;
    for (const [diagram, card] of rowsOf(connection, ["t.diagram_id", "t.card_id"], "diagram_cards t"))
      yield [diagram as string, ...referenceCells(sheetExport, card as string).toReversed()];
  },
};

const members: Sheet = {
  name: "DiagramGroupMembers",
  headers: ["diagram_id", "group_id"],
  begin: ({ actor }) => ({
    apply(row) {
      const diagramId = requireText(row, "diagram_id");
      const groupId = requireText(row, "group_id");
      const own = groupIdsOf(diagramId);
      if (own.includes(groupId)) return "skipped";
      requireFor(actor, "diagrams.manage");
      replaceGroups(actor, diagramId, [...own, groupId]);
      return "created";
    },
  }),
  rows: (sheetExport) => plainRows(sheetExport, ["t.diagram_id", "t.group_id"], "diagram_group_members t"),
};

export const sheets = [diagrams, groups, favorites, links, members];
