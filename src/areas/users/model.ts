/** Schemas of users, invitations and preferences. */
import { z } from "zod";
import { UiPreferences } from "../../core/access/preferences";
import { SliceQuery } from "../../http/pagination";
import { changesOf, Email, Flag, Id, Instant, namedObject, orNull, Text, Uuid } from "../../http/schemas";
import { FileQuery } from "../../http/tables";

export const User = namedObject("User", {
  id: Id,
  email: z.string(),
  display_name: z.string(),
  role: z.string(),
  is_active: z.boolean(),
  locale: z.string(),
  auth_provider: z.enum(["local", "sso"]),
  has_password: z.boolean(),
  pending_setup: z.boolean(),
  ui_preferences: UiPreferences,
  created_at: Instant,
  last_login: Instant.nullable(),
  is_service_account: z.boolean().meta({ description: "Whether it is the account of a program, which can't log in" }),
  has_second_factor: z.boolean().meta({
    description: "Whether they have a second factor; false for whoever doesn't administer",
  }),
  locked_until: Instant.nullable().meta({
    description: "When the lock of too many failed logins ends; null without one, and for whoever doesn't administer",
  }),
});
export type User = z.infer<typeof User>;

export const CreatedUser = User.extend({
  email_sent: z.boolean().optional().meta({ description: "Whether the invitation was mailed, if that was asked for" }),
  email_error: z.string().optional().meta({ description: "Why it was not mailed" }),
}).meta({ id: "CreatedUser" });
export type CreatedUser = z.infer<typeof CreatedUser>;

export const Invitation = namedObject("Invitation", {
  id: Id,
  email: z.string(),
  role: z.string(),
  invited_by: Id.nullable(),
  created_at: Instant,
  expires_at: Instant.nullable().meta({
    description: "When its link ends, or ended; null for a person who needs none, because they sign in otherwise",
  }),
});
export type Invitation = z.infer<typeof Invitation>;

export const ResentInvitation = namedObject("ResentInvitation", { email_sent: z.literal(true), sent_to: z.string() });

export const UnlockedUser = namedObject("Unlocked", {
  unlocked: z.boolean().meta({ description: "Whether there was a lock, or a failed login, to forget" }),
});
export type UnlockedUser = z.infer<typeof UnlockedUser>;

export const UserQuery = z.object({
  include_inactive: Flag.default(false).meta({ description: "Also users who are deactivated" }),
  ...SliceQuery,
});
/** The parameters of an export: those of the list. */
export const ExportQuery = UserQuery.omit({ page: true, page_size: true }).extend(FileQuery);
export const InvitationQuery = z.object(SliceQuery);

const Password = Text(10_000);
const RoleKey = Text(50);

export const NewUser = z.object({
  email: Email,
  display_name: Text(200),
  password: orNull(Password),
  role: RoleKey.default("member"),
  send_email: Flag.default(false),
  auth_provider: orNull(z.enum(["local", "sso"])),
});
export type NewUser = z.infer<typeof NewUser>;

export const UserChanges = changesOf(NewUser.pick({ display_name: true, email: true, role: true })).extend({
  is_active: Flag.optional(),
  password: Password.optional(),
  locale: orNull(Text(20)),
  auth_provider: orNull(Text(20)),
});
export type UserChanges = z.infer<typeof UserChanges>;

/** Users that one request may change or delete. */
const MAX_USERS = 10_000;
const UserIds = z.array(Text(64)).max(MAX_USERS);

export const BulkChanges = z.object({
  ids: UserIds,
  updates: z.object({ role: orNull(RoleKey), is_active: orNull(Flag) }),
});
export type BulkChanges = z.infer<typeof BulkChanges>;

export const BulkDeletion = z.object({ ids: UserIds });

export const BulkDeleted = namedObject("BulkDeletedUsers", {
  deleted: z.int(),
  skipped: z.array(z.object({ id: Id, reason: z.string() })),
});
export type BulkDeleted = z.infer<typeof BulkDeleted>;

export const NotificationPreferences = namedObject("NotificationPreferences", {
  in_app: z.record(z.string(), z.boolean()),
  email: z.record(z.string(), z.boolean()),
});

/** Kind of notification → whether it is wanted; unknown kinds are allowed. */
const Channel = z
  .record(Text(50, 1), Flag)
  .refine((channel) => Object.keys(channel).length <= 100, "must not name more than 100 types");

export const NotificationChanges = z.object({ in_app: orNull(Channel), email: orNull(Channel) });
export type NotificationChanges = z.infer<typeof NotificationChanges>;

export const UiChanges = z.object({ dashboard_default_tab: orNull(z.enum(["overview", "workspace", "admin"])) });
export type UiChanges = z.infer<typeof UiChanges>;

/** The parts of home. */
const HOME_PARTS = ["figures", "waiting", "cards", "reports", "changed"] as const;
/** Saved reports on home. */
const MAX_HOME_REPORTS = 50;

export const HomeLayout = namedObject("HomeLayout", {
  parts: z
    .enum(HOME_PARTS)
    .array()
    .max(2 * HOME_PARTS.length)
    .meta({ description: "The parts that are shown, from the top" }),
  reports: Uuid.array().max(MAX_HOME_REPORTS).meta({ description: "The ids of the saved reports that stand on it" }),
});
export type HomeLayout = z.infer<typeof HomeLayout>;

/** A user of another installation. */
export const ImportedUser = NewUser.pick({ email: true, display_name: true }).extend({ locale: Text(20) });
