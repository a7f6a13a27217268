/**
 * The memory of answers: one budget for the process over everything that is being made or waits to be sent. A request that needs
 * more than there is waits for a moment and is then refused with 503.
 */
import { SECOND } from "../platform/clock";
import { Problem } from "./errors";

const MB = 1024 * 1024;

/** The budget: as much as a small machine can spare, and enough for two answers of the largest size. */
export const DEFAULT_MEMORY = 512 * MB;
/** Milliseconds for which a request waits for memory; whoever reads at all has read an answer by then. */
const MAX_WAIT = 10 * SECOND;
/** Requests that wait at the same time; each holds what it has sent. */
const MAX_WAITING = 256;
/** Milliseconds between two attempts to relieve a full budget. */
const RELIEF_INTERVAL = SECOND / 2;

/** The part of the budget up to which an answer is small: all that may wait together take a sixteenth of it. */
const SMALL = 1 / 4_096;

let limit = DEFAULT_MEMORY;
let maxWait = MAX_WAIT;

/** Sets the budget in bytes, and how many milliseconds a request waits for its share of it. */
export function configureAnswerMemory(bytes = DEFAULT_MEMORY, wait = MAX_WAIT): void {
  limit = bytes;
  maxWait = wait;
}

/** A share of the memory. */
export type Share = {
  /** Changes its size, in bytes, to what is held by now. */
  resize(bytes: number): void;
  /** Gives it back; a second time does nothing. */
  release(): void;
};

let held = 0;
/** Owner → bytes of their shares. */
const heldBy = new Map<string, number>();
type Waiting = { bytes: number; owner: string; admit: () => void };
const waiting = new Set<Waiting>();
let relieve: (isEnough: () => boolean) => void = () => {};
let relief: ReturnType<typeof setInterval> | undefined;

/** Returns the budget in bytes, and how many requests wait for their share of it. */
export const answerBudget = (): { limit: number; waiting: number } => ({ limit, waiting: waiting.size });

/** Returns the bytes that answers hold. */
export const heldBytes = (): number => held;

/** Sets what is called while requests wait, to let go of answers that nobody reads until it is enough. */
export function relieveWith(work: (isEnough: () => boolean) => void): void {
  relieve = work;
}

/**
 * Returns true when there is room: a single answer may have all of it, all answers of one owner half of it, and a small one of
 * an owner who holds nothing is never in the way.
 */
function fits(bytes: number, owner: string): boolean {
  if (held === 0) return true;
  const own = heldBy.get(owner) ?? 0;
  if (own === 0 && bytes <= limit * SMALL) return true;
  return held + bytes <= limit && (owner === "" || own === 0 || own + bytes <= limit / 2);
}

function change(bytes: number, owner: string): void {
  held += bytes;
  const own = (heldBy.get(owner) ?? 0) + bytes;
  if (own > 0) heldBy.set(owner, own);
  else heldBy.delete(owner);
}

function admitWaiting(): void {
  for (const each of waiting) if (fits(each.bytes, each.owner)) each.admit();
  if (waiting.size > 0) return;
  clearInterval(relief);
  relief = undefined;
}

function shareOf(bytes: number, owner: string): Share {
  let size = bytes;
  change(size, owner);
  const resize = (other: number) => {
    const grown = other - size;
    size = other;
    change(grown, owner);
    if (grown < 0) admitWaiting();
  };
  return { resize, release: () => resize(0) };
}

const tooMuch = () =>
  new Problem(503, "Too many large answers are on their way; read them, or ask for less", {
    "Retry-After": String(MAX_WAIT / SECOND),
  });

/**
 * Takes a share of the memory, and waits for it while others hold too much.
 * @param bytes as far as they are known
 * @param owner the user for whom it is, who may have half of all; "" when nobody is known
 * @param signal ends the waiting
 * @throws Problem 503 when there is no room in time, or the signal is aborted
 */
export const takeShare = (bytes: number, owner: string, signal?: AbortSignal): Share | Promise<Share> =>
  fits(bytes, owner) ? shareOf(bytes, owner) : roomFor(bytes, owner, signal).then(() => shareOf(bytes, owner));

const isEnough = () => waiting.size === 0;

function roomFor(bytes: number, owner: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (waiting.size >= MAX_WAITING) return reject(tooMuch());
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", refuse);
      waiting.delete(item);
    };
    const refuse = () => {
      leave();
      reject(tooMuch());
    };
    const item: Waiting = {
      bytes,
      owner,
      admit() {
        leave();
        resolve();
      },
    };
    const timer = setTimeout(refuse, maxWait);
    signal?.addEventListener("abort", refuse);
    waiting.add(item);
    relief ??= setInterval(() => relieve(isEnough), RELIEF_INTERVAL);
    relieve(isEnough);
  });
}
