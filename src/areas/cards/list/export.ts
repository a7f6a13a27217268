/**
 * Exports of cards as CSV and JSON, streamed in chunks. SQLite makes the text of a chunk, which leaves little garbage to
 * collect.
 */
import { inList, listOf, notInList } from "../../../../db";
import type { ReadConnection } from "../../../../db/read-connection";
import { type Actor, may } from "../../../core/access/actor";
import { refused } from "../../../http/errors";
import { streamed, streamFromReadConnection } from "../../../http/responses";
import { now } from "../../../platform/clock";
import { csvCellSql, csvLine } from "../../../platform/csv";
import { redactAttributesFor } from "../redaction";

/** Cards of a chunk. */
const CHUNK = 100;

/** A format of the export. In its SQL a card is `c`. */
type Format = {
  /** Texts before, between and after those of the cards. */
  before: string;
  between: string;
  after: string;
  /** SQL for the text of a card. */
  text: string;
  /** SQL for tables joined to a card. */
  joined?: string;
  /** SQL for the condition on cards, in which `?3` stands for `value`. */
  wanted: string;
  value: string | null;
};

/** SQL for the redacted attributes of a card; `?4` is the result of `redactedAttributes`. */
const ATTRIBUTES = "CASE WHEN ?4 IS NULL THEN c.attributes ELSE ?4 ->> CAST(c.seq AS TEXT) END";

/** SQL for the cards of a chunk: at most `?2` of those after the number `?1`. */
const chunk = ({ joined = "", wanted }: Format) =>
  `cards c ${joined} WHERE c.seq > +?1 AND +c.status = 'ACTIVE' AND ${wanted} ORDER BY c.seq LIMIT +?2`;

/** The redacted attributes of a chunk as JSON text, by card number; null when the actor may see all costs. */
function redactedAttributes(actor: Actor, format: Format, connection: ReadConnection, last: number): string | null {
  if (may(actor, "costs.view")) return null;
  const rows = connection.rows<[seq: number, id: string, type: string, attributes: string | null]>(
    `SELECT c.seq, c.id, c.type, c.attributes FROM ${chunk(format)}`,
    last,
    CHUNK,
    format.value,
  );
  const redact = redactAttributesFor(
    actor,
    rows.map(([, id]) => id),
  );
  return JSON.stringify(Object.fromEntries(rows.map(([seq, ...card]) => [seq, redact(...card)])));
}

/** Streams the ACTIVE cards of a format in the order of their creation. */
function streamOf(actor: Actor, format: Format): ReadableStream<Uint8Array> {
  let { before } = format;
  let last = 0;
  let ended = false;
  return streamFromReadConnection((connection) => {
    if (ended) return null;
    const attributes = redactedAttributes(actor, format, connection, last);
    const [row] = connection.rows<[last: number, text: Uint8Array] | [null, null]>(
      `SELECT max(seq), CAST(?5 || group_concat(text, ?6 ORDER BY seq) AS BLOB)
       FROM (SELECT c.seq, ${format.text} AS text FROM ${chunk(format)})`,
      last,
      CHUNK,
      format.value,
      attributes,
      before,
      format.between,
    );
    if (row && row[0] !== null) {
      last = row[0];
      before = format.between;
      return row[1];
    }
    ended = true;
    return (last === 0 ? before : "") + format.after || null;
  });
}

const HEADER = ["id", "type", "name", "description", "status", "lifecycle", "attributes"];
const CSV_LINE = [...HEADER.slice(0, -1).map((column) => `c.${column}`), ATTRIBUTES]
  .map(csvCellSql)
  .join(" || ',' || ");

/** A file name as in `cards_Application_2026-01-31_1200.csv`. */
function csvName(type: string | undefined): string {
  const [day, time] = now().split("T") as [string, string];
  const infix = type ? `_${type.replace(/[^\w-]/g, "").slice(0, 100)}` : "";
  return `cards${infix}_${day}_${time.slice(0, 5).replace(":", "")}.csv`;
}

/** Streams the ACTIVE cards of one type or of all as a CSV file. */
export function exportCsv(actor: Actor, type: string | undefined): Response {
  const format = { before: csvLine(HEADER), between: "", after: "", text: `${CSV_LINE} || '\r\n'` };
  const stream = streamOf(actor, { ...format, wanted: "(?3 IS NULL OR c.type = ?3)", value: type ?? null });
  return streamed(stream, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename=${csvName(type)}`,
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

type JsonExport = { types: readonly string[]; include_relations: boolean; include_stakeholders: boolean };

/**
 * Streams the ACTIVE cards of some types as a JSON array.
 * @throws Problem 400 when there is no type or too many
 */
export function exportJson(actor: Actor, { types, include_relations, include_stakeholders }: JsonExport): Response {
  if (types.length === 0) throw refused("At least one type key is required");
  if (types.length > MAX_TYPES) throw refused(`Maximum ${MAX_TYPES} type keys allowed`);
  const stream = streamOf(actor, {
    before: "[",
    between: ",",
    after: "]",
    text: `json_object('id', c.id, 'type', c.type, 'subtype', c.subtype, 'name', c.name, 'description', c.description,
      'lifecycle', json(c.lifecycle), 'attributes', json(coalesce(${ATTRIBUTES}, '{}')), 'status', c.status,
      'data_quality', c.data_quality, 'updated_at', c.updated_at, 'tags', ${TAGS},
      'owner', u.display_name, 'owner_email', u.email, 'provider_names', ${include_relations ? PROVIDERS : "json('[]')"})`,
    joined: `LEFT JOIN users u ON ${include_stakeholders ? `u.id = ${OWNER}` : "FALSE"}`,
    wanted: inList("+c.type", "?3"),
    value: listOf(types),
  });
  return streamed(stream, { "content-type": "application/json" });
}
