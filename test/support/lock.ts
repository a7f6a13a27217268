/** The write lock of a database, held as another program holds it. */
import { Database } from "bun:sqlite";

/** Takes the write lock of a file. @returns what lets go of it */
export function holdLock(databaseFile: string): () => void {
  const other = new Database(databaseFile);
  other.run("BEGIN IMMEDIATE");
  return () => other.close();
}
