/**
 * Indexes of the search that former states get after they were made, by the thread that makes them. They are made one after the
 * other, in short steps, none of which begins while somebody waits for that thread. Without one, a search takes longer, and finds
 * the same.
 */
import { MAX_READ } from "../../../db/state-index";
import { lastMomentIn } from "../../../db/states";
import { SECOND } from "../../platform/clock";
import { log } from "../../platform/log";
import type { ReaderPool } from "../threads/pool";
import type { FileCache, MadeFile } from "./file-cache";
import { extendingIndex } from "./tasks";

/** The time after which it is tried again whether nobody waits, in milliseconds. */
const PAUSE = SECOND / 4;
/** The part of a state's bytes that its index is at most expected to take; it takes a tenth of those of a landscape. */
const SHARE_OF_STATE = 0.25;

/** The making of indexes. */
export type Indexing = {
  /** Notes that a state was read: it gets an index unless that of the present is about as good, as it may be until much has changed. */
  noteRead(file: MadeFile): void;
  stop(): void;
};

/** @param makers the thread that makes states @param files where they are cached */
export function createIndexing(makers: ReaderPool, files: FileCache): Indexing {
  /** The last entry of the history when a state was looked at last; infinity once its index has failed. */
  const lookedAt = new WeakMap<MadeFile, number>();
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  /** Makes a step of the index of a state. @returns whether there is nothing more to do */
  async function extend({ path, bytes }: MadeFile): Promise<boolean> {
    while (!isStopped && makers.load().waiting > 0) await Bun.sleep(PAUSE);
    if (isStopped || !files.mayGrow(bytes * SHARE_OF_STATE)) return true;
    return makers.run(extendingIndex.name, path, new AbortController().signal) as Promise<boolean>;
  }

  async function index(file: MadeFile): Promise<void> {
    try {
      while (!(await extend(file)));
    } catch (error) {
      lookedAt.set(file, Number.POSITIVE_INFINITY);
      if (!isStopped) log.warn({ reason: (error as Error).message }, "a former state gets no index of the search");
    }
  }

  return {
    noteRead(file) {
      const { seq } = lastMomentIn("main");
      if (seq - (lookedAt.get(file) ?? Number.NEGATIVE_INFINITY) <= MAX_READ) return;
      lookedAt.set(file, seq);
      running = running.then(() => index(file));
    },
    stop() {
      isStopped = true;
    },
  };
}
