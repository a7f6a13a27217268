/**
 * States of the landscape as it was. They are made by one thread, one after the other, and read by others, so that nobody who
 * looks at the present waits. The work that waits is bounded for each user and in all.
 */
import type { Moment } from "../../../db/states";
import { MINUTE } from "../../platform/clock";
import type { ReaderPool } from "../threads/pool";
import type { FileCache, MadeFile } from "./file-cache";
import { createIndexing } from "./indexing";
import { noteWaiting, whileMaking } from "./making";
import { isEntry } from "./requested";
import { findingMoment, type MomentSearch, makingState } from "./tasks";

/** Instants whose moments are remembered, and the milliseconds after which no commit can fall before them any more. */
const MAX_INSTANTS = 1_000;
const SETTLED = MINUTE;

/** Work that may wait until a state is made. */
export const MAKING_LIMITS = { perUser: 2, all: 8 };

/** Checks whether an instant or an entry has the same moment for ever: nothing can be committed between the two any more. */
const isSettled = (at: string, { event }: Moment) =>
  isEntry(at) ? event >= Number(at) : Date.parse(at) < Date.now() - SETTLED;

/** Returns the signal of work that others wait for as well, so that it ends with none of them. */
const unending = () => new AbortController().signal;

/** Returns the file of the next later moment; undefined when there is none. */
const nearestAfter = ({ seq }: Moment, files: readonly MadeFile[]): MadeFile | undefined =>
  files
    .filter(({ moment }) => moment && moment.seq > seq)
    .sort((one, other) => (one.moment?.seq ?? 0) - (other.moment?.seq ?? 0))[0];

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
    work: (path: string, moment: Moment) => Promise<T>,
  ): Promise<{ result: T; moment: Moment } | { first: string }>;
  stop(): Promise<void>;
};

/** @param makers the thread that makes states, by whose limits requests wait @param files where they are cached */
export function createStates(makers: ReaderPool, files: FileCache): States {
  const moments = new Map<string, Moment>();
  const indexing = createIndexing(makers, files);

  /** The searches that run, by their instants: a page asks for many things of one moment at once. */
  const searches = new Map<string, Promise<MomentSearch>>();

  async function searchMoment(at: string, userId: string): Promise<MomentSearch> {
    const found = (await makers.run(findingMoment.name, { at }, unending(), userId)) as MomentSearch;
    if ("moment" in found && isSettled(at, found.moment)) {
      if (moments.size >= MAX_INSTANTS) moments.clear();
      moments.set(at, found.moment);
    }
    return found;
  }

  async function momentAt(at: string, userId: string): Promise<MomentSearch> {
    const known = moments.get(at);
    if (known) return { moment: known };
    const running = searches.get(at);
    if (running) return running;
    const search = searchMoment(at, userId).finally(() => searches.delete(at));
    searches.set(at, search);
    return search;
  }

  /** Makes a state of the nearest later one that is there, or of the present. */
  const make = (moment: Moment, userId: string) =>
    whileMaking(moment, userId, (progress) =>
      files.useOneOf(
        (made) => nearestAfter(moment, made),
        (file) => {
          const later = file && { path: file.path, moment: file.moment };
          return makers.run(makingState.name, { moment, later, progress }, unending(), userId);
        },
      ),
    ) as Promise<MadeFile>;

  return {
    async use(at, userId, work) {
      const found = await momentAt(at, userId);
      if ("first" in found) return found;
      const { moment } = found;
      noteWaiting(moment, userId);
      const result = await files.use(
        `moment ${moment.seq}`,
        () => make(moment, userId),
        async (file) => {
          const done = await work(file.path, moment);
          indexing.noteRead(file);
          return done;
        },
      );
      return { result, moment };
    },
    async stop() {
      indexing.stop();
      await makers.stop();
      files.stop();
    },
  };
}
