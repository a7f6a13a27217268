/** The tasks by which states are found and made, on a thread of their own. */
import { statSync } from "node:fs";
import { type LaterState, makeStateFile } from "../../../db/state-files";
import { extendIndex } from "../../../db/state-index";
import { findMoment, findMomentOfEntry, firstMoment, type Moment } from "../../../db/states";
import { backgroundTask } from "../threads/tasks";
import type { MadeFile } from "./file-cache";
import { progressInto } from "./making";
import { isEntry } from "./requested";

/** The moment that an instant falls into, or the instant at which the history begins. */
export type MomentSearch = { moment: Moment } | { first: string };

/** Finds the last moment at an instant or before, or the first after an entry of the journal. */
export const findingMoment = backgroundTask("states.find", ({ at }: { at: string }): MomentSearch => {
  const moment = isEntry(at) ? findMomentOfEntry(Number(at)) : findMoment(at);
  return moment ? { moment } : { first: firstMoment() };
});

/** The moment of a state that is to be made, the later one that it is made of, and where to write the progress. */
type WantedState = { moment: Moment; later: LaterState | undefined; progress: SharedArrayBuffer };

/** Makes the state of a moment. */
export const makingState = backgroundTask("states.make", ({ moment, later, progress }: WantedState): MadeFile => {
  const path = makeStateFile(moment, { later, onProgress: progressInto(progress) });
  return { path, bytes: statSync(path).size, moment };
});

/** Makes a step of the index of the search of a state by its path. @returns whether there is nothing more to do */
export const extendingIndex = backgroundTask("states.index", extendIndex);

export const stateTasks = [findingMoment, makingState, extendingIndex];
