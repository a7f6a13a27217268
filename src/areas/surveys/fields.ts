/** The fields that a survey asks for: what their values are now, and what answers to them say. */
import type { SurveyField } from "../../../db/schema/surveys";
import { parseObject } from "../../platform/json";
import type { CardRow } from "../cards";
import { listLinkedCards, type Side } from "../relations";

/** The answer to a field as it is stored. */
export type Answer = { current_value: unknown; new_value: unknown; confirmed: boolean };

/** Field key → answer. */
export type Answers = Record<string, Answer>;

/** Returns the relations that a field is about; undefined for an attribute. */
export function sideOf({ kind, relation_type_key: type, direction }: SurveyField): Side | undefined {
  const isSide = typeof type === "string" && (direction === "outgoing" || direction === "incoming");
  return kind === "relation" && isSide ? { type, direction } : undefined;
}

/** Returns an own property of an object; undefined when it has none. */
export const own = <T>(object: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Returns a function that says what the value of one of the fields is on a card now; null when there is none. */
export function currentValues(card: CardRow, fields: readonly SurveyField[]): (field: SurveyField) => unknown {
  const attributes = parseObject(card.attributes);
  const types = fields.flatMap((field) => sideOf(field)?.type ?? []);
  const linked = types.length === 0 ? [] : listLinkedCards(card, [...new Set(types)]);
  return (field) => {
    const side = sideOf(field);
    if (!side) return own(attributes, field.key) ?? null;
    return linked
      .filter(({ type, direction }) => type === side.type && direction === side.direction)
      .map(({ id, name }) => ({ id, name }));
  };
}

/** Returns the answers without those to some fields. */
export const withoutKeys = (answers: Answers, keys: readonly string[]): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([key]) => !keys.includes(key)));
