/** The permissions of an actor on a card. */
import { type Actor, may, seesCosts, stakeholderRolesOf } from "../../core/access/actor";
import { type CardPermissionKey, cardCatalogue, everywhere } from "../../core/access/permissions";
import { stakeholderRolesByType } from "../../core/access/roles";
import type { EffectivePermissions } from "./model";
import { requireCard } from "./repository";

/**
 * Returns the permissions of the actor on a card by their role, by their stakeholder roles, and by both.
 * @throws Problem 404
 */
export function effectivePermissions(actor: Actor, cardId: string): EffectivePermissions {
  const card = requireCard(cardId);
  const roles = [...new Set(stakeholderRolesOf(actor.userId, card.id).map(({ role }) => role))];
  const cardLevel: Record<string, boolean> = {};
  for (const role of roles) {
    const definition = stakeholderRolesByType().get(card.type)?.get(role);
    if (!definition || definition.is_archived) continue;
    for (const [key, granted] of Object.entries(definition.permissions)) if (granted) cardLevel[key] = true;
  }
  const effective = (Object.keys(cardCatalogue()) as CardPermissionKey[]).map((key) => [
    `can_${key.slice("card.".length)}`,
    may(actor, everywhere(key)) || cardLevel[key] === true,
  ]);
  return {
    app_level: actor.permissions["*"] === true ? { "*": true } : { ...actor.permissions },
    stakeholder_roles: roles,
    card_level: cardLevel,
    effective: { ...Object.fromEntries(effective), can_view_costs: seesCosts(actor, card.id) },
  };
}
