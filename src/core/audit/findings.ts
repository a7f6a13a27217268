/** Looks at how far the targets have the journal; also in another process than the one that exports it. */
import type { Config } from "../../config";
import { MINUTE } from "../../platform/clock";
import { type Finding, fine, problem, warning } from "../diagnostics/finding";
import { positionOf, type TargetKind } from "./positions";
import { firstAfter } from "./sealed-events";

/** The age of an event that a target lacks beyond which it is a problem. */
const LATE = 5 * MINUTE;

/** The state of a target. `lag`: the age of the first event that it lacks, in milliseconds. */
export type TargetState = {
  target: TargetKind;
  place: string;
  lag: number;
  since: string | null;
  reason: string | null;
};

/** Lists the states of the targets that the environment names. */
export function listTargetStates({ audit: { file, syslog } }: Config): TargetState[] {
  const places: [TargetKind, string][] = [
    ...(file === undefined ? [] : [["file", file] as [TargetKind, string]]),
    ...(syslog === undefined ? [] : [["syslog", `${syslog.host}:${syslog.port}`] as [TargetKind, string]]),
  ];
  return places.map(([target, place]) => {
    const { position, failing_since: since, last_problem: reason } = positionOf(target);
    const first = firstAfter(position);
    const lag = first === undefined ? 0 : Math.max(0, Date.now() - Date.parse(first));
    return { target, place, lag, since, reason };
  });
}

/** Looks at whether the targets get the journal. */
export const findAudit = (config: Config): Finding[] =>
  listTargetStates(config).map(({ target, place, lag, since, reason }) => {
    const check = `audit: ${target}`;
    const advice = "Everything is exported once the target takes it again; nothing is lost while the journal is here.";
    if (reason !== null) {
      const text = `The journal has not been exported since ${since}: ${reason}.`;
      return lag > LATE ? problem(check, text, advice) : warning(check, text, advice);
    }
    return lag > LATE
      ? warning(check, `${place} lacks the events of the last ${Math.round(lag / MINUTE)} minutes.`, advice)
      : fine(check, `${place} has the journal.`);
  });
