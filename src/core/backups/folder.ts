/** The folder of backups. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { instantOf, isName } from "./names";

/** Backups that are listed at most. */
export const MAX_BACKUPS = 1_000;

/** A backup in the folder. */
export type FoundFile = { name: string; bytes: number; created_at: string };

/** Lists the backups in a folder, newest first; none when there is no folder or it can't be read. */
export function listFiles(folder: string): FoundFile[] {
  try {
    return filesIn(folder);
  } catch {
    return [];
  }
}

/** Works as `listFiles`. @throws an error of the file system when there is no folder or it can't be read */
export const filesIn = (folder: string): FoundFile[] =>
  readdirSync(folder)
    .filter(isName)
    .sort()
    .reverse()
    .slice(0, MAX_BACKUPS)
    .map((name) => ({ name, bytes: sizeOf(join(folder, name)), created_at: instantOf(name) }));

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
