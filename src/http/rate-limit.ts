/** Limits how often one client may call an endpoint that is worth guessing at. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { MINUTE, SECOND } from "../platform/clock";
import { Problem } from "./errors";

const WINDOW = MINUTE;
/** Clients with a count of their own within a window; those beyond share one, so that memory stays bounded. */
const MOST_CLIENTS = 20_000;

let limiters = new Map<number, RateLimiterMemory>();
let clients = new Set<string>();
let clientsSince = 0;

/** Client → hashes of the names that it has guessed wrong in this window. */
let wrongGuesses = new Map<string, Set<number | bigint>>();
let guessesSince = 0;

/** Forgets all counts: a server starts with none. */
export function resetRateLimits(): void {
  limiters = new Map();
  clients = new Set();
  wrongGuesses = new Map();
}

/** Who a client is: the address, or the network that one IPv6 customer has to itself. */
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

/** A client, or "others" when there are too many. */
const bounded = (client: string, among: { size: number; has(client: string): boolean }) =>
  among.size >= MOST_CLIENTS && !among.has(client) ? "others" : client;

/** The client to count a call for. */
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

/** The refusal of more than so many a minute. */
const tooMany = (perMinute: number, msBeforeNext: number) =>
  new Problem(429, `Rate limit exceeded: ${perMinute} per 1 minute`, {
    "Retry-After": String(Math.max(1, Math.ceil(msBeforeNext / SECOND))),
  });

/**
 * Counts a call.
 * @param endpoint what is called; every endpoint has its own count
 * @param address the client's address
 * @param perMinute calls that one client may make in a window of a minute, which opens with the first of them
 * @throws Problem 429 with `Retry-After` when there were more
 */
export async function countCall(endpoint: string, address: string, perMinute: number): Promise<void> {
  let limiter = limiters.get(perMinute);
  if (!limiter) {
    limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW / SECOND });
    limiters.set(perMinute, limiter);
  }
  try {
    await limiter.consume(`${endpoint} ${countedClient(address)}`);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooMany(perMinute, refusal.msBeforeNext);
  }
}

/** Different names that one client may guess wrong in a window. */
const MOST_GUESSES = 20;

/**
 * Looks something up by a name that could be guessed, and limits wrong guesses. A client with too many different wrong
 * names is refused for the rest of the minute. Names that exist are not counted, and a wrong name counts once.
 * @param address the client's address
 * @throws Problem 429 with `Retry-After`, and whatever the look-up throws
 */
export function guarded<T>(address: string, name: string, lookUp: () => T): T {
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
    return lookUp();
  } catch (error) {
    if (error instanceof Problem && error.status === 404) wrongGuesses.set(client, guesses.add(guess));
    throw error;
  }
}
