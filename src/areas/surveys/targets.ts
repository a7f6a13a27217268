/** The targets of a survey: cards, and those of their stakeholders who are asked. */
import { cardNumbers, listOf, statement } from "../../../db";
import { type Condition, clause, oneOf, taggedWith, valuesOf, where } from "../../../db/query";
import { type Actor, may } from "../../core/access/actor";
import { forbidden } from "../../http/errors";
import { together } from "../cards";
import { costKeysOf } from "../metamodel";
import { attributeConditions, filteredKeys } from "./attribute-conditions";
import type { Preview } from "./model";
import { type SurveyRow, surveyRows } from "./surveys";

/** Responses that one survey may ask for. */
export const MAX_TARGETS = 10_000;

/** A user who is asked about a card, in the role given first of those that are asked. */
type Target = {
  card_id: string;
  card_name: string;
  card_type: string;
  user_id: string;
  display_name: string;
  email: string;
  role: string;
};

/** Returns the condition that a card is related to one of these, in either direction. */
const relatedToAny = (ids: readonly string[]): Condition =>
  where(
    `c.seq IN (SELECT target_seq FROM relations WHERE source_seq IN ${cardNumbers()}
       UNION SELECT source_seq FROM relations WHERE target_seq IN ${cardNumbers()})`,
    listOf(ids),
    listOf(ids),
  );

/** Returns the condition for a list of ids; none for an empty list. */
const given = (ids: readonly string[] | null | undefined, condition: (ids: readonly string[]) => Condition) =>
  ids && ids.length > 0 ? [condition(ids)] : [];

/**
 * Returns the conditions that the cards of a survey meet.
 * @throws Problem 403 for a filter by costs that the actor may not see everywhere
 */
export function cardConditionsOf(actor: Actor, survey: SurveyRow): Condition[] {
  const { target_type_key: type, target_filters: filters } = survey;
  const byAttributes = filters.attribute_filters ?? [];
  // Comparisons would reveal the costs.
  if (!may(actor, "costs.view") && costKeysOf(type).some((key) => filteredKeys(byAttributes).includes(key)))
    throw forbidden();
  const { countable, others } = together(
    [where("c.status = 'ACTIVE'"), where("c.type = ?", type)],
    [
      ...given(filters.card_ids, (ids) => oneOf("c.id", ids)),
      ...given(filters.tag_ids, taggedWith),
      ...given(filters.related_ids, relatedToAny),
    ],
    attributeConditions(byAttributes),
  );
  return [...countable, ...others];
}

/** Returns the conditions that cards and their stakeholders meet. @throws Problem 403 as `cardConditionsOf` */
export const conditionsOf = (actor: Actor, survey: SurveyRow): Condition[] => [
  ...cardConditionsOf(actor, survey),
  // Without the index of roles, which would read everybody with the role for each card.
  ...given(survey.target_roles, (keys) => oneOf("+s.role", keys)),
];

/** From the cards to their stakeholders: the other way round would read the stakeholders of all cards. */
export const FROM = `FROM cards c CROSS JOIN stakeholders s ON s.card_id = c.id
  CROSS JOIN users u ON u.id = s.user_id AND u.is_active = 1`;

type Totals = Pick<Preview, "total_cards" | "total_users">;

/** Counts the cards that a survey reaches, and its users altogether, each for each card. */
function countTargets(conditions: readonly Condition[]): Totals {
  return statement<Totals>(
    `SELECT count(DISTINCT card) AS total_cards, count(*) AS total_users
     FROM (SELECT DISTINCT c.seq AS card, s.user_id ${FROM} ${clause(conditions)})`,
  ).get(...valuesOf(conditions)) as Totals;
}

/** Lists the targets that meet the conditions, `limit` at most, by the names of cards and users. */
export const listTargets = (conditions: readonly Condition[], limit: number): Target[] =>
  statement<Target>(
    `SELECT c.id AS card_id, c.name AS card_name, c.type AS card_type, s.user_id, u.display_name, u.email, s.role,
       min(s.id)
     ${FROM} ${clause(conditions)} GROUP BY c.seq, s.user_id
     ORDER BY c.name, c.seq, u.display_name, u.id LIMIT ?`,
  ).all(...valuesOf(conditions), limit);

/**
 * Finds the targets of a survey, by the names of cards and users; inactive users are none.
 * @returns undefined when there are more than a survey may have
 * @throws Problem 403 as `cardConditionsOf`
 */
export function findTargets(actor: Actor, survey: SurveyRow): Target[] | undefined {
  const targets = listTargets(conditionsOf(actor, survey), MAX_TARGETS + 1);
  return targets.length > MAX_TARGETS ? undefined : targets;
}

/**
 * Returns the cards and users that a survey would reach now; without roles, all stakeholders.
 * @throws Problem 404; 403 as `cardConditionsOf`
 */
export function previewSurvey(actor: Actor, id: string): Preview {
  const conditions = conditionsOf(actor, surveyRows.require(id));
  const listed = listTargets(conditions, MAX_TARGETS);
  const byCard = Map.groupBy(listed, (target) => target.card_id);
  const isComplete = listed.length < MAX_TARGETS;
  return {
    ...(isComplete ? { total_cards: byCard.size, total_users: listed.length } : countTargets(conditions)),
    targets: [...byCard].map(([card_id, targets]) => {
      const { card_name, card_type } = targets[0] as Target;
      const asked = targets.map(({ user_id, display_name, email, role }) => ({ user_id, display_name, email, role }));
      return { card_id, card_name, card_type, users: asked };
    }),
  };
}
