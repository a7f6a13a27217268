/** Findings about the machine: disk, file system, memory, clock, rights of files. */
import { statfsSync, statSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { totalmem } from "node:os";
import { dirname, resolve } from "node:path";
import { statement } from "../../../db";
import { COMPANIONS } from "../../../db/files";
import type { Config } from "../../config";
import { MINUTE, now } from "../../platform/clock";
import { exposedToOthers } from "../../platform/file-rights";
import { networkOf } from "../../platform/filesystem";
import { secretFile } from "../../platform/secrets";
import { type Finding, fine, problem, warning } from "./finding";

const MIB = 1024 * 1024;
/** The room that a night needs, as a part of the database: a backup with its check, and the log. */
const ROOM = 3;
/** The room without which a disk is nearly full, whatever the size of the database. */
const MIN_ROOM = 256 * MIB;
/** The milliseconds of a sync beyond which each change is felt, and those beyond which the disk is hardly fit. */
const SLOW_SYNC = 20;
const VERY_SLOW_SYNC = 100;
const SYNCS = 9;
/** Bytes that the server needs in addition to the memory for answers. */
const BASE_MEMORY = 384 * MIB;

const mib = (bytes: number) => `${Math.round(bytes / MIB).toLocaleString("en")} MiB`;

/** Looks at the free room on the disk of the database. */
export function findRoom({ databaseFile }: Config): Finding {
  const folder = dirname(resolve(databaseFile));
  const { bavail, bsize } = statfsSync(folder);
  return judgeRoom(folder, bavail * bsize, statSync(databaseFile).size);
}

/**
 * Judges the free room on a disk.
 * @param free in bytes
 * @param size of the database, in bytes
 */
export function judgeRoom(folder: string, free: number, size: number): Finding {
  const needed = Math.max(MIN_ROOM, size * ROOM);
  const text = `${folder} has ${mib(free)} of free room; the database and its backups need ${mib(needed)} for a while.`;
  const advice = "Make room on this disk, or let BACKUP_FOLDER lie on another one.";
  if (free < MIN_ROOM / 4) return problem("disk", text, advice);
  return free < needed ? warning("disk", text, advice) : fine("disk", text);
}

/** Measures how long the disk of the database takes to make a change durable. */
export async function findSyncSpeed({ databaseFile }: Config): Promise<Finding> {
  const path = `${resolve(databaseFile)}.unfinished-sync`;
  const file = await open(path, "w", 0o600);
  const times: number[] = [];
  try {
    for (let at = 0; at < SYNCS; at++) {
      await file.write(Buffer.alloc(4096, at));
      const began = performance.now();
      await file.datasync();
      times.push(performance.now() - began);
    }
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
  return judgeSync(times.toSorted((one, other) => one - other)[Math.floor(SYNCS / 2)] as number);
}

/** Judges the time after which a change is on the disk, in milliseconds. */
export function judgeSync(median: number): Finding {
  const text = `A change is on the disk after ${median.toFixed(1)} ms.`;
  const advice = "Each change waits for this: put the database on a local SSD.";
  if (median > VERY_SLOW_SYNC) return problem("sync", text, advice);
  return median > SLOW_SYNC ? warning("sync", text, advice) : fine("sync", text);
}

/** Looks at the file system of the database. */
export const findFileSystem = ({ databaseFile }: Config): Finding => judgeFileSystem(networkOf(resolve(databaseFile)));

/** Judges a file system. @param network the name of one that is on another machine; undefined for a local one */
export function judgeFileSystem(network: string | undefined): Finding {
  return network
    ? problem(
        "file system",
        `The database lies on a network file system (${network}), where SQLite's locks don't hold.`,
        "Move it to a local disk, with the server stopped, and let DATABASE_URL name it there.",
      )
    : fine("file system", "The database lies on a local file system.");
}

/** Looks at the memory that there is for the configured answers. */
export function findMemory({ answerMemory }: Config): Finding {
  const limit = process.constrainedMemory?.() ?? 0;
  const there = limit > 0 && limit < totalmem() ? limit : totalmem();
  const text = `Stoa uses ${mib(process.memoryUsage.rss())} of ${mib(there)}; answers may take ${mib(answerMemory)}.`;
  return there < answerMemory + BASE_MEMORY
    ? warning("memory", text, "Give the machine more memory, or set ANSWER_MEMORY_MIB lower.")
    : fine("memory", text);
}

/** Compares the clock with the newest event, which can't be of the future. */
export function findClock(): Finding {
  const row = statement<{ newest: string | null }>(
    "SELECT created_at AS newest FROM events ORDER BY seq DESC LIMIT 1",
  ).get();
  const ahead = row?.newest ? Date.parse(row.newest) - Date.parse(now()) : 0;
  return ahead > MINUTE
    ? problem(
        "clock",
        `The clock is ${Math.round(ahead / MINUTE)} minutes behind the newest event: it was set back.`,
        "Let the machine keep its time by NTP.",
      )
    : fine("clock", `The clock says ${now()} and is not behind the newest event.`);
}

/** Looks at who else on this machine may read the files with secrets. */
export function findFileRights({ databaseFile, audit }: Config): Finding[] {
  const file = resolve(databaseFile);
  const own = [dirname(file), ...["", ...COMPANIONS].map((suffix) => file + suffix), secretFile(file)];
  const paths = [...own, ...(audit.file === undefined ? [] : [resolve(audit.file)])];
  const exposed = exposedToOthers(paths);
  return exposed.length === 0
    ? [fine("file rights", "Only the account of the server can open the database and its key.")]
    : exposed.map(({ path, command }) =>
        warning("file rights", `Other accounts of this machine can open ${path}.`, `Close it: ${command}`),
      );
}
