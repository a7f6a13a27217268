/** Matches staged cards with the cards that there are. */
import { statement } from "../../../../db";
import { differences } from "../../../core/journal/differences";
import { progress } from "../../../core/threads/progress";
import { type JsonObject, parseObject } from "../../../platform/json";
import { type CardRow, findCards } from "../../cards";
import { type CardContent, cardContent } from "../card-content";
import { type MigrationRow, mappingsOf } from "../rows";
import { differingAttributes } from "./differences";
import { type CardPayload, type Match, writeMatches } from "./records";

type FoundCard = { seq: number; target_id: string };

/** Cards looked at together. */
const PIECE = 500;

const STAGED = "s.migration_id = ?1 AND s.entity_kind = 'card' AND s.action = 'create'";

/** Ways of finding the card of a record, the strongest last; of several cards the oldest is found. */
const ways = [
  `SELECT s.seq, c.id AS target_id FROM staged_records s
   CROSS JOIN cards c ON c.type = s.card_type_key AND c.name_key = s.source_data ->> '$.name_key' AND c.name = s.display_name
   WHERE ${STAGED} AND ?2 IS NOT NULL ORDER BY c.seq DESC`,
  `SELECT s.seq, c.id AS target_id FROM cards c
   CROSS JOIN staged_records s ON s.source_id = c.external_id AND ${STAGED}
   WHERE c.external_id IS NOT NULL AND ?2 IS NOT NULL ORDER BY c.seq DESC`,
  `SELECT s.seq, i.target_id FROM staged_records s
   CROSS JOIN migration_identity_map i ON i.source_type = ?2 AND i.entity_kind = 'card' AND i.source_id = s.source_id
   WHERE ${STAGED}`,
];

const emptied = (value: string | null) => value || null;

/** Returns the changes that applying a record makes to a card. */
export function cardDiff(card: CardRow, sourceId: string, payload: CardPayload, content: CardContent): JsonObject {
  const lifecycle = parseObject(card.lifecycle);
  const before = {
    name: card.name,
    description: emptied(card.description),
    subtype: emptied(card.subtype),
    external_id: emptied(card.external_id),
    lifecycle,
  };
  const after = {
    name: payload.name,
    description: emptied(payload.description),
    subtype: emptied(content.subtype) ?? before.subtype,
    external_id: sourceId,
    lifecycle: { ...lifecycle, ...content.lifecycle },
  };
  const attributes = differingAttributes(parseObject(card.attributes), content.attributes);
  return { ...differences(before, after), ...(Object.keys(attributes).length > 0 && { attributes }) };
}

/** Matches staged cards by their identity, external id, or type and name; part of the running transaction. */
export function matchCards(migration: MigrationRow): void {
  const { id, source_type } = migration;
  const mappings = mappingsOf(migration);
  const targets = new Map(
    ways.flatMap((way) =>
      statement<FoundCard>(way)
        .all(id, source_type)
        .map(({ seq, target_id }) => [seq, target_id] as const),
    ),
  );
  const found = [...targets];
  for (let done = 0; done < found.length; done += PIECE) {
    progress(done, found.length);
    const piece = found.slice(done, done + PIECE);
    const cards = new Map(findCards(piece.map(([, target]) => target)).map((card) => [card.id, card]));
    const records = statement<{ seq: number; source_id: string; source_data: string }>(
      `SELECT s.seq, s.source_id, s.source_data FROM json_each(?) AS found CROSS JOIN staged_records s ON s.seq = found.value`,
    ).all(JSON.stringify(piece.map(([seq]) => seq)));
    writeMatches(
      records.map(({ seq, source_id, source_data }): Match => {
        const targetId = targets.get(seq) as string;
        const card = cards.get(targetId) as CardRow;
        const payload = JSON.parse(source_data) as CardPayload;
        const diff = cardDiff(card, source_id, payload, cardContent(mappings, card.type, payload));
        return Object.keys(diff).length === 0
          ? { seq, action: "skip", targetId }
          : { seq, action: "update", targetId, diff };
      }),
    );
  }
}
