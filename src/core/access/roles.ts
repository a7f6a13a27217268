/** Roles and stakeholder roles, cached in memory. */
import { cached, db, tables } from "../../../db";

const { roles, stakeholderRoleDefinitions: definitions } = tables;

export type Role = typeof roles.$inferSelect;
export type StakeholderRole = typeof definitions.$inferSelect;

/** Key → role, archived ones included: users who have an archived role keep its permissions. */
export const rolesByKey = cached((): Map<string, Role> => {
  const rows = db.select().from(roles).all();
  return new Map(rows.map((role) => [role.key, role]));
});

/** Card type → key → stakeholder role of cards of that type, archived ones included. */
export const stakeholderRolesByType = cached((): Map<string, Map<string, StakeholderRole>> => {
  const rows = db.select().from(definitions).orderBy(definitions.sort_order, definitions.key).all();
  const byType = Map.groupBy(rows, ({ card_type_key }) => card_type_key);
  return new Map([...byType].map(([type, ofType]) => [type, new Map(ofType.map((role) => [role.key, role]))]));
});

/** The stakeholder roles of a card type in their order, archived ones included. */
export const stakeholderRolesOfType = (typeKey: string): StakeholderRole[] => [
  ...(stakeholderRolesByType().get(typeKey)?.values() ?? []),
];

/** The stakeholder roles of a card type that can be assigned, in their order. */
export const activeRoles = (typeKey: string): StakeholderRole[] =>
  stakeholderRolesOfType(typeKey).filter((role) => !role.is_archived);
