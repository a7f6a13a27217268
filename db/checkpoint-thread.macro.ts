/** A Bun macro, so that the executable contains the program of its worker. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Reads the program of the worker as JavaScript. */
export const readThread = (): string =>
  new Bun.Transpiler({ loader: "ts" }).transformSync(
    readFileSync(join(import.meta.dir, "checkpoint-thread.ts"), "utf8"),
  );
