/** Many cards made with one request, compared with bare inserts of the same rows. */
import { Database } from "bun:sqlite";
import { closeSync, copyFileSync, fdatasyncSync, openSync } from "node:fs";
import { join } from "node:path";
import { openBare } from "../bare";
import { type Caller, logIn } from "../client";
import { copyOfFilled } from "../filled";
import { newFolder, startStoa } from "../processes";
import { type Figure, median } from "../report";

const ROUNDS = 7;

type Value = string | number | null;
type Template = Record<"lifecycle" | "attributes", string> & { name: string };

/** Returns cards to make more like: as many as are wanted, from all over the file. */
const templates = (sqlite: Database, count: number): Template[] =>
  sqlite
    .prepare<Template, [number, number]>(
      `SELECT type, subtype, name, description, parent_id, lifecycle, attributes, external_id, alias
       FROM cards WHERE seq % max(1, (SELECT count(*) FROM cards) / ?) = 0 ORDER BY seq LIMIT ?`,
    )
    .all(count, count);

/** Returns a request that makes a card like each of them, as its sibling and under a name that nobody has yet. */
const requestFor = (cards: readonly Template[], round: number): string =>
  JSON.stringify({
    cards: cards.map(({ lifecycle, attributes, name, ...card }, row_index) => ({
      row_index,
      ...card,
      name: `${name} #${round}`,
      lifecycle: JSON.parse(lifecycle),
      attributes: JSON.parse(attributes),
    })),
  });

/** Sends the request and gives how many seconds the answer took. */
async function make(caller: Caller, body: string, count: number): Promise<number> {
  const began = performance.now();
  const { created } = await caller.post<{ created: number }>("/cards/bulk-create", body);
  const took = (performance.now() - began) / 1_000;
  if (created !== count) throw new Error(`Of ${count} cards only ${created} were made.`);
  return took;
}

/** Returns the whole rows of cards in a file that came after a place; a server may have it open. */
function rowsAfter(file: string, seq: number): Value[][] {
  const other = new Database(file, { readonly: true });
  try {
    return other.prepare("SELECT * FROM cards WHERE seq > ? ORDER BY seq").values(seq) as Value[][];
  } finally {
    other.close();
  }
}

/** Writes rows in one transaction and gives how many seconds it took until they were on the disk. */
function insertBare(sqlite: Database, rows: readonly Value[][]): number {
  const insert = sqlite.prepare(`INSERT INTO cards VALUES (${(rows[0] ?? []).map(() => "?").join(", ")})`);
  const log = openSync(`${sqlite.filename}-wal`, "r+");
  const began = performance.now();
  sqlite.run("BEGIN IMMEDIATE");
  for (const row of rows) insert.run(...row);
  sqlite.run("COMMIT");
  fdatasyncSync(log);
  const took = (performance.now() - began) / 1_000;
  closeSync(log);
  sqlite.run("PRAGMA wal_checkpoint(PASSIVE)");
  return took;
}

/**
 * Returns the figure for so many cards in a request to a server whose file holds so many already. The rows that it makes
 * are inserted into a copy of the same file by this process, in one transaction with one prepared statement; both grow in
 * step.
 */
export async function bulk(cards: number, count: number): Promise<Figure> {
  const theirs = join(newFolder(), "stoa.db");
  const own = join(newFolder(), "bare.db");
  await copyOfFilled(cards, theirs);
  copyFileSync(theirs, own);
  const server = await startStoa(theirs);
  const caller = await logIn(server);
  const sqlite = openBare(own);
  // Stoa moves its log into the file while nobody waits; `insertBare` does it when the clock has stopped.
  sqlite.run("PRAGMA wal_autocheckpoint = 0");
  try {
    const sample = templates(sqlite, count);
    const last = sqlite.prepare<{ seq: number }, []>("SELECT max(seq) AS seq FROM cards");
    const rounds: { stoa: number; bare: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const stoa = await make(caller, requestFor(sample, round), sample.length);
      const bare = insertBare(sqlite, rowsAfter(theirs, last.get()?.seq ?? 0));
      // The first round only warms up.
      if (round > 0) rounds.push({ stoa, bare });
    }
    const made = sample.length.toLocaleString("en");
    const stoa = median(rounds.map((round) => round.stoa));
    const bare = median(rounds.map((round) => round.bare));
    return {
      what: `${made} cards made with one request, against bare inserts of the same rows`,
      figure: bare / stoa,
      unit: "ratio",
      atLeast: 0.15,
      from: `${stoa.toFixed(2)} s, bare ${bare.toFixed(2)} s in one transaction, into ${cards.toLocaleString("en")} cards; medians of ${ROUNDS}`,
    };
  } finally {
    sqlite.close();
    await server.stop();
  }
}
