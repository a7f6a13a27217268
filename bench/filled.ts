/**
 * Filled files, kept in the folder for temporary files, so that the next run has them at once.
 *
 *   npx bun bench/filled.ts [CARDS]
 */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, openDatabase } from "../db/client";
import { readMigrations } from "../db/migrations.macro" with { type: "macro" };
import { fillDatabase, SEED } from "./fill";

let folder = join(tmpdir(), "stoa-bench");

/** Keeps filled files in another folder than that for temporary files. */
export function keepFilledIn(other: string): void {
  folder = other;
}

const hashOf = (text: string) => Bun.hash(text).toString(36);

/** Changes with whatever decides what is filled in. */
const recipe = () =>
  hashOf(
    ["fill.ts", "random.ts", "words.ts"].map((name) => readFileSync(join(import.meta.dir, name), "utf8")).join("\n"),
  );

/** A name for the schema after each of the migrations, oldest first. */
function schemas(): string[] {
  const migrations = readMigrations();
  return migrations.map((_, last) => hashOf(JSON.stringify(migrations.slice(0, last + 1))));
}

/**
 * A filled file of this size. When there is none, one that was filled with an earlier schema is brought up to date, which
 * is faster than filling another. Not to be changed: work on a copy.
 */
export async function filledFile(cards: number, seed = SEED): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const prefix = `cards-${cards}-seed-${seed}-`;
  const files = schemas()
    .map((schema) => join(folder, `${prefix}${recipe()}-${schema}.db`))
    .reverse();
  const newest = files[0] as string;
  if (existsSync(newest)) return newest;
  const unfinished = `${newest}.unfinished`;
  rmSync(unfinished, { force: true });
  const earlier = files.find(existsSync);
  if (earlier) renameSync(earlier, unfinished);
  for (const old of readdirSync(folder))
    if (old.startsWith(prefix) && !unfinished.endsWith(old)) rmSync(join(folder, old));
  if (earlier) {
    openDatabase(unfinished, { durableCommits: true });
    closeDatabase();
  } else await fillDatabase(unfinished, cards, seed);
  renameSync(unfinished, newest);
  return newest;
}

/**
 * A copy of a filled file in a new place, for a server to work on. It costs nothing where the file system can share what
 * both hold; elsewhere it is on the disk when this returns, so that nothing that is measured later waits for it.
 */
export async function copyOfFilled(cards: number, target: string): Promise<string> {
  copyFileSync(await filledFile(cards), target, constants.COPYFILE_FICLONE);
  const copy = openSync(target, "r+");
  fsyncSync(copy);
  closeSync(copy);
  return target;
}

if (import.meta.main) {
  const cards = Number(process.argv[2] ?? 100_000);
  const began = performance.now();
  console.log(await filledFile(cards), `${((performance.now() - began) / 1_000).toFixed(1)} s`);
}
