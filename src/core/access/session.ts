/** Sessions: the token in the answer, and the same token in a cookie for browsers. */
import { z } from "zod";
import { contextOf } from "../../http/request-context";
import { COOKIE } from "./guard";
import { issueToken, tokenLifetime } from "./tokens";

export const TokenResponse = z
  .object({
    access_token: z.string().meta({ description: "JSON Web Token for the Authorization header" }),
    token_type: z.literal("bearer"),
  })
  .meta({ id: "TokenResponse" });
export type TokenResponse = z.infer<typeof TokenResponse>;

/** The parts of a call that a session needs. */
type Context = { request: Request; set: { headers: Record<string, unknown> } };

function setCookie({ request, set }: Context, token: string, seconds: number): void {
  const secure = contextOf(request).secure ? "; Secure" : "";
  set.headers["set-cookie"] = `${COOKIE}=${token}; Max-Age=${seconds}; Path=/api; HttpOnly; SameSite=Lax${secure}`;
}

/** Opens or renews a session: issues a token and sets the cookie. */
export async function openSession(
  context: Context,
  user: { id: string; role: string; token_version: number },
  impersonatedRole?: string,
): Promise<TokenResponse> {
  const token = await issueToken(user, impersonatedRole);
  setCookie(context, token, tokenLifetime());
  return { access_token: token, token_type: "bearer" };
}

/** Deletes the cookie. The token stays valid until it expires. */
export const closeSession = (context: Context): void => setCookie(context, "", 0);
