/** The program of the worker of `checkpoints.ts`: makes a checkpoint of the database file of each message. */
import { Database } from "bun:sqlite";

declare const self: Worker;

function move(file: string): void {
  const sqlite = new Database(file, { readwrite: true });
  try {
    sqlite.run("PRAGMA wal_checkpoint(PASSIVE)");
  } finally {
    sqlite.close();
  }
}

self.onmessage = ({ data: file }: MessageEvent<string>) => {
  try {
    move(file);
    self.postMessage("moved");
  } catch {
    // The log stays complete.
    self.postMessage("failed");
  }
};
