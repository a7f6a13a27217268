/** The tasks by which states are found and made, on a thread of their own. */
import { statSync } from "node:fs";
import { findMoment, findMomentOfEntry, firstMoment, type Moment, makeStateFile } from "../../../db/states";
import { backgroundTask } from "../threads/tasks";
import type { MadeFile } from "./file-cache";
import { isEntry } from "./requested";

/** The moment that an instant falls into, or the instant at which the history begins. */
export type MomentSearch = { moment: Moment } | { first: string };

/** Finds the last moment at an instant or before, or the first after an entry of the journal. */
export const findingMoment = backgroundTask("states.find", ({ at }: { at: string }): MomentSearch => {
  const moment = isEntry(at) ? findMomentOfEntry(Number(at)) : findMoment(at);
  return moment ? { moment } : { first: firstMoment() };
});

/** Makes the state of a moment. */
export const makingState = backgroundTask("states.make", ({ moment }: { moment: Moment }): MadeFile => {
  const path = makeStateFile(moment);
  return { path, bytes: statSync(path).size };
});

export const stateTasks = [findingMoment, makingState];
