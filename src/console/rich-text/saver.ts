/**
 * Saves a text while it is written: the newest words only, one request after the other, and all as one batch, so that one undo
 * takes back what was written at one sitting. A text that somebody else has changed meanwhile is never written over in silence.
 */
import { beginBatch, done } from "../server/changes";
import { asRefusal } from "../server/refusal";
import { createStore, type Store } from "../state/store";

export type SaverState = {
  phase: "saved" | "waiting" | "saving" | "failed" | "conflict";
  /** The reason why it is not saved. */
  reason?: string;
  /** The text that somebody else has written meanwhile. */
  theirs?: string | null;
};

/** A place where a text is stored. */
export type TextPlace = {
  /** Its name, as in `adr 0197… context`. */
  key: string;
  /** The name of what is written, for the message. */
  sentence: () => string;
  /** Reads what is stored now. */
  read: () => Promise<string | null>;
  /**
   * Stores a text where the other one stands.
   * @param batch the id of the batch that the change is part of
   * @returns the text as it is stored; undefined when another version is there by now
   * @throws Refusal
   */
  store: (text: string | null, batch: string) => Promise<string | null | undefined>;
};

export type Saver = {
  /** The text as it is to be stored. */
  text: () => string | null;
  state: Store<SaverState>;
  write: (text: string | null) => void;
  /** Saves at once what is not saved yet. */
  flush: () => Promise<void>;
  /** Writes over what somebody else has written. */
  keepMine: () => void;
  /** Drops one's own words. @returns what somebody else has written */
  takeTheirs: () => string | null;
  /** Ends the sitting: saves, and shows the message that undoes it. @returns false while something is not saved */
  end: () => Promise<boolean>;
};

/** Savers of texts that were left before they were saved, by the keys of their places. */
export const unsaved = new Map<string, Saver>();

const PAUSE = 600;
/** Times that a text is sent again because something else of the document has changed. */
const ATTEMPTS = 5;

/** Returns a saver of a text. @param first as it is stored when writing begins */
export function createSaver(place: TextPlace, first: string | null): Saver {
  const state = createStore<SaverState>({ phase: "saved" });
  let stored = first;
  let wanted = first;
  let sent = first;
  let batch: string | undefined;
  let isChanged = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  /** Stores a text, unless somebody else has changed that text. @returns false then */
  async function storeOnce(text: string | null): Promise<boolean> {
    batch ??= await beginBatch("write");
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const theirs = await place.read();
      if (theirs !== stored) {
        state.update(() => ({ phase: "conflict", theirs }));
        return false;
      }
      const after = await place.store(text, batch);
      if (after === undefined) continue;
      stored = after;
      sent = text;
      isChanged = true;
      return true;
    }
    throw new Error("It is being changed all the time");
  }

  async function saveAll(): Promise<void> {
    try {
      while (wanted !== sent) {
        state.update(() => ({ phase: "saving" }));
        if (!(await storeOnce(wanted))) return;
      }
      state.update(() => ({ phase: "saved" }));
    } catch (error) {
      state.update(() => ({ phase: "failed", reason: asRefusal(error).message }));
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    if (running) return running;
    if (state.value().phase === "conflict" || wanted === sent) return Promise.resolve();
    running = saveAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    text: () => wanted,
    state,
    flush,
    write(text) {
      wanted = text;
      if (state.value().phase === "conflict") return;
      state.update(() => ({ phase: "waiting" }));
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), PAUSE);
    },
    keepMine() {
      const { theirs } = state.value();
      if (theirs !== undefined) stored = theirs;
      state.update(() => ({ phase: "waiting" }));
      void flush();
    },
    takeTheirs() {
      const theirs = state.value().theirs ?? null;
      stored = theirs;
      wanted = theirs;
      sent = theirs;
      state.update(() => ({ phase: "saved" }));
      return theirs;
    },
    async end() {
      await flush();
      if (state.value().phase !== "saved") return false;
      if (batch && isChanged) done(place.sentence(), batch);
      batch = undefined;
      isChanged = false;
      return true;
    },
  };
}
