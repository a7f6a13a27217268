/** The parts that people may have in cards of a type: what they are called and what they grant. */
import { and, count, eq, type SQL } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import { type CardPermissionKey, everywhere } from "../../core/access/permissions";
import { type StakeholderRole as StakeholderRoleRow, stakeholderRolesByType } from "../../core/access/roles";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { conflict, forbidden, notFound, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { cardType, notifyTypeChange } from "../metamodel";
import type {
  ArchivedStakeholderRole,
  CountedStakeholderRole,
  NewStakeholderRole,
  StakeholderRole,
  StakeholderRoleChanges,
  StakeholderRoleOption,
} from "./model";

const { stakeholderRoleDefinitions: definitions, stakeholders } = tables;

/** A row as it goes out. */
const wireOf = ({ translations, ...row }: StakeholderRoleRow): StakeholderRole => ({ ...row, translations });

/** The roles of a type in their order, archived ones included. */
const rolesOf = (typeKey: string): StakeholderRoleRow[] => [...(stakeholderRolesByType().get(typeKey)?.values() ?? [])];

const active = (rows: StakeholderRoleRow[]) => rows.filter((row) => !row.is_archived);

/** @throws Problem 404 */
function requireType(typeKey: string): void {
  if (!cardType(typeKey)) throw notFound("Card type");
}

/** @throws Problem 404 */
function roleWithKey(typeKey: string, key: string): StakeholderRoleRow {
  const role = stakeholderRolesByType().get(typeKey)?.get(key);
  if (!role) throw notFound("Stakeholder role");
  return role;
}

type Grants = Readonly<Record<string, boolean>>;

/**
 * Anybody may watch a card, and many may give themselves a part in one: what a part grants beyond what it did is to be
 * given only by who may do as much on every card.
 * @throws Problem 403
 */
function requireGrantable(actor: Actor, wanted: Grants, before: Grants = {}): void {
  const beyond = Object.keys(wanted).filter(
    (key) => wanted[key] && !before[key] && !may(actor, everywhere(key as CardPermissionKey)),
  );
  if (beyond.length > 0)
    throw forbidden(`A stakeholder role can't be given permissions that you don't have: ${beyond.join(", ")}`);
}

/** How many assignments have a key, on cards of any type. */
const assignments = (key: string): number =>
  db.select({ count: count() }).from(stakeholders).where(eq(stakeholders.role, key)).get()?.count ?? 0;

/**
 * The stakeholder roles of a card type in their order.
 * @throws Problem 404 for an unknown type
 */
export function listStakeholderRoles(typeKey: string, includeArchived: boolean): StakeholderRole[] {
  requireType(typeKey);
  const rows = rolesOf(typeKey);
  return (includeArchived ? rows : active(rows)).map(wireOf);
}

/**
 * One stakeholder role, with the number of its assignments.
 * @throws Problem 404
 */
export function getStakeholderRole(typeKey: string, key: string): CountedStakeholderRole {
  requireType(typeKey);
  return { ...wireOf(roleWithKey(typeKey, key)), stakeholder_count: assignments(key) };
}

const tell = (
  actor: Actor,
  what: "created" | "updated" | "archived" | "restored",
  role: StakeholderRole,
  data: Record<string, unknown> = {},
) =>
  publish(actor, {
    type: `stakeholder_role.${what}`,
    data: { id: role.id, name: role.key, card_type_key: role.card_type_key, ...data },
  });

/** Which roles there are counts for the data quality of every card of the type. */
function rolesChanged(typeKey: string): void {
  stakeholderRolesByType.drop();
  notifyTypeChange({ cardTypes: [typeKey] });
}

/**
 * Defines a stakeholder role, last in the order. Publishes `stakeholder_role.created`.
 * @throws Problem 404 for an unknown type, 409 when the key is taken, 403 for permissions that the actor doesn't have
 */
export function createStakeholderRole(
  actor: Actor,
  typeKey: string,
  request: NewStakeholderRole,
): CountedStakeholderRole {
  return transaction(() => {
    requireType(typeKey);
    const before = rolesOf(typeKey);
    if (before.some((role) => role.key === request.key)) throw conflict("The type has a role with this key");
    requireGrantable(actor, request.permissions);
    const made = db
      .insert(definitions)
      .values({
        ...request,
        id: newId(),
        card_type_key: typeKey,
        sort_order: Math.max(-1, ...before.map((role) => role.sort_order)) + 1,
        created_at: now(),
        updated_at: now(),
      })
      .returning()
      .get();
    rolesChanged(typeKey);
    const role = wireOf(made);
    tell(actor, "created", role, { label: role.label, permissions: role.permissions });
    return { ...role, stakeholder_count: 0 };
  });
}

const ofType = (typeKey: string, key: string): SQL | undefined =>
  and(eq(definitions.card_type_key, typeKey), eq(definitions.key, key));

function update(typeKey: string, key: string, columns: Partial<StakeholderRoleRow>): StakeholderRole {
  const changed = db
    .update(definitions)
    .set({ ...columns, updated_at: now() })
    .where(ofType(typeKey, key))
    .returning()
    .get();
  stakeholderRolesByType.drop();
  if (!changed) throw notFound("Stakeholder role");
  return wireOf(changed);
}

/**
 * Changes a stakeholder role. Publishes `stakeholder_role.updated`.
 * @throws Problem 404, 400 for an archived one, 403 for new permissions that the actor doesn't have
 */
export function changeStakeholderRole(
  actor: Actor,
  typeKey: string,
  key: string,
  changes: StakeholderRoleChanges,
): StakeholderRole {
  return transaction(() => {
    const before = roleWithKey(typeKey, key);
    if (before.is_archived) throw refused("An archived role can't be changed");
    if (changes.permissions) requireGrantable(actor, changes.permissions, before.permissions);
    const { sort_order, ...rest } = changes;
    const after = update(typeKey, key, { ...rest, ...(sort_order !== undefined && { sort_order }) });
    const changed = differences(wireOf(before), after);
    if (Object.keys(changed).length > 0) tell(actor, "updated", after, { changes: changed });
    return after;
  });
}

/**
 * Archives a stakeholder role: assignments stay, but grant nothing. Publishes `stakeholder_role.archived`.
 * @throws Problem 404, 400 when it is archived, 409 for the last active one of the type
 */
export function archiveStakeholderRole(actor: Actor, typeKey: string, key: string): ArchivedStakeholderRole {
  return transaction(() => {
    const role = roleWithKey(typeKey, key);
    if (role.is_archived) throw refused("The role is archived already");
    if (active(rolesOf(typeKey)).length === 1) throw conflict("The last active role of a type can't be archived");
    const archived = update(typeKey, key, { is_archived: true, archived_at: now(), archived_by: actor.userId });
    rolesChanged(typeKey);
    tell(actor, "archived", archived);
    return { ...archived, affected_stakeholders_count: assignments(key) };
  });
}

/**
 * Brings an archived stakeholder role back. Publishes `stakeholder_role.restored`.
 * @throws Problem 404, 400 when it is not archived, 403 when it grants what the actor doesn't have
 */
export function restoreStakeholderRole(actor: Actor, typeKey: string, key: string): StakeholderRole {
  return transaction(() => {
    const role = roleWithKey(typeKey, key);
    if (!role.is_archived) throw refused("The role is not archived");
    requireGrantable(actor, role.permissions);
    const restored = update(typeKey, key, { is_archived: false, archived_at: null, archived_by: null });
    rolesChanged(typeKey);
    tell(actor, "restored", restored);
    return restored;
  });
}

/** What may be chosen for a type that says nothing of its own. */
const fallback: StakeholderRoleOption[] = [
  { key: "responsible", label: "Responsible", translations: {} },
  { key: "observer", label: "Observer", translations: {} },
];

const optionOf = ({ key, label, translations }: StakeholderRoleRow): StakeholderRoleOption => ({
  key,
  label,
  translations,
});

/** The stakeholder roles to choose from: those of one type in their order, or those of all types by key. */
export function listOptions(typeKey: string | null | undefined): StakeholderRoleOption[] {
  if (typeKey) {
    const own = active(rolesOf(typeKey));
    if (own.length > 0) return own.map(optionOf);
    const legacy = cardType(typeKey)?.stakeholder_roles ?? [];
    return legacy.length > 0
      ? legacy.map(({ key, label, translations = {} }) => ({ key, label, translations }))
      : fallback;
  }
  const byKey = new Map<string, StakeholderRoleOption>();
  for (const ofType of stakeholderRolesByType().values())
    for (const role of active([...ofType.values()])) if (!byKey.has(role.key)) byKey.set(role.key, optionOf(role));
  return [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}
