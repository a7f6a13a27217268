/** The fields of relations that their events have changed. */
import { inList, listOf, statement } from "../../../db";
import { type Actor, cardsWithVisibleCosts } from "../../core/access/actor";
import { type ChangedField, fieldChangesIn } from "../../core/journal/differences";
import { type JsonObject, parseObject } from "../../platform/json";
import { redactPayload } from "../cards";
import { relationCostKeysOf } from "../metamodel";

type StoredEvent = { number: number; event_type: string };

type Content = { attributes?: JsonObject | null; description?: string | null };
type Row = {
  seq: number;
  event_type: string;
  type: string | null;
  source_id: string | null;
  undo: string | null;
  next_undo: string | null;
  present: string | null;
};

/** Checks whether an event is one of a single relation. */
export const isRelationEvent = ({ event_type }: Pick<StoredEvent, "event_type">): boolean =>
  /^relation\.(created|upserted|updated|deleted)$/.test(event_type);

/**
 * Returns events with the contents of their relations. An event holds that before it. That after it is what the next event in
 * the history of the same card holds, or else the present one; unknown when the relation went with one of its cards.
 */
const rowsOf = (numbers: readonly number[]): Row[] =>
  statement<Row, [string]>(
    `SELECT e.seq, e.event_type, e.data ->> 'type' AS type, e.data ->> 'source_id' AS source_id, e.undo,
       (SELECT later.undo FROM events later
        WHERE later.entity_id = e.entity_id AND later.entity_id IS NOT later.card_id AND later.seq > e.seq
          AND later.data ->> 'direction' = e.data ->> 'direction' AND later.event_type IN ('relation.updated', 'relation.deleted')
        ORDER BY later.seq LIMIT 1) AS next_undo,
       (SELECT json_object('attributes', json(r.attributes), 'description', r.description) FROM relations r
        WHERE r.uuid = unhex(e.entity_id, '-')) AS present
     FROM events e WHERE ${inList("e.seq")}`,
  ).all(listOf(numbers));

/** Returns the content of a relation before an event, and after it; undefined when one is unknown. */
function sidesOf({ event_type, undo, next_undo, present }: Row): [before: Content, after: Content] | undefined {
  const before = undo === null ? {} : parseObject(undo);
  if (event_type === "relation.deleted") return [before, {}];
  const after = next_undo ?? present;
  return after === null ? undefined : [before, parseObject(after)];
}

/**
 * Returns a function from the number of one of the events to the fields of its relation that it changed, without the costs
 * that the actor may not see: those of a relation are visible with those of its source.
 */
export function relationChanges(actor: Actor, events: readonly StoredEvent[]): (number: number) => ChangedField[] {
  const rows = rowsOf(events.filter(isRelationEvent).map(({ number }) => number));
  const visible = cardsWithVisibleCosts(actor, [...new Set(rows.flatMap(({ source_id }) => source_id ?? []))]);
  const changes = rows.map((row): [number, ChangedField[]] => {
    const hidden = !visible || visible.has(row.source_id ?? "") ? [] : relationCostKeysOf(row.type ?? "");
    const contents = sidesOf(row);
    if (!contents) return [row.seq, []];
    const [before, after] = contents;
    const sides = (field: keyof Content) => ({ old: before[field] ?? null, new: after[field] ?? null });
    const payload = { changes: { attributes: sides("attributes"), description: sides("description") } };
    return [row.seq, fieldChangesIn(redactPayload(payload, hidden)).filter(({ old, new: now }) => old !== now)];
  });
  const byNumber = new Map(changes);
  return (number) => byNumber.get(number) ?? [];
}
