/** The program of the thread that `checkpoints.ts` starts: asked with the name of a database, it moves its log into it. */
import { Database } from "bun:sqlite";

declare const self: Worker;

self.onmessage = ({ data: file }: MessageEvent<string>) => {
  let failure: string | undefined;
  try {
    const sqlite = new Database(file, { readwrite: true });
    sqlite.run("PRAGMA wal_checkpoint(PASSIVE)");
    sqlite.close();
  } catch (error) {
    failure = (error as Error).message;
  }
  self.postMessage(failure);
};
