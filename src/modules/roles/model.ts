/** Roles, and the parts that people may have in cards, on the wire. */
import { z } from "zod";
import { cardPermissions, permissionKeys } from "../../core/access/permissions";
import { SliceQuery } from "../../http/pagination";
import { Flag, Id, Instant, orNull, PathKey, Text, Whole } from "../../http/schemas";

const DEFAULT_COLOR = "#757575";

const Key = Text(50, 3).regex(
  /^[a-z][a-z0-9_]{1,48}[a-z0-9]$/,
  "must be lower-case letters, digits and underscores, beginning with a letter and not ending with an underscore",
);
const Label = Text(200, 1);
const Description = orNull(Text(2_000));
const Color = Text(50, 1);
const SortOrder = Whole(-1_000_000, 1_000_000);

/** Key → whether it is granted, with the keys of a catalogue and no others. */
const PermissionMap = (keys: ReadonlySet<string>) =>
  z.record(Text(100), Flag).superRefine((map, context) => {
    for (const key of Object.keys(map))
      if (!keys.has(key))
        context.addIssue({ code: "custom", message: `there is no permission '${key.slice(0, 100)}'`, path: [key] });
  });

const RolePermissions = PermissionMap(new Set([...permissionKeys, "*"]));
const CardPermissions = PermissionMap(new Set(Object.keys(cardPermissions)));

export const Role = z
  .object({
    id: Id,
    key: z.string(),
    label: z.string(),
    description: z.string().nullable(),
    is_system: z.boolean(),
    is_default: z.boolean(),
    is_archived: z.boolean(),
    color: z.string(),
    permissions: z.record(z.string(), z.boolean()),
    sort_order: z.int(),
    created_at: Instant,
    updated_at: Instant,
    archived_at: Instant.nullable(),
    archived_by: Id.nullable(),
  })
  .meta({ id: "Role" });
export type Role = z.infer<typeof Role>;

export const CountedRole = Role.extend({
  user_count: z.int().meta({ description: "Active users who have it" }),
}).meta({ id: "CountedRole" });
export type CountedRole = z.infer<typeof CountedRole>;

export const ArchivedRole = Role.extend({
  affected_users_count: z.int().meta({ description: "Users who keep it, deactivated ones included" }),
}).meta({ id: "ArchivedRole" });
export type ArchivedRole = z.infer<typeof ArchivedRole>;

export const PermissionsSchema = z
  .record(z.string(), z.object({ label: z.string(), permissions: z.record(z.string(), z.string()) }))
  .meta({ id: "PermissionsSchema", description: "Group → its label, and its keys with what each allows" });

export const RoleParams = z.object({ key: PathKey });
export const RoleQuery = z.object({
  include_archived: Flag.default(false).meta({ description: "Also those that are archived" }),
  ...SliceQuery,
});

export const NewRole = z.object({
  key: Key,
  label: Label,
  description: Description,
  color: Color.default(DEFAULT_COLOR),
  permissions: RolePermissions.default({}),
  is_default: Flag.default(false),
});
export type NewRole = z.infer<typeof NewRole>;

export const RoleChanges = z.object({
  label: Label.optional(),
  description: Description,
  color: Color.optional(),
  permissions: RolePermissions.optional(),
  is_default: Flag.optional(),
  sort_order: SortOrder.optional(),
});
export type RoleChanges = z.infer<typeof RoleChanges>;

/** Property → locale → text. */
const Translations = z
  .record(Text(50, 1), z.record(Text(20, 1), Text(2_000)))
  .refine(
    (properties) =>
      Object.keys(properties).length <= 20 &&
      Object.values(properties).every((locales) => Object.keys(locales).length <= 50),
    "must not hold more than 20 properties in 50 locales",
  );

export const StakeholderRole = z
  .object({
    id: Id,
    card_type_key: z.string(),
    key: z.string(),
    label: z.string(),
    description: z.string().nullable(),
    color: z.string(),
    permissions: z.record(z.string(), z.boolean()),
    is_archived: z.boolean(),
    sort_order: z.int(),
    created_at: Instant,
    updated_at: Instant,
    archived_at: Instant.nullable(),
    archived_by: Id.nullable(),
    translations: z.record(z.string(), z.record(z.string(), z.string())),
  })
  .meta({ id: "StakeholderRole" });
export type StakeholderRole = z.infer<typeof StakeholderRole>;

export const CountedStakeholderRole = StakeholderRole.extend({
  stakeholder_count: z.int().meta({ description: "Assignments with this key, to cards of any type" }),
}).meta({ id: "CountedStakeholderRole" });
export type CountedStakeholderRole = z.infer<typeof CountedStakeholderRole>;

export const ArchivedStakeholderRole = StakeholderRole.extend({
  affected_stakeholders_count: z.int().meta({ description: "Assignments with this key, to cards of any type" }),
}).meta({ id: "ArchivedStakeholderRole" });
export type ArchivedStakeholderRole = z.infer<typeof ArchivedStakeholderRole>;

export const StakeholderRoleOption = z
  .object({ key: z.string(), label: z.string(), translations: z.record(z.string(), z.unknown()) })
  .meta({ id: "StakeholderRoleOption" });
export type StakeholderRoleOption = z.infer<typeof StakeholderRoleOption>;

export const CardPermissionsSchema = z
  .record(z.string(), z.string())
  .meta({ id: "CardPermissionsSchema", description: "Key → what it allows on a card" });

export const TypeParams = z.object({ type_key: PathKey });
export const StakeholderRoleParams = z.object({ type_key: PathKey, role_key: PathKey });
export const OptionQuery = z.object({
  type_key: orNull(Text(100)).meta({ description: "Only the roles of this card type" }),
  ...SliceQuery,
});

export const NewStakeholderRole = z.object({
  key: Key,
  label: Label,
  description: Description,
  color: Color.default(DEFAULT_COLOR),
  permissions: CardPermissions.default({}),
  translations: Translations.default({}),
});
export type NewStakeholderRole = z.infer<typeof NewStakeholderRole>;

export const StakeholderRoleChanges = z.object({
  label: Label.optional(),
  description: Description,
  color: Color.optional(),
  permissions: CardPermissions.optional(),
  sort_order: SortOrder.optional(),
  translations: Translations.optional(),
});
export type StakeholderRoleChanges = z.infer<typeof StakeholderRoleChanges>;
