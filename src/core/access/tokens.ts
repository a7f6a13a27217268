/** Access tokens: JSON Web Tokens, HS256 and nothing else. */
import { newId, parseUuid } from "../../platform/ids";

const ISSUER = "stoa";

/**
 * The claims of a token. `exp` is in seconds since 1970; `ver` is the user's token version when it was issued; `jti` is its
 * id and `sid` that of its session, which older tokens don't have.
 */
export type Claims = { sub: string; ver: number; exp: number; jti?: string; sid?: string; impersonated_role?: string };

/** Signs and verifies tokens. The framework that it belongs to is loaded with the first token: other threads see none. */
async function codecFor(secret: string) {
  const { jwt } = await import("@elysiajs/jwt");
  return jwt({ name: "jwt", secret, alg: "HS256", iss: ISSUER, aud: ISSUER, exp: undefined }).decorator.jwt;
}

let secret = "";
let codec: ReturnType<typeof codecFor> | undefined;
const currentCodec = () => (codec ??= codecFor(secret));
let lifetimeSeconds = 0;

/** Verified tokens by their text: checking a signature costs more than reading a page of cards. */
let verified = new Map<string, Claims>();
const MAX_VERIFIED = 10_000;

/** Sets the key and the lifetime of tokens, in minutes; forgets the tokens verified before. */
export function configureTokens(key: string, minutes: number): void {
  secret = key;
  codec = undefined;
  lifetimeSeconds = minutes * 60;
  verified = new Map();
}

/** Returns the lifetime of a token in seconds. */
export const tokenLifetime = () => lifetimeSeconds;

/**
 * Returns a new token for a user. `role` is for clients to read; permissions come from the database.
 * @param session the session that it belongs to, and the id that it gets
 */
export async function issueToken(
  user: { id: string; role: string; token_version: number },
  impersonatedRole?: string,
  session: { id?: string; jti: string } = { jti: newId() },
): Promise<string> {
  return (await currentCodec()).sign({
    jti: session.jti,
    ...(session.id && { sid: session.id }),
    sub: user.id,
    role: user.role,
    ver: user.token_version,
    exp: Math.floor(Date.now() / 1000) + lifetimeSeconds,
    ...(impersonatedRole && { impersonated_role: impersonatedRole }),
  });
}

/** Returns the claims of a token that was verified before and hasn't expired; undefined for any other. */
export function recallToken(token: string): Claims | undefined {
  const claims = verified.get(token);
  return claims && claims.exp > Date.now() / 1000 ? claims : undefined;
}

/** Returns the claims of a token; undefined when its signature, issuer, audience or time is wrong. */
export async function verifyToken(token: string): Promise<Claims | undefined> {
  const payload = await (await currentCodec()).verify(token, {
    algorithms: ["HS256"],
    issuer: ISSUER,
    audience: ISSUER,
    requiredClaims: ["exp", "sub"],
  });
  if (!payload) return undefined;
  const { sub, exp, ver, jti, sid, impersonated_role } = payload as Record<string, unknown>;
  const id = typeof sub === "string" ? parseUuid(sub) : undefined;
  if (!id || typeof exp !== "number") return undefined;
  const claims: Claims = {
    sub: id,
    exp,
    ver: typeof ver === "number" ? ver : 0,
    ...(typeof jti === "string" && { jti }),
    ...(typeof sid === "string" && { sid }),
    ...(typeof impersonated_role === "string" && { impersonated_role }),
  };
  if (verified.size >= MAX_VERIFIED) verified.delete(verified.keys().next().value as string);
  verified.set(token, claims);
  return claims;
}
