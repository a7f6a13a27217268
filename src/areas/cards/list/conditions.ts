/** The conditions of lists of cards, from the parameters of a query. */
import { cardNumber, inList, keptUntilWrite, listOf, notInList, relationTypeNumber, statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";
import { hiddenCardTypes } from "../../metamodel";
import type { CardFilters } from "../model";
import { phaseCondition } from "../phases";
import { attributeConditions } from "./attribute-filter";
import { isIndexed, matching } from "./search";
import { type Condition, clause, entries, oneOf, type Value, valuesOf, where } from "./sql-conditions";

/** The condition of every list that a card's type is not hidden. */
export function visible(): Condition[] {
  const hidden = hiddenCardTypes();
  return hidden.length === 0 ? [] : [where(notInList("c.type"), listOf(hidden))];
}

/** The card type of a query that names exactly one. */
export function singleType(query: CardFilters): string | undefined {
  const types = entries(query.type);
  return types?.length === 1 ? types[0] : undefined;
}

/**
 * A condition for which the planner uses no index. Without statistics it would prefer the index of the active cards,
 * which are nearly all, to that of a condition which few cards meet.
 */
export const unindexed = ({ sql, values }: Condition): Condition => where(sql.replace(/\bc\./g, "+c."), ...values);

/** `countable` conditions are those that the table `card_counts` can answer. */
export type CardConditions = { countable: Condition[]; others: Condition[] };

/**
 * Combines the conditions of a list.
 * @param countable those on type, status and approval
 * @param few those that few cards meet, which are looked up first
 */
export const together = (countable: Condition[], few: Condition[], others: Condition[]): CardConditions =>
  few.length > 0 ? { countable: countable.map(unindexed), others: [...few, ...others] } : { countable, others };

/** The valid ids in a comma-separated list. */
export function idsOf(list: string | undefined): string[] | undefined {
  return entries(list)
    ?.map(parseUuid)
    .filter((id) => id !== undefined);
}

function statusesOf(query: CardFilters): string[] | undefined {
  const named = entries(query.status);
  if (named) return named;
  if (query.ids !== undefined) return undefined;
  return query.include_archived ? ["ACTIVE", "ARCHIVED"] : ["ACTIVE"];
}

/** The condition that a card has one of the tags. */
export const taggedWith = (tagIds: readonly string[]): Condition =>
  where(`c.id IN (SELECT card_id FROM card_tags WHERE ${inList("tag_id")})`, listOf(tagIds));

/** @throws Problem 422 for a list without a valid id */
function tagged(list: string): Condition {
  const ids = idsOf(list) ?? [];
  if (ids.length === 0) throw invalid(["query", "tag"], "must be ids of tags, comma-separated", "uuid_parsing", list);
  return taggedWith(ids);
}

/** The condition that a card is related to another one, in either direction. */
export function related(cardId: string, type: string | undefined): Condition {
  const [ofType, values] =
    type === undefined ? ["", [cardId]] : [` AND type_seq = ${relationTypeNumber()}`, [cardId, type]];
  return where(
    `c.seq IN (SELECT target_seq FROM relations WHERE source_seq = ${cardNumber()}${ofType}
       UNION SELECT source_seq FROM relations WHERE target_seq = ${cardNumber()}${ofType})`,
    ...values,
    ...values,
  );
}

/** The condition that a user is a stakeholder of a card, in a role or in any. */
export function withStakeholder(userId: string, role?: string): Condition {
  const [ofRole, values] = role === undefined ? ["", [userId]] : [" AND role = ?", [userId, role]];
  return where(`c.id IN (SELECT card_id FROM stakeholders WHERE user_id = ?${ofRole})`, ...values);
}

/** A condition on the value of a parameter, when it is given. */
const given = <T>(value: T | undefined, condition: (value: T) => Condition): Condition[] =>
  value === undefined ? [] : [condition(value)];

/** The conditions that few cards meet. */
function selective(actor: Actor, query: CardFilters): Condition[] {
  return [
    ...given(idsOf(query.ids), (ids) => oneOf("c.id", ids)),
    ...(query.search && isIndexed(query.search) ? [matching(query.search)] : []),
    ...given(query.mine, () => withStakeholder(actor.userId)),
    ...given(query.stakeholder, (userId) => withStakeholder(userId, query.stakeholder_role)),
    ...given(query.related_to, (cardId) => related(cardId, query.relation_type)),
    ...given(query.tag, tagged),
  ];
}

/** @throws Problem 422 for a parameter that requires another one */
function requireCompanions(query: CardFilters): void {
  const pairs = [
    ["relation_type", "related_to"],
    ["stakeholder_role", "stakeholder"],
    ["at", "phase"],
  ] as const;
  for (const [parameter, companion] of pairs)
    if (query[parameter] !== undefined && query[companion] === undefined)
      throw invalid(["query", parameter], `needs ${companion} beside it`);
}

/**
 * The conditions of a query.
 * @param shown the condition on the types that are listed at all
 * @throws Problem 422 for an invalid combination of parameters, 403 for costs that the actor may not see
 */
export function conditionsOf(
  actor: Actor,
  query: CardFilters,
  shown: readonly Condition[] = visible(),
): CardConditions {
  requireCompanions(query);
  const [types, subtypes] = [entries(query.type), entries(query.subtype)];
  const countable = [
    ...given(statusesOf(query), (statuses) => oneOf("c.status", statuses)),
    ...(types?.length ? [oneOf("c.type", types)] : []),
    ...given(entries(query.approval_status), (approvals) => oneOf("c.approval_status", approvals)),
    ...shown,
  ];
  const others = [
    ...(query.search && !isIndexed(query.search) ? [matching(query.search)] : []),
    ...(query.parent_id ? [where("c.parent_id = ?", query.parent_id)] : []),
    ...(subtypes?.length ? [oneOf("c.subtype", subtypes)] : []),
    ...given(query.quality_min, (quality) => where("c.data_quality >= ?", quality)),
    ...given(query.quality_max, (quality) => where("c.data_quality <= ?", quality)),
    ...given(query.phase, (phase) => phaseCondition(phase, query.at)),
    ...(query.where === undefined ? [] : attributeConditions(actor, singleType(query), query.where)),
  ];
  return together(countable, selective(actor, query), others);
}

/** Totals that are kept. */
const MAX_TOTALS = 1_000;

/** The first value that a query gives, by its SQL and values as JSON. */
const totals = keptUntilWrite((query: string): number => {
  const [sql, values] = JSON.parse(query) as [string, Value[]];
  return statement<{ total: number }>(sql).get(...values)?.total ?? 0;
}, MAX_TOTALS);

/** The number of matching cards; from `card_counts` when the conditions are all countable. */
export function totalOf({ countable, others }: CardConditions): number {
  const conditions = [...countable, ...others];
  const sql =
    others.length === 0
      ? `SELECT coalesce(sum(c.count), 0) AS total FROM card_counts c ${clause(conditions)}`
      : `SELECT count(*) AS total FROM cards c ${clause(conditions)}`;
  return totals(JSON.stringify([sql, valuesOf(conditions)]));
}
