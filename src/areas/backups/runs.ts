/** The runs of backups: every night, when somebody asks, their checks, and a monthly drill. */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { WrittenBackup } from "../../core/backups/backup-file";
import { backupsOf, orderOf } from "../../core/backups/configuration";
import { listFiles } from "../../core/backups/folder";
import { nameAt } from "../../core/backups/names";
import { expiredOf } from "../../core/backups/retention";
import { BackupRefusal, type CheckResult, checkInThread, writeInThread } from "../../core/backups/thread";
import { type Run, run } from "../../core/runs/run";
import { shortStep } from "../../core/runs/step";
import { HOUR } from "../../platform/clock";
import { copyMissing, copySteps, expireCopies, type Means } from "./copying";
import { NIGHTLY, overdueIn } from "./overdue";
import { notifyAdministrators, type Reason, recordBackup, recordCheck, recordFailure } from "./record";
import { deleteRows, findRow, listRows } from "./rows";

/** The hour at which backups are made, in UTC. */
const HOUR_OF_BACKUP = 2;
/** The hour at which it is checked that there are some. */
const HOUR_OF_WATCH = 8;
/** The first of each month, after the backup. */
const DRILLS = "0 4 1 * *";

/** Backups, checks and drills follow one another. */
const QUEUE = { name: "backups", atOnce: 1 };

type Success = { reason: Reason; at: string; milliseconds: number; backup: WrittenBackup };
type Failure = { reason: Reason; at: string; name: string; problem: string };
type Verdict = { name: string; result: CheckResult };

const recordStep = shortStep("backup.record", ({ reason, at, milliseconds, backup }: Success, { author }) =>
  recordBackup(author, reason, at, milliseconds, backup),
);

const failStep = shortStep("backup.fail", ({ reason, at, name, problem }: Failure, { author }) =>
  recordFailure(author, reason, at, name, problem),
);

const checkStep = shortStep("backup.check", ({ name, result }: Verdict, { author }) =>
  recordCheck(author, name, result),
);

const expireStep = shortStep("backup.expire", (names: readonly string[]) => deleteRows(names));

const overdueStep = shortStep("backup.overdue", (message: string, { author }) =>
  notifyAdministrators(author, "The backup is overdue", message),
);

/** Makes a backup and records how that went. @throws BackupRefusal when it could not be made */
async function make({ config, signal, step }: Means, reason: Reason): Promise<void> {
  const order = orderOf(config);
  const { at, lock } = order;
  const began = performance.now();
  try {
    const backup = await writeInThread(order, signal);
    await step(recordStep, { reason, at, milliseconds: Math.round(performance.now() - began), backup });
  } catch (error) {
    if (error instanceof BackupRefusal && !signal.aborted)
      await step(failStep, { reason, at, name: nameAt(at, lock !== undefined), problem: error.reason });
    throw error;
  }
}

/** Deletes the nightly backups that the rule doesn't keep. */
async function expire({ config, step }: Means): Promise<void> {
  const { folder, retention } = backupsOf(config);
  const present = new Set(listFiles(folder).map(({ name }) => name));
  const nightly = listRows().filter(
    ({ name, reason, verdict }) => reason !== "manual" && verdict === "sound" && present.has(name),
  );
  const expired = expiredOf(nightly, retention).map(({ name }) => name);
  if (expired.length === 0) return;
  for (const name of expired) rmSync(join(folder, name), { force: true });
  await step(expireStep, expired);
}

/** Checks a backup and records its verdict. @param database whose rows are counted, for a drill */
async function check({ config, signal, step }: Means, name: string, database?: string): Promise<void> {
  const { folder, key } = backupsOf(config);
  const order = { path: join(folder, name), key, sha256: findRow(name)?.sha256 ?? null };
  const result = await checkInThread(database === undefined ? order : { ...order, database }, signal);
  await step(checkStep, { name, result });
}

export const nightly = run(NIGHTLY, {
  dailyAt: HOUR_OF_BACKUP,
  queue: QUEUE,
  steps: [recordStep, failStep, expireStep, ...copySteps],
  work: async (work) => {
    if (!backupsOf(work.config).isOn) return;
    await make(work, "schedule");
    await copyMissing(work);
    await expire(work);
    await expireCopies(work);
  },
});

export const manual = run<Record<string, never>>("backup.now", {
  needs: "admin.settings",
  exclusive: () => "backup",
  queue: QUEUE,
  steps: [recordStep, failStep, ...copySteps],
  operation: () => "POST /api/v1/admin/backups",
  work: async (work) => {
    await make(work, "manual");
    await copyMissing(work);
  },
});

export const checking = run<{ name: string }>("backup.check", {
  needs: "admin.settings",
  exclusive: ({ name }) => name,
  queue: QUEUE,
  steps: [checkStep],
  operation: ({ name }) => `POST /api/v1/admin/backups/${name}/check`,
  work: (work) => check(work, work.input.name),
});

/** Copies what the second place still lacks, because it could not be reached, or backups were made without it. */
export const copying = run("backup-copy", { every: HOUR, queue: QUEUE, steps: copySteps, work: copyMissing });

/** Restores the newest backup into a scratch file once a month, checks it, and compares its rows with those of the database. */
export const drill = run("backup-drill", {
  cron: DRILLS,
  queue: QUEUE,
  steps: [checkStep],
  work: async (work) => {
    const { folder, isOn } = backupsOf(work.config);
    const [newest] = listFiles(folder);
    if (isOn && newest) await check(work, newest.name, resolve(work.config.databaseFile));
  },
});

/** Notifies administrators when the newest sound backup is too old. */
export const watch = run("backup-watch", {
  dailyAt: HOUR_OF_WATCH,
  steps: [overdueStep],
  work: async ({ config, step }) => {
    if (!backupsOf(config).isOn) return;
    for (const sentence of overdueIn(config)) await step(overdueStep, sentence);
  },
});

export const runs: readonly Run<never>[] = [
  nightly as Run,
  manual,
  checking,
  copying as Run,
  drill as Run,
  watch as Run,
];
