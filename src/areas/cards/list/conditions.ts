/** The conditions of lists of cards, from the parameters of a query. */

import { cachedUntilWrite, firstValue, listOf, notInList } from "../../../../db";
import {
  type Condition,
  clause,
  inPhase,
  isIndexed,
  matching,
  oneOf,
  related,
  taggedWith,
  unindexed,
  type Value,
  valuesOf,
  where,
  withStakeholder,
} from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { entriesOf, idsOf } from "../../../http/query";
import { today } from "../../../platform/clock";
import { hiddenCardTypes } from "../../metamodel";
import type { CardFilters } from "./model";
import { whereConditions } from "./where";

/** Returns the condition of every list that a card's type is not hidden. */
export function visible(): Condition[] {
  const hidden = hiddenCardTypes();
  return hidden.length === 0 ? [] : [where(notInList("c.type"), listOf(hidden))];
}

/** Returns the card type of a query that names exactly one. */
export function singleType(query: CardFilters): string | undefined {
  const types = entriesOf(query.type);
  return types?.length === 1 ? types[0] : undefined;
}

/** `countable` conditions are those that the table `card_counts` can answer. */
export type CardConditions = { countable: Condition[]; others: Condition[] };

/**
 * Combines the conditions of a list.
 * @param countable those on type, status and approval
 * @param few those that few cards meet, which are looked up first
 */
export const together = (countable: Condition[], few: Condition[], others: Condition[]): CardConditions =>
  few.length > 0 ? { countable: countable.map(unindexed), others: [...few, ...others] } : { countable, others };

function statusesOf(query: CardFilters): string[] | undefined {
  const named = entriesOf(query.status);
  if (named) return named;
  if (query.ids !== undefined) return undefined;
  return query.include_archived ? ["ACTIVE", "ARCHIVED"] : ["ACTIVE"];
}

/** @throws Problem 422 for a list without a valid id */
function tagged(list: string): Condition {
  const ids = idsOf(list) ?? [];
  if (ids.length === 0) throw invalid(["query", "tag"], "must be ids of tags, comma-separated", "uuid_parsing", list);
  return taggedWith(ids);
}

/** Returns a condition on the value of a parameter, when it is given. */
const given = <T>(value: T | undefined, condition: (value: T) => Condition): Condition[] =>
  value === undefined ? [] : [condition(value)];

/** Returns the conditions that few cards meet. */
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
    if (query[parameter] !== undefined && query[companion] === undefined && !(parameter === "at" && query.where))
      throw invalid(["query", parameter], `needs ${companion} in addition`);
}

/**
 * Returns the conditions of a query on columns of the cards alone.
 * @param shown the condition on the types that are listed at all
 */
export function ownConditions(query: CardFilters, shown: readonly Condition[] = visible()): CardConditions {
  const types = entriesOf(query.type);
  const subtypes = entriesOf(query.subtype);
  return {
    countable: [
      ...given(statusesOf(query), (statuses) => oneOf("c.status", statuses)),
      ...(types?.length ? [oneOf("c.type", types)] : []),
      ...given(entriesOf(query.approval_status), (approvals) => oneOf("c.approval_status", approvals)),
      ...shown,
    ],
    others: [
      ...(query.parent_id ? [where("c.parent_id = ?", query.parent_id)] : []),
      ...(subtypes?.length ? [oneOf("c.subtype", subtypes)] : []),
      ...given(query.quality_min, (quality) => where("c.data_quality >= ?", quality)),
      ...given(query.quality_max, (quality) => where("c.data_quality <= ?", quality)),
    ],
  };
}

/**
 * Returns the conditions of a query.
 * @param shown the condition on the types that are listed at all
 * @throws Problem 422 for an invalid combination of parameters, 403 for costs that the actor may not see
 */
export function conditionsOf(
  actor: Actor,
  query: CardFilters,
  shown: readonly Condition[] = visible(),
): CardConditions {
  requireCompanions(query);
  const { countable, others: own } = ownConditions(query, shown);
  const others = [
    ...(query.search && !isIndexed(query.search) ? [matching(query.search)] : []),
    ...own,
    ...given(query.phase, (phase) => inPhase(phase, query.at ?? today())),
    ...(query.where === undefined ? [] : whereConditions(actor, singleType(query), query.where, query.at ?? today())),
  ];
  return together(countable, selective(actor, query), others);
}

/** The number of totals that are cached. */
const MAX_TOTALS = 1_000;

/** The first value that a query gives, by its SQL and values as JSON. */
const totals = cachedUntilWrite((query: string): number => {
  const [sql, values] = JSON.parse(query) as [string, Value[]];
  return firstValue<number>(sql, ...values) ?? 0;
}, MAX_TOTALS);

/** Returns the number of matching cards; from `card_counts` when the conditions are all countable. */
export function totalOf({ countable, others }: CardConditions): number {
  const conditions = [...countable, ...others];
  const sql =
    others.length === 0
      ? `SELECT coalesce(sum(c.count), 0) AS total FROM card_counts c ${clause(conditions)}`
      : `SELECT count(*) AS total FROM cards c ${clause(conditions)}`;
  return totals(JSON.stringify([sql, valuesOf(conditions)]));
}
