/** The timeline of a card: its events and those of its relations, each with the fields that it changed. */
import { hasRow, inList, listOf, notInList, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { BATCH_ID } from "../../core/journal/batches";
import { fieldChangesIn } from "../../core/journal/differences";
import { notFound } from "../../http/errors";
import { hiddenTypes, redactPayloadsFor } from "../cards";
import type { Timeline, TimelineEvent, TimelineQuery } from "./model";
import { isRelationEvent, relationChanges } from "./relation-changes";

type Row = Omit<TimelineEvent, "data" | "changes"> & { card_id: string | null; data: string | null };

/** Returns SQL for numbers of events of a card (?1) after one (?2), without some types (?3), a page (?4) of them. */
const numbersSql = (isAfter: "<" | ">", direction: "ASC" | "DESC"): string => {
  const page = `AND seq ${isAfter} ?2 AND ${notInList("event_type", "?3")} ORDER BY seq ${direction} LIMIT ?4`;
  // The events of a deleted card no longer refer to it: those whose subject it was still name it, the others did refer to it.
  return `SELECT seq FROM (
      SELECT seq FROM (SELECT seq FROM events WHERE card_id = ?1 ${page})
      UNION ALL SELECT seq FROM (SELECT seq FROM events WHERE entity_id = ?1 AND entity_id IS NOT card_id ${page})
      UNION ALL SELECT seq FROM (SELECT seq FROM events WHERE former_card_id = ?1 ${page}))
    ORDER BY seq ${direction} LIMIT ?4`;
};

const OLDER = numbersSql("<", "DESC");
const NEWER = numbersSql(">", "ASC");

type Parameters = [cardId: string, after: number, hidden: string, limit: number];

const numbersOf = (isNewestFirst: boolean, parameters: Parameters): number[] =>
  (isNewestFirst ? statement<{ seq: number }, Parameters>(OLDER) : statement<{ seq: number }, Parameters>(NEWER))
    .all(...parameters)
    .map(({ seq }) => seq);

/** Returns events by their numbers, in this order. */
function eventsOf(numbers: readonly number[]): Row[] {
  const rows = statement<Row, [string]>(
    `SELECT seq AS number, id, event_type, data, card_id, user_id,
       (SELECT display_name FROM users WHERE id = events.user_id) AS user_display_name, ${BATCH_ID} AS batch_id, created_at
     FROM events WHERE ${inList("seq")}`,
  ).all(listOf(numbers));
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

/** Checks whether there is a card, or was one whose events are still known. */
const wasCard = (id: string) =>
  hasRow("SELECT 1 AS found FROM cards WHERE id = ?", id) ||
  hasRow(
    "SELECT 1 AS found FROM events WHERE entity_id = ? AND entity_id IS NOT card_id AND event_type GLOB 'card.*' LIMIT 1",
    id,
  );

/**
 * Returns a page of the timeline of a card: the events that the actor may read, without the costs that they may not see
 * today.
 * @throws Problem 404 when there was never such a card
 */
export function timelineOf(actor: Actor, cardId: string, { after, sort_dir, limit }: TimelineQuery): Timeline {
  if (!wasCard(cardId)) throw notFound("Card");
  const isNewestFirst = sort_dir === "desc";
  const start = after ?? (isNewestFirst ? Number.MAX_SAFE_INTEGER : 0);
  const numbers = numbersOf(isNewestFirst, [cardId, start, listOf(hiddenTypes(actor)), limit + 1]);
  const rows = eventsOf(numbers.slice(0, limit));
  const payloadOf = redactPayloadsFor(actor, rows);
  const changesOfRelation = relationChanges(actor, rows);
  const items = rows.map((row) => {
    const { card_id, ...event } = row;
    const data = payloadOf(row);
    const changes = isRelationEvent(row) ? changesOfRelation(row.number) : fieldChangesIn(data ?? {});
    return { ...event, data, changes };
  });
  return { items, next: numbers.length > limit ? (items.at(-1)?.number ?? null) : null };
}
