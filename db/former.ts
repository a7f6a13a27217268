/** Another state of the database, read next to the open one. */
import { connection, finalizeStatements } from "./connection";

/**
 * Runs synchronous work while another database of the same schema is attached as the schema `former`.
 * @param path of its file
 */
export function withFormer<T>(path: string, work: () => T): T {
  const sqlite = connection();
  sqlite.run("ATTACH ? AS former", [path]);
  try {
    return work();
  } finally {
    // A database can't be detached while statements on it are prepared.
    finalizeStatements();
    sqlite.run("DETACH former");
  }
}
