/** Schemas of tokens, sessions and service accounts. */
import { z } from "zod";
import { scopes } from "../../core/access/scopes";
import { SliceQuery } from "../../http/pagination";
import { Id, Instant, Moment, namedObject, orNull, Text } from "../../http/schemas";

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

const Way = z.enum(["password", "sso", "passkey"]);
const origin = {
  browser: z.string().nullable().meta({ description: "The browser or program; null when it isn't known" }),
  system: z.string().nullable().meta({ description: "The system that it runs on; null when it isn't known" }),
  way: Way.meta({ description: "With a password, at an identity provider, or with a passkey alone" }),
  factor: z
    .enum(["totp", "passkey", "recovery_code"])
    .nullable()
    .meta({ description: "The second factor; null when none was asked for" }),
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

export const ResetFactors = namedObject("ResetFactors", {
  reset: z.boolean().meta({ description: "Whether there was a factor to remove" }),
});
export type ResetFactors = z.infer<typeof ResetFactors>;

export const NewServiceAccount = namedObject("NewServiceAccount", { display_name: Text(200, 1), role: Text(50) });
export type NewServiceAccount = z.infer<typeof NewServiceAccount>;
