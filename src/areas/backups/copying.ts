/** Copying backups to the second place, and deleting there what the rule doesn't retain. */
import { join } from "node:path";
import { backupsOf } from "../../core/backups/configuration";
import { listFiles } from "../../core/backups/folder";
import { BackupRefusal, type CopyOrder, copyInThread, expireInThread } from "../../core/backups/thread";
import type { Work } from "../../core/runs/run";
import { shortStep } from "../../core/runs/step";
import { log } from "../../platform/log";
import { recordCopy, recordCopyFailure } from "./record";
import { listRows } from "./rows";

/** The parts of a run's work that do not depend on its input. */
export type Means = Pick<Work<never>, "config" | "signal" | "step">;

type Copy = { name: string; place: string };
type CopyFailure = { name: string; problem: string };

const copiedStep = shortStep("backup.copied", ({ name, place }: Copy, { author }) => recordCopy(author, name, place));

const notCopiedStep = shortStep("backup.not-copied", ({ name, problem }: CopyFailure, { author }) =>
  recordCopyFailure(author, name, problem),
);

export const copySteps = [copiedStep, notCopiedStep];

/** Returns the orders for the sound backups that the second place lacks, newest first. */
function missingCopies({ config }: Pick<Means, "config">): CopyOrder[] {
  const { folder, secondPlace: place } = backupsOf(config);
  if (!place) return [];
  const sizes = new Map(listFiles(folder).map(({ name, bytes }) => [name, bytes]));
  return listRows().flatMap(({ name, verdict, sha256, copied_at }) => {
    const bytes = sizes.get(name);
    const isMissing = verdict === "sound" && copied_at === null && sha256 !== null && bytes !== undefined;
    return isMissing ? [{ place, path: join(folder, name), name, bytes, sha256 }] : [];
  });
}

/**
 * Copies the backups that the second place lacks. The first that can't be copied is recorded with its reason and ends the
 * attempt; every hour there is another one.
 */
export async function copyMissing({ config, signal, step }: Means): Promise<void> {
  for (const order of missingCopies({ config }))
    try {
      await copyInThread(order, signal);
      await step(copiedStep, { name: order.name, place: order.place.place });
    } catch (error) {
      if (!(error instanceof BackupRefusal)) throw error;
      await step(notCopiedStep, { name: order.name, problem: error.reason });
      return;
    }
}

/** Deletes the nightly backups in the second place that the rule doesn't retain. Without an answer it waits for the next night. */
export async function expireCopies({ config, signal }: Pick<Means, "config" | "signal">): Promise<void> {
  const { retention, secondPlace: place } = backupsOf(config);
  if (!place) return;
  const spared = listRows().flatMap(({ name, reason }) => (reason === "manual" ? [name] : []));
  try {
    await expireInThread({ place, retention, spared }, signal);
  } catch (error) {
    if (!(error instanceof BackupRefusal)) throw error;
    log.warn({ reason: error.reason }, "old backups stay in the second place");
  }
}
