/** The past: how long the first and the second read of a moment take, with a year of changes behind the present. */
import { Database } from "bun:sqlite";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Caller, logIn } from "../client";
import { copyOfFilled } from "../filled";
import { newFolder, residentMemory, startStoa } from "../processes";
import { type Figure, median } from "../report";

/** Changes for each card in the year before the present, and those of one transaction. */
const CHANGES = 10;
const TOGETHER = 5;
const DAY = 86_400_000;
const MOMENTS: [name: string, days: number][] = [
  ["a day", 1],
  ["a month", 30],
  ["a year", 364],
];
/** The longest first read of a moment, in milliseconds. */
const NEEDED = 5_000;
/** The times of the present that a search in a former state may take, once that has an index of its own. */
const NEEDED_OF_SEARCH = 1.5;
/** The longest time that the index may take, in milliseconds. */
const PATIENCE = 120_000;

/** Gives a file a history of a year: descriptions that were changed, one transaction after the other. */
function writeHistory(file: string, cards: number): void {
  const sqlite = new Database(file, { readwrite: true });
  const first = Date.now() - 365 * DAY;
  const entries = cards * CHANGES;
  sqlite.run("BEGIN");
  sqlite.run("DELETE FROM former_rows");
  sqlite.run("INSERT INTO former_rows (at, event) VALUES (?, 0)", [new Date(first).toISOString()]);
  sqlite.run(
    `INSERT INTO former_rows (table_name, key, change, former, at, event)
     WITH RECURSIVE entry(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM entry WHERE n < ?1)
     SELECT iif(is_moment, NULL, 'cards'), iif(is_moment, NULL, 1 + (n * 7919) % ?2), iif(is_moment, NULL, 'updated'),
       iif(is_moment, NULL, json_object('description', 'as it was before change ' || n, 'updated_at', moment)),
       iif(is_moment, moment, NULL), iif(is_moment, n, NULL)
     FROM (SELECT n, n % ?3 = ?3 - 1 AS is_moment,
       strftime('%Y-%m-%dT%H:%M:%fZ', (?4 + n * ?5) / 1000.0, 'unixepoch') AS moment FROM entry)`,
    [entries, cards, TOGETHER + 1, first, (364.9 * DAY) / entries],
  );
  sqlite.run("INSERT INTO former_rows (at, event) SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), max(seq) FROM events");
  sqlite.run("COMMIT");
  sqlite.close();
}

const LIST = "/cards?type=Application&page_size=50";
/** Texts that are searched, each once, as what is found is remembered; those that find nearly nothing as well as those that find much. */
const TEXTS = ["invoices", "shipments", "gateway", "logistics", "zürich", "kraków", "warehouse", "zqx", "são paulo"];

/** Returns the milliseconds that a read takes. */
async function timeOf(caller: Caller, path: string): Promise<number> {
  const began = performance.now();
  await caller.get(path);
  return performance.now() - began;
}

/** Returns the median of several. */
async function usually(read: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) times.push(await read());
  return median(times);
}

/** Returns the median of searches of a state. @param moment a parameter */
async function usualSearch(caller: Caller, moment: string): Promise<number> {
  const times: number[] = [];
  for (const text of TEXTS)
    times.push(await timeOf(caller, `/cards?search=${encodeURIComponent(text)}&page_size=50${moment}`));
  return median(times);
}

/** Checks whether all former states of a database have indexes of their own. */
function areIndexed(file: string): boolean {
  const states = readdirSync(dirname(file)).filter((name) => /\.state-\d+\.scratch-\d+$/.test(name));
  return states.every((name) => {
    if (!name.startsWith(basename(file))) return true;
    const sqlite = new Database(join(dirname(file), name), { readonly: true });
    const complete = sqlite.query("SELECT 1 FROM own_index WHERE is_complete").get();
    sqlite.close();
    return complete !== null;
  });
}

/** Waits until all former states have indexes of their own. @returns the milliseconds that took */
async function untilIndexed(file: string): Promise<number> {
  const began = performance.now();
  while (!areIndexed(file)) {
    if (performance.now() - began > PATIENCE) throw new Error("A former state gets no index of the search.");
    await Bun.sleep(100);
  }
  return performance.now() - began;
}

/** Measures reads of former states next to the same reads of the present. */
export async function past(cards: number): Promise<Figure[]> {
  const file = await copyOfFilled(cards, join(newFolder(), "stoa.db"));
  writeHistory(file, cards);
  const server = await startStoa(file, {});
  const admin = await logIn(server);
  await timeOf(admin, LIST);
  const present = await usually(() => timeOf(admin, LIST));
  const searched = await usualSearch(admin, "");
  const figures: Figure[] = [];
  for (const [name, days] of MOMENTS) {
    const moment = `&as_of=${new Date(Date.now() - days * DAY).toISOString()}`;
    const path = LIST + moment;
    const first = await timeOf(admin, path);
    const second = await timeOf(admin, path);
    const later = await usually(() => timeOf(admin, path));
    const atOnce = await usualSearch(admin, moment);
    const memory = residentMemory(server.pid);
    const indexing = await untilIndexed(file);
    const search = await usualSearch(admin, moment);
    figures.push({
      what: `first read of a moment ${name} back, among ${cards * CHANGES} changes`,
      figure: first,
      unit: "ms",
      atMost: NEEDED,
      from: `the second ${second.toFixed(1)} ms, later ones ${later.toFixed(1)} ms, the present ${present.toFixed(1)} ms; ${memory.toFixed(0)} MiB`,
    });
    figures.push({
      what: `searches of a moment ${name} back`,
      figure: search,
      unit: "ms",
      atMost: NEEDED_OF_SEARCH * searched,
      from: `the present ${searched.toFixed(0)} ms; ${atOnce.toFixed(0)} ms at once, until there is an index ${(indexing / 1_000).toFixed(1)} s after that; ${residentMemory(server.pid).toFixed(0)} MiB`,
    });
  }
  await server.stop();
  return figures;
}
