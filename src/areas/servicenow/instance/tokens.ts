/** Access tokens of OAuth connections: fetched with the client's credentials, cached until shortly before they end. */
import { z } from "zod";
import { MINUTE, SECOND } from "../../../platform/clock";
import type { Credentials } from "../credentials";
import { InstanceError } from "./failure";

/** The way in which an instance is asked for a token. */
export type TokenSource = {
  connectionId: string;
  instanceUrl: string;
  credentials: Credentials;
  /** Sends a form to the instance. @returns the text of a successful answer */
  postForm: (url: string, form: URLSearchParams) => Promise<string>;
};

type CachedToken = { source: string; token: Promise<{ value: string; endsAt: number }> };

const Answer = z.object({ access_token: z.string().min(1).max(10_000), expires_in: z.coerce.number().optional() });

/** The time that a token is cached whose end the instance doesn't state. */
const USUAL_LIFE = 5 * MINUTE;
/** The time that before its end a token is no longer used. */
const MARGIN = MINUTE;

const cachedTokens = new Map<string, CachedToken>();

/** Returns half of a short life, so that a token that lives no longer than the margin is used at all. */
const usableFor = (life: number) => Math.max(life - MARGIN, life / 2);

/** @throws InstanceError when the answer holds no token, without repeating it */
function answerOf(text: string, instanceUrl: string): z.infer<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(text));
  } catch {
    throw new InstanceError(`${new URL(instanceUrl).host} gives no access token`, false, "token");
  }
}

async function fetchToken({ instanceUrl, credentials, postForm }: TokenSource) {
  const { client_id = "", client_secret = "" } = credentials;
  const form = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
  const { access_token, expires_in } = answerOf(await postForm(`${instanceUrl}/oauth_token.do`, form), instanceUrl);
  const life = expires_in === undefined ? USUAL_LIFE : expires_in * SECOND;
  return { value: access_token, endsAt: Date.now() + usableFor(life) };
}

/**
 * Returns the access token of a connection; those who need one at the same time share one.
 * @param refusedToken one that the instance has refused, which is replaced
 * @throws InstanceError when the instance gives none
 */
export async function accessToken(source: TokenSource, refusedToken?: string): Promise<string> {
  const { connectionId, instanceUrl, credentials } = source;
  // A token that was imported without the credentials to renew it is sent as it is.
  if (!credentials.client_id && credentials.access_token) return credentials.access_token;
  const key = JSON.stringify([instanceUrl, credentials]);
  const known = cachedTokens.get(connectionId);
  if (known?.source === key) {
    const token = await known.token.catch(() => undefined);
    if (token && token.value !== refusedToken && token.endsAt > Date.now()) return token.value;
  }
  // Somebody else may have asked for another one meanwhile.
  const current = cachedTokens.get(connectionId);
  const asked = current !== known && current?.source === key ? current.token : fetchToken(source);
  cachedTokens.set(connectionId, { source: key, token: asked });
  try {
    return (await asked).value;
  } catch (error) {
    if (cachedTokens.get(connectionId)?.token === asked) cachedTokens.delete(connectionId);
    throw error;
  }
}
