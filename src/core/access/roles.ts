/** Roles and stakeholder roles, cached in memory. */
import { eq } from "drizzle-orm";
import { cached, db, tables } from "../../../db";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { recordsOf } from "../records";

const { roles, stakeholderRoleDefinitions: definitions } = tables;

export type Role = typeof roles.$inferSelect;
export type StakeholderRole = typeof definitions.$inferSelect;

const roleRows = recordsOf(roles, "Role");

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

/** Returns the stakeholder roles of a card type in their order, archived ones included. */
export const stakeholderRolesOfType = (typeKey: string): StakeholderRole[] => [
  ...(stakeholderRolesByType().get(typeKey)?.values() ?? []),
];

/** Returns the stakeholder roles of a card type that can be assigned, in their order. */
export const activeRoles = (typeKey: string): StakeholderRole[] =>
  stakeholderRolesOfType(typeKey).filter((role) => !role.is_archived);

type NewRow<Row extends { created_at: string }> = Omit<Row, "id" | "created_at" | "updated_at">;

/** Stores a role; part of the running transaction, and publishes nothing. */
export function createRoleRow(role: NewRow<typeof roles.$inferInsert>): Role {
  const row = roleRows.create(role);
  rolesByKey.drop();
  return row;
}

/** Updates columns of a role; part of the running transaction, and publishes nothing. */
export function updateRoleRow(id: string, columns: Partial<Role>): Role {
  const row = roleRows.update({ id }, columns);
  rolesByKey.drop();
  return row;
}

type NewStakeholderRole = NewRow<typeof definitions.$inferInsert>;

/** Stores stakeholder roles, except those that exist; part of the running transaction, and publishes nothing. */
export function createStakeholderRoleRows(rows: readonly NewStakeholderRole[]): StakeholderRole[] {
  if (rows.length === 0) return [];
  const at = now();
  const created = db
    .insert(definitions)
    .values(rows.map((row) => ({ ...row, id: newId(), created_at: at, updated_at: at })))
    .onConflictDoNothing()
    .returning()
    .all();
  stakeholderRolesByType.drop();
  return created;
}

/**
 * Updates columns of a stakeholder role; part of the running transaction, and publishes nothing. It was updated now, unless the
 * columns name another instant.
 */
export function updateStakeholderRoleRow(id: string, columns: Partial<StakeholderRole>): StakeholderRole {
  const row = db
    .update(definitions)
    .set({ updated_at: now(), ...columns })
    .where(eq(definitions.id, id))
    .returning()
    .get();
  stakeholderRolesByType.drop();
  return row;
}
