/** Files of the executable that hold a JSON object in each line. */
import { readFileSync } from "node:fs";

/** Reads the objects in a file. */
export const readLines = <T = Record<string, unknown>>(path: string): T[] =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
