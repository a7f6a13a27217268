/**
 * The readiness of the server: looks that take less than a few milliseconds together, so that monitoring may ask every some
 * seconds. A problem means that people can't work now; whatever can wait until somebody looks is a warning.
 */
import { accessSync, constants } from "node:fs";
import { hasRow } from "../../../db";
import { storingFailure } from "../../../db/durability";
import { COMPANIONS, reasonOf } from "../../../db/files";
import { replicationState } from "../../../db/replication";
import { writeQueue } from "../../../db/write-lock";
import type { Config } from "../../config";
import { MINUTE, SECOND } from "../../platform/clock";
import { log } from "../../platform/log";
import { findAudit } from "../audit/findings";
import { extensionPoint } from "../extension-point";
import { threadLoads } from "../threads/tasks";
import { type Finding, fine, problem, warning } from "./finding";
import { findClock, findRoom } from "./machine";

/** Asks the areas for findings that take no time and no peer. */
export const areaReadiness = extensionPoint<[Config], Finding[]>();

/** Milliseconds that changes wait for the write lock before it is a problem; after 30 seconds they are refused. */
const LONG_WAIT = 15 * SECOND;
/** Milliseconds for which the loss of a thread is shown. */
const RECENT = 5 * MINUTE;

/** Looks at whether the database can be read and written. */
export function findDatabase({ databaseFile }: Config): Finding {
  const advice = "Look at the disk and the rights of the file, and at the log; `stoa check` looks at the whole of it.";
  try {
    const failure = storingFailure();
    if (failure !== undefined) throw failure;
    for (const suffix of ["", COMPANIONS[0]]) accessSync(databaseFile + suffix, constants.R_OK | constants.W_OK);
    hasRow("SELECT 1 FROM roles LIMIT 1");
  } catch (error) {
    return problem("database", `The database can't be read and written: ${reasonOf(error, databaseFile)}.`, advice);
  }
  const { waiting, longest } = writeQueue();
  if (longest < LONG_WAIT) return fine("database", "The database can be read and written.");
  const text = `${waiting} changes wait for the write lock, the first for ${Math.round(longest / SECOND)} s.`;
  return problem("database", text, "Let the long change end or cancel it, and let no other program lock the file.");
}

/** Looks at the threads: whether their queues have room, and whether one was lost. */
export const findThreads = (): Finding[] =>
  threadLoads().map(([purpose, { waiting, limit, lostAt }]) => {
    const check = `threads: ${purpose}`;
    if (waiting >= limit)
      return problem(check, `${waiting} requests wait, and more are refused.`, "Wait, or cancel the work that runs.");
    return lostAt !== undefined && Date.now() - lostAt < RECENT
      ? warning(check, "A thread was lost in the last minutes, and is replaced.", "The log has the reason.")
      : fine(check, `${waiting} of at most ${limit} requests wait.`);
  });

/** Looks at whether changes are refused because the second place isn't reached; without one there is nothing to look at. */
export function findLag(): Finding[] {
  const state = replicationState();
  if (!state) return [];
  const { lag } = state;
  if (!lag) return [fine("replication", "Changes reach the second place.")];
  const text = `Changes have been refused since ${lag.since}, because the second place is not reached: ${lag.reason}.`;
  return [problem("replication", text, "See the log of Litestream; changes are accepted again by themselves.")];
}

/** Returns a finding that nobody needs to be called for. */
const calmed = (finding: Finding): Finding =>
  finding.state === "problem" ? { ...finding, state: "warning" } : finding;

const looks: readonly (readonly [check: string, look: (config: Config) => Finding[]])[] = [
  ["database", (config) => [findDatabase(config)]],
  ["disk", (config) => [findRoom(config)]],
  ["replication", findLag],
  ["audit", (config) => findAudit(config).map(calmed)],
  ["threads", findThreads],
  ["clock", () => [calmed(findClock())]],
  ["backups", (config) => areaReadiness(config).flatMap(({ result }) => result.map(calmed))],
];

/** Looks at everything. A look that fails is a problem of its own. */
export const examineReadiness = (config: Config): Finding[] =>
  looks.flatMap(([check, look]) => {
    try {
      return look(config);
    } catch (error) {
      log.warn({ exception: error, check }, "a look at the readiness has failed");
      return [problem(check, `This could not be looked at: ${reasonOf(error, "")}.`, "The log has the details.")];
    }
  });
