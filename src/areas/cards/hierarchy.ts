/** The hierarchy of cards: no cycles, unique names among siblings, and the levels of capabilities. */
import type { z } from "zod";
import { hasRow, largeTransaction, listOf, nameKeyOf, statement } from "../../../db";
import { conflict, invalid, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { parseObject } from "../../platform/json";
import type { FixedNames } from "./bulk/model";
import type { Hierarchy } from "./model";
import { type CardRow, findCard, requireCard } from "./repository";

/** The type whose depth is limited and whose level the server derives. */
const CAPABILITY = "BusinessCapability";
const LEVEL = "capabilityLevel";
const MACRO = "Macro";
/** Levels of a tree of capabilities; a macro capability at the root allows one more. */
const MAX_LEVELS = 5;

/** Levels that a walk down covers at most. */
const DEEPEST_WALK = 64;
/** Levels that a walk up covers at most, in case an imported file holds a cycle. */
const HIGHEST_WALK = 1_000;

type Ancestor = Pick<CardRow, "id" | "name" | "type" | "attributes">;

/** Returns the ancestors of a card in any status, nearest first. */
export function ancestorsOf(cardId: string): Ancestor[] {
  return statement<Ancestor, [string, number]>(
    `WITH RECURSIVE up (id, level) AS (
       SELECT parent_id, 1 FROM cards WHERE id = ?
       UNION SELECT c.parent_id, up.level + 1 FROM cards c JOIN up ON c.id = up.id WHERE up.level < ?)
     SELECT c.id, c.name, c.type, c.attributes FROM up JOIN cards c ON c.id = up.id ORDER BY up.level`,
  ).all(cardId, HIGHEST_WALK);
}

type Descendant = { id: string; level: number; status: string; type: string; approval_status: string };

/** Returns the descendants of some cards in any status, deepest first, without these cards. */
export const descendantsOf = (...cardIds: readonly string[]): Descendant[] =>
  // A walk stops at the other cards, which are starts themselves.
  statement<Descendant, [string, number]>(
    `WITH RECURSIVE starts (id) AS MATERIALIZED (SELECT value FROM json_each(?)), down (id, level) AS (
       SELECT id, 1 FROM cards WHERE parent_id IN (SELECT id FROM starts)
       UNION SELECT c.id, down.level + 1 FROM cards c JOIN down ON c.parent_id = down.id
       WHERE down.level < ? AND down.id NOT IN (SELECT id FROM starts))
     SELECT c.id, max(down.level) AS level, c.status, c.type, c.approval_status
     FROM down JOIN cards c ON c.id = down.id WHERE c.id NOT IN (SELECT id FROM starts)
     GROUP BY c.id ORDER BY level DESC, c.seq`,
  ).all(listOf(cardIds), DEEPEST_WALK);

/** Checks whether a card is another one or its descendant; UNION visits each ancestor once, even in a cycle. */
export const isAtOrBelow = (cardId: string, otherId: string) =>
  hasRow(
    `WITH RECURSIVE up (id) AS (
       SELECT ? UNION SELECT c.parent_id FROM cards c JOIN up ON c.id = up.id WHERE c.parent_id IS NOT NULL)
     SELECT 1 AS found FROM up WHERE id = ?`,
    cardId,
    otherId,
  );

/**
 * Checks that the new parent of a card exists and is neither the card nor a descendant.
 * @param cardId null for a new card
 * @throws Problem 422
 */
export function checkParent(cardId: string | null, parentId: string): void {
  if (!findCard(parentId)) throw invalid(["body", "parent_id"], "names no card", "value_error", parentId);
  if (cardId !== null && isAtOrBelow(parentId, cardId))
    throw invalid(["body", "parent_id"], "must not be the card itself or a card below it", "value_error", parentId);
}

type Place = { type: string; name: string; parentId: string | null };

/** Returns the active siblings of the same type with the same name, without the card itself; none for a blank name. */
export function siblingsNamed(card: Place, exceptId = ""): { id: string; name: string }[] {
  const key = nameKeyOf(card.name);
  if (key === "") return [];
  return statement<{ id: string; name: string }, [string, string | null, string, string]>(
    "SELECT id, name FROM cards WHERE type = ? AND parent_id IS ? AND name_key = ? AND status = 'ACTIVE' AND id <> ?",
  ).all(card.type, card.parentId, key, exceptId);
}

/**
 * Two active cards of one type must not have the same name under the same parent.
 * @param exceptId the card itself, when it exists already
 * @throws Problem 409 naming the card that has the name
 */
export function checkSiblingName(card: Place, exceptId = ""): void {
  const [sibling] = siblingsNamed(card, exceptId);
  if (sibling) throw conflict(`A card named "${sibling.name}" already exists at this place (${sibling.id})`);
}

/** Checks whether a card is a macro capability. */
const isMacro = (card: { type: string; attributes: string | null } | undefined) =>
  card?.type === CAPABILITY && parseObject(card.attributes)[LEVEL] === MACRO;

/** Returns levels of active descendants of a card; 0 without any. */
function heightOf(cardId: string): number {
  const row = statement<{ height: number | null }, [string, number]>(
    `WITH RECURSIVE down (id, level) AS (
       SELECT id, 1 FROM cards WHERE parent_id = ? AND status = 'ACTIVE'
       UNION SELECT c.id, down.level + 1 FROM cards c JOIN down ON c.parent_id = down.id WHERE c.status = 'ACTIVE' AND down.level < ?)
     SELECT max(level) AS height FROM down`,
  ).get(cardId, DEEPEST_WALK);
  return row?.height ?? 0;
}

type PositionInTree = { id: string; type: string; parent_id: string | null };

/** Returns the levels in the tree of a capability that already has its parent; undefined of any other card. */
function levelsOf(card: PositionInTree) {
  if (card.type !== CAPABILITY || card.parent_id === null) return undefined;
  const ancestors = ancestorsOf(card.id);
  const limit = MAX_LEVELS + (isMacro(ancestors.at(-1)) ? 1 : 0);
  const level = ancestors.length + 1;
  return { limit, level, deepest: level + heightOf(card.id) };
}

/** Checks whether the tree of a capability that already has its parent has too many levels. */
export function exceedsDepth(card: PositionInTree): boolean {
  const levels = levelsOf(card);
  return levels !== undefined && levels.deepest > levels.limit;
}

/**
 * Checks the number of levels in the tree of a capability that already has its parent.
 * @throws Problem 400 naming the limit, the card's level and the deepest level
 */
export function checkDepth(card: PositionInTree): void {
  const { limit, level, deepest } = levelsOf(card) ?? { limit: 0, level: 0, deepest: 0 };
  if (deepest > limit)
    throw refused(
      `Capabilities have at most ${limit} levels: this card would be on level ${level} and the deepest below it on level ${deepest}`,
    );
}

/** Returns the level of a capability: L1 for roots and for children of a macro capability. */
const levelName = (ancestors: number, underMacro: boolean) =>
  `L${Math.min(MAX_LEVELS, (underMacro ? Math.max(ancestors - 1, 0) : ancestors) + 1)}`;

/** A card that has another parent; its type is looked up unless it is known. */
type MovedCard = { id: string; type?: string };

/**
 * Refreshes the level of the capabilities among the cards and of their unarchived descendants; part of the running
 * transaction. Macro capabilities keep their level.
 * @param moved moved cards of any type, whose descendants may be capabilities
 */
export function relevel(cards: readonly { id: string; type: string }[], moved: readonly MovedCard[] = []): void {
  relevelMoved([...moved, ...cards.filter((card) => card.type === CAPABILITY)]);
}

/** Works as `relevel`, for moved cards of any type, whose descendants may be capabilities. */
export function relevelMoved(cards: readonly MovedCard[]): void {
  if (cards.length === 0) return;
  const ids = listOf(cards.map((card) => card.id));
  const possible = cards.filter(({ type = CAPABILITY }) => type === CAPABILITY);
  const subtrees = statement<{ id: string; ancestors: number; own: unknown; under_macro: 0 | 1 }>(
    // Each card below is visited once, however many above it have moved; the walk up is only for capabilities: mostly there are none.
    `WITH RECURSIVE
       moved (id) AS MATERIALIZED (SELECT value FROM json_each(?1)),
       down (id, type) AS (
         SELECT c.id, c.type FROM moved CROSS JOIN cards c ON c.parent_id = moved.id
         UNION SELECT c.id, c.type FROM down CROSS JOIN cards c ON c.parent_id = down.id),
       capabilities (id, own) AS MATERIALIZED (
         SELECT c.id, c.attributes ->> '$.${LEVEL}'
         FROM (SELECT value AS id FROM json_each(?3) UNION SELECT id FROM down WHERE type = '${CAPABILITY}') possible
         CROSS JOIN cards c ON c.id = possible.id
         WHERE c.type = '${CAPABILITY}' AND (c.status <> 'ARCHIVED' OR c.id IN (SELECT id FROM moved))),
       up (id, ancestor, level) AS (
         SELECT id, id, 0 FROM capabilities
         UNION SELECT up.id, c.parent_id, up.level + 1 FROM cards c JOIN up ON c.id = up.ancestor
         WHERE c.parent_id IS NOT NULL AND up.level < ?2),
       places (id, ancestors, root) AS (SELECT id, max(level), ancestor FROM up GROUP BY id)
     SELECT one.id, places.ancestors, one.own,
       root.type = '${CAPABILITY}' AND root.attributes ->> '$.${LEVEL}' IS '${MACRO}' AS under_macro
     FROM capabilities one JOIN places ON places.id = one.id JOIN cards root ON root.id = places.root`,
  ).all(ids, HIGHEST_WALK, listOf(possible.map(({ id }) => id)));
  const levels: Record<string, string> = {};
  for (const { id, ancestors, own, under_macro } of subtrees) {
    const name = levelName(ancestors, under_macro === 1);
    if (own !== MACRO && own !== name) levels[id] = name;
  }
  if (Object.keys(levels).length === 0) return;
  statement(
    `UPDATE cards SET attributes = json_set(coalesce(attributes, '{}'), '$.${LEVEL}', levels.value), updated_at = max(updated_at, ?)
     FROM (SELECT key, value FROM json_each(?)) AS levels WHERE cards.id = levels.key`,
  ).run(now(), JSON.stringify(levels));
}

/** Returns the ancestors of a card, root first, and its active children by name. @throws Problem 404 */
export function hierarchyOf(cardId: string): Hierarchy {
  const { id } = requireCard(cardId);
  const ancestors = ancestorsOf(id)
    .reverse()
    .map(({ id, name, type }) => ({ id, name, type }));
  const children = statement<{ id: string; name: string; type: string }, [string]>(
    "SELECT id, name, type FROM cards WHERE parent_id = ? AND status = 'ACTIVE' ORDER BY name, seq",
  ).all(id);
  return { ancestors, children, level: ancestors.length + 1 };
}

/** Separates the names in a path. */
const PATH_SEPARATOR = " / ";

/**
 * Repairs names that hold the whole path of their card: only the last name of the path stays. Publishes nothing.
 * @returns the renamed cards
 */
export function fixHierarchyNames(): z.infer<typeof FixedNames> {
  return largeTransaction(() => {
    const cards = statement<{ id: string; name: string }, [string]>(
      "SELECT id, name FROM cards WHERE status = 'ACTIVE' AND parent_id IS NOT NULL AND instr(name, ?) > 0 ORDER BY seq",
    ).all(PATH_SEPARATOR);
    const fixed = cards.map(({ id, name }) => ({
      id,
      old_name: name,
      new_name: name.slice(name.lastIndexOf(PATH_SEPARATOR) + PATH_SEPARATOR.length),
    }));
    const names = Object.fromEntries(fixed.map(({ id, new_name }) => [id, [new_name, nameKeyOf(new_name)]]));
    statement(
      `UPDATE cards SET name = names.value ->> 0, name_key = names.value ->> 1
       FROM (SELECT key, value FROM json_each(?)) AS names WHERE cards.id = names.key`,
    ).run(JSON.stringify(names));
    return { fixed: fixed.length, details: fixed };
  });
}
