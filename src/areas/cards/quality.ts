/**
 * Data quality: how much of what a card should hold it does hold, from 0 to 100.
 *
 * Score = 100 × filled weight ÷ total weight, over the fields of the card's type (less those that its subtype hides) and
 * five buckets: description, lifecycle, mandatory relations, mandatory tags, and parts that somebody has in the card.
 */
import { inList, listOf, statement } from "../../../db";
import { stakeholderRolesByType } from "../../core/access/roles";
import { now } from "../../platform/clock";
import { cardType, hasValue, mandatorySidesOf, presenceDiffers } from "../metamodel";
import { phases } from "./lifecycle";
import { mandatoryTagGroups } from "./mandatory";
import { type CardRow, type JsonObject, parsed } from "./rows";

type Scored = Pick<CardRow, "id" | "type" | "subtype" | "description" | "lifecycle" | "attributes">;

/** Cards scored with one set of queries at most. */
const BATCH = 1_000;

/** Rounds to one decimal, half to even, as the reference formula does. Only x.25 is a tie that plain rounding takes up. */
const oneDecimal = (score: number) => (score % 1 === 0.25 ? Math.floor(score) + 0.2 : Number(score.toFixed(1)));

const hasText = (description: unknown) => typeof description === "string" && description.trim() !== "";
const hasPhase = (lifecycle: JsonObject) => phases.some((phase) => lifecycle[phase]);

/** What a change of one field does to the score: nothing, as long as it neither fills nor empties anything. */
const tips: Record<string, (before: unknown, after: unknown) => boolean> = {
  name: () => false,
  alias: () => false,
  external_id: () => false,
  approval_status: () => false,
  status: () => false,
  description: (before, after) => hasText(before) !== hasText(after),
  lifecycle: (before, after) => hasPhase((before ?? {}) as JsonObject) !== hasPhase((after ?? {}) as JsonObject),
  attributes: (before, after) => presenceDiffers((before ?? {}) as JsonObject, (after ?? {}) as JsonObject),
};

/**
 * Whether a card has to be scored anew after some of its fields have changed.
 * @param changes field → what it was and what it is now
 */
export const tipsScore = (changes: Record<string, { old: unknown; new: unknown }>): boolean =>
  Object.entries(changes).some(([field, { old, new: value }]) => tips[field]?.(old, value) ?? true);

/** `card|key` of what there is: relations by type and side, tag groups, parts. */
function present(sql: string, ids: string): Set<string> {
  return new Set(
    statement<[string, string], [string]>(sql)
      .values(ids)
      .map(([id, key]) => `${id}|${key}`),
  );
}

const none: Set<string> = new Set();

/** What the buckets need to know of some cards; queries only for what their types ask for. */
function holdings(cards: readonly Scored[]) {
  const types = [...new Set(cards.map((card) => card.type))];
  const ids = listOf(cards.map((card) => card.id));
  const sides = types.flatMap((type) => mandatorySidesOf(type));
  const groups = types.flatMap(mandatoryTagGroups);
  const hasRoles = types.some((type) => activeRoles(type).length > 0);
  return {
    outgoing: sides.some((side) => side.side === "source")
      ? present(`SELECT DISTINCT source_id, type FROM relations WHERE ${inList("source_id")}`, ids)
      : none,
    incoming: sides.some((side) => side.side === "target")
      ? present(`SELECT DISTINCT target_id, type FROM relations WHERE ${inList("target_id")}`, ids)
      : none,
    tagGroups:
      groups.length > 0
        ? present(
            `SELECT DISTINCT ct.card_id, t.tag_group_id FROM card_tags ct JOIN tags t ON t.id = ct.tag_id WHERE ${inList("ct.card_id")}`,
            ids,
          )
        : none,
    parts: hasRoles ? present(`SELECT DISTINCT card_id, role FROM stakeholders WHERE ${inList("card_id")}`, ids) : none,
  };
}

const activeRoles = (type: string) =>
  [...(stakeholderRolesByType().get(type)?.values() ?? [])].filter((role) => !role.is_archived).map((role) => role.key);

function scoreOf(card: Scored, held: ReturnType<typeof holdings>): number {
  const type = cardType(card.type);
  if (!type) return 0;
  let total = 0;
  let filled = 0;
  const weigh = (weight: number, satisfied: number, count = 1) => {
    if (weight <= 0) return;
    total += weight * count;
    filled += weight * satisfied;
  };
  const attributes = parsed(card.attributes);
  const hidden = type.hiddenFieldsOf(card.subtype);
  for (const [key, weight] of type.fieldWeights) if (!hidden.has(key)) weigh(weight, hasValue(attributes[key]) ? 1 : 0);

  const { description, lifecycle, relations, tags, stakeholders } = type.bucketWeights;
  const dates = parsed(card.lifecycle);
  weigh(description, hasText(card.description) ? 1 : 0);
  weigh(lifecycle, hasPhase(dates) ? 1 : 0);
  const sides = mandatorySidesOf(card.type);
  const satisfied = sides.filter(({ side, key }) =>
    (side === "source" ? held.outgoing : held.incoming).has(`${card.id}|${key}`),
  );
  weigh(relations, satisfied.length, sides.length);
  const groups = mandatoryTagGroups(card.type);
  weigh(tags, groups.filter((group) => held.tagGroups.has(`${card.id}|${group.id}`)).length, groups.length);
  const roles = activeRoles(card.type);
  weigh(stakeholders, roles.filter((role) => held.parts.has(`${card.id}|${role}`)).length, roles.length);
  return total === 0 ? 0 : oneDecimal((100 * filled) / total);
}

/** The score of each card as it would be stored: a function from the card. Looks up what the cards hold once. */
export function scorer(cards: readonly Scored[]): (card: Scored) => number {
  const held = holdings(cards);
  return (card) => scoreOf(card, held);
}

/** The score of one card. */
export const qualityOf = (card: Scored): number => scorer([card])(card);

/** What scoring needs of those of the cards that exist. */
const scoredRows = (ids: readonly string[]) =>
  statement<Scored & Pick<CardRow, "data_quality">, [string]>(
    `SELECT c.id, c.type, c.subtype, c.description, c.lifecycle, c.attributes, c.data_quality
     FROM json_each(?) AS wanted CROSS JOIN cards c ON c.id = wanted.value`,
  ).all(listOf(ids));

/**
 * Scores cards anew and stores what differs; part of the running transaction.
 * To be called by whatever changes a card's relations, tags or stakeholders.
 */
export function refreshQuality(cardIds: readonly string[]): void {
  for (let start = 0; start < cardIds.length; start += BATCH) {
    const cards = scoredRows(cardIds.slice(start, start + BATCH));
    const score = scorer(cards);
    const changed: Record<string, number> = {};
    for (const card of cards) {
      const quality = score(card);
      if (quality !== card.data_quality) changed[card.id] = quality;
    }
    if (Object.keys(changed).length === 0) continue;
    statement(
      "UPDATE cards SET data_quality = scores.value, updated_at = max(updated_at, ?) FROM (SELECT key, value FROM json_each(?)) AS scores WHERE cards.id = scores.key",
    ).run(now(), JSON.stringify(changed));
  }
}

/**
 * Scores the active cards of some types anew, as `refreshQuality`; those of all types when none are given.
 * To be called by whatever changes what counts for cards of a type.
 */
export function refreshQualityOfTypes(types?: readonly string[]): void {
  if (types?.length === 0) return;
  const cards =
    types === undefined
      ? statement<{ id: string }>("SELECT id FROM cards WHERE status = 'ACTIVE'").all()
      : statement<{ id: string }, [string]>(`SELECT id FROM cards WHERE status = 'ACTIVE' AND ${inList("type")}`).all(
          listOf(types),
        );
  refreshQuality(cards.map((card) => card.id));
}
