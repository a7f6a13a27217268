/** What surrounds a card: how many relations of each kind, its parent and children; and what the actor may do with it. */
import { listOf, notInList, statement } from "../../../db";
import { type Actor, may, stakeholderRolesOf } from "../../core/access/actor";
import { type CardPermissionKey, cardCatalogue, everywhere } from "../../core/access/permissions";
import { stakeholderRolesByType } from "../../core/access/roles";
import { hiddenCardTypes, relationType } from "../metamodel";
import type { EffectivePermissions, RelationSummary } from "./model";
import { type CardRow, findCard } from "./rows";

type Count = { relation_type_key: string; peer_type_key: string; count: number };

/** Relations of a card on one side, by type and the type of the card at the other end; archived and hidden ends don't count. */
const countRelations = (cardId: string, own: "source_id" | "target_id", peer: "source_id" | "target_id") =>
  statement<Count, [string, string]>(
    `SELECT r.type AS relation_type_key, c.type AS peer_type_key, count(*) AS count
     FROM relations r JOIN cards c ON c.id = r.${peer}
     WHERE r.${own} = ? AND c.status <> 'ARCHIVED' AND ${notInList("c.type")} GROUP BY 1, 2`,
  ).all(cardId, listOf(hiddenCardTypes()));

const byLabel = (one: { label: string }, other: { label: string }) => {
  const [a, b] = [one.label.toLowerCase(), other.label.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : 0;
};

/** How many relations of each type a card has in each direction, its parent when that is active, and its active children. */
export function relationSummary(card: CardRow): RelationSummary {
  const outgoing = countRelations(card.id, "source_id", "target_id").map((row) => ({
    ...row,
    direction: "outgoing" as const,
    label: relationType(row.relation_type_key)?.label ?? row.relation_type_key,
  }));
  const incoming = countRelations(card.id, "target_id", "source_id").map((row) => {
    const type = relationType(row.relation_type_key);
    return {
      ...row,
      direction: "incoming" as const,
      label: type?.reverse_label || type?.label || row.relation_type_key,
    };
  });
  const parent = card.parent_id === null ? null : findCard(card.parent_id);
  const active = parent?.status === "ACTIVE" ? parent : null;
  const children = statement<{ count: number }, [string]>(
    "SELECT count(*) AS count FROM cards WHERE parent_id = ? AND status = 'ACTIVE'",
  ).get(card.id);
  return {
    by_type: [...outgoing.sort(byLabel), ...incoming.sort(byLabel)],
    hierarchy: {
      children_count: children?.count ?? 0,
      parent_id: active?.id ?? null,
      parent_name: active?.name ?? null,
      parent_type: active?.type ?? null,
    },
  };
}

/** What may be done with a card → the application's key and the card's key that grant it. */
const effects = () =>
  (Object.keys(cardCatalogue()) as CardPermissionKey[]).map(
    (card) => [`can_${card.slice("card.".length)}`, everywhere(card), card] as const,
  );

/** What the actor may do with a card, and why: by their role, by their parts in it, and both together. */
export function permissionsOnCard(actor: Actor, card: CardRow): EffectivePermissions {
  const parts = [...new Set(stakeholderRolesOf(actor.userId, card.id).map((part) => part.role))];
  const cardLevel: Record<string, boolean> = {};
  for (const part of parts) {
    const definition = stakeholderRolesByType().get(card.type)?.get(part);
    if (!definition || definition.is_archived) continue;
    for (const [key, granted] of Object.entries(definition.permissions)) if (granted) cardLevel[key] = true;
  }
  const effective = Object.fromEntries(
    effects().map(([name, app, key]) => [name, may(actor, app) || cardLevel[key] === true]),
  );
  return {
    app_level: actor.permissions["*"] === true ? { "*": true } : { ...actor.permissions },
    stakeholder_roles: parts,
    card_level: cardLevel,
    effective: { ...effective, can_view_costs: may(actor, "costs.view") || parts.length > 0 },
  };
}
