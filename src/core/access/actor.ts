/** Actors: the user who sends a request, and what that user is permitted to do. */
import { allValues, cachedUntilWrite, inList, listOf, statement } from "../../../db";
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

/** A user in the course of one request. `role` is the effective one: the impersonated role, or else `ownRole`. */
export type Actor = Author & {
  userId: string;
  email: string;
  displayName: string;
  role: string;
  ownRole: string;
  permissions: Permissions;
  /** The time at which the token expires, in seconds since 1970. */
  expires: number;
  /** True when a program acts with an access token, and not somebody who has logged in. */
  usesAccessToken?: boolean;
  /** The session of somebody who has logged in; the tokens of earlier versions have none. */
  sessionId?: string;
  /** True when the role demands a second factor, and none is set up yet. */
  lacksFactor?: true;
};

/** Checks whether the actor's role grants an application permission. */
export const may = (actor: Actor, key: PermissionKey): boolean => grants(actor.permissions, key);

/** Requires an application permission. @throws Problem 403 */
export function require(actor: Actor, key: PermissionKey): void {
  if (!may(actor, key)) throw forbidden();
}

/** Checks whether the actor has every one of some permissions. */
export const hasAll = (actor: Actor, permissions: Permissions): boolean => !exceeds(permissions, actor.permissions);

/**
 * Requires that the actor has every permission that is to be granted, or that the affected user has.
 * @param message the `detail` of the refusal
 * @throws Problem 403
 */
export function requireWithin(actor: Actor, permissions: Permissions, message: string): void {
  if (!hasAll(actor, permissions)) throw forbidden(message);
}

/** A user's stakeholder role on a card, with the card's type. */
export type Stakeholder = { role: string; type: string };

/**
 * True when an assignment shows its user the costs of the card: only when somebody else gave it, and not to
 * observe. Anybody may observe a card, and many may give themselves a role in one.
 */
const OPENS_COSTS = "(s.role <> 'observer' AND s.created_by IS NOT s.user_id)";

/** A query of the numbers of the cards whose costs a part in them shows a user, whose id is its parameter. */
export const CARDS_WITH_OPENED_COSTS = `SELECT held.seq FROM todays_stakeholders s JOIN cards held ON held.id = s.card_id
  WHERE s.user_id = ? AND ${OPENS_COSTS}`;

const stakeholderRoles = cachedUntilWrite((userAndCard: string) => {
  const [userId, cardId] = userAndCard.split(" ") as [string, string];
  return statement<Stakeholder & { opens_costs: number }, [string, string]>(
    `SELECT s.role, c.type, ${OPENS_COSTS} AS opens_costs FROM todays_stakeholders s JOIN cards c ON c.id = s.card_id
     WHERE s.user_id = ? AND s.card_id = ?`,
  ).all(userId, cardId);
});

/** Returns the stakeholder roles that a user has on a card. */
export const stakeholderRolesOf = (userId: string, cardId: string): ReturnType<typeof stakeholderRoles> =>
  stakeholderRoles(`${userId} ${cardId}`);

/** Checks whether a stakeholder role grants a card permission; an archived role grants none. */
export function stakeholderGrants({ role, type }: Stakeholder, key: CardPermissionKey): boolean {
  const definition = stakeholderRolesByType().get(type)?.get(role);
  return definition !== undefined && !definition.is_archived && definition.permissions[key] === true;
}

/** Checks whether the actor has a permission as a stakeholder of a card. */
export const mayAsStakeholder = (actor: Actor, key: CardPermissionKey, cardId: string): boolean =>
  stakeholderRolesOf(actor.userId, cardId).some((stakeholder) => stakeholderGrants(stakeholder, key));

/** Checks whether the actor has a permission on a card: by a role for all cards, or as a stakeholder of this one. */
export const mayOnCard = (actor: Actor, key: CardPermissionKey, cardId: string): boolean =>
  may(actor, everywhere(key)) || mayAsStakeholder(actor, key, cardId);

/** Requires a permission on a card. @param message the `detail` of the refusal @throws Problem 403 */
export function requireOnCard(
  actor: Actor,
  key: CardPermissionKey,
  cardId: string,
  message = "Not enough permissions",
): void {
  if (!mayOnCard(actor, key, cardId)) throw forbidden(message);
}

/** Returns the first cards, `limit` at most and in the order given, on which the actor lacks a permission. */
export function deniedCards(actor: Actor, key: CardPermissionKey, cardIds: readonly string[], limit = 5): string[] {
  if (may(actor, everywhere(key))) return [];
  const granted = new Set(
    statement<Stakeholder & { card_id: string }, [string, string]>(
      `SELECT s.card_id, s.role, c.type FROM todays_stakeholders s JOIN cards c ON c.id = s.card_id
       WHERE s.user_id = ? AND ${inList("s.card_id")}`,
    )
      .all(actor.userId, listOf(cardIds))
      .filter((stakeholder) => stakeholderGrants(stakeholder, key))
      .map(({ card_id }) => card_id),
  );
  return cardIds.filter((id) => !granted.has(id)).slice(0, limit);
}

/** Requires a permission on each of several cards. @throws Problem 403 naming up to five of the others */
export function requireOnCards(actor: Actor, key: CardPermissionKey, cardIds: readonly string[]): void {
  const denied = deniedCards(actor, key, cardIds);
  if (denied.length > 0)
    throw forbidden(`Not enough permissions for cards: ${denied.join(", ")}${denied.length === 5 ? "…" : ""}`);
}

/** Checks whether the actor may see the costs of a card: by role, or as a stakeholder that somebody else made. */
export const seesCosts = (actor: Actor, cardId: string): boolean =>
  may(actor, "costs.view") || stakeholderRolesOf(actor.userId, cardId).some(({ opens_costs }) => opens_costs === 1);

/** Returns the ones of the cards whose costs the actor may see; undefined stands for all of them. */
export function cardsWithVisibleCosts(actor: Actor, cardIds: readonly string[]): Set<string> | undefined {
  if (may(actor, "costs.view")) return undefined;
  const [only] = cardIds;
  if (only !== undefined && cardIds.length === 1) return new Set(seesCosts(actor, only) ? [only] : []);
  return new Set(
    allValues<string>(
      `SELECT DISTINCT s.card_id FROM todays_stakeholders s WHERE s.user_id = ? AND ${inList("s.card_id")} AND ${OPENS_COSTS}`,
      actor.userId,
      listOf(cardIds),
    ),
  );
}

/** Returns the permissions of a role as they are stored; only the wildcard for a role that has it. */
export const permissionsOf = (roleKey: string): Permissions => rolesByKey().get(roleKey)?.permissions ?? {};

/** Checks whether users with one role may impersonate another, which must not grant more than theirs. */
export function mayImpersonate(ownRole: string, role: string): boolean {
  const own = permissionsOf(ownRole);
  return grants(own, "admin.impersonate") && !exceeds(permissionsOf(role), own);
}

/** The facts of a user that an actor is made of. */
export type Identity = { id: string; email: string; display_name: string; role: string };

/**
 * Returns the role that a user acts with, and what it permits. A user who may no longer impersonate a role has their own
 * one.
 * @param impersonated the role that the user has asked to impersonate
 */
export function identityOf(user: Identity, impersonated: string | null | undefined): Omit<Actor, "expires"> {
  const impersonatedRole = impersonated != null && mayImpersonate(user.role, impersonated) ? impersonated : undefined;
  const role = impersonatedRole ?? user.role;
  return {
    userId: user.id,
    email: user.email,
    displayName: user.display_name,
    role,
    ownRole: user.role,
    permissions: permissionsOf(role),
    impersonatedRole,
  };
}
