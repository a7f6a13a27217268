/** HTTP to a ServiceNow instance: authentication, and patience with an instance that is busy or fails for a moment. */
import { SECOND } from "../../../platform/clock";
import { type Outgoing, outbound } from "../../../platform/outbound";
import type { ConnectionRow } from "../connections";
import { credentialsOf } from "../credentials";
import { InstanceError, type InstanceFailure, isRefused, unanswered } from "./failure";
import { Pace } from "./pace";
import { accessToken, type TokenSource } from "./tokens";

/** The number of repetitions of a request, and the signal that ends them. */
export type Patience = {
  /** Times that a request which failed is sent again, if sending it twice does no harm. */
  retries: number;
  /** Times that a request is sent again when the instance is busy (429). */
  waits: number;
  signal?: AbortSignal | undefined;
  pace: Pace;
};

/** Somebody is waiting: one attempt. */
export const atOnce = (): Patience => ({ retries: 0, waits: 0, pace: new Pace() });
/** Returns the patience of a run. @param pace that of all its requests */
export const patiently = (signal: AbortSignal, pace = new Pace()): Patience => ({
  retries: 3,
  waits: 20,
  signal,
  pace,
});

/** A request to an instance. */
export type InstanceRequest = {
  method?: "GET" | "POST" | "PATCH";
  query?: Record<string, string>;
  body?: Record<string, unknown>;
};

/** The time that an instance may take for one answer. */
const TIMEOUT = 30 * SECOND;
/** The largest answer, in bytes. */
const LARGEST_ANSWER = 32 * 1024 * 1024;
/** The first pause before a request is sent again; each further one is three times as long. */
const FIRST_PAUSE = SECOND / 10;
/** The first and the longest pause for an instance that is busy. */
const BUSY_PAUSE = SECOND;
const LONGEST_PAUSE = 60 * SECOND;

/** Waits. @throws the signal's reason when it is aborted */
function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Returns the time that a busy instance asks to be left alone: seconds or an instant, or else longer each time. */
function busyPause(response: Response, waited: number): number {
  const text = response.headers.get("retry-after") ?? "";
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / SECOND;
  const asked = Number.isNaN(seconds) ? BUSY_PAUSE * 2 ** waited : Math.max(0, seconds) * SECOND;
  return Math.min(asked, LONGEST_PAUSE);
}

const isServerError = ({ status }: Response) => status >= 500;

/**
 * Sends a request: again when the instance is busy, and when it fails and a repetition does no harm.
 * @throws InstanceError
 */
async function sendPatiently(url: URL, request: Outgoing, patience: Patience, harmless: boolean): Promise<Response> {
  const { signal, pace } = patience;
  const retries = harmless ? patience.retries : 0;
  for (let [retried, waited] = [0, 0]; ; ) {
    if (pace.wait > 0) await pause(pace.wait, signal);
    signal?.throwIfAborted();
    try {
      const response = await outbound(url, { timeout: TIMEOUT, maxBytes: LARGEST_ANSWER, ...request, signal });
      if (response.status === 429 && waited < patience.waits) {
        pace.slowDown(busyPause(response, waited++));
        continue;
      }
      if (!isServerError(response) || retried === retries) return response;
    } catch (error) {
      signal?.throwIfAborted();
      if (isRefused(error) || retried === retries) throw unanswered(error);
    }
    await pause(FIRST_PAUSE * 3 ** retried++, signal);
  }
}

/** Statuses by which an instance refuses the credentials of a client that asks for a token. */
const REFUSING = [400, 401, 403];

/** @throws InstanceError unless the status is one of success */
function requireSuccess(response: Response, { host }: URL, reason?: InstanceFailure): void {
  const { ok, status } = response;
  if (!ok)
    throw new InstanceError(`${host} answers with the status ${status}`, isServerError(response), reason ?? { status });
}

/** An instance with its credentials. */
export type Instance = ReturnType<typeof instanceOf>;

/** Returns the instance of a connection. */
export function instanceOf(connection: ConnectionRow, patience: Patience) {
  const { id: connectionId, instance_url: instanceUrl, auth_type } = connection;
  const credentials = credentialsOf(connection);
  const source: TokenSource = {
    connectionId,
    instanceUrl,
    credentials,
    async postForm(url, form) {
      const headers = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };
      const request = { method: "POST", headers, body: form.toString() };
      const response = await sendPatiently(new URL(url), request, patience, true);
      requireSuccess(response, new URL(url), REFUSING.includes(response.status) ? "token" : undefined);
      return response.text();
    },
  };

  async function authorization(refused?: string): Promise<string> {
    if (auth_type === "oauth2") return `Bearer ${await accessToken(source, refused?.slice("Bearer ".length))}`;
    const { username = "", password = "" } = credentials;
    return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  }

  /**
   * Sends a request below the instance's URL; once more with a new token when the one it has is refused.
   * @returns the response, whose status is one of success
   * @throws InstanceError
   */
  async function send(path: string, { method = "GET", query = {}, body }: InstanceRequest = {}): Promise<Response> {
    const url = new URL(instanceUrl + path);
    url.search = new URLSearchParams(query).toString();
    const attempt = (authorization: string) => {
      const headers = {
        accept: "application/json",
        authorization,
        ...(body && { "content-type": "application/json" }),
      };
      const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      return sendPatiently(url, request, patience, method !== "POST");
    };
    const first = await authorization();
    let response = await attempt(first);
    if (response.status === 401 && auth_type === "oauth2") {
      const renewed = await authorization(first);
      if (renewed !== first) response = await attempt(renewed);
    }
    requireSuccess(response, url);
    return response;
  }

  return { host: new URL(instanceUrl).host, send };
}
