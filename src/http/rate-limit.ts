/** Rate limits: calls of an endpoint, and wrong guesses of a name, for each client. */
import { networkOf } from "../platform/addresses";
import { MINUTE, SECOND } from "../platform/clock";
import { Problem } from "./errors";
import { Tally } from "./tally";

/** Clients counted for each endpoint; those beyond make it forget those that called longest ago. */
const MAX_CLIENTS = 20_000;
/** The factor by which the limit of all clients of a site exceeds that of one. */
const CLIENTS_PER_SITE = 10;

const newTally = () => new Tally(MINUTE, MAX_CLIENTS);

/** The tallies by the name of what is counted, each with the calls of each client. */
let tallies = new Map<string, Tally>();
/** Client and name → whether it has guessed the name wrongly. */
let wrongNames = newTally();

/** Resets all counts. */
export function resetRateLimits(): void {
  tallies = new Map();
  wrongNames = newTally();
}

/**
 * Returns the clients that a call is counted for: an address, or the networks of an IPv6 address: the client's (/64) and
 * its site's (/48).
 */
function countedFor(address: string): [client: string, share: number][] {
  if (!address.includes(":")) return [[address, 1]];
  return [
    [networkOf(address, 64), 1],
    [networkOf(address, 48), CLIENTS_PER_SITE],
  ];
}

/** Returns the tally with a name. */
function tallyOf(what: string): Tally {
  const tally = tallies.get(what) ?? newTally();
  tallies.set(what, tally);
  return tally;
}

/** @throws Problem 429 with `Retry-After` when the client of an address has reached `most` */
function refuseBeyond(most: number, what: string, address: string): void {
  for (const [client, share] of countedFor(address)) {
    const { count, left } = tallyOf(what).read(client);
    if (count < most * share) continue;
    const seconds = Math.max(1, Math.ceil(left / SECOND));
    throw new Problem(429, `Rate limit exceeded: ${most} per 1 minute`, { "Retry-After": String(seconds) });
  }
}

function count(what: string, address: string): void {
  for (const [client] of countedFor(address)) tallyOf(what).add(client);
}

/**
 * Counts a call of an endpoint from a client's address, as `canonicalAddress` spells it. The window of a minute starts with
 * the first call; calls that are refused don't count.
 * @throws Problem 429 with `Retry-After` after more than `perMinute` calls
 */
export function countCall(endpoint: string, address: string, perMinute: number): void {
  refuseBeyond(perMinute, endpoint, address);
  count(endpoint, address);
}

/** Different names that a client may guess wrongly in a window. */
const MAX_GUESSES = 20;
const GUESSES = "wrong guesses";
const WRONG_TOKENS = "wrong tokens";

/** Returns the name of a guess in the tally of wrong ones. */
const guessOf = (address: string, name: string) => `${Bun.hash(name)} ${address}`;

/**
 * Counts a wrong token against the client's address, once for each token.
 * @throws Problem 429 with `Retry-After` after too many
 */
export function countWrongToken(address: string, token: string): void {
  const guess = guessOf(address, token);
  if (wrongNames.read(guess).count > 0) return;
  refuseBeyond(MAX_GUESSES, WRONG_TOKENS, address);
  wrongNames.add(guess);
  count(WRONG_TOKENS, address);
}

/**
 * Calls `find` and limits wrong guesses: a 404 counts against the client's address, once for each name.
 * @throws Problem 429 with `Retry-After` after too many, and whatever `find` throws
 */
export function limitGuesses<T>(address: string, name: string, find: () => T): T {
  const guess = guessOf(address, name);
  const isKnown = wrongNames.read(guess).count > 0;
  if (!isKnown) refuseBeyond(MAX_GUESSES, GUESSES, address);
  try {
    return find();
  } catch (error) {
    if (!isKnown && error instanceof Problem && error.status === 404) {
      wrongNames.add(guess);
      count(GUESSES, address);
    }
    throw error;
  }
}
