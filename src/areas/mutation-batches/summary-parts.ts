/** The parts of the sentence that says what a batch has done: what happened, to how many things, and to which. */
import { statement } from "../../../db";
import { seqOfBatch } from "../../core/journal/batches";
import { changedFieldsIn } from "../../core/journal/differences";
import { eventDefinition } from "../../core/journal/event-types";
import { type JsonObject, parseObject } from "../../platform/json";
import type { BatchPart } from "./model";

/** Things that a part names, and fields. */
const MAX_NAMED = 5;
const MAX_FIELDS = 20;

type Row = {
  batch: string;
  event_type: string;
  card_type: string | null;
  count: number;
  is_about_card: 0 | 1;
  card_name: string | null;
  data: string | null;
};

/**
 * The first events of each kind in batches, one for each thing, with the number of the things; in the order of the events. A
 * batch is found by its id, or is the event of the number.
 */
const FIRST_EVENTS = `WITH wanted (batch, seq) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(?)),
  members AS (
    SELECT batch, e.seq, e.event_type, e.card_id, e.entity_id FROM wanted CROSS JOIN events e ON e.batch_id = wanted.batch
    UNION ALL
    SELECT batch, e.seq, e.event_type, e.card_id, e.entity_id FROM wanted CROSS JOIN events e ON e.seq = wanted.seq
    WHERE e.tool_name IS NOT NULL),
  things AS (
    SELECT batch, event_type, min(seq) AS seq, card_id, coalesce(entity_id, card_id, seq) AS thing
    FROM members GROUP BY batch, event_type, thing),
  numbered AS (
    SELECT t.batch, t.event_type, t.seq, t.thing IS t.card_id AS is_about_card, c.type AS card_type, c.name AS card_name,
      count(*) OVER same AS count, row_number() OVER (same ORDER BY t.seq) AS place
    FROM things t LEFT JOIN cards c ON c.id = t.card_id WINDOW same AS (PARTITION BY t.batch, t.event_type, c.type))
  SELECT n.batch, n.event_type, n.card_type, n.count, n.is_about_card, n.card_name,
    (SELECT e.data FROM events e WHERE e.seq = n.seq) AS data
  FROM numbered n WHERE n.place <= ${MAX_NAMED} ORDER BY n.seq`;

const textIn = (payload: JsonObject, field: string) => {
  const text = payload[field];
  return typeof text === "string" && text !== "" ? text : undefined;
};

/** Returns the name of the thing that an event is about; undefined when it has none. */
function nameOf({ is_about_card, card_name }: Row, payload: JsonObject): string | undefined {
  const source = textIn(payload, "source_name");
  const target = textIn(payload, "target_name");
  if (source && target) return `${source} → ${target}`;
  const own = textIn(payload, "name") ?? textIn(payload, "title") ?? textIn(payload, "summary");
  return (is_about_card === 1 ? (card_name ?? own) : (own ?? card_name)) ?? undefined;
}

function partOf(rows: readonly Row[]): BatchPart {
  const { event_type, card_type, count } = rows[0] as Row;
  const payloads = rows.map(({ data }) => parseObject(data));
  return {
    event_type,
    card_type,
    count,
    names: rows.flatMap((row, at) => nameOf(row, payloads[at] as JsonObject) ?? []),
    fields: [...new Set(payloads.flatMap((payload) => changedFieldsIn(payload) ?? []))].slice(0, MAX_FIELDS),
  };
}

/** Checks whether events of a type sum up others, which say the same. */
function sumsUp(type: string): boolean {
  const undo = eventDefinition(type)?.undo;
  return undo !== undefined && "not" in undo && undo.lossless === "always";
}

/** Returns the parts of some batches by their ids; a batch without events has none. */
export function partsOf(ids: readonly string[]): ReadonlyMap<string, BatchPart[]> {
  const wanted = ids.map((id) => [id, seqOfBatch(id) ?? null]);
  const rows = statement<Row, [string]>(FIRST_EVENTS).all(JSON.stringify(wanted));
  const byBatch = Map.groupBy(rows, (row) => row.batch);
  return new Map(
    [...byBatch].map(([batch, of]) => {
      const groups = [...Map.groupBy(of, ({ event_type, card_type }) => `${event_type} ${card_type}`).values()];
      const parts = groups.map(partOf);
      const own = parts.filter(({ event_type }) => !sumsUp(event_type));
      return [batch, own.length > 0 ? own : parts];
    }),
  );
}
