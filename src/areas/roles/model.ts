/** Schemas of roles. */
import { z } from "zod";
import { permissionKeys } from "../../core/access/permissions";
import { SliceQuery } from "../../http/pagination";
import { changesOf, Flag, Id, Instant, namedObject, orNull, Text, Whole } from "../../http/schemas";

export const DEFAULT_COLOR = "#757575";

const Key = Text(50, 3).regex(
  /^[a-z][a-z0-9_]{1,48}[a-z0-9]$/,
  "must be lower-case letters, digits and underscores, beginning with a letter and not ending with an underscore",
);
export const Label = Text(200, 1);
export const Description = orNull(Text(2_000));
export const Color = Text(50, 1);
export const SortOrder = Whole(-1_000_000, 1_000_000);

/**
 * Maps permission key → whether it is granted; unknown keys are invalid.
 * @param catalogue the known keys; called for each value, because areas define them when they are installed
 */
export const PermissionMap = (catalogue: () => readonly string[]) =>
  z.record(Text(100), Flag).superRefine((map, context) => {
    const keys = new Set(catalogue());
    for (const key of Object.keys(map))
      if (!keys.has(key))
        context.addIssue({ code: "custom", message: `there is no permission '${key.slice(0, 100)}'`, path: [key] });
  });

const RolePermissions = PermissionMap(() => [...permissionKeys(), "*"]).meta({
  examples: [{ "inventory.view": true }],
});

export const Role = namedObject("Role", {
  id: Id,
  key: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  is_system: z.boolean(),
  is_default: z.boolean(),
  is_archived: z.boolean(),
  color: z.string(),
  permissions: z.record(z.string(), z.boolean()),
  requires_second_factor: z.boolean().meta({
    description: "Whether people who have it and log in with a password must have a second factor",
  }),
  sort_order: z.int(),
  created_at: Instant,
  updated_at: Instant,
  archived_at: Instant.nullable(),
  archived_by: Id.nullable(),
});
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
  requires_second_factor: Flag.optional(),
});
export type NewRole = z.infer<typeof NewRole>;

export const RoleChanges = changesOf(NewRole.omit({ key: true })).extend({ sort_order: SortOrder.optional() });
export type RoleChanges = z.infer<typeof RoleChanges>;
