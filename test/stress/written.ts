/** Compares what writers have written with what a file holds. */
import { Database } from "bun:sqlite";
import { endsOf, type Memory } from "../support/writers";

type CardRow = { id: string; type: string; name: string; description: string | null };
type RelationRow = { id: string; source_id: string; target_id: string };
type EventRow = { event_type: string; card_id: string; entity_id: string; data: string };

/** Returns everything that the writers wrote, as the file holds it. */
export function contentOf(file: string) {
  const sqlite = new Database(file, { readonly: true });
  try {
    return {
      cards: sqlite.query("SELECT id, type, name, description FROM cards").all() as CardRow[],
      relations: sqlite
        .query(
          `SELECT r.id, s.id AS source_id, t.id AS target_id FROM relations r
           LEFT JOIN cards s ON s.seq = r.source_seq LEFT JOIN cards t ON t.seq = r.target_seq`,
        )
        .all() as RelationRow[],
      events: sqlite
        .query(
          "SELECT event_type, card_id, entity_id, data FROM events WHERE substr(event_type, 1, 5) IN ('card.', 'relat') ORDER BY seq",
        )
        .all() as EventRow[],
    };
  } finally {
    sqlite.close();
  }
}

/** Every acknowledged change is there, and no change is there that nobody requested. Returns the contradictions. */
export function contradictions({ cards, relations }: ReturnType<typeof contentOf>, memory: Memory): string[] {
  const wrong: string[] = [];
  const found = new Map(cards.map((card) => [card.id, card]));
  for (const [id, known] of memory.cards) {
    const card = found.get(id);
    if (!card) wrong.push(`${known.name} was acknowledged and is gone`);
    else if (card.name !== known.name || card.type !== known.type) wrong.push(`${known.name} is another card`);
    else if (card.description !== known.description && card.description !== known.unanswered)
      wrong.push(`${known.name} lost a change: ${card.description}`);
  }
  for (const { id, name } of cards)
    if (!memory.cards.has(id) && !memory.unansweredCards.has(name)) wrong.push(`nobody asked for ${name}`);
  const related = new Map(relations.map((relation) => [relation.id, relation]));
  for (const [id, known] of memory.relations) {
    const relation = related.get(id);
    if (!relation || endsOf(relation) !== endsOf(known)) wrong.push(`the relation ${endsOf(known)} is gone`);
  }
  for (const relation of relations)
    if (!memory.relations.has(relation.id) && !memory.unansweredRelations.has(endsOf(relation)))
      wrong.push(`nobody asked for ${endsOf(relation)}`);
  return wrong;
}

/** Replays the journal and compares the result with the rows. Returns the differences. */
export function untold({ cards, relations, events }: ReturnType<typeof contentOf>): string[] {
  const wrong: string[] = [];
  const replayed = new Map<string, CardRow>();
  const replayedRelations = new Map<string, string[]>();
  for (const { event_type, card_id, entity_id, data } of events) {
    const payload = JSON.parse(data);
    if (event_type === "card.created") {
      if (replayed.has(entity_id)) wrong.push(`${payload.name} was created twice`);
      replayed.set(entity_id, { id: entity_id, type: payload.type, name: payload.name, description: null });
    } else if (event_type === "card.updated") {
      const card = replayed.get(entity_id);
      const { old, new: changed } = payload.changes.description;
      if (!card || card.description !== old) wrong.push(`an event of ${entity_id} follows no other`);
      else card.description = changed;
    } else if (event_type === "relation.created") {
      replayedRelations.set(entity_id, [...(replayedRelations.get(entity_id) ?? []), card_id]);
    } else wrong.push(`nobody did anything that is called ${event_type}`);
  }
  for (const card of cards) {
    if (!Bun.deepEquals(replayed.get(card.id), card)) wrong.push(`${card.name} differs from the journal`);
    replayed.delete(card.id);
  }
  for (const { name } of replayed.values()) wrong.push(`${name} is in the journal and not in the table`);
  for (const { id, source_id, target_id } of relations) {
    if (!Bun.deepEquals(replayedRelations.get(id), [source_id, target_id]))
      wrong.push(`relation ${id} is not in the history of both ends`);
    replayedRelations.delete(id);
  }
  for (const id of replayedRelations.keys()) wrong.push(`relation ${id} is in the journal and not in the table`);
  return wrong;
}
