/** Runs while bundling (a Bun macro), so that the executable carries the program of its thread and no file lies beside it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The program of the thread as JavaScript. */
export const readThread = (): string =>
  new Bun.Transpiler({ loader: "ts" }).transformSync(
    readFileSync(join(import.meta.dir, "checkpoint-thread.ts"), "utf8"),
  );
