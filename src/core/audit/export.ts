/**
 * The run that exports the journal to its targets, which the environment names. One process has it at a time. Each target has its
 * own position and its own pauses; no request waits for any of them.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { transactionInTurn } from "../../../db";
import type { Config } from "../../config";
import { readAuthorities } from "../../platform/authorities";
import { MINUTE, SECOND } from "../../platform/clock";
import { log } from "../../platform/log";
import { newestDurable } from "../journal/durable-events";
import { newestSeq } from "../journal/recent-events";
import { fileTarget } from "./audit-file";
import { positionOf, storePosition, storeProblem } from "./positions";
import { sealedEventsAfter } from "./sealed-events";
import { syslogTarget } from "./syslog";
import type { Target } from "./target";

/** Milliseconds between two looks at the journal. */
const TICK = SECOND / 2;
/** Milliseconds after the first failure; they double until the longest pause. */
const FIRST_PAUSE = SECOND;
const MAX_PAUSE = MINUTE;
/** The time after which the run ends and comes again. */
const STAY = 10 * MINUTE;
let stay = STAY;

/** Sets how long the run waits for further events, in milliseconds; without an argument the default. For tests. */
export function setExportStay(milliseconds = STAY): void {
  stay = milliseconds;
}

/** Returns the targets that the environment names. */
function targetsOf({ audit: { file, syslog }, authoritiesFile }: Config): Target[] {
  const authorities = authoritiesFile === undefined ? [] : readAuthorities(authoritiesFile);
  return [
    ...(file === undefined ? [] : [fileTarget(file)]),
    ...(syslog === undefined ? [] : [syslogTarget(syslog, authorities)]),
  ];
}

/**
 * Exports the next events to a target, and stores its position.
 * @returns whether that has changed
 * @throws Error with the reason, for administrators
 */
async function exportNext(target: Target, signal: AbortSignal): Promise<boolean> {
  const { kind } = target;
  const last = await newestDurable("audit");
  const stored = positionOf(kind).position;
  const position = await target.export(stored, (after) => sealedEventsAfter(after, last), signal);
  const hasFailed = positionOf(kind).failing_since !== null;
  if (position !== stored || hasFailed) await transactionInTurn(() => storePosition(kind, position));
  return position !== stored;
}

/** Records why a target gets nothing, unless that is known. */
async function recordProblem({ kind }: Target, problem: string): Promise<void> {
  try {
    if (positionOf(kind).last_problem === problem) return;
    log.warn({ target: kind, problem }, "the journal can't be exported");
    await transactionInTurn(() => storeProblem(kind, problem));
  } catch (exception) {
    log.warn({ exception, target: kind }, "a problem of the export could not be stored");
  }
}

/** Exports to a target until the run has stayed long enough, or the signal ends it. */
async function follow(target: Target, signal: AbortSignal): Promise<void> {
  const end = Date.now() + stay;
  const wait = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {});
  let pause = FIRST_PAUSE;
  // The end of a target is looked at once, also while nothing happens.
  let isNew = true;
  while (!signal.aborted) {
    try {
      const isBehind = isNew || positionOf(target.kind).position < newestSeq();
      const hasMoved = isBehind && (await exportNext(target, signal));
      isNew = false;
      pause = FIRST_PAUSE;
      if (hasMoved) continue;
      if (Date.now() >= end) return;
      await wait(TICK);
    } catch (error) {
      if (signal.aborted) return;
      await recordProblem(target, (error as Error).message);
      if (Date.now() >= end) return;
      await wait(pause);
      pause = Math.min(MAX_PAUSE, 2 * pause);
    }
  }
}

/** Exports the journal to the targets that the environment names; without one it has nothing to do. */
export async function exportJournal(config: Config, signal: AbortSignal): Promise<void> {
  await Promise.all(targetsOf(config).map((target) => follow(target, signal)));
}
