/** Cards as CSV and as JSON, streamed: however many there are, only a chunk of them is in memory. */
import { statement } from "../../../db/client";
import { textStream } from "../../http/answers";
import { refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { csvLine } from "../../platform/csv";
import type { Actor } from "../access/actor";
import { costFilter } from "./costs";
import type { CardRow } from "./rows";

const HEADER = ["id", "type", "name", "description", "status", "lifecycle", "attributes"] as const;
type Row = Pick<CardRow, "seq" | (typeof HEADER)[number]>;

/** Cards read and sent at a time. */
const CHUNK = 1_000;

function chunkAfter(seq: number, type: string | undefined): Row[] {
  const columns = `seq, ${HEADER.join(", ")}`;
  if (type === undefined)
    return statement<Row, [number, number]>(
      `SELECT ${columns} FROM cards WHERE seq > ? AND +status = 'ACTIVE' ORDER BY seq LIMIT ?`,
    ).all(seq, CHUNK);
  return statement<Row, [number, string, number]>(
    `SELECT ${columns} FROM cards WHERE seq > ? AND +type = ? AND +status = 'ACTIVE' ORDER BY seq LIMIT ?`,
  ).all(seq, type, CHUNK);
}

/** The ACTIVE cards, of one type or of all, as a stream of CSV text in the order they were made. */
export function csvOfCards(actor: Actor, type: string | undefined): ReadableStream<Uint8Array> {
  let last = 0;
  let header = csvLine(HEADER);
  return textStream(() => {
    const rows = chunkAfter(last, type);
    if (rows.length === 0 && header === "") return null;
    const attributesFor = costFilter(
      actor,
      rows.map((row) => row.id),
    );
    const lines = rows.map(({ id, type: key, name, description, status, lifecycle, attributes }) =>
      csvLine([id, key, name, description, status, lifecycle, attributesFor(id, key, attributes)]),
    );
    const text = header + lines.join("");
    header = "";
    last = rows.at(-1)?.seq ?? last;
    return text;
  });
}

/** `cards_Application_2026-01-31_1200.csv`; only letters that a file name can hold are taken from the type. */
export function csvName(type: string | undefined): string {
  const [day, time] = now().split("T") as [string, string];
  const part = type ? `_${type.replace(/[^\w-]/g, "").slice(0, 100)}` : "";
  return `cards${part}_${day}_${time.slice(0, 5).replace(":", "")}.csv`;
}

type JsonRow = {
  seq: number;
  id: string;
  type: string;
  subtype: string | null;
  name: string;
  description: string | null;
  lifecycle: string | null;
  attributes: string | null;
  status: string;
  data_quality: number;
  updated_at: string;
  tags: string;
  owner: string | null;
  owner_email: string | null;
  provider_names: string;
};

/** The user of a card's first stakeholder whose part has to do with responsibility. */
const OWNER = `(SELECT s.user_id FROM stakeholders s
  WHERE s.card_id = c.id AND instr(lower(s.role), 'responsible') > 0 ORDER BY s.created_at, s.id LIMIT 1)`;

/** The names at the other ends of a card's relations to or from providers, which are not exported themselves. */
const PROVIDERS = `(SELECT json_group_array(name) FROM (
  SELECT p.name, p.type, r.seq FROM relations r JOIN cards p ON p.id = r.target_id WHERE r.source_id = c.id AND instr(r.type, 'Provider') > 0
  UNION ALL
  SELECT p.name, p.type, r.seq FROM relations r JOIN cards p ON p.id = r.source_id WHERE r.target_id = c.id AND instr(r.type, 'Provider') > 0
  ORDER BY 3) WHERE type NOT IN (SELECT value FROM json_each(?)))`;

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
  const wanted = JSON.stringify(types);
  const sql = `SELECT c.seq, c.id, c.type, c.subtype, c.name, c.description, c.lifecycle, c.attributes, c.status, c.data_quality, c.updated_at,
      (SELECT json_group_array(json_object('name', t.name, 'color', t.color, 'group_name', g.name))
       FROM card_tags ct JOIN tags t ON t.id = ct.tag_id JOIN tag_groups g ON g.id = t.tag_group_id WHERE ct.card_id = c.id) AS tags,
      u.display_name AS owner, u.email AS owner_email, ${include_relations ? PROVIDERS : "'[]'"} AS provider_names
    FROM cards c LEFT JOIN users u ON ${include_stakeholders ? `u.id = ${OWNER}` : "FALSE"}
    WHERE c.seq > ? AND +c.status = 'ACTIVE' AND +c.type IN (SELECT value FROM json_each(?)) ORDER BY c.seq LIMIT ?`;
  let last = 0;
  let separator = "[";
  let ended = false;
  return textStream(() => {
    if (ended) return null;
    const rows = statement<JsonRow>(sql).all(...(include_relations ? [wanted] : []), last, wanted, CHUNK);
    const attributesFor = costFilter(
      actor,
      rows.map((row) => row.id),
    );
    const text = rows.map(({ seq: _, lifecycle, attributes, tags, provider_names, ...row }) => {
      const plain = JSON.stringify(row).slice(0, -1);
      const shown = attributesFor(row.id, row.type, attributes) ?? "{}";
      return `${plain},"lifecycle":${lifecycle},"attributes":${shown},"tags":${tags},"provider_names":${provider_names}}`;
    });
    // The chunk after a full one may be empty: then there is nothing to separate.
    const piece = rows.length === 0 && separator === "," ? "" : separator + text.join(",");
    separator = ",";
    last = rows.at(-1)?.seq ?? last;
    ended = rows.length < CHUNK;
    return ended ? `${piece}]` : piece;
  });
}
