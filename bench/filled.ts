/**
 * Filled files in the folder for temporary files, where they stay, so that the next run has them at once. npx bun
 * bench/filled.ts [CARDS]
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
import { COMPANIONS } from "../db/files";
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
    ["fill.ts", "random.ts", "words.ts", "work.ts"]
      .map((name) => readFileSync(join(import.meta.dir, name), "utf8"))
      .join("\n"),
  );

const prefixOf = (cards: number, seed: number) => `cards-${cards}-seed-${seed}-`;

/** Returns the path of a filled file of this size, by the migrations that its schema has seen: all of them first. */
export function placesOf(cards: number, seed = SEED): string[] {
  const migrations = readMigrations();
  const schemas = migrations.map((_, last) => hashOf(JSON.stringify(migrations.slice(0, last + 1))));
  return schemas.map((schema) => join(folder, `${prefixOf(cards, seed)}${recipe()}-${schema}.db`)).reverse();
}

/**
 * Returns a filled file of this size. When there is none but one of an earlier schema, that is brought up to date, which is
 * faster than to fill another. It must not be changed: work on a copy.
 */
export async function filledFile(cards: number, seed = SEED): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const [file, ...earlier] = placesOf(cards, seed) as [string, ...string[]];
  if (existsSync(file)) return file;
  const unfinished = `${file}.unfinished`;
  const old = earlier.find(existsSync);
  rmSync(unfinished, { force: true });
  if (old) renameSync(old, unfinished);
  for (const name of readdirSync(folder))
    if (name.startsWith(prefixOf(cards, seed)) && join(folder, name) !== unfinished) rmSync(join(folder, name));
  if (old) {
    openDatabase(unfinished, { durableCommits: true });
    closeDatabase();
  } else await fillDatabase(unfinished, cards, seed);
  renameSync(unfinished, file);
  // The log is in the file by now; its own file may be there until the last statement over it is collected.
  for (const suffix of COMPANIONS) rmSync(unfinished + suffix, { force: true });
  return file;
}

/**
 * Returns a copy of a filled file in a new place, for a server to work on. It costs nothing where the file system can share
 * what both hold; elsewhere it is on the disk when this returns, so that nothing that is measured later waits for it.
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
