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
    description:
      "`read` allows what changes nothing, `write` everything, `feed` the feeds of views alone, `scim` the directory alone",
  }),
  areas: z.array(z.string()).nullable().meta({ description: "The areas whose operations it may call; null for all" }),
  last_four: z.string().meta({ description: "Its last four characters; empty for one of an earlier version" }),
  created_at: Instant,
  expires_at: Instant.nullable().meta({ description: "Null when it doesn't end by itself" }),
  last_used_at: Instant.nullable().meta({ description: "To within a minute" }),
  last_used_from: z.string().nullable().meta({ description: "The address from which it was used last" }),
  is_connection: z.boolean().meta({
    description: "True for a program that was connected by OAuth: its tokens change by themselves, and open /mcp alone",
  }),
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

const authorization = {
  client_id: Text(500, 1).meta({
    description: "The id that the program has got when it registered, or the address of its document",
  }),
  redirect_uri: Text(2_000, 1).meta({ description: "The address that the browser returns to: one that is registered" }),
  response_type: z.literal("code").meta({ description: "A code, which the program exchanges for its tokens" }),
  code_challenge: z
    .string()
    .regex(/^[\w-]{43}$/, "must be the SHA-256 of a verifier, in base64url")
    .meta({
      description: "The SHA-256 of a verifier that only the program has, in base64url (PKCE)",
      examples: ["E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"],
    }),
  code_challenge_method: z.literal("S256").meta({ description: "SHA-256 is the only one" }),
  scope: Text(200)
    .optional()
    .meta({
      description: "`read` and `write` between spaces; both without it",
      examples: ["read write"],
    }),
  state: Text(2_000)
    .optional()
    .meta({ description: "A text that the program gets back", examples: ["af0ifjsldkj"] }),
  resource: Text(2_000)
    .optional()
    .meta({
      description: "The address that the token is for, which is that of /mcp",
      examples: ["https://stoa.example/mcp"],
    }),
};

export const AuthorizationQuery = z.object(authorization);
export type AuthorizationQuery = z.infer<typeof AuthorizationQuery>;

export const AuthorizationRequest = namedObject("AuthorizationRequest", {
  client_name: z.string().meta({ description: "The name that the program gives itself" }),
  redirect_host: z.string().meta({ description: "The host that the browser returns to, or the scheme of a program" }),
  is_local: z.boolean().meta({ description: "Whether that is a program on the user's own machine" }),
  may_write: z.boolean().meta({ description: "Whether the program asks to change something, too" }),
});
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>;

export const AuthorizationAnswer = namedObject("AuthorizationAnswer", {
  ...authorization,
  allow: z.enum(["read", "write"]).nullable().meta({ description: "What the program may do; null denies it" }),
});
export type AuthorizationAnswer = z.infer<typeof AuthorizationAnswer>;

export const AnsweredAuthorization = namedObject("AnsweredAuthorization", {
  redirect_to: z.string().meta({ description: "The address that the browser goes to next" }),
});
