/** A program that is connected by OAuth, as assistants do it: it registers, sends its user to the console, and gets tokens. */
import { expect } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import type { Client } from "../support/client";

export const REDIRECT = "http://127.0.0.1:5123/callback";

export type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number; error?: string };

/** Returns a program at a server. */
export function programAt(url: string) {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${url}${path}`, { method: "POST", body: new URLSearchParams(fields) });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? {} : JSON.parse(text)) as Tokens,
    };
  };
  return {
    verifier,
    /** Registers the program. @returns its answer */
    async register(redirect_uris: string[] = [REDIRECT], client_name = "Assistant of the tests") {
      const body = JSON.stringify({ client_name, redirect_uris, token_endpoint_auth_method: "none" });
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${url}/mcp/register`, { method: "POST", headers, body });
      return { status: response.status, body: (await response.json()) as { client_id: string; error?: string } };
    },
    /** Returns the parameters of its request. */
    request: (client_id: string, more: object = {}): Record<string, string> => ({
      ...{ client_id, redirect_uri: REDIRECT, response_type: "code", state: "5e10" },
      ...{ code_challenge: challenge, code_challenge_method: "S256", scope: "read write", resource: `${url}/mcp` },
      ...more,
    }),
    /** Returns the address to which it sends its user. */
    addressOf: (request: Record<string, string>): string => `${url}/mcp/authorize?${new URLSearchParams(request)}`,
    /** Allows its request in the name of a user. @returns the code that it gets */
    async allow(user: Client, request: object, allow: "read" | "write" = "read"): Promise<string> {
      const { status, body } = await user.post("/users/me/authorization-request", { ...request, allow });
      expect({ status, body }).toMatchObject({ status: 200 });
      const { searchParams } = new URL(body.redirect_to);
      expect([searchParams.get("state"), searchParams.get("iss")]).toEqual(["5e10", url]);
      return searchParams.get("code") as string;
    },
    exchange: (client_id: string, code: string, more: Record<string, string> = {}) =>
      post("/mcp/token", {
        ...{ grant_type: "authorization_code", client_id, code, redirect_uri: REDIRECT, code_verifier: verifier },
        ...more,
      }),
    refresh: (client_id: string, refresh_token: string) =>
      post("/mcp/token", { grant_type: "refresh_token", client_id, refresh_token }),
    revoke: (token: string) => post("/mcp/revoke", { token }),
  };
}
