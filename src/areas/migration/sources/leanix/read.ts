/** Reads a workbook of the tool. */
import { UnreadableFile } from "../../../../platform/archive/source";
import type { Workbook } from "../../../../platform/spreadsheet/workbook";
import type { Field, Metamodel, SnapshotReceiver } from "../snapshot";
import { readKeys, readTable, textOf } from "../table";
import { isField, readEntity } from "./entities";
import { type FieldDescriptions, readDescriptions } from "./enums";
import { type Names, newNames } from "./names";
import { type RelationEnds, readRelation } from "./relations";
import { readComments, readDocuments } from "./remarks";

/** Sheets that hold neither entities nor relations. */
const otherSheets = new Set(["ReadMe", "TagGroups", "Tags", "Documents", "Comments", "Types"]);
/** Fields of all types together. */
const MAX_FIELDS = 20_000;
/** The column by which a sheet of relations is recognised. */
const RELATION_COLUMN = "fromRelatedFactSheetDisplayName";

const reads = (workbook: Workbook, sheet: string, read: Parameters<typeof readTable>[2]) => {
  if (workbook.sheets.includes(sheet)) readTable(workbook, sheet, read);
};

function readTags(workbook: Workbook, receiver: SnapshotReceiver): Names {
  const modes = new Map<string, string>();
  reads(workbook, "TagGroups", (row) => void modes.set(textOf(row.get("name")), textOf(row.get("mode"))));
  const ids = newNames();
  reads(workbook, "Tags", (row) => {
    const [id, group, name, color] = ["id", "tagGroupId", "name", "backgroundColor"].map((key) =>
      textOf(row.get(key)),
    ) as [string, string, string, string];
    if (id === "" || group === "" || name === "") return;
    ids.add(group, name, id);
    receiver.tag({ id, group, name, mode: modes.get(group) === "SINGLE" ? "single" : "multi", color: color || null });
  });
  return ids;
}

/** Reads the sheets of entities. @returns type → keys of its fields, and the entities by their names */
function readEntities(
  workbook: Workbook,
  sheets: readonly string[],
  tags: Names,
  descriptions: FieldDescriptions,
  receiver: SnapshotReceiver,
) {
  const ids = newNames();
  const fields = new Map<string, Set<string>>();
  for (const sheet of sheets) {
    const keys = new Set(readKeys(workbook, sheet).filter(isField));
    /** Types of this sheet. */
    const seen = new Set<string>();
    readTable(workbook, sheet, (row) => {
      const found = readEntity(row, tags, descriptions, receiver);
      if (!found) return;
      const { id, type, displayName } = found;
      ids.add(displayName, type, id);
      if (seen.has(type)) return;
      seen.add(type);
      fields.set(type, fields.get(type)?.union(keys) ?? keys);
    });
  }
  const count = fields.values().reduce((sum, { size }) => sum + size, 0);
  if (count > MAX_FIELDS)
    throw new UnreadableFile(`The workbook must not have more than ${MAX_FIELDS} fields of types`);
  return { ids, fields };
}

/** Reads the sheets of relations. @returns type of relations → the types of its ends */
function readRelations(
  workbook: Workbook,
  sheets: readonly string[],
  entities: Names,
  receiver: SnapshotReceiver,
): Map<string, RelationEnds> {
  const types = new Map<string, RelationEnds>();
  for (const sheet of sheets)
    readTable(workbook, sheet, (row) => {
      const found = readRelation(row, entities, receiver);
      if (found && !types.has(found.type)) types.set(found.type, found.ends);
    });
  return types;
}

/** Reads a workbook of the tool. */
export function readSnapshot(workbook: Workbook, receiver: SnapshotReceiver): Metamodel {
  const descriptions = readDescriptions(workbook);
  const tags = readTags(workbook, receiver);
  const tables = workbook.sheets.filter((sheet) => !otherSheets.has(sheet));
  const { relations = [], entities = [] } = Object.groupBy(tables, (sheet) =>
    readKeys(workbook, sheet).includes(RELATION_COLUMN) ? "relations" : "entities",
  );
  const { ids, fields } = readEntities(workbook, entities, tags, descriptions, receiver);
  const relationTypes = readRelations(workbook, relations, ids, receiver);
  reads(workbook, "Documents", (row) => readDocuments(row, ids, receiver));
  reads(workbook, "Comments", (row, number) => readComments(row, number, ids, receiver));
  const described = (type: string, keys: Iterable<string>): Field[] =>
    [...keys].map((key) => ({ key, ...descriptions.describe(type, key) }));
  return { types: new Map([...fields].map(([type, keys]) => [type, described(type, keys)])), relationTypes };
}
