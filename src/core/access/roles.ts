/** Roles as the guard reads them. */
import { cached, db, tables } from "../../../db";

export type Role = typeof tables.roles.$inferSelect;
export type StakeholderRole = typeof tables.stakeholderRoleDefinitions.$inferSelect;

/** Key → role, archived ones included: an archived role keeps its permissions for those who have it. */
export const rolesByKey = cached(
  () =>
    new Map(
      db
        .select()
        .from(tables.roles)
        .all()
        .map((role) => [role.key, role]),
    ),
);

/** Card type → key → the part that somebody may have in a card of that type; archived ones included. */
export const stakeholderRolesByType = cached(() => {
  const byType = new Map<string, Map<string, StakeholderRole>>();
  const definitions = db
    .select()
    .from(tables.stakeholderRoleDefinitions)
    .orderBy(tables.stakeholderRoleDefinitions.sort_order, tables.stakeholderRoleDefinitions.key)
    .all();
  for (const definition of definitions) {
    const ofType = byType.get(definition.card_type_key) ?? new Map<string, StakeholderRole>();
    byType.set(definition.card_type_key, ofType.set(definition.key, definition));
  }
  return byType;
});
