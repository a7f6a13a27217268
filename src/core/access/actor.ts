/** Who is asking, and what they may do. */
import { inList, keptUntilWrite, listOf, statement } from "../../../db";
import { forbidden } from "../../http/errors";
import type { Author } from "../journal/journal";
import {
  type CardPermissionKey,
  everywhere,
  exceeds,
  grants,
  type PermissionKey,
  type Permissions,
} from "./permissions";
import { rolesByKey, stakeholderRolesByType } from "./roles";

/**
 * A user in the course of one request. The role is the effective one: the impersonated one while impersonating;
 * `ownRole` is the one that the user really has.
 */
export type Actor = Author & {
  userId: string;
  email: string;
  displayName: string;
  role: string;
  ownRole: string;
  permissions: Permissions;
  /** When their token ends, in seconds since 1970. */
  expires: number;
};

/** Whether the actor's role grants a permission of the application. */
export const may = (actor: Actor, key: PermissionKey): boolean => grants(actor.permissions, key);

/**
 * Refuses an actor whose role lacks a permission of the application.
 * @throws Problem 403
 */
export function require(actor: Actor, key: PermissionKey): void {
  if (!may(actor, key)) throw forbidden();
}

/**
 * Refuses an actor to give away, or to have power over somebody who has, what they don't have themselves.
 * @param permissions what is given away or had
 * @param what the refusal, in a sentence
 * @throws Problem 403
 */
export function requireWithin(actor: Actor, permissions: Permissions, what: string): void {
  if (exceeds(permissions, actor.permissions)) throw forbidden(what);
}

/** A part that somebody has in a card: the stakeholder role, and the card's type. */
export type Part = { role: string; type: string };

// The guard asks for them, and then whoever hides the costs of the same card.
const parts = keptUntilWrite((userAndCard: string) => {
  const [userId, cardId] = userAndCard.split(" ") as [string, string];
  return statement<Part, [string, string]>(
    "SELECT s.role, c.type FROM stakeholders s JOIN cards c ON c.id = s.card_id WHERE s.user_id = ? AND s.card_id = ?",
  ).all(userId, cardId);
});

/** The parts that a user has in a card, with the card's type. */
export const partsIn = (userId: string, cardId: string): readonly Part[] => parts(`${userId} ${cardId}`);

/** Whether a part in a card grants a permission on it; an archived part grants nothing. */
export function partGrants(part: Part, cardKey: CardPermissionKey): boolean {
  const definition = stakeholderRolesByType().get(part.type)?.get(part.role);
  return definition !== undefined && !definition.is_archived && definition.permissions[cardKey] === true;
}

/** Whether the actor may do something to a card: a role grants it for all cards, a part in the card for this one. */
export const mayOnCard = (actor: Actor, right: CardPermissionKey, cardId: string): boolean =>
  may(actor, everywhere(right)) || partsIn(actor.userId, cardId).some((part) => partGrants(part, right));

/** Which of the cards the actor may not do something to, at most `limit` of them, in the order given. */
export function deniedCards(actor: Actor, right: CardPermissionKey, cardIds: readonly string[], limit = 5): string[] {
  if (may(actor, everywhere(right))) return [];
  const granted = new Set(
    statement<Part & { card_id: string }, [string, string]>(
      `SELECT s.card_id, s.role, c.type FROM stakeholders s JOIN cards c ON c.id = s.card_id
       WHERE s.user_id = ? AND ${inList("s.card_id")}`,
    )
      .all(actor.userId, JSON.stringify(cardIds))
      .filter((part) => partGrants(part, right))
      .map((part) => part.card_id),
  );
  const denied: string[] = [];
  for (const id of cardIds) {
    if (granted.has(id)) continue;
    denied.push(id);
    if (denied.length === limit) break;
  }
  return denied;
}

/**
 * Refuses when the actor may not do something to each of several cards.
 * @throws Problem 403 naming up to five of the cards
 */
export function requireOnCards(actor: Actor, right: CardPermissionKey, cardIds: readonly string[]): void {
  const denied = deniedCards(actor, right, cardIds);
  if (denied.length > 0)
    throw forbidden(`Not enough permissions for cards: ${denied.join(", ")}${denied.length === 5 ? "…" : ""}`);
}

/** Whether the actor may see costs: everywhere by role, or on a card in which they have any part. */
export const seesCosts = (actor: Actor, cardId: string): boolean =>
  may(actor, "costs.view") || partsIn(actor.userId, cardId).length > 0;

/** Of the cards given, those whose costs the actor may see; undefined stands for all of them. */
export function cardsWithVisibleCosts(actor: Actor, cardIds: readonly string[]): Set<string> | undefined {
  if (may(actor, "costs.view")) return undefined;
  const [only] = cardIds;
  if (only !== undefined && cardIds.length === 1) return new Set(seesCosts(actor, only) ? [only] : []);
  return new Set(
    statement<{ card_id: string }, [string, string]>(
      `SELECT DISTINCT card_id FROM stakeholders WHERE user_id = ? AND ${inList("card_id")}`,
    )
      .all(actor.userId, listOf(cardIds))
      .map((row) => row.card_id),
  );
}

/** Everything that a role grants, as it is stored; only the wildcard for a role that has it. */
export const permissionsOf = (roleKey: string): Permissions => rolesByKey().get(roleKey)?.permissions ?? {};

/** Whether those who really have one role may view the application as another: never as one that may do more. */
export function mayImpersonate(ownRole: string, role: string): boolean {
  const own = permissionsOf(ownRole);
  return grants(own, "admin.impersonate") && !exceeds(permissionsOf(role), own);
}
