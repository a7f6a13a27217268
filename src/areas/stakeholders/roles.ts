/** Stakeholder roles of card types: their labels, and the permissions that they grant on a card. */
import { count, eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import { type CardPermissionKey, everywhere, type Permissions } from "../../core/access/permissions";
import {
  activeRoles,
  createStakeholderRoleRows,
  type StakeholderRole as StakeholderRoleRow,
  stakeholderRolesByType,
  stakeholderRolesOfType,
  updateStakeholderRoleRow,
} from "../../core/access/roles";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { conflict, forbidden, found, notFound, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { cardType, notifyTypeChange } from "../metamodel";
import type * as model from "./role-model";

const { stakeholders } = tables;

const serialize = ({ translations, ...row }: StakeholderRoleRow): model.StakeholderRole => ({ ...row, translations });

/** Returns the part that all payloads about a role share. */
const subject = ({ id, key, card_type_key }: model.StakeholderRole) => ({ id, name: key, card_type_key });

/** @throws Problem 404 */
function requireType(typeKey: string): void {
  if (!cardType(typeKey)) throw notFound("Card type");
}

/** @throws Problem 404 */
const requireStakeholderRoleRow = (typeKey: string, key: string): StakeholderRoleRow =>
  found(stakeholderRolesByType().get(typeKey)?.get(key), "Stakeholder role");

/**
 * Users can assign roles to themselves, so a role gets only permissions that the actor has on every card.
 * @param before what the role grants already
 * @throws Problem 403
 */
function requireGrantable(actor: Actor, wanted: Permissions, before: Permissions = {}): void {
  const beyond = Object.keys(wanted).filter(
    (key) => wanted[key] && !before[key] && !may(actor, everywhere(key as CardPermissionKey)),
  );
  if (beyond.length > 0)
    throw forbidden(`A stakeholder role can't be given permissions that you don't have: ${beyond.join(", ")}`);
}

/** Returns the number of assignments of a key, on cards of any type. */
const countAssignments = (key: string): number =>
  db.select({ count: count() }).from(stakeholders).where(eq(stakeholders.role, key)).get()?.count ?? 0;

/**
 * Lists the stakeholder roles of a card type in their order.
 * @throws Problem 404 for an unknown type
 */
export function listStakeholderRoles(typeKey: string, includeArchived: boolean): model.StakeholderRole[] {
  requireType(typeKey);
  return (includeArchived ? stakeholderRolesOfType(typeKey) : activeRoles(typeKey)).map(serialize);
}

/**
 * Finds one stakeholder role, with the number of its assignments.
 * @throws Problem 404
 */
export function requireStakeholderRole(typeKey: string, key: string): model.CountedStakeholderRole {
  requireType(typeKey);
  return { ...serialize(requireStakeholderRoleRow(typeKey, key)), stakeholder_count: countAssignments(key) };
}

/** To be called after the roles of a type have changed: the data quality of its cards depends on them. */
function reportRoleChange(typeKey: string): void {
  stakeholderRolesByType.drop();
  notifyTypeChange({ cardTypes: [typeKey] });
}

/**
 * Creates a stakeholder role, last in the order. Publishes `stakeholder_role.created`.
 * @throws Problem 404 for an unknown type, 409 when the key is taken, 403 for permissions that the actor doesn't have
 */
export function createStakeholderRole(
  actor: Actor,
  typeKey: string,
  request: model.NewStakeholderRole & { sort_order?: number | undefined },
): model.CountedStakeholderRole {
  return transaction(() => {
    requireType(typeKey);
    const before = stakeholderRolesOfType(typeKey);
    if (before.some((role) => role.key === request.key)) throw conflict("The type has a role with this key");
    requireGrantable(actor, request.permissions);
    const sort_order = request.sort_order ?? Math.max(-1, ...before.map((role) => role.sort_order)) + 1;
    const [row] = createStakeholderRoleRows([{ ...request, card_type_key: typeKey, sort_order }]);
    reportRoleChange(typeKey);
    const role = serialize(row as StakeholderRoleRow);
    const { label, permissions } = role;
    publish(actor, { type: "stakeholder_role.created", data: { ...subject(role), label, permissions } });
    return { ...role, stakeholder_count: 0 };
  });
}

const setColumns = ({ id }: StakeholderRoleRow, columns: Partial<StakeholderRoleRow>): model.StakeholderRole =>
  serialize(updateStakeholderRoleRow(id, columns));

/**
 * Updates a stakeholder role. Publishes `stakeholder_role.updated`.
 * @throws Problem 404, 400 for an archived one, 403 for new permissions that the actor doesn't have
 */
export function updateStakeholderRole(
  actor: Actor,
  typeKey: string,
  key: string,
  changes: model.StakeholderRoleChanges,
): model.StakeholderRole {
  return transaction(() => {
    const before = requireStakeholderRoleRow(typeKey, key);
    if (before.is_archived) throw refused("An archived role can't be changed");
    if (changes.permissions) requireGrantable(actor, changes.permissions, before.permissions);
    const after = setColumns(before, changes);
    const changed = differences(serialize(before), after);
    if (Object.keys(changed).length > 0)
      publish(actor, { type: "stakeholder_role.updated", data: { ...subject(after), changes: changed } });
    return after;
  });
}

/**
 * Archives a stakeholder role: assignments stay, but grant nothing. Publishes `stakeholder_role.archived`.
 * @throws Problem 404, 400 when it is archived, 409 for the last active one of the type
 */
export function archiveStakeholderRole(actor: Actor, typeKey: string, key: string): model.ArchivedStakeholderRole {
  return transaction(() => {
    const role = requireStakeholderRoleRow(typeKey, key);
    if (role.is_archived) throw refused("The role is archived already");
    if (activeRoles(typeKey).length === 1) throw conflict("The last active role of a type can't be archived");
    const archived = setColumns(role, { is_archived: true, archived_at: now(), archived_by: actor.userId });
    reportRoleChange(typeKey);
    publish(actor, { type: "stakeholder_role.archived", data: subject(archived) });
    return { ...archived, affected_stakeholders_count: countAssignments(key) };
  });
}

/**
 * Restores an archived stakeholder role. Publishes `stakeholder_role.restored`.
 * @throws Problem 404, 400 when it is not archived, 403 when it grants what the actor doesn't have
 */
export function restoreStakeholderRole(actor: Actor, typeKey: string, key: string): model.StakeholderRole {
  return transaction(() => {
    const role = requireStakeholderRoleRow(typeKey, key);
    if (!role.is_archived) throw refused("The role is not archived");
    requireGrantable(actor, role.permissions);
    const restored = setColumns(role, { is_archived: false, archived_at: null, archived_by: null });
    reportRoleChange(typeKey);
    publish(actor, { type: "stakeholder_role.restored", data: subject(restored) });
    return restored;
  });
}

type Option = model.StakeholderRoleOption;

/** The options for a type without roles of its own. */
const fallback: Option[] = [
  { key: "responsible", label: "Responsible", translations: {} },
  { key: "observer", label: "Observer", translations: {} },
];

const serializeOption = ({
  key,
  label,
  translations = {},
}: Omit<Option, "translations"> & Partial<Option>): Option => ({
  key,
  label,
  translations,
});

/** Lists the stakeholder roles to choose from: those of one type in their order, or those of all types by key. */
export function listOptions(typeKey: string | null | undefined): Option[] {
  if (typeKey) {
    const own = activeRoles(typeKey);
    const options = own.length > 0 ? own : (cardType(typeKey)?.stakeholder_roles ?? []);
    return options.length > 0 ? options.map(serializeOption) : fallback;
  }
  const byKey = new Map<string, Option>();
  for (const type of stakeholderRolesByType().keys())
    for (const role of activeRoles(type)) if (!byKey.has(role.key)) byKey.set(role.key, serializeOption(role));
  return [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}
