/** Reads rows that are relations. */
import type { SnapshotReceiver } from "../snapshot";
import { type TableRow, textOf } from "../table";
import type { Names } from "./names";
import { HIERARCHY, ignoredRelations, specificName } from "./relation-types";

/** The types at the ends of relations. */
export type RelationEnds = { source: string; target: string };

const ends = { from: "fromRelatedFactSheet", to: "toRelatedFactSheet" } as const;
const ignoredColumns = new Set(["status", "activeFrom", "activeUntil", "naFields"]);
const ownColumns = new Set([
  "id",
  "type",
  ...Object.values(ends).flatMap((end) => [`${end}DisplayName`, `${end}Type`]),
]);

/**
 * Reads a row that is a relation.
 * @returns its type; undefined when it is none that is imported, or leads to nowhere
 */
export function readRelation(
  row: TableRow,
  entities: Names,
  receiver: SnapshotReceiver,
): { type: string; ends: RelationEnds } | undefined {
  const name = textOf(row.get("type"));
  if (name === "" || ignoredRelations.has(name)) return undefined;
  const endOf = (end: keyof typeof ends) => {
    const type = textOf(row.get(`${ends[end]}Type`));
    return { type, id: entities.find(textOf(row.get(`${ends[end]}DisplayName`)), type) };
  };
  const from = endOf("from");
  const to = endOf("to");
  if (from.id === undefined || to.id === undefined) {
    receiver.parseError();
    return undefined;
  }
  if (name === HIERARCHY) {
    receiver.parent(from.id, to.id);
    return undefined;
  }
  const type = specificName(name, from.type, to.type);
  receiver.relation({
    id: textOf(row.get("id")) || `${type}:${from.id}:${to.id}`,
    type,
    source: from.id,
    target: to.id,
    attributes: Object.fromEntries([...row].filter(([key]) => !ownColumns.has(key) && !ignoredColumns.has(key))),
  });
  return { type, ends: { source: from.type, target: to.type } };
}
