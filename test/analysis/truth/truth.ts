/** Real names, and the pairs of them that mean the same. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Names, and the pairs of them that mean the same, as "earlier place, later place". */
export type Truth = { names: string[]; pairs: Set<string> };

/** Half of the groups is tuned on; the other is only asked for figures. */
export type Half = "tuning" | "held out";

/** Returns the half of a group, by the hash of its heading. */
export const halfOf = (heading: string): Half =>
  Bun.hash.xxHash32(heading.trim().toLowerCase()) % 2 === 0 ? "tuning" : "held out";

function addNames({ names, pairs }: Truth, line: string): void {
  const same = line.split(" = ");
  const added = same.length > 1 ? same : line.split(" | ");
  const first = names.length;
  names.push(...added);
  if (same.length > 1)
    for (let one = first; one < names.length; one++)
      for (let other = one + 1; other < names.length; other++) pairs.add(`${one},${other}`);
}

/** The files of names; those that are unseen or later were measured once before anything was tuned on them. */
export type Subject = "products" | "vendors" | "unseen-products" | "later-products" | "unseen-vendors";

/** Reads the truth about products or vendors. @param half both without it */
export function readTruth(about: Subject, half?: Half): Truth {
  const truth: Truth = { names: [], pairs: new Set() };
  let isRead = true;
  for (const line of readFileSync(join(import.meta.dir, `${about}.txt`), "utf8").split("\n")) {
    if (line.startsWith("## ")) isRead = half === undefined || halfOf(line.slice(3)) === half;
    else if (isRead && line !== "" && !line.startsWith("#")) addNames(truth, line);
  }
  return truth;
}

/** Measures the share of the found pairs that are true, and the share of the true pairs that were found. */
export function scoreOf(found: readonly string[], { pairs }: Truth): { precision: number; recall: number } {
  const hits = found.filter((pair) => pairs.has(pair)).length;
  return { precision: found.length === 0 ? 1 : hits / found.length, recall: hits / pairs.size };
}

/** Returns the pairs that groups of places hold. */
export const pairsIn = (groups: readonly (readonly number[])[]): string[] =>
  groups.flatMap((members) => {
    const sorted = members.toSorted((a, b) => a - b);
    return sorted.flatMap((one, at) => sorted.slice(at + 1).map((other) => `${one},${other}`));
  });
