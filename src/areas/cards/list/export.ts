/**
 * Cards as CSV and as JSON, streamed: however many there are, only a chunk of them is in memory. SQLite makes the text of a
 * chunk, so that little more than the bytes that go out is left to be collected.
 */

import { inList, listOf, notInList } from "../../../../db";
import type { ReadConnection } from "../../../../db/read-connection";
import { type Actor, may } from "../../../core/access/actor";
import { refused } from "../../../http/errors";
import { streamFromReadConnection } from "../../../http/responses";
import { now } from "../../../platform/clock";
import { csvCellSql, csvLine } from "../../../platform/csv";
import { costFilter } from "../costs";

/** Cards read and sent at a time. */
const CHUNK = 100;

/** What an export makes of active cards. In its SQL a card is `c`. */
type Form = {
  /** What comes before, between and after the texts of the cards. */
  before: string;
  between: string;
  after: string;
  /** SQL for the text of a card. */
  text: string;
  /** SQL for what is joined to a card. */
  joined?: string;
  /** SQL for the cards that are wanted, in which `?3` stands for a value. */
  wanted: string;
  value: string | null;
};

/** SQL for the attributes of a card as the actor may see them; `?4` is what `visibleAttributes` gives. */
const ATTRIBUTES = "CASE WHEN ?4 IS NULL THEN c.attributes ELSE ?4 ->> CAST(c.seq AS TEXT) END";

/** SQL for the cards of a chunk: at most `?2` of those after the number `?1`. */
const chunk = ({ joined = "", wanted }: Form) =>
  `cards c ${joined} WHERE c.seq > +?1 AND +c.status = 'ACTIVE' AND ${wanted} ORDER BY c.seq LIMIT +?2`;

/** Number → attributes, as JSON text, of the cards of a chunk; null when the actor may see those of all cards in full. */
function visibleAttributes(actor: Actor, form: Form, connection: ReadConnection, last: number): string | null {
  if (may(actor, "costs.view")) return null;
  const rows = connection.rows<[seq: number, id: string, type: string, attributes: string | null]>(
    `SELECT c.seq, c.id, c.type, c.attributes FROM ${chunk(form)}`,
    last,
    CHUNK,
    form.value,
  );
  const attributesFor = costFilter(
    actor,
    rows.map(([, id]) => id),
  );
  return JSON.stringify(
    Object.fromEntries(rows.map(([seq, id, type, attributes]) => [seq, attributesFor(id, type, attributes)])),
  );
}

type Piece = { last: number; text: Uint8Array };

/** The text of the cards of a chunk, with something before it, and the number of the last; undefined when there is none. */
function textOfChunk(
  actor: Actor,
  form: Form,
  connection: ReadConnection,
  before: string,
  last: number,
): Piece | undefined {
  const attributes = visibleAttributes(actor, form, connection, last);
  const [row] = connection.rows<[last: number, text: Uint8Array] | [null, null]>(
    `SELECT max(seq), CAST(?5 || group_concat(text, ?6 ORDER BY seq) AS BLOB)
     FROM (SELECT c.seq, ${form.text} AS text FROM ${chunk(form)})`,
    last,
    CHUNK,
    form.value,
    attributes,
    before,
    form.between,
  );
  return row && row[0] !== null ? { last: row[0], text: row[1] } : undefined;
}

/** The active cards that are wanted as a stream, in the order they were made. */
function streamOf(actor: Actor, form: Form): ReadableStream<Uint8Array> {
  let { before } = form;
  let last = 0;
  let ended = false;
  return streamFromReadConnection((connection) => {
    if (ended) return null;
    const piece = textOfChunk(actor, form, connection, before, last);
    if (piece) {
      ({ last } = piece);
      before = form.between;
      return piece.text;
    }
    ended = true;
    return (last === 0 ? before : "") + form.after || null;
  });
}

const HEADER = ["id", "type", "name", "description", "status", "lifecycle", "attributes"];
const CSV_LINE = [...HEADER.slice(0, -1).map((column) => `c.${column}`), ATTRIBUTES]
  .map(csvCellSql)
  .join(" || ',' || ");

/** The ACTIVE cards, of one type or of all, as a stream of CSV text in the order they were made. */
export const csvOfCards = (actor: Actor, type: string | undefined): ReadableStream<Uint8Array> =>
  streamOf(actor, {
    before: csvLine(HEADER),
    between: "",
    after: "",
    text: `${CSV_LINE} || '\r\n'`,
    wanted: "(?3 IS NULL OR c.type = ?3)",
    value: type ?? null,
  });

/** `cards_Application_2026-01-31_1200.csv`; only letters that a file name can hold are taken from the type. */
export function csvName(type: string | undefined): string {
  const [day, time] = now().split("T") as [string, string];
  const part = type ? `_${type.replace(/[^\w-]/g, "").slice(0, 100)}` : "";
  return `cards${part}_${day}_${time.slice(0, 5).replace(":", "")}.csv`;
}

/** The tags of a card. */
const TAGS = `(SELECT json_group_array(json_object('name', t.name, 'color', t.color, 'group_name', g.name))
  FROM card_tags ct JOIN tags t ON t.id = ct.tag_id JOIN tag_groups g ON g.id = t.tag_group_id WHERE ct.card_id = c.id)`;

/** The user of a card's first stakeholder whose part has to do with responsibility. */
const OWNER = `(SELECT s.user_id FROM stakeholders s
  WHERE s.card_id = c.id AND instr(lower(s.role), 'responsible') > 0 ORDER BY s.created_at, s.id LIMIT 1)`;

/** The names at the other ends of a card's relations to or from providers, which are not exported themselves. */
const PROVIDERS = `(SELECT json_group_array(name) FROM (
  SELECT p.name, p.type, r.seq FROM relations r JOIN cards p ON p.id = r.target_id WHERE r.source_id = c.id AND instr(r.type, 'Provider') > 0
  UNION ALL
  SELECT p.name, p.type, r.seq FROM relations r JOIN cards p ON p.id = r.source_id WHERE r.target_id = c.id AND instr(r.type, 'Provider') > 0
  ORDER BY 3) WHERE ${notInList("type", "?3")})`;

/** Card types that one JSON export may hold. */
const MOST_TYPES = 20;

/** What a JSON export holds beside the cards. */
export type JsonExport = { types: readonly string[]; include_relations: boolean; include_stakeholders: boolean };

/**
 * The ACTIVE cards of some types as a stream of a JSON array, in the order they were made.
 * @throws Problem 400 when there is no type or too many
 */
export function jsonOfCards(
  actor: Actor,
  { types, include_relations, include_stakeholders }: JsonExport,
): ReadableStream<Uint8Array> {
  if (types.length === 0) throw refused("At least one type key is required");
  if (types.length > MOST_TYPES) throw refused(`Maximum ${MOST_TYPES} type keys allowed`);
  return streamOf(actor, {
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
}
