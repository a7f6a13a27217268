/** Which cards a list holds: the parameters of a query as conditions. */
import { inList, listOf, notInList, statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";
import { hiddenCardTypes } from "../../metamodel";
import { phaseCondition } from "../lifecycle";
import type { CardQuery } from "../model";
import { attributeConditions } from "./attribute-filter";
import { isIndexed, matching } from "./search";
import { type Condition, clause, entries, oneOf, valuesOf, where } from "./sql";

/** The implicit filter of every list: cards of hidden types don't appear. */
export function visible(): Condition[] {
  const hidden = hiddenCardTypes();
  return hidden.length === 0 ? [] : [where(notInList("c.type"), listOf(hidden))];
}

/** The card type that a query is about, when it is exactly one: what attributes mean depends on it. */
export function singleType(query: CardQuery): string | undefined {
  const types = entries(query.type);
  return types?.length === 1 ? types[0] : undefined;
}

/**
 * Has a condition on columns checked card by card instead of looked up. The planner knows no numbers, and would take the
 * index of the active cards, which are nearly all, rather than the few that another condition names.
 */
export const unindexed = ({ sql, values }: Condition): Condition => where(sql.replace(/\bc\./g, "+c."), ...values);

/** Conditions on `countable` columns can be answered from the kept counts. */
export type CardConditions = { countable: Condition[]; others: Condition[] };

/**
 * The conditions of one list.
 * @param countable those on type, status and approval
 * @param few those that name cards one by one, most of them few
 */
export const together = (countable: Condition[], few: Condition[], others: Condition[]): CardConditions =>
  few.length > 0 ? { countable: countable.map(unindexed), others: [...few, ...others] } : { countable, others };

/** The ids in a comma-separated list, without what is none. */
export function idsOf(list: string | undefined): string[] | undefined {
  return entries(list)
    ?.map(parseUuid)
    .filter((id) => id !== undefined);
}

function statusesOf(query: CardQuery): string[] | undefined {
  const named = entries(query.status);
  if (named) return named;
  if (query.ids !== undefined) return undefined;
  return query.include_archived ? ["ACTIVE", "ARCHIVED"] : ["ACTIVE"];
}

/** The cards with any of the tags. */
export const taggedWith = (tagIds: readonly string[]): Condition =>
  where(`c.id IN (SELECT card_id FROM card_tags WHERE ${inList("tag_id")})`, listOf(tagIds));

/** Tags of one request are alternatives: a card with any of them matches. */
function tagged(list: string): Condition {
  const ids = idsOf(list) ?? [];
  if (ids.length === 0) throw invalid(["query", "tag"], "must be ids of tags, comma-separated", "uuid_parsing", list);
  return taggedWith(ids);
}

/** Cards at the other end of a relation of the card, in either direction. */
export function related(cardId: string, type: string | undefined): Condition {
  const ofType = type === undefined ? "" : " AND type = ?";
  const values = type === undefined ? [cardId] : [cardId, type];
  return where(
    `c.id IN (SELECT target_id FROM relations WHERE source_id = ?${ofType} UNION SELECT source_id FROM relations WHERE target_id = ?${ofType})`,
    ...values,
    ...values,
  );
}

function heldBy(userId: string, role: string | undefined): Condition {
  if (role === undefined) return where("c.id IN (SELECT card_id FROM stakeholders WHERE user_id = ?)", userId);
  return where("c.id IN (SELECT card_id FROM stakeholders WHERE user_id = ? AND role = ?)", userId, role);
}

/** The conditions that name cards one by one, most of them few. */
function named(actor: Actor, query: CardQuery, ids: readonly string[] | undefined): Condition[] {
  return [
    ...(ids ? [oneOf("c.id", ids)] : []),
    ...(query.search && isIndexed(query.search) ? [matching(query.search)] : []),
    ...(query.mine ? [heldBy(actor.userId, undefined)] : []),
    ...(query.stakeholder ? [heldBy(query.stakeholder, query.stakeholder_role)] : []),
    ...(query.related_to ? [related(query.related_to, query.relation_type)] : []),
    ...(query.tag !== undefined ? [tagged(query.tag)] : []),
  ];
}

/** @throws Problem 422 for a parameter that means nothing without another one beside it */
function requireCompanions(query: CardQuery): void {
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
 * @throws Problem 422 for parameters that make no sense together or on this type, 403 for costs that the actor may not see
 */
export function conditionsOf(actor: Actor, query: CardQuery): CardConditions {
  requireCompanions(query);
  const ids = idsOf(query.ids);
  const statuses = statusesOf(query);
  const approvals = entries(query.approval_status);
  const types = entries(query.type);
  const subtypes = entries(query.subtype);
  const countable = [
    ...(statuses ? [oneOf("c.status", statuses)] : []),
    ...(types?.length ? [oneOf("c.type", types)] : []),
    ...(approvals ? [oneOf("c.approval_status", approvals)] : []),
    ...visible(),
  ];
  const others = [
    ...(query.search && !isIndexed(query.search) ? [matching(query.search)] : []),
    ...(query.parent_id ? [where("c.parent_id = ?", query.parent_id)] : []),
    ...(subtypes?.length ? [oneOf("c.subtype", subtypes)] : []),
    ...(query.quality_min === undefined ? [] : [where("c.data_quality >= ?", query.quality_min)]),
    ...(query.quality_max === undefined ? [] : [where("c.data_quality <= ?", query.quality_max)]),
    ...(query.phase === undefined ? [] : [phaseCondition(query.phase, query.at)]),
    ...(query.where === undefined ? [] : attributeConditions(actor, singleType(query), query.where)),
  ];
  return together(countable, named(actor, query, ids), others);
}

/** How many cards match. A filter by type, status and approval alone is answered from the kept counts. */
export function totalOf({ countable, others }: CardConditions): number {
  const conditions = [...countable, ...others];
  const sql =
    others.length === 0
      ? `SELECT coalesce(sum(c.count), 0) AS total FROM card_counts c ${clause(conditions)}`
      : `SELECT count(*) AS total FROM cards c ${clause(conditions)}`;
  return statement<{ total: number }>(sql).get(...valuesOf(conditions))?.total ?? 0;
}
