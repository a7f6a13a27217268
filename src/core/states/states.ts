/**
 * States of the landscape are cached: each is made for the first read of its moment, and serves all others until nobody has
 * asked for it for a while, or others need the room.
 *
 * States are made by one thread, one after the other, and read by others, so that nobody who looks at the present waits. The
 * work that waits is bounded for each user and in all, and so are the files.
 */
import { rmSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { Moment } from "../../../db/states";
import { Problem } from "../../http/errors";
import { MINUTE } from "../../platform/clock";
import type { ReaderPool } from "../threads/pool";
import { isEntry } from "./requested";
import { findingMoment, type MomentSearch, makingState, type StateFile } from "./tasks";

/** States that are cached at most, and the bytes of all their files. */
const MAX_STATES = 8;
const MAX_BYTES = 4 * 1024 ** 3;
/** Milliseconds after which a state is deleted that nobody has asked for. */
const UNUSED = 15 * MINUTE;
/** Instants whose moments are remembered, and the milliseconds after which no commit can fall before them any more. */
const MAX_INSTANTS = 1_000;
const SETTLED = MINUTE;
/** The part of the disk's free room that a state may take: the database needs it more. */
const SHARE_OF_ROOM = 0.5;

/** Work that may wait until a state is made. */
export const MAKING_LIMITS = { perUser: 2, all: 8 };

const noRoom = (reason: string) =>
  new Problem(503, `There is no room for another state of the past: ${reason}`, { "Retry-After": "30" });

/** Checks whether an instant or an entry has the same moment for ever: nothing can be committed between the two any more. */
const isSettled = (at: string, { event }: Moment) =>
  isEntry(at) ? event >= Number(at) : Date.parse(at) < Date.now() - SETTLED;

type CachedState = { moment: Moment; made: Promise<StateFile>; bytes: number; users: number; usedAt: number };

/** The states of a server. */
export type States = {
  /**
   * Runs work over the state of an instant.
   * @param at ISO 8601 with milliseconds and Z, or the number of an entry of the journal
   * @param work is given the file
   * @throws Problem 429 and 503 when too much waits or there is no room; what the work throws
   * @returns undefined when the history begins later; `first` then says when
   */
  use<T>(
    at: string,
    userId: string,
    signal: AbortSignal,
    work: (path: string, moment: Moment) => Promise<T>,
  ): Promise<{ result: T; moment: Moment } | { first: string }>;
  stop(): Promise<void>;
};

/**
 * Creates an empty cache of states.
 * @param makers the thread that makes them, by whose limits requests wait
 * @param databaseFile next to which their files are
 */
export function cacheStates(makers: ReaderPool, databaseFile: string): States {
  const states = new Map<number, CachedState>();
  const moments = new Map<string, Moment>();

  async function momentAt(at: string, userId: string, signal: AbortSignal): Promise<MomentSearch> {
    const known = moments.get(at);
    if (known) return { moment: known };
    const found = (await makers.run(findingMoment.name, { at }, signal, userId)) as MomentSearch;
    if ("moment" in found && isSettled(at, found.moment)) {
      if (moments.size >= MAX_INSTANTS) moments.clear();
      moments.set(at, found.moment);
    }
    return found;
  }

  function remove({ moment, made }: CachedState): void {
    states.delete(moment.seq);
    made.then(
      ({ path }) => rmSync(path, { force: true }),
      () => {},
    );
  }

  /** Deletes what was used longest ago until one more fits. @throws Problem 503 when all are in use */
  function makeRoom(): void {
    const idle = [...states.values()].filter(({ users }) => users === 0).sort((a, b) => a.usedAt - b.usedAt);
    const bytes = () => states.values().reduce((sum, each) => sum + each.bytes, 0);
    while (states.size >= MAX_STATES || bytes() > MAX_BYTES) {
      const oldest = idle.shift();
      if (!oldest) throw noRoom(`${states.size} are being looked at`);
      remove(oldest);
    }
    const { bavail, bsize } = statfsSync(dirname(databaseFile));
    if (Bun.file(databaseFile).size > bavail * bsize * SHARE_OF_ROOM) throw noRoom("the disk is nearly full");
  }

  function make(moment: Moment, userId: string): CachedState {
    makeRoom();
    const made = makers.run(makingState.name, { moment }, new AbortController().signal, userId) as Promise<StateFile>;
    const state: CachedState = { moment, made, bytes: 0, users: 0, usedAt: Date.now() };
    states.set(moment.seq, state);
    made.then(
      ({ bytes }) => {
        state.bytes = bytes;
      },
      () => states.delete(moment.seq),
    );
    return state;
  }

  const sweeping = setInterval(() => {
    for (const state of states.values()) if (state.users === 0 && state.usedAt < Date.now() - UNUSED) remove(state);
  }, MINUTE);
  sweeping.unref();

  return {
    async use(at, userId, signal, work) {
      const found = await momentAt(at, userId, signal);
      if ("first" in found) return found;
      const { moment } = found;
      const state = states.get(moment.seq) ?? make(moment, userId);
      state.users++;
      try {
        const { path } = await state.made;
        return { result: await work(path, moment), moment };
      } finally {
        state.users--;
        state.usedAt = Date.now();
      }
    },
    async stop() {
      clearInterval(sweeping);
      await makers.stop();
      for (const state of states.values()) remove(state);
    },
  };
}
