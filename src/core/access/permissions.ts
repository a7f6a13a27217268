/**
 * Permissions, as areas define them. A permission of the application holds for everything; one on a card (`card.…`) holds for
 * those who have a stakeholder role in that card which grants it.
 */

/** The built-in roles from the least to the most; each has what those before it have. `admin` has everything. */
const ranks = ["viewer", "member", "bpm_admin", "admin"] as const;

/** Permissions of one group in the role editor. */
export type PermissionGroup = {
  label: string;
  /** Groups are shown in the order of their positions. */
  position: number;
  /** Key → what it allows, and the least of the built-in roles that have it in a new installation. */
  permissions: Record<string, readonly [allows: string, from: (typeof ranks)[number]]>;
};
export type PermissionGroups = Record<string, PermissionGroup>;

/** Key of a permission on one card → what it allows, and the permission of the application that allows it on every card. */
export type CardPermissions = Record<`card.${string}`, { allows: string; everywhere: PermissionKey }>;

/** Area → the permissions of the application that it defines; an area adds itself by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: areas add to it
export interface DefinedPermissions {}
/** Area → the permissions on cards that it defines; an area adds itself by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: areas add to it
export interface DefinedCardPermissions {}

/** The keys of each member of a union. */
type Keys<U> = U extends unknown ? keyof U : never;
type Groups = DefinedPermissions[keyof DefinedPermissions];
type GroupOf<A> = A extends unknown ? A[keyof A] : never;
/** A permission of the application. */
export type PermissionKey =
  GroupOf<Groups> extends infer G ? (G extends { permissions: infer P } ? Keys<P> & string : never) : never;
/** A permission on one card. */
export type CardPermissionKey = Keys<DefinedCardPermissions[keyof DefinedCardPermissions]> & string;

/** The group that several areas define permissions of administrators in. */
export const ADMIN_GROUP = { label: "Admin", position: 270 } as const;

let groups: PermissionGroups = {};
let onCards: CardPermissions = {};

/** Makes known what areas define, in their order. */
export function definePermissions(all: readonly PermissionGroups[], cards: readonly CardPermissions[]): void {
  const merged: PermissionGroups = {};
  for (const [name, group] of all.flatMap(Object.entries<PermissionGroup>))
    merged[name] = { ...group, permissions: { ...merged[name]?.permissions, ...group.permissions } };
  groups = Object.fromEntries(Object.entries(merged).sort(([, one], [, other]) => one.position - other.position));
  onCards = Object.assign({}, ...cards);
}

/** Group → its label and its keys with what each allows, in the order that a role editor shows. */
export const catalogue = (): Record<string, { label: string; permissions: Record<string, string> }> =>
  Object.fromEntries(
    Object.entries(groups).map(([name, { label, permissions }]) => [
      name,
      { label, permissions: Object.fromEntries(Object.entries(permissions).map(([key, [allows]]) => [key, allows])) },
    ]),
  );

const definitions = () => Object.values(groups).flatMap(({ permissions }) => Object.entries(permissions));

/** Every permission key of the application, in the order of the catalogue. */
export const permissionKeys = (): string[] => definitions().map(([key]) => key);

/** Key of a permission on one card → what it allows. */
export const cardCatalogue = (): Record<string, string> =>
  Object.fromEntries(Object.entries(onCards).map(([key, { allows }]) => [key, allows]));

/** The permission of the application that allows on every card what a permission on one card allows there. */
export const everywhere = (key: CardPermissionKey): PermissionKey =>
  (onCards as Record<string, { everywhere: PermissionKey }>)[key]?.everywhere as PermissionKey;

/** What a role grants: key → whether. `*` stands for everything. */
export type Permissions = Readonly<Record<string, boolean>>;

/** Whether permissions grant a key. */
export const grants = (own: Permissions, key: string): boolean => own["*"] === true || own[key] === true;

/** Whether permissions grant anything that others don't. */
export const exceeds = (wanted: Permissions, own: Permissions): boolean =>
  own["*"] !== true && Object.entries(wanted).some(([key, granted]) => granted && own[key] !== true);

/** Every key of the application, with whether a built-in role has it in a new installation. */
const grantedTo = (role: (typeof ranks)[number]): Record<string, boolean> =>
  Object.fromEntries(definitions().map(([key, [, from]]) => [key, ranks.indexOf(from) <= ranks.indexOf(role)]));

/** The roles that a new installation has, in the order they are shown. */
export const builtInRoles = () => [
  {
    key: "admin",
    label: "Admin",
    description: "May do everything.",
    is_system: true,
    is_default: false,
    color: "#d32f2f",
    permissions: { "*": true } as Record<string, boolean>,
  },
  {
    key: "bpm_admin",
    label: "BPM Admin",
    description: "A member who also approves process flows and invites people.",
    is_system: false,
    is_default: false,
    color: "#7B1FA2",
    permissions: grantedTo("bpm_admin"),
  },
  {
    key: "member",
    label: "Member",
    description: "Works on the landscape.",
    is_system: false,
    is_default: true,
    color: "#1976d2",
    permissions: grantedTo("member"),
  },
  {
    key: "viewer",
    label: "Viewer",
    description: "Reads the landscape.",
    is_system: false,
    is_default: false,
    color: "#757575",
    permissions: grantedTo("viewer"),
  },
];
