/** A place of backups, with what it can do. Its functions throw UnusableDatabase, which names the place. */
import type { FoundFile } from "./folder";

export type Place = {
  /** Lists the backups in it, newest first. */
  list(): Promise<FoundFile[]>;
  /** Copies a backup into it, where its name appears only when the copy is complete. @param sha256 its hash */
  put(file: string, name: string, sha256: string): Promise<void>;
  /** Copies a backup of it into a file that exists. */
  fetch(name: string, to: string): Promise<void>;
  delete(name: string): Promise<void>;
};
