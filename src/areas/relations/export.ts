/** The export of relations as a table. */
import type { Actor } from "../../core/access/actor";
import { generalSettings } from "../../core/settings/general";
import { type Column, column, type Row, type tableMedia, tableResponse } from "../../http/tables";
import { fieldColumn } from "../cards";
import { metamodel, relationType } from "../metamodel";
import { listNumbers, serialize } from "./list";
import type { Relation, RelationFilters } from "./model";

/** Relations that are read at a time. */
const PORTION = 500;
/** Relations that an export may have; each takes some bytes while it is sent. */
const MAX_RELATIONS = 5_000_000;

/** Returns the columns of the attributes: one for each of one type, or one for those of several types. */
function attributeColumns(typeKey: string | undefined): Column[] {
  const type = typeKey === undefined ? undefined : relationType(typeKey);
  if (!type) return [column("attributes")];
  return type.attributes_schema.map((field) => fieldColumn(field, ({ attributes }) => attributes));
}

/** Returns the columns of relations of a type, or of all. */
function columnsOf(typeKey: string | undefined): Column[] {
  const { relationTypes, cardTypes } = metamodel();
  const types = new Map([...relationTypes.values()].map(({ key, label }) => [key, label]));
  const ends = new Map([...cardTypes.values()].map(({ key, label }) => [key, label]));
  const endColumns = (end: "source" | "target"): Column[] => {
    const field = (name: "name" | "type") => (row: Row) => (row as Relation)[end]?.[name];
    return [
      column(`${end}_id`),
      { header: end, value: field("name") },
      { header: `${end}_type`, options: ends, value: field("type") },
    ];
  };
  return [
    column("id"),
    column("type", { options: types }),
    ...endColumns("source"),
    ...endColumns("target"),
    ...attributeColumns(typeKey),
    column("description"),
    column("created_at"),
  ];
}

function* exportedRelations(actor: Actor, numbers: readonly number[]): Generator<Row> {
  for (let from = 0; from < numbers.length; from += PORTION)
    yield* JSON.parse(`[${serialize(actor, numbers.slice(from, from + PORTION))}]`) as Row[];
}

/**
 * Streams the relations that match as a table, without those that have an archived end or one of a hidden type.
 * @param bom whether CSV begins with a byte order mark
 */
export function exportRelations(
  actor: Actor,
  query: RelationFilters,
  format: keyof typeof tableMedia,
  bom?: boolean,
): Response {
  const numbers = listNumbers(query, MAX_RELATIONS, 0);
  const table = {
    name: "relations",
    columns: columnsOf(query.type),
    rows: () => exportedRelations(actor, numbers),
    currency: generalSettings().currency,
  };
  return tableResponse(table, format, bom);
}
