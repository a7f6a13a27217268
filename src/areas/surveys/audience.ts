/** The audience of a survey as its author looks at it: the people who are asked, the cards about which nobody is, and their values. */
import { firstValue, inList, listOf, statement } from "../../../db";
import { type Condition, clause, valuesOf, where } from "../../../db/query";
import type { SurveyField } from "../../../db/schema/surveys";
import type { Actor } from "../../core/access/actor";
import { parseObject } from "../../platform/json";
import { redactedKeysFor } from "../cards";
import { own, sideOf } from "./fields";
import type { Audience } from "./model";
import { surveyRows } from "./surveys";
import { cardConditionsOf, conditionsOf, FROM, listTargets } from "./targets";

/** Cards that are shown with their people. */
const MAX_SHOWN = 100;
/** Enough targets for the cards that are shown: one of them may have many stakeholders. */
const MAX_LISTED = 1_000;

/** Counts the cards that meet the conditions, whether or not they have stakeholders. */
const countCards = (conditions: readonly Condition[]): number =>
  firstValue<number>(`SELECT count(*) AS count FROM cards c ${clause(conditions)}`, ...valuesOf(conditions)) ?? 0;

type Reach = Pick<Audience, "asked_cards" | "people" | "responses">;

const countReach = (conditions: readonly Condition[]): Reach =>
  statement<Reach>(
    `SELECT count(DISTINCT card) AS asked_cards, count(DISTINCT user_id) AS people, count(*) AS responses
     FROM (SELECT DISTINCT c.seq AS card, s.user_id ${FROM} ${clause(conditions)})`,
  ).get(...valuesOf(conditions)) as Reach;

/** Counts the cards by the roles that somebody has on them, and those of them about which no role of the survey is asked. */
const countRoles = (conditions: readonly Condition[], asked: readonly string[]): Audience["roles"] =>
  statement<Audience["roles"][number]>(
    `SELECT key, count(*) AS cards, sum(NOT is_asked) AS further_cards FROM (
       SELECT s.role AS key, max(max(s.role IN (SELECT value FROM json_each(?)))) OVER (PARTITION BY c.seq) AS is_asked
       ${FROM} ${clause(conditions)} GROUP BY c.seq, s.role
     ) GROUP BY key ORDER BY key`,
  ).all(JSON.stringify(asked), ...valuesOf(conditions));

/** Counts the cards by the attributes that have a value. */
const countSet = (conditions: readonly Condition[], keys: readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    statement<{ key: string; count: number }>(
      `SELECT a.key, count(*) AS count FROM cards c JOIN json_each(c.attributes) a
       ${clause([...conditions, where("a.key IN (SELECT value FROM json_each(?))", JSON.stringify(keys)), where("a.type <> 'null' AND a.value NOT IN ('', '[]')")])}
       GROUP BY a.key`,
    )
      .all(...valuesOf(conditions), JSON.stringify(keys))
      .map(({ key, count }) => [key, count]),
  );

/** Counts the cards by the relations that they have at a side, under `type:direction`. */
const countLinked = (conditions: readonly Condition[], types: readonly string[]): ReadonlyMap<string, number> => {
  if (types.length === 0) return new Map();
  const side = (direction: string, near: string) =>
    `SELECT y.key || ':${direction}' AS key, count(DISTINCT c.seq) AS count
     FROM relation_types y JOIN relations r ON r.type_seq = y.seq JOIN cards c ON c.seq = r.${near}_seq
     ${clause([where(inList("y.key"), listOf(types)), ...conditions])} GROUP BY y.key`;
  const values = [listOf(types), ...valuesOf(conditions)];
  const rows = statement<{ key: string; count: number }>(
    `${side("outgoing", "source")} UNION ALL ${side("incoming", "target")}`,
  ).all(...values, ...values);
  return new Map(rows.map(({ key, count }) => [key, count]));
};

/** Returns for each field on how many of the cards it has a value. */
function countFields(conditions: readonly Condition[], fields: readonly SurveyField[]): Audience["fields"] {
  if (fields.length === 0) return [];
  const set = countSet(
    conditions,
    fields.map(({ key }) => key),
  );
  const linked = countLinked(
    conditions,
    fields.flatMap((field) => sideOf(field)?.type ?? []),
  );
  return fields.map((field) => {
    const side = sideOf(field);
    return { key: field.key, set: (side ? linked.get(`${side.type}:${side.direction}`) : set.get(field.key)) ?? 0 };
  });
}

/** Maps card id → its attributes. */
const attributesOf = (ids: readonly string[]): ReadonlyMap<string, string | null> =>
  new Map(
    statement<{ id: string; attributes: string | null }>(`SELECT id, attributes FROM cards WHERE ${inList("id")}`)
      .all(listOf(ids))
      .map(({ id, attributes }) => [id, attributes]),
  );

/** Lists the first cards about which somebody is asked, with what they say for the attributes of the survey. */
function firstTargets(
  actor: Actor,
  conditions: readonly Condition[],
  fields: readonly SurveyField[],
): Audience["targets"] {
  const byCard = [...Map.groupBy(listTargets(conditions, MAX_LISTED), ({ card_id }) => card_id)].slice(0, MAX_SHOWN);
  const ids = byCard.map(([id]) => id);
  const attributes = attributesOf(ids);
  const hidden = redactedKeysFor(actor, ids);
  return byCard.map(([card_id, targets]) => {
    const stored = parseObject(attributes.get(card_id) ?? null);
    const shown = fields.filter((field) => !sideOf(field) && !hidden(card_id).includes(field.key));
    return {
      card_id,
      card_name: targets[0]?.card_name ?? "",
      users: targets.map(({ user_id, display_name }) => ({ user_id, display_name })),
      values: Object.fromEntries(shown.map(({ key }) => [key, own(stored, key) ?? null])),
    };
  });
}

/**
 * Returns whom a survey would reach now, and what of its cards is known; without roles, all stakeholders.
 * @throws Problem 404; 403 as `cardConditionsOf`
 */
export function audienceOf(actor: Actor, id: string): Audience {
  const survey = surveyRows.require(id);
  const cards = cardConditionsOf(actor, survey);
  const targets = conditionsOf(actor, survey);
  return {
    total_cards: countCards(cards),
    ...countReach(targets),
    roles: countRoles(cards, survey.target_roles),
    fields: countFields(cards, survey.fields),
    targets: firstTargets(actor, targets, survey.fields),
  };
}
