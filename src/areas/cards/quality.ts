/**
 * Data quality: how much of the expected content a card has, from 0 to 100.
 *
 * Score = 100 × weight of what is filled ÷ total weight, over the fields of the card's type (without those that its subtype
 * hides) and five buckets: description, lifecycle, mandatory relations, mandatory tags, and stakeholder roles.
 */
import { listOf, statement } from "../../../db";
import { phases } from "../../../db/query";
import { activeRoles } from "../../core/access/roles";
import type { Changes } from "../../core/journal/differences";
import { now } from "../../platform/clock";
import { type JsonObject, parseObject } from "../../platform/json";
import { oneDecimal } from "../../platform/rounding";
import { cardType, hasValue, type MandatorySide, mandatorySidesOf, presenceDiffers } from "../metamodel";
import type { CardRow } from "./repository";
import { contentOf, mandatoryGroupsOf } from "./requirements";

type ScoredCard = Pick<CardRow, "id" | "type" | "subtype" | "description" | "lifecycle" | "attributes">;

/** Cards scored with one set of queries at most. */
const BATCH = 1_000;

const hasText = (description: unknown) => typeof description === "string" && description.trim() !== "";
const hasPhase = (lifecycle: JsonObject) => phases.some((phase) => lifecycle[phase]);

const never = () => false;

/** Field → whether a change of it changes the score, which depends only on what is filled. Other fields may always. */
const fieldChangesScore: Record<string, (before: unknown, after: unknown) => boolean> = {
  name: never,
  alias: never,
  external_id: never,
  approval_status: never,
  status: never,
  description: (before, after) => hasText(before) !== hasText(after),
  lifecycle: (before, after) => hasPhase((before ?? {}) as JsonObject) !== hasPhase((after ?? {}) as JsonObject),
  attributes: (before, after) => presenceDiffers((before ?? {}) as JsonObject, (after ?? {}) as JsonObject),
};

/** Checks whether changes of a card may change its score. */
export const changesScore = (changes: Changes): boolean =>
  Object.entries(changes).some(([field, { old, new: value }]) => fieldChangesScore[field]?.(old, value) ?? true);

/** Something that a card is expected to have, and its weight in the score. */
export type QualityItem = {
  kind: "field" | "description" | "lifecycle" | "relation" | "tag_group" | "stakeholder";
  key: string;
  label: string;
  /** The end of a relation at which the card is. */
  side?: MandatorySide["side"];
  weight: number;
  is_filled: boolean;
};

/** Something that cards are expected to have, filled or not. */
export type Expectation = Omit<QualityItem, "is_filled">;

/** Lists everything that is expected of cards of a type and a subtype; what has no weight isn't. */
export function expectationsOf(typeKey: string, subtype: string | null): Expectation[] {
  const type = cardType(typeKey);
  if (!type) return [];
  const hidden = type.hiddenFieldsOf(subtype);
  const { description, lifecycle, relations, tags, stakeholders } = type.bucketWeights;
  const fields = type.fieldWeights.filter(([key]) => !hidden.has(key));
  const all: Expectation[] = [
    ...fields.map(([key, weight]) => ({
      kind: "field" as const,
      key,
      label: type.fields.get(key)?.label ?? key,
      weight,
    })),
    { kind: "description", key: "description", label: "Description", weight: description },
    { kind: "lifecycle", key: "lifecycle", label: "Lifecycle", weight: lifecycle },
    ...mandatorySidesOf(typeKey).map(({ key, label, side }) => ({
      kind: "relation" as const,
      key,
      label,
      side,
      weight: relations,
    })),
    ...mandatoryGroupsOf(typeKey).map(({ id, name }) => ({
      kind: "tag_group" as const,
      key: id,
      label: name,
      weight: tags,
    })),
    ...activeRoles(typeKey).map(({ key, label }) => ({
      kind: "stakeholder" as const,
      key,
      label,
      weight: stakeholders,
    })),
  ];
  return all.filter(({ weight }) => weight > 0);
}

/** Lists everything that is expected of a card, and whether it is there. */
function expectedOf(card: ScoredCard, content: ReturnType<typeof contentOf>): QualityItem[] {
  const attributes = parseObject(card.attributes);
  const isFilled = ({ kind, key, side }: Expectation): boolean => {
    if (kind === "field") return hasValue(attributes[key]);
    if (kind === "description") return hasText(card.description);
    if (kind === "lifecycle") return hasPhase(parseObject(card.lifecycle));
    if (kind === "tag_group") return content.hasTagOf(card.id, key);
    if (kind === "stakeholder") return content.hasStakeholder(card.id, key);
    return content.hasRelation(card.id, { key, side: side ?? "source" });
  };
  return expectationsOf(card.type, card.subtype).map((item) => ({ ...item, is_filled: isFilled(item) }));
}

const weightOf = (items: readonly QualityItem[]) => items.reduce((sum, { weight }) => sum + weight, 0);

/** Returns the part of a score that some weight of the whole is. */
const share = (weight: number, total: number) => (total === 0 ? 0 : oneDecimal((100 * weight) / total));

/** Returns the score of a card that has some of what is expected of it. */
const scoreOf = (items: readonly QualityItem[]): number =>
  share(weightOf(items.filter(({ is_filled }) => is_filled)), weightOf(items));

/** The explanation of a score: what a card has and lacks, and the points that each adds. */
export type Explanation = { score: number; items: (QualityItem & { adds: number })[] };

/** Explains the data quality of those of some cards that exist. @returns id → explanation */
export function explainQuality(cardIds: readonly string[]): ReadonlyMap<string, Explanation> {
  const content = contentOf(cardIds);
  const explain = (card: ScoredCard): Explanation => {
    const items = expectedOf(card, content);
    const total = weightOf(items);
    return { score: scoreOf(items), items: items.map((item) => ({ ...item, adds: share(item.weight, total) })) };
  };
  return new Map(scoredRows(cardIds).map((card) => [card.id, explain(card)]));
}

/** Returns a function that scores one of the cards. */
export function scorer(cards: readonly ScoredCard[]): (card: ScoredCard) => number {
  const content = contentOf(cards.map((card) => card.id));
  return (card) => scoreOf(expectedOf(card, content));
}

/** Returns the cards that exist, among some, with what scoring needs. */
const scoredRows = (ids: readonly string[]) =>
  statement<ScoredCard & Pick<CardRow, "data_quality">, [string]>(
    `SELECT c.id, c.type, c.subtype, c.description, c.lifecycle, c.attributes, c.data_quality
     FROM json_each(?) AS wanted CROSS JOIN cards c ON c.id = wanted.value`,
  ).all(listOf(ids));

/**
 * Refreshes the data quality of cards; part of the running transaction.
 * To be called after changes of relations, tags or stakeholders.
 */
export function refreshQuality(cardIds: readonly string[]): void {
  for (let start = 0; start < cardIds.length; start += BATCH) {
    const cards = scoredRows(cardIds.slice(start, start + BATCH));
    const score = scorer(cards);
    const changed = cards
      .map((card) => [card, score(card)] as const)
      .filter(([card, quality]) => quality !== card.data_quality)
      .map(([card, quality]) => [card.id, quality]);
    if (changed.length === 0) continue;
    statement(
      "UPDATE cards SET data_quality = scores.value, updated_at = max(updated_at, ?) FROM (SELECT key, value FROM json_each(?)) AS scores WHERE cards.id = scores.key",
    ).run(now(), JSON.stringify(Object.fromEntries(changed)));
  }
}
