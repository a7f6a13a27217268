/** Schemas of backups. */
import { z } from "zod";
import { Id, Instant, namedObject } from "../../http/schemas";

const Count = z.int().min(0);

export const Backup = namedObject("Backup", {
  name: z.string().meta({ description: "The name of its file", examples: ["stoa-20261124T020000Z.db.zst"] }),
  created_at: Instant,
  reason: z.enum(["schedule", "manual", "upgrade"]).nullable().meta({ description: "null when it isn't known" }),
  bytes: Count.nullable(),
  database_bytes: Count.nullable(),
  milliseconds: Count.nullable().meta({ description: "The time that making and checking it took" }),
  is_encrypted: z.boolean(),
  verdict: z.enum(["sound", "unsound", "failed"]).nullable().meta({ description: "null when it was never checked" }),
  problem: z.string().nullable().meta({ description: "The reason of a verdict other than sound" }),
  checked_at: Instant.nullable(),
  copied_at: Instant.nullable().meta({ description: "When it was copied to the second place" }),
  copy_problem: z.string().nullable().meta({ description: "The reason for which it could not be copied there" }),
  drilled_at: Instant.nullable().meta({ description: "When it was last restored into a scratch file and counted" }),
  drill_differences: z
    .record(z.string(), z.object({ backup: Count, live: Count }))
    .nullable()
    .meta({
      description: "Table → its rows in the backup and in the database at the last drill, where they differed",
    }),
});
export type Backup = z.infer<typeof Backup>;

export const BackupList = namedObject("BackupList", {
  is_on: z.boolean().meta({ description: "True when a backup is made every night" }),
  folder: z.string(),
  keeps: z.object({ daily: Count, weekly: Count, monthly: Count }),
  is_encrypted: z.boolean().meta({ description: "True when new backups are encrypted" }),
  second_place: z
    .string()
    .nullable()
    .meta({
      description: "The folder or bucket to which backups are copied; null when there is none",
      examples: ["s3://backups/stoa"],
    }),
  next_at: Instant.nullable(),
  is_running: z.boolean(),
  items: Backup.array(),
});
export type BackupList = z.infer<typeof BackupList>;

export const StartedRun = namedObject("StartedBackupRun", { run_id: Id });
