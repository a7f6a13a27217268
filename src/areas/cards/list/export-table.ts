/** The export of cards as a table: CSV or a workbook, with the columns that an import reads. */
import { openReadConnection, type ReadConnection } from "../../../../db/read-connection";
import type { Actor } from "../../../core/access/actor";
import { generalSettings } from "../../../core/settings/general";
import { entriesOf } from "../../../http/query";
import { type Column, column, type Row, type tableMedia, tableResponse } from "../../../http/tables";
import { parseObject } from "../../../platform/json";
import { metamodel } from "../../metamodel";
import { redactAttributesFor } from "../redaction";
import { attributeColumns, lifecycleColumns } from "./columns";
import { singleType } from "./conditions";
import { chosenColumns, GROUP, LEVEL } from "./export-columns";
import { linkColumns, readLinks } from "./export-links";
import { type ArrangedCards, arrangedCards, portionsOf } from "./exported";
import type { TableQuery } from "./model";

/** Cards that are read at a time. */
const PORTION = 200;

const COLUMNS = [
  "id",
  "type",
  "subtype",
  "name",
  "description",
  "status",
  "approval_status",
  "data_quality",
  "external_id",
  "alias",
  "created_at",
  "updated_at",
];

type StoredRow = Row & { id: string; type: string; lifecycle: string | null; attributes: string | null };

const READ = `SELECT n.key, json_object(${COLUMNS.map((name) => `'${name}', c.${name}`).join(", ")},
    'lifecycle', c.lifecycle, 'attributes', c.attributes)
  FROM json_each(+?1) n CROSS JOIN cards c ON c.seq = n.value ORDER BY n.key`;

/**
 * Reads the cards of a portion, with their links and without the costs that the actor may not see.
 * @param more what a place in the portion has in addition
 */
function readPortion(
  actor: Actor,
  connection: ReadConnection,
  portion: string,
  typeKey: string | undefined,
  more: (place: number) => Row,
): Row[] {
  const cards = connection
    .rows<[number, string]>(READ, portion)
    .map(([place, text]) => ({ ...(JSON.parse(text) as StoredRow), more: more(place) }));
  const ids = [...new Set(cards.map(({ id }) => id))];
  const redact = redactAttributesFor(actor, ids);
  const linksOf = readLinks(connection, ids, typeKey);
  return cards.map(({ more: own, ...card }) => ({
    ...card,
    ...own,
    lifecycle: parseObject(card.lifecycle),
    attributes: parseObject(redact(card.id, card.type, card.attributes)),
    links: linksOf(card.id),
  }));
}

/**
 * Returns the rows of some cards, in portions.
 * @param typeKey the one type of the cards, whose related cards are read too
 * @param more what each place in the table has in addition
 */
export function* exportedCards(
  actor: Actor,
  numbers: Uint32Array,
  typeKey: string | undefined,
  more: ArrangedCards["columns"] = () => ({}),
): Generator<Row> {
  const connection = openReadConnection();
  let start = 0;
  try {
    for (const portion of portionsOf(numbers, PORTION)) {
      const first = start;
      yield* connection.transaction(() =>
        readPortion(actor, connection, portion, typeKey, (place) => more(first + place)),
      );
      start += PORTION;
    }
  } finally {
    connection.close();
  }
}

/** Returns the columns of a card itself, with the labels of types and subtypes. */
function ownColumns(types: readonly string[]): Column[] {
  const all = [...metamodel().cardTypes.values()];
  const shown = all.filter(({ key }) => types.includes(key));
  const labels = {
    type: new Map(shown.map(({ key, label }) => [key, label])),
    subtype: new Map(shown.flatMap(({ subtypes }) => subtypes.map(({ key, label }) => [key, label] as const))),
  };
  return COLUMNS.map((name) =>
    name === "type" || name === "subtype" ? column(name, { options: labels[name] }) : column(name),
  );
}

/**
 * Returns the columns of an export of cards of some types: a column for each field of one type, or one for those of
 * several.
 */
export function cardColumns(actor: Actor, types: readonly string[]): Column[] {
  const [onlyType, ...more] = types;
  const isOne = onlyType !== undefined && more.length === 0;
  return [
    ...ownColumns(types),
    ...linkColumns(actor, types),
    ...lifecycleColumns,
    ...(isOne ? attributeColumns(onlyType, true) : [column("attributes")]),
  ];
}

/** Returns the columns of an export, with the one of its groups or of the levels of its tree before them. */
function tableColumns(actor: Actor, query: TableQuery): Column[] {
  const types = entriesOf(query.type);
  const all = cardColumns(actor, types?.length ? types : [...metamodel().cardTypes.keys()]);
  return [
    ...(query.group_by !== undefined ? [column(GROUP)] : []),
    ...(query.tree !== undefined ? [column(LEVEL, { kind: "number" })] : []),
    ...chosenColumns(actor, query, all),
  ];
}

/**
 * Streams the cards of a list as a table.
 * @param bom whether CSV begins with a byte order mark
 * @throws Problem as `arrangedCards` and `chosenColumns`
 */
export function exportTable(actor: Actor, query: TableQuery, format: keyof typeof tableMedia, bom?: boolean): Response {
  const { numbers, columns: more } = arrangedCards(actor, query);
  return tableResponse(
    {
      name: "cards",
      columns: tableColumns(actor, query),
      rows: () => exportedCards(actor, numbers, singleType(query), more),
      currency: generalSettings().currency,
    },
    format,
    bom,
  );
}
