/** The export of all cards: how fast it is, and how much memory it takes. */
import { copyFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { openBare } from "../bare";
import { type Caller, logIn, someCards } from "../client";
import { copyOfFilled } from "../filled";
import { mostMemory, newFolder, residentMemory, type Server, startFloor, startStoa } from "../processes";
import { type Figure, median } from "../report";

const CSV = "/api/v1/cards/export/csv";
const ROUNDS = 7;
/** Types that one JSON export may hold. */
const MAX_TYPES = 20;
/** Lists, and cards by id, that warm a server up. */
const WARM_UP = 20;
/** In milliseconds: how long a slow reader rests after each bite, and how long it has patience. */
const SLOW = { rest: 100, patience: 10_000 };

/** Returns a copy of a filled file in which every card is ACTIVE: the others are not exported. */
async function allActive(cards: number, target: string): Promise<string> {
  const sqlite = openBare(await copyOfFilled(cards, target));
  sqlite.run("UPDATE cards SET status = 'ACTIVE', archived_at = NULL WHERE status <> 'ACTIVE'");
  sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
  sqlite.close();
  return target;
}

type Headers = Record<string, string>;

async function ask(server: Server, path: string, headers: Headers): Promise<Response> {
  const response = await fetch(server.url + path, { headers: { "accept-encoding": "identity", ...headers } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response;
}

/** Reads an answer to its end without keeping it, and gives how many seconds that took. */
async function download(server: Server, path: string, headers: Headers): Promise<number> {
  const began = performance.now();
  const { body } = await ask(server, path, headers);
  if (body) for await (const _ of body);
  return (performance.now() - began) / 1_000;
}

/**
 * Returns the CSV of all cards, compared with that of a bare loop over the same rows that sends its text in the same way.
 */
async function speed(file: string, cards: number): Promise<Figure> {
  const copy = join(newFolder(), "floor.db");
  copyFileSync(file, copy);
  const [stoa, floor] = await Promise.all([startStoa(file), startFloor(copy)]);
  const { headers } = await logIn(stoa);
  const ours = await ask(stoa, CSV, headers);
  const theirs = await ask(floor, CSV, headers);
  const text = await ours.text();
  if (text !== (await theirs.text())) throw new Error("Stoa and the floor export different texts.");
  const took = { stoa: [] as number[], floor: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, server] of Object.entries({ stoa, floor }) as ["stoa" | "floor", Server][]) {
      const seconds = await download(server, CSV, headers);
      // The first round only warms up.
      if (round > 0) took[name].push(seconds);
    }
  await Promise.all([stoa.stop(), floor.stop()]);
  const own = median(took.stoa);
  const bare = median(took.floor);
  return {
    what: `CSV of ${cards.toLocaleString("en")} cards, against a bare loop`,
    figure: bare / own,
    unit: "ratio",
    atLeast: 0.3,
    from: `${own.toFixed(2)} s, floor ${bare.toFixed(2)} s; ${(text.length / 1e6).toFixed(0)} million characters, medians of ${ROUNDS}`,
  };
}

/** Takes an export in bites with a rest after each, and hangs up when it has no patience left. */
function readSlowly(server: Server, path: string, headers: Headers): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({ host: hostname, connection: "close", ...headers }).map((pair) => pair.join(": "));
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  socket.on("data", () => {
    socket.pause();
    setTimeout(() => socket.resume(), SLOW.rest);
  });
  const patience = setTimeout(() => socket.destroy(), SLOW.patience);
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", () => {
      clearTimeout(patience);
      resolve();
    });
  });
}

async function warmUp(caller: Caller): Promise<void> {
  for (const { id } of await someCards(caller, WARM_UP)) {
    await caller.get("/cards?page_size=50");
    await caller.get(`/cards/${id}`);
  }
}

/** The milliseconds after which a thread that has read has returned what it doesn't need. */
const SETTLING = 1_000;

/**
 * Returns the memory that the thread takes which makes exports, and that exports of all kinds, one after the other, take in addition,
 * of a server that has had little to do before.
 */
async function memory(file: string, cards: number, rest: number): Promise<Figure[]> {
  const server = await startStoa(file);
  const caller = await logIn(server);
  await warmUp(caller);
  const { by_type } = await caller.get<{ by_type: { type: string }[] }>("/cards/counts");
  const types = by_type.map(({ type }) => type).slice(0, MAX_TYPES);
  const json = `/api/v1/cards/export/json?types=${types}&include_relations=true&include_stakeholders=true`;
  const { headers } = caller;
  const thrice = async (path: string, more: Headers = {}) => {
    for (let time = 0; time < 3; time++) await download(server, path, { ...headers, ...more });
  };
  await Bun.sleep(1_000 * rest);
  const idle = residentMemory(server.pid);
  await download(server, `${CSV}?type=Nothing`, headers);
  await Bun.sleep(SETTLING);
  const ready = residentMemory(server.pid);
  const most = {
    CSV: await mostMemory(server.pid, () => thrice(CSV)),
    JSON: await mostMemory(server.pid, () => thrice(json)),
    "compressed CSV": await mostMemory(server.pid, () => thrice(CSV, { "accept-encoding": "gzip" })),
    "CSV for a slow reader": await mostMemory(server.pid, () => readSlowly(server, CSV, headers)),
  };
  await server.stop();
  const peaks = Object.entries(most).map(([what, memory]) => `${what} ${memory.toFixed(0)} MiB`);
  return [
    {
      what: "memory that a thread takes which reads",
      figure: ready - idle,
      unit: "MiB",
      atMost: 45,
      from: `idle ${idle.toFixed(0)} MiB, ${ready.toFixed(0)} MiB after the export of no card: the program once more, in an engine of its own`,
    },
    {
      what: `memory that exports of ${cards.toLocaleString("en")} cards take in addition`,
      figure: Math.max(...Object.values(most)) - ready,
      unit: "MiB",
      atMost: 50,
      from: `at most: ${peaks.join(", ")}`,
    },
  ];
}

/**
 * Returns the figures for a file with so many cards, all ACTIVE.
 * @param rest seconds without a request before the memory of an idle server is looked at
 */
export async function exports(cards: number, rest: number): Promise<Figure[]> {
  const file = await allActive(cards, join(newFolder(), "stoa.db"));
  return [await speed(file, cards), ...(await memory(file, cards, rest))];
}
