/** Recording how backups went, and telling administrators of what needs them; part of the running transaction. */
import { allValues, inList, listOf } from "../../../db";
import { grants } from "../../core/access/permissions";
import { rolesByKey } from "../../core/access/roles";
import type { WrittenBackup } from "../../core/backups/backup-file";
import type { CheckResult } from "../../core/backups/thread";
import { type Author, publish } from "../../core/journal/journal";
import { notify } from "../../core/notify/notify";
import { DAY, fromNow, now } from "../../platform/clock";
import { deleteFailed, findRow, storeRow, updateRow } from "./rows";

/** The reason for which a backup is made. */
export type Reason = "schedule" | "manual" | "upgrade";

/** The time that failed backups are listed. */
const FAILURES = 30 * DAY;
const LONGEST_PROBLEM = 2_000;

/** Joins the problems of a check for users. */
const joined = (problems: readonly string[]): string | null =>
  problems.length === 0 ? null : problems.join("\n").slice(0, LONGEST_PROBLEM).toWellFormed();

/** Lists the ids of the active users who may administer the settings. */
function administrators(): string[] {
  const roles = [...rolesByKey().values()].filter((role) => grants(role.permissions, "admin.settings"));
  return allValues<string>(
    `SELECT id FROM users WHERE is_active = 1 AND ${inList("role")}`,
    listOf(roles.map(({ key }) => key)),
  );
}

/** Notifies administrators of a backup that needs them. */
export function notifyAdministrators(author: Author, title: string, message: string): void {
  notify(
    author,
    administrators().map((userId) => ({
      userId,
      type: "backup_failed" as const,
      title,
      message,
      link: "/admin/backups",
    })),
  );
}

/** Records a backup that was written and checked. */
export function recordBackup(
  author: Author,
  reason: Reason,
  at: string,
  milliseconds: number,
  { name, bytes, database_bytes, sha256, counts, problems }: WrittenBackup,
): void {
  const problem = joined(problems);
  storeRow({
    name,
    created_at: at,
    reason,
    bytes,
    database_bytes,
    milliseconds,
    is_encrypted: name.endsWith(".age"),
    verdict: problem === null ? "sound" : "unsound",
    problem,
    sha256,
    counts: JSON.stringify(counts),
    checked_at: now(),
  });
  deleteFailed(fromNow(-FAILURES));
  publish(author, { type: "backup.created", data: { id: name, name, bytes } });
  if (problem !== null) notifyAdministrators(author, `The backup ${name} is not sound`, problem);
}

/** Records a backup that could not be made. */
export function recordFailure(author: Author, reason: Reason, at: string, name: string, problem: string): void {
  storeRow({ name, created_at: at, reason, is_encrypted: name.endsWith(".age"), verdict: "failed", problem });
  publish(author, { type: "backup.failed", data: { id: name, name, reason: problem } });
  notifyAdministrators(author, "A backup could not be made", problem);
}

/** Records that a backup was copied to the second place. */
export function recordCopy(author: Author, name: string, place: string): void {
  updateRow(name, { copied_at: now(), copy_problem: null });
  publish(author, { type: "backup.copied", data: { id: name, name, place } });
}

/** Records that a backup could not be copied; administrators are notified the first time. */
export function recordCopyFailure(author: Author, name: string, problem: string): void {
  const isFirst = findRow(name)?.copy_problem === null;
  updateRow(name, { copy_problem: problem });
  if (!isFirst) return;
  publish(author, { type: "backup.copy_failed", data: { id: name, name, reason: problem } });
  notifyAdministrators(author, "A backup could not be copied to the second place", problem);
}

/** A difference between the rows of a table in a backup and in the database. */
type Difference = { backup: number; live: number };

/** Returns the tables whose rows differ. */
function differencesOf({ counts = {}, live = {} }: CheckResult): Record<string, Difference> {
  const differing = Object.keys(live).filter((table) => (counts[table] ?? 0) !== live[table]);
  return Object.fromEntries(
    differing.map((table) => [table, { backup: counts[table] ?? 0, live: live[table] as number }]),
  );
}

/** Records the check of a backup; one with the rows of the database was a drill. */
export function recordCheck(author: Author, name: string, result: CheckResult): void {
  const problem = joined(result.problems);
  const verdict = problem === null ? ("sound" as const) : ("unsound" as const);
  const checked = { verdict, problem, checked_at: now() };
  const isDrill = result.counts !== undefined && result.live !== undefined;
  if (findRow(name))
    updateRow(name, {
      ...checked,
      ...(isDrill && { drilled_at: now(), drill_differences: JSON.stringify(differencesOf(result)) }),
    });
  publish(author, { type: "backup.checked", data: { id: name, name, verdict } });
  if (problem !== null) notifyAdministrators(author, `The backup ${name} is not sound`, problem);
}
