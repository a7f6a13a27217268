/** Rules: what a regulation asks of cards, as data. */
import type { FindingStatus, Severity } from "../model";
import { type AssessedCard, type FactName, facts, fieldOf } from "./facts";

/** A condition over a card: a fact, a field with one of some values, or conditions joined. */
export type Condition =
  | FactName
  | { field: string; oneOf: readonly (string | boolean)[] }
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition };

/** A rule of a regulation, of which each article has one at most. */
export type Rule = {
  article: string;
  category: string;
  requirement: string;
  /** The condition for the cards that it applies to. */
  appliesWhen: Condition;
  /** The condition that fulfils it; without one only people can decide. */
  satisfiedWhen?: Condition;
  /** The status of a card that doesn't fulfil it. */
  status: Exclude<FindingStatus, "compliant" | "not_applicable">;
  severity: Severity;
  gap: string;
  remediation: string;
};

/** Checks whether a condition holds for a card. */
export function holds(condition: Condition, card: AssessedCard): boolean {
  if (typeof condition === "string") return facts[condition].holds(card);
  if ("field" in condition) return condition.oneOf.some((value) => fieldOf(card, condition.field) === value);
  if ("all" in condition) return condition.all.every((one) => holds(one, card));
  if ("any" in condition) return condition.any.some((one) => holds(one, card));
  return !holds(condition.not, card);
}

/** Returns the words for a condition that holds for a card. */
function wordsFor(condition: Condition, card: AssessedCard): string[] {
  if (!holds(condition, card)) return [];
  if (typeof condition === "string") return [facts[condition].says];
  if ("field" in condition) return [`${condition.field} is ${fieldOf(card, condition.field)}`];
  if ("not" in condition) return [];
  return ("all" in condition ? condition.all : condition.any).flatMap((one) => wordsFor(one, card));
}

/** Checks whether a card does not fulfil a rule that applies to it. */
export const fails = ({ appliesWhen, satisfiedWhen }: Rule, card: AssessedCard): boolean =>
  holds(appliesWhen, card) && !(satisfiedWhen && holds(satisfiedWhen, card));

/** Returns the facts for which a rule applies to a card, as a sentence. */
export function evidenceFor({ appliesWhen }: Rule, card: AssessedCard): string {
  const words = wordsFor(appliesWhen, card);
  return words.length === 0 ? "It applies to every card." : `It applies because the card ${words.join(", and ")}.`;
}
