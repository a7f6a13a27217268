/** The program of the thread that `checkpoints.ts` starts: asked with the name of a database, it moves its log into it. */
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
  } catch {
    // The log still holds everything; who asked looks at it and asks again.
  }
  self.postMessage("looked after");
};
