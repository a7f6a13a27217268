/** Schemas of users, invitations and preferences. */
import { z } from "zod";
import { UiPreferences } from "../../core/access/preferences";
import { scopes } from "../../core/access/scopes";
import { SliceQuery } from "../../http/pagination";
import { changesOf, Email, Flag, Id, Instant, Moment, namedObject, orNull, Text } from "../../http/schemas";
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

/** The longest name of a token. */
const TOKEN_NAME = 200;
/** Areas that a token may name. */
const MAX_AREAS = 100;

const token = {
  id: Id,
  name: z.string(),
  scope: z.enum(scopes).meta({
    description: "`read` allows what changes nothing, `write` everything, `feed` the feeds of views alone",
  }),
  areas: z.array(z.string()).nullable().meta({ description: "The areas whose operations it may call; null for all" }),
  last_four: z.string().meta({ description: "Its last four characters; empty for one of an earlier version" }),
  created_at: Instant,
  expires_at: Instant.nullable().meta({ description: "Null when it doesn't end by itself" }),
  last_used_at: Instant.nullable().meta({ description: "To within a minute" }),
  last_used_from: z.string().nullable().meta({ description: "The address from which it was used last" }),
};

export const AccessToken = namedObject("AccessToken", token);
export type AccessToken = z.infer<typeof AccessToken>;

export const CreatedAccessToken = namedObject("CreatedAccessToken", {
  ...token,
  token: z.string().meta({ description: "The token itself; it is never shown again" }),
});
export type CreatedAccessToken = z.infer<typeof CreatedAccessToken>;

export const NewAccessToken = namedObject("NewAccessToken", {
  name: Text(TOKEN_NAME, 1),
  scope: z.enum(scopes).default("read"),
  areas: orNull(z.array(Text(50)).min(1).max(MAX_AREAS)).meta({
    description: "The areas whose operations it may call; all of them when left out",
  }),
  expires_at: Moment("end", "When it ends; 90 days from now if it is left out, and never if it is null").nullable(),
});
export type NewAccessToken = z.infer<typeof NewAccessToken>;

const Way = z.enum(["password", "sso"]);
const origin = {
  browser: z.string().nullable().meta({ description: "The browser or program; null when it isn't known" }),
  system: z.string().nullable().meta({ description: "The system that it runs on; null when it isn't known" }),
  way: Way.meta({ description: "With a password, or at an identity provider" }),
  address: z.string().nullable().meta({ description: "The address from which somebody signed in" }),
};

export const Session = namedObject("Session", {
  id: Id,
  ...origin,
  created_at: Instant,
  expires_at: Instant.meta({ description: "When it ends, unless it is renewed before" }),
  last_used_at: Instant.nullable().meta({ description: "To within a minute" }),
  last_used_from: z.string().nullable().meta({ description: "The address from which it was used last" }),
  is_current: z.boolean().meta({ description: "Whether it is the session of this request" }),
});
export type Session = z.infer<typeof Session>;

export const SignIn = namedObject("SignIn", { id: Id, succeeded: z.boolean(), ...origin, created_at: Instant });
export type SignIn = z.infer<typeof SignIn>;

export const SessionQuery = z.object(SliceQuery);

export const TokenQuery = z.object(SliceQuery);

export const TokenAreas = namedObject("TokenAreas", {
  areas: z.array(z.string()).meta({ description: "The areas to which a token can be limited, by name" }),
});

export const NewServiceAccount = namedObject("NewServiceAccount", { display_name: Text(200, 1), role: RoleKey });
export type NewServiceAccount = z.infer<typeof NewServiceAccount>;

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
  reports: Id.array().max(MAX_HOME_REPORTS).meta({ description: "The ids of the saved reports that stand on it" }),
});
export type HomeLayout = z.infer<typeof HomeLayout>;

/** A user of another installation. */
export const ImportedUser = NewUser.pick({ email: true, display_name: true }).extend({ locale: Text(20) });
