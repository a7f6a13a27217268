/** The database as the floors use it: a connection with the settings of Stoa's own, and nothing around it. */
import { Database } from "bun:sqlite";

/** Opens a filled file. Its log exists when this returns. */
export function openBare(file: string): Database {
  const sqlite = new Database(file, { readwrite: true, strict: true });
  // A server may still be writing what its last work has left.
  sqlite.run("PRAGMA busy_timeout = 10000");
  sqlite.run("PRAGMA journal_mode = WAL");
  sqlite.run("PRAGMA synchronous = NORMAL");
  sqlite.run("PRAGMA cache_size = -32768");
  sqlite.run("PRAGMA temp_store = MEMORY");
  sqlite.run("PRAGMA foreign_keys = ON");
  sqlite.run("UPDATE users SET id = id");
  return sqlite;
}
