/** The rules for runs that `stoa check` checks. */
import type { Check } from "../../../db/check";
import type { Run } from "./run";

/** Returns the rules for the table of runs, and for the subjects that wait for one. */
export const checksOfRuns = (all: readonly Run[]): Check[] => [
  {
    check: "runs",
    problem: "a run that has ended has no time of its end",
    sql: "SELECT id FROM runs WHERE state NOT IN ('queued', 'running') AND ended_at IS NULL",
  },
  {
    check: "runs",
    problem: "a run is held by a process but isn't running, or runs without one",
    sql: "SELECT id FROM runs WHERE (state = 'running') <> (lease_owner IS NOT NULL AND lease_until IS NOT NULL)",
  },
  ...all.flatMap(({ kind, waiting }): Check[] =>
    waiting === undefined
      ? []
      : [
          {
            check: "runs",
            problem: `its status waits for a run of ${kind}, of which there is none`,
            sql: `SELECT id FROM (${waiting}) AS waiting WHERE NOT EXISTS (
              SELECT 1 FROM runs r WHERE r.kind = '${kind}' AND r.subject = waiting.id AND r.state IN ('queued', 'running'))`,
          },
        ],
  ),
];
