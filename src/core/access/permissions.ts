/**
 * Permissions, as areas define them. An application permission holds for everything; a card permission (`card.…`) holds for
 * the stakeholders of a card whose role grants it.
 */

import type { DefinitionsOf, KeysOf } from "../area-definitions";

/** The built-in roles, ascending; each has the permissions of those before it. */
const ranks = ["viewer", "member", "bpm_admin", "admin"] as const;

/** A group of permissions in the role editor. */
export type PermissionGroup = {
  label: string;
  position: number;
  /** Key → what it allows, and the lowest built-in role that has it in a new installation. */
  permissions: Record<string, readonly [allows: string, from: (typeof ranks)[number]]>;
};
export type PermissionGroups = Record<string, PermissionGroup>;

/** Card permission → what it allows, and the application permission that allows it on every card. */
export type CardPermissions = Record<`card.${string}`, { allows: string; everywhere: PermissionKey }>;

type Groups = DefinitionsOf<"permissions"> extends infer G ? (G extends unknown ? G[keyof G] : never) : never;
/** An application permission. */
export type PermissionKey = KeysOf<Groups extends { permissions: infer P } ? P : never>;
/** A card permission. */
export type CardPermissionKey = KeysOf<DefinitionsOf<"cardPermissions">>;

/** Returns a group of permissions for the role editor, which shows groups by their positions. */
export const group = <const P extends PermissionGroup["permissions"]>(
  label: string,
  position: number,
  permissions: P,
) => ({
  label,
  position,
  permissions,
});

/** Returns permissions of the group of administrators, to which several areas add. */
export const adminGroup = <const P extends PermissionGroup["permissions"]>(permissions: P) =>
  group("Admin", 270, permissions);

let groups: PermissionGroups = {};
let onCards: CardPermissions = {};

/** Installs the permissions of areas, in the order of the areas. */
export function definePermissions(all: readonly PermissionGroups[], cards: readonly CardPermissions[]): void {
  const merged: PermissionGroups = {};
  for (const [name, group] of all.flatMap(Object.entries<PermissionGroup>))
    merged[name] = { ...group, permissions: { ...merged[name]?.permissions, ...group.permissions } };
  groups = Object.fromEntries(Object.entries(merged).sort(([, one], [, other]) => one.position - other.position));
  onCards = Object.assign({}, ...cards);
}

/** Maps group → its label and what each key allows, in the order of the role editor. */
export const catalogue = (): Record<string, { label: string; permissions: Record<string, string> }> =>
  Object.fromEntries(
    Object.entries(groups).map(([name, { label, permissions }]) => [
      name,
      { label, permissions: Object.fromEntries(Object.entries(permissions).map(([key, [allows]]) => [key, allows])) },
    ]),
  );

/** @throws when no areas are installed: roles that are seeded then would grant nothing, and are never updated */
function definitions() {
  if (Object.keys(groups).length === 0) throw new Error("No areas are installed.");
  return Object.values(groups).flatMap(({ permissions }) => Object.entries(permissions));
}

/** Returns the application permissions, in the order of the catalogue. */
export const permissionKeys = (): string[] => definitions().map(([key]) => key);

/** Maps card permission → what it allows. */
export const cardCatalogue = (): Record<string, string> =>
  Object.fromEntries(Object.entries(onCards).map(([key, { allows }]) => [key, allows]));

/** Returns the application permission that implies a card permission on every card. */
export const everywhere = (key: CardPermissionKey): PermissionKey =>
  (onCards as Record<string, { everywhere: PermissionKey }>)[key]?.everywhere as PermissionKey;

/** The permissions of a role: key → whether it is granted. `*` stands for all. */
export type Permissions = Readonly<Record<string, boolean>>;

/** Checks whether permissions grant a key. */
export const grants = (own: Permissions, key: string): boolean => own["*"] === true || own[key] === true;

/** Checks whether `wanted` grants anything that `own` doesn't. */
export const exceeds = (wanted: Permissions, own: Permissions): boolean =>
  own["*"] !== true && Object.entries(wanted).some(([key, granted]) => granted && own[key] !== true);

/** Maps application permission → whether a built-in role has it in a new installation. */
const grantedTo = (role: (typeof ranks)[number]): Record<string, boolean> =>
  Object.fromEntries(definitions().map(([key, [, from]]) => [key, ranks.indexOf(from) <= ranks.indexOf(role)]));

const builtIn: readonly [key: (typeof ranks)[number], label: string, color: string, description: string][] = [
  ["admin", "Admin", "#d32f2f", "May do everything."],
  ["bpm_admin", "BPM Admin", "#7B1FA2", "A member who also approves process flows and invites people."],
  ["member", "Member", "#1976d2", "Works on the landscape."],
  ["viewer", "Viewer", "#757575", "Reads the landscape."],
];

/** Returns the roles of a new installation, in the order in which they are shown. */
export const builtInRoles = () =>
  builtIn.map(([key, label, color, description]) => ({
    key,
    label,
    description,
    is_system: key === "admin",
    is_default: key === "member",
    color,
    permissions: key === "admin" ? { "*": true } : grantedTo(key),
  }));
