/** The write lock of a database, held as another program holds it. */
import { Database } from "bun:sqlite";

/** Takes the write lock of a file. @returns the function that releases it */
export function holdLock(databaseFile: string): () => void {
  const other = new Database(databaseFile);
  other.run("BEGIN IMMEDIATE");
  return () => other.close();
}
