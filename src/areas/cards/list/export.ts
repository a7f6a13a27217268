/**
 * Exports of cards as CSV and JSON, streamed in portions. SQLite makes the text of a portion, which leaves little garbage to
 * collect.
 */
import { listOf, notInList } from "../../../../db";
import type { ReadConnection } from "../../../../db/read-connection";
import { type Actor, may } from "../../../core/access/actor";
import { refused } from "../../../http/errors";
import { streamed, streamFromReadConnection } from "../../../http/responses";
import { csvStart } from "../../../http/tables";
import { now } from "../../../platform/clock";
import { csvCellSql, csvLine } from "../../../platform/csv";
import { redactAttributesFor } from "../redaction";
import { type ExportFilters, exportedNumbers, portionsOf } from "./exported";

/** Cards of a portion. */
const CHUNK = 100;

/** A format of the export. In its SQL a card is `c`. */
type Format = {
  /** Texts before, between and after those of the cards. */
  before: string;
  between: string;
  after: string;
  /** SQL for the text of a card, in which `?3` stands for `value`. */
  text: string;
  /** SQL for tables joined to a card. */
  joined?: string;
  value: string | null;
};

/** SQL for the redacted attributes of a card; `?2` is the result of `redactedAttributes`. */
const ATTRIBUTES = "CASE WHEN ?2 IS NULL THEN c.attributes ELSE ?2 ->> CAST(c.seq AS TEXT) END";

/** SQL for the cards of a portion, whose numbers are the JSON list `?1`. */
const CARDS = "json_each(+?1) n CROSS JOIN cards c ON c.seq = n.value";

/** Returns the redacted attributes of a portion as JSON text, by card number; null when the actor may see all costs. */
function redactedAttributes(actor: Actor, connection: ReadConnection, portion: string): string | null {
  if (may(actor, "costs.view")) return null;
  const rows = connection.rows<[seq: number, id: string, type: string, attributes: string | null]>(
    `SELECT c.seq, c.id, c.type, c.attributes FROM ${CARDS}`,
    portion,
  );
  const redact = redactAttributesFor(
    actor,
    rows.map(([, id]) => id),
  );
  return JSON.stringify(Object.fromEntries(rows.map(([seq, ...card]) => [seq, redact(...card)])));
}

/** Streams cards in their order. @param numbers those of the cards */
function streamCards(actor: Actor, numbers: Uint32Array, format: Format): ReadableStream<Uint8Array> {
  const { text, joined = "", value, between, after } = format;
  const portions = portionsOf(numbers, CHUNK);
  let { before } = format;
  let hasCards = false;
  let ended = false;
  return streamFromReadConnection((connection) => {
    const portion = portions.next().value;
    if (portion) {
      const attributes = redactedAttributes(actor, connection, portion);
      const [row] = connection.rows<[text: Uint8Array | null]>(
        `SELECT CAST(?4 || group_concat(text, ?5 ORDER BY place) AS BLOB)
         FROM (SELECT n.key AS place, ${text} AS text FROM ${CARDS} ${joined})`,
        portion,
        attributes,
        value,
        before,
        between,
      );
      // Cards that are deleted before their portion is read are left out.
      if (!row?.[0]) return "";
      before = between;
      hasCards = true;
      return row[0];
    }
    if (ended) return null;
    ended = true;
    return (hasCards ? "" : before) + after || null;
  });
}

const HEADER = ["id", "type", "name", "description", "status", "lifecycle", "attributes"];
const CSV_LINE = [...HEADER.slice(0, -1).map((column) => `c.${column}`), ATTRIBUTES]
  .map(csvCellSql)
  .join(" || ',' || ");

/** Returns a file name as in `cards_Application_2026-01-31_1200.csv`. */
function csvName(type: string | undefined): string {
  const [day, time] = now().split("T") as [string, string];
  const infix = type ? `_${type.replace(/[^\w-]/g, "").slice(0, 100)}` : "";
  return `cards${infix}_${day}_${time.slice(0, 5).replace(":", "")}.csv`;
}

/**
 * Streams the cards of a list as a CSV file, those of hidden types too.
 * @param bom whether it begins with a byte order mark
 * @throws Problem as `exportedNumbers`
 */
export function exportCsv(actor: Actor, filters: ExportFilters, bom?: boolean): Response {
  const before = csvStart(bom) + csvLine(HEADER);
  const format = { before, between: "", after: "", text: `${CSV_LINE} || '\r\n'`, value: null };
  return streamed(streamCards(actor, exportedNumbers(actor, filters, []), format), {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename=${csvName(filters.type)}`,
  });
}

/** SQL for the tags of a card. */
const TAGS = `(SELECT json_group_array(json_object('name', t.name, 'color', t.color, 'group_name', g.name))
  FROM card_tags ct JOIN tags t ON t.id = ct.tag_id JOIN tag_groups g ON g.id = t.tag_group_id WHERE ct.card_id = c.id)`;

/** SQL for the user of a card's first stakeholder with a role of responsibility. */
const OWNER = `(SELECT s.user_id FROM stakeholders s
  WHERE s.card_id = c.id AND instr(lower(s.role), 'responsible') > 0 ORDER BY s.created_at, s.id LIMIT 1)`;

/** SQL for whether a relation `r` is of a type that names providers. */
const TO_PROVIDERS = "r.type_seq IN (SELECT seq FROM relation_types WHERE instr(key, 'Provider') > 0)";

/** SQL for the names of the providers that a card is related to, when their type is not exported itself. */
const PROVIDERS = `(SELECT json_group_array(name) FROM (
  SELECT p.name, p.type, r.seq FROM relations r JOIN cards p ON p.seq = r.target_seq WHERE r.source_seq = c.seq AND ${TO_PROVIDERS}
  UNION ALL
  SELECT p.name, p.type, r.seq FROM relations r JOIN cards p ON p.seq = r.source_seq WHERE r.target_seq = c.seq AND ${TO_PROVIDERS}
  ORDER BY 3) WHERE ${notInList("type", "?3")})`;

/** Card types of one JSON export. */
const MAX_TYPES = 20;

type JsonExport = Omit<ExportFilters, "type"> & {
  types: readonly string[];
  include_relations: boolean;
  include_stakeholders: boolean;
};

/**
 * Streams the cards of some types that match as a JSON array, those of hidden types too.
 * @throws Problem 400 when there is no type or too many, and as `exportedNumbers`
 */
export function exportJson(actor: Actor, query: JsonExport): Response {
  const { types, include_relations, include_stakeholders, ...filters } = query;
  if (types.length === 0) throw refused("At least one type key is required");
  if (types.length > MAX_TYPES) throw refused(`Maximum ${MAX_TYPES} type keys allowed`);
  const numbers = exportedNumbers(actor, { ...filters, type: types.join(",") }, []);
  const stream = streamCards(actor, numbers, {
    before: "[",
    between: ",",
    after: "]",
    text: `json_object('id', c.id, 'type', c.type, 'subtype', c.subtype, 'name', c.name, 'description', c.description,
      'lifecycle', json(c.lifecycle), 'attributes', json(coalesce(${ATTRIBUTES}, '{}')), 'status', c.status,
      'data_quality', c.data_quality, 'updated_at', c.updated_at, 'tags', ${TAGS},
      'owner', u.display_name, 'owner_email', u.email, 'provider_names', ${include_relations ? PROVIDERS : "json('[]')"})`,
    joined: `LEFT JOIN users u ON ${include_stakeholders ? `u.id = ${OWNER}` : "FALSE"}`,
    value: listOf(types),
  });
  return streamed(stream, { "content-type": "application/json" });
}
