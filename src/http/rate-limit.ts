/** Rate limits: calls of an endpoint, and wrong guesses of a name, for each client. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { MINUTE, SECOND } from "../platform/clock";
import { Problem } from "./errors";

const WINDOW = MINUTE;
/** Clients counted separately within a window; those beyond share one count, so that memory stays bounded. */
const MOST_CLIENTS = 20_000;

let limiters = new Map<number, RateLimiterMemory>();
let clients = new Set<string>();
let clientsSince = 0;

/** Client → hashes of the names that it has guessed wrongly in this window. */
let wrongGuesses = new Map<string, Set<number | bigint>>();
let guessesSince = 0;

/** Resets all counts. */
export function resetRateLimits(): void {
  limiters = new Map();
  clients = new Set();
  wrongGuesses = new Map();
}

/** The client of an address: the address itself, or its /64 network for IPv6. */
function clientOf(address: string): string {
  if (!address.includes(":")) return address;
  const [before = "", after] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const head = before === "" ? [] : before.split(":");
  const tail = after ? after.split(":") : [];
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array<string>(zeros).fill("0"), ...tail]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** The client, or "others" when there are too many. */
const bounded = (client: string, among: { size: number; has(client: string): boolean }) =>
  among.size >= MOST_CLIENTS && !among.has(client) ? "others" : client;

/** The client that a call is counted for. */
function countedClient(address: string): string {
  const time = Date.now();
  if (time - clientsSince >= WINDOW) {
    clients = new Set();
    clientsSince = time;
  }
  const client = bounded(clientOf(address), clients);
  clients.add(client);
  return client;
}

/** The error for more than `perMinute` calls. */
const tooMany = (perMinute: number, msBeforeNext: number) =>
  new Problem(429, `Rate limit exceeded: ${perMinute} per 1 minute`, {
    "Retry-After": String(Math.max(1, Math.ceil(msBeforeNext / SECOND))),
  });

/**
 * Counts a call of an endpoint from a client's address. The window of a minute starts with the first call.
 * @throws Problem 429 with `Retry-After` after more than `perMinute` calls
 */
export async function countCall(endpoint: string, address: string, perMinute: number): Promise<void> {
  const limiter = limiters.get(perMinute) ?? new RateLimiterMemory({ points: perMinute, duration: WINDOW / SECOND });
  limiters.set(perMinute, limiter);
  try {
    await limiter.consume(`${endpoint} ${countedClient(address)}`);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooMany(perMinute, refusal.msBeforeNext);
  }
}

/** Different names that a client may guess wrongly in a window. */
const MOST_GUESSES = 20;

/**
 * Calls `find` and limits wrong guesses: a 404 counts against the client's address, once for each name.
 * @throws Problem 429 with `Retry-After` after too many, and whatever `find` throws
 */
export function limitGuesses<T>(address: string, name: string, find: () => T): T {
  const time = Date.now();
  if (time - guessesSince >= WINDOW) {
    wrongGuesses = new Map();
    guessesSince = time;
  }
  const client = bounded(clientOf(address), wrongGuesses);
  const guesses = wrongGuesses.get(client) ?? new Set();
  const guess = Bun.hash(name);
  if (guesses.size >= MOST_GUESSES && !guesses.has(guess)) throw tooMany(MOST_GUESSES, guessesSince + WINDOW - time);
  try {
    return find();
  } catch (error) {
    if (error instanceof Problem && error.status === 404) wrongGuesses.set(client, guesses.add(guess));
    throw error;
  }
}
