/** The export of cards as a spreadsheet. */
import { openReadConnection } from "../../../../db/read-connection";
import type { Actor } from "../../../core/access/actor";
import { columns, type Row, tableResponse } from "../../../http/tables";
import { parseObject } from "../../../platform/json";
import { redactAttributesFor } from "../redaction";
import { attributeColumns, lifecycleColumns } from "./columns";

/** Cards that are read at a time. */
const CHUNK = 200;

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

type StoredRow = Row & { seq: number; id: string; type: string; lifecycle: string | null; attributes: string | null };

const READ = `SELECT json_object('seq', c.seq, ${COLUMNS.map((column) => `'${column}', c.${column}`).join(", ")},
    'lifecycle', c.lifecycle, 'attributes', c.attributes) FROM cards c
  WHERE c.seq > +?1 AND +c.status = 'ACTIVE' AND (?2 IS NULL OR c.type = ?2) ORDER BY c.seq LIMIT +?3`;

/** The ACTIVE cards of one type or of all, in the order of their creation, without the costs that the actor may not see. */
function* exportedCards(actor: Actor, type: string | undefined): Generator<Row> {
  const connection = openReadConnection();
  try {
    let last = 0;
    for (;;) {
      const cards = connection
        .rows<[string]>(READ, last, type ?? null, CHUNK)
        .map(([text]) => JSON.parse(text) as StoredRow);
      if (cards.length === 0) return;
      const redact = redactAttributesFor(
        actor,
        cards.map(({ id }) => id),
      );
      for (const card of cards)
        yield {
          ...card,
          lifecycle: parseObject(card.lifecycle),
          attributes: parseObject(redact(card.id, card.type, card.attributes)),
        };
      last = cards.at(-1)?.seq ?? last;
    }
  } finally {
    connection.close();
  }
}

/** Streams the ACTIVE cards of one type, with a column for each of its fields, or of all types as a spreadsheet. */
export function exportXlsx(actor: Actor, type: string | undefined): Response {
  const attributes = type === undefined ? columns("attributes") : attributeColumns(type, true);
  return tableResponse(
    {
      name: "cards",
      columns: [...columns(...COLUMNS), ...lifecycleColumns, ...attributes],
      rows: () => exportedCards(actor, type),
    },
    "xlsx",
  );
}
