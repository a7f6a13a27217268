/** Requests to a server by the commands that are its clients. */
import { VERSION } from "../../version";
import { Failure } from "../failure";
import { readLogins } from "./logins";

/** A server, by its address without a slash at the end, and the token that it is asked with. */
export type Connection = { server: string; token: string };

/** A request to a server; the path is below /api/v1 unless it begins with /api/. */
export type Ask = {
  method: string;
  path: string;
  query?: readonly (readonly [string, string])[];
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
};

/** Times that a request is sent before its failure is reported. */
const ATTEMPTS = 4;
/** Seconds that the server may ask a client to wait. */
const LONGEST_WAIT = 30;

/** Returns the address of a server as it is stored. @throws Failure when it is none */
export function serverOf(address: string): string {
  const url = URL.parse(address.includes("://") ? address : `https://${address}`);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.search || url.hash)
    throw new Failure(`${address} is no address of a server, such as https://stoa.company.com.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/**
 * Finds the server that a command is for and its token: those of STOA_URL and STOA_TOKEN, else those of `stoa login`.
 * @param named the server of the option, which goes before STOA_URL
 * @throws Failure when there is no token for it
 */
export function findConnection(named: string | undefined, environment = process.env): Connection {
  const { current, tokens } = readLogins();
  const address = named ?? (environment["STOA_URL"] || current);
  if (!address)
    throw new Failure("No server is known: log in with `stoa login ADDRESS`, or set STOA_URL and STOA_TOKEN.");
  const server = serverOf(address);
  const token = environment["STOA_TOKEN"] || tokens[server];
  if (!token)
    throw new Failure(`There is no token for ${server}: log in with \`stoa login ${server}\`, or set STOA_TOKEN.`);
  return { server, token };
}

function addressOf(server: string, { path, query = [] }: Ask): string {
  if (!path.startsWith("/")) throw new Failure(`The path ${path} must begin with /, such as /cards.`);
  const url = new URL(server + (path.startsWith("/api/") ? path : `/api/v1${path}`));
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url.href;
}

/** Returns the milliseconds until a refused request is repeated, as the server asks; twice as long each time when it doesn't. */
function pauseAfter(answer: Response | undefined, attempt: number): number {
  const asked = Number(answer?.headers.get("retry-after"));
  return asked > 0 ? Math.min(asked, LONGEST_WAIT) * 1_000 : 250 * 2 ** attempt;
}

/**
 * Sends a request. It is repeated while the server is away or has too much to do; a change carries a key by which the server
 * executes it once.
 * @returns the answer, whatever its status
 * @throws Failure when the server doesn't answer
 */
export async function send({ server, token }: Connection, ask: Ask): Promise<Response> {
  const address = addressOf(server, ask);
  const headers = {
    authorization: `Bearer ${token}`,
    "user-agent": `stoa/${VERSION}`,
    ...(ask.method !== "GET" && { "idempotency-key": crypto.randomUUID() }),
    ...ask.headers,
  };
  for (let attempt = 1; ; attempt++) {
    let reason = "";
    const answer = await fetch(address, {
      method: ask.method,
      headers,
      body: ask.body ?? null,
      redirect: "manual",
    }).catch((error: Error) => void (reason = error.message));
    const isBusy = answer?.status === 429 || answer?.status === 503;
    if (answer && (!isBusy || attempt === ATTEMPTS)) return answer;
    if (attempt === ATTEMPTS) throw new Failure(`${server} doesn't answer: ${reason}`);
    await Bun.sleep(pauseAfter(answer ?? undefined, attempt));
  }
}

type Violation = { loc?: unknown[]; msg?: string };

/** Returns what a refusal says, a line for each field. */
function wordsOf(detail: unknown): string[] {
  if (typeof detail === "string") return [detail];
  if (!Array.isArray(detail)) return [];
  return (detail as Violation[]).map(({ loc = [], msg = "" }) => `${loc.join(".")}: ${msg}`);
}

/** Sends a request. @returns the answer @throws Failure that names the status and the reason when it is refused */
export async function sendOrFail(connection: Connection, ask: Ask): Promise<Response> {
  const answer = await send(connection, ask);
  if (answer.ok) return answer;
  const text = await answer.text();
  let detail: unknown;
  try {
    detail = JSON.parse(text).detail;
  } catch {
    detail = answer.headers.get("location") ?? undefined;
  }
  const [first = "", ...others] = wordsOf(detail);
  throw new Failure([`${answer.status}${first && ` ${first}`}`, ...others].join("\n"));
}
