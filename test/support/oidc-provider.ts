/** An identity provider on loopback, whose users are logged in without being asked. */
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Context, Provider } from "oidc-provider";

/** The application that it knows. */
export const oidcClient = {
  id: "stoa",
  secret: "a secret between the two",
  redirectUri: "http://localhost:8920/auth/callback",
};

export type OidcProvider = {
  issuer: string;
  /** User → their claims. */
  people: Map<string, Record<string, unknown>>;
  /** Lets a person go through a sign-in, as their browser would; where they come out with the code. */
  signIn(person: string, authorizationUrl: string): Promise<URL>;
  stop(): Promise<void>;
};

const HOUR = 3_600;

/**
 * Starts a provider. Its claims about users are in the ID token, or with `userInfoOnly` at the userinfo endpoint alone.
 * @param options `redirectUri`: where it sends browsers back to, if not to the usual place
 */
export async function startOidcProvider(
  options: { userInfoOnly?: boolean; redirectUri?: string } = {},
): Promise<OidcProvider> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Record<string, unknown>>();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  let asked = "";
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [options.redirectUri ?? oidcClient.redirectUri],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "first", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["for tests"] },
    pkce: { required: () => false },
    conformIdTokenClaims: options.userInfoOnly ?? false,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    ttl: { AccessToken: HOUR, AuthorizationCode: 60, Grant: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/log-in/${interaction.uid}` },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
    async loadExistingGrant({ oidc }: Context) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url?.startsWith("/log-in/")) return answer(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: asked } });
  });
  return {
    issuer,
    people,
    async signIn(person, authorizationUrl) {
      asked = person;
      const cookies = new Map<string, string>();
      let url = authorizationUrl;
      while (url.startsWith(issuer)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(url, { redirect: "manual", headers: { cookie } });
        const location = response.headers.get("location");
        if (!location) throw new Error(`The provider refuses: ${await response.text()}`);
        for (const set of response.headers.getSetCookie()) {
          const [name = "", value = ""] = (set.split(";")[0] ?? "").split(/=(.*)/s);
          cookies.set(name, value);
        }
        url = new URL(location, url).href;
      }
      return new URL(url);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
