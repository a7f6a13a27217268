/** The positions up to which the targets have the journal. */
import { statement } from "../../../db";
import { now } from "../../platform/clock";

/** The kinds of targets. */
export type TargetKind = "file" | "syslog";

/** A row of `audit_positions`. */
export type PositionRow = {
  target: TargetKind;
  position: number;
  failing_since: string | null;
  last_problem: string | null;
  updated_at: string;
};

const START = { position: 0, failing_since: null, last_problem: null } as const;

/** Returns the position of a target; the beginning of the journal until there is one. */
export const positionOf = (target: TargetKind): Omit<PositionRow, "updated_at"> =>
  statement<PositionRow, [string]>("SELECT * FROM audit_positions WHERE target = ?").get(target) ?? {
    target,
    ...START,
  };

/** Stores the number of the last event that a target has; part of the running transaction. */
export const storePosition = (target: TargetKind, position: number): void =>
  void statement(
    `INSERT INTO audit_positions (target, position, updated_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET position = excluded.position, failing_since = NULL, last_problem = NULL,
       updated_at = excluded.updated_at`,
  ).run(target, position, now());

/** Stores the reason why a target gets nothing; part of the running transaction. */
export const storeProblem = (target: TargetKind, problem: string): void =>
  void statement(
    `INSERT INTO audit_positions (target, position, failing_since, last_problem, updated_at) VALUES (?1, 0, ?3, ?2, ?3)
     ON CONFLICT DO UPDATE SET failing_since = coalesce(failing_since, ?3), last_problem = ?2, updated_at = ?3`,
  ).run(target, problem, now());
