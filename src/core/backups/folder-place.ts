/** A folder as a place of backups, such as one of another machine that is mounted. */
import { renameSync, rmSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { syncFile, syncFolder, UnusableDatabase, unusable } from "../../../db/files";
import { hashOfFile } from "../../platform/file-hash";
import { filesIn } from "./folder";
import { UNFINISHED } from "./names";
import type { Place } from "./place";

/** Returns a folder as a place. It is never created: one below a mount point is missing while nothing is mounted there. */
export function folderPlace(folder: string): Place {
  const using = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      statSync(folder);
      return await work();
    } catch (error) {
      throw unusable(folder, error);
    }
  };
  return {
    list: () => using(() => filesIn(folder)),
    put: (file, name, sha256) => using(() => copyWhole(file, join(folder, name), sha256)),
    fetch: (name, to) => using(() => copyFile(join(folder, name), to)),
    delete: (name) => using(() => rmSync(join(folder, name), { force: true })),
  };
}

/** Copies a file under a name that appears when the copy is complete, durable, and reads as it was. */
async function copyWhole(file: string, to: string, sha256: string): Promise<void> {
  const draft = `${to}${UNFINISHED}copy`;
  try {
    await copyFile(file, draft);
    syncFile(draft);
    if ((await hashOfFile(draft)) !== sha256) throw new UnusableDatabase("the copy is not as it was written");
    renameSync(draft, to);
    syncFolder(join(to, ".."));
  } finally {
    rmSync(draft, { force: true });
  }
}
