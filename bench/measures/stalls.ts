/**
 * Measures who waits for whom: how long the server's health and a card by id take while others ask for the most
 * expensive there is. Every operation of the description is asked, and then the long work of many at once.
 */
import { join } from "node:path";
import { copyOfFilled } from "../filled";
import { newFolder, startStoa } from "../processes";
import type { Figure } from "../report";
import { startChanges } from "../stalls/changes";
import { explore } from "../stalls/landscape";
import { type Probe, type Prober, startProber } from "../stalls/prober";
import { type Ask, type Description, mostExpensiveOf } from "../stalls/requests";
import { type Place, reads, type Scenario, send, writes } from "../stalls/scenarios";

/** The longest waits of everybody else, in milliseconds: to read, and to change something. */
const NEEDED = { p99: 50, most: 150, change: 2_000 };

/** The amount of work, and the milliseconds for which each operation is watched at least. */
export type Dearness = Pick<Place, "rows" | "patience"> & { watched: number };

type Row = Probe & { name: string; took: number; change?: number };

/** Watches a piece of work. */
async function watch(prober: Prober, name: string, work: () => Promise<unknown>, least = 0): Promise<Row> {
  prober.begin();
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  await Bun.sleep(Math.max(0, least - took));
  return { name, took, ...(await prober.end()) };
}

/** These operations are not asked here: they would end the session, or never end. */
const LEFT_OUT = new Set([
  "post /api/v1/auth/logout",
  "post /api/v1/auth/impersonate",
  "delete /api/v1/users/{user_id}/sessions",
  "get /api/v1/events/stream",
]);

/** Returns every operation: what reads first, what deletes last. */
function operationsOf({ paths }: Description): [path: string, method: string][] {
  const order = ["get", "post", "patch", "put", "delete"];
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method): [string, string] => [path, method]))
    .filter(([path, method]) => order.includes(method) && !LEFT_OUT.has(`${method} ${path}`))
    .sort(([, one], [, other]) => order.indexOf(one) - order.indexOf(other));
}

async function watchOperations(
  prober: Prober,
  place: Place,
  { watched }: Dearness,
  methods: readonly string[],
): Promise<Row[]> {
  const response = await fetch(`${place.url}/api/openapi.json`);
  const description = (await response.json()) as Description;
  const rows: Row[] = [];
  for (const [path, method] of operationsOf(description)) {
    if (!methods.includes(method)) continue;
    const asks = mostExpensiveOf(path, method, place, description);
    const ask = (asked: Ask) => send(place.url, asked);
    rows.push(await watch(prober, `${method.toUpperCase()} ${path}`, () => Promise.all(asks.map(ask)), watched));
  }
  return rows;
}

async function watchScenarios(prober: Prober, place: Place, scenarios: readonly Scenario[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, prepare, work } of scenarios) {
    await prepare?.(place);
    const changes = startChanges(place.admin, place.cardId);
    const row = await watch(prober, name, () => work(place));
    rows.push({ ...row, change: await changes.stop() });
  }
  return rows;
}

/** Runs a server with its prober for as long as the work lasts. */
async function onServer(
  cards: number,
  dearness: Dearness,
  work: (prober: Prober, place: Place) => Promise<void>,
): Promise<void> {
  const databaseFile = await copyOfFilled(cards, join(newFolder(), "stoa.db"));
  const server = await startStoa(databaseFile);
  const landscape = await explore(server, dearness.rows);
  // The card that is asked for stays, whatever the work deletes.
  const asked = JSON.stringify({ type: "Objective", name: "Asked for" });
  const { id } = await landscape.admin.post<{ id: string }>("/cards", asked);
  const urls = [`${server.url}/api/health`, `${server.url}/api/v1/cards/${id}`];
  const prober = await startProber({ urls, headers: landscape.admin.headers });
  try {
    await watch(prober, "warming up", () => Bun.sleep(dearness.watched));
    await work(prober, { ...landscape, ...dearness, url: server.url, databaseFile, cardId: id });
  } finally {
    prober.stop();
    await server.stop();
  }
}

const slowestFirst = (rows: readonly Row[], by: "p99" | "most") => rows.toSorted((one, other) => other[by] - one[by]);

const figure = (rows: readonly Row[], what: string, by: "p99" | "most"): Figure => ({
  what: `${by === "p99" ? "99 of 100 answers" : "every answer"} of health and of a card during ${what}`,
  figure: Math.max(...rows.map((row) => row[by])),
  unit: "ms",
  atMost: NEEDED[by],
  from: `${rows.length} measured; the worst in ms: ${slowestFirst(rows, by)
    .slice(0, 5)
    .map((row) => `${row.name} ${row[by].toFixed(0)}`)
    .join(", ")}`,
});

/** Returns the longest change of somebody else while long work runs; another program's lock is nobody's work. */
function changesDuring(rows: readonly Row[]): Figure {
  const own = rows.filter(({ name, change }) => change !== undefined && !name.startsWith("another program"));
  const worst = own.toSorted((one, other) => (other.change ?? 0) - (one.change ?? 0)).slice(0, 5);
  return {
    what: "every change of a card by somebody else during long work",
    figure: Math.max(...own.map(({ change = 0 }) => change)),
    unit: "ms",
    atMost: NEEDED.change,
    from: `the longest in ms: ${worst.map(({ name, change = 0 }) => `${name} ${change.toFixed(0)}`).join(", ")}`,
  };
}

/** Returns all rows, the worst first; a star marks what is left to do. */
function printed(rows: readonly Row[]): string {
  const lines = slowestFirst(rows, "most").map(({ name, took, p99, most }) => {
    const mark = p99 > NEEDED.p99 || most > NEEDED.most ? "*" : " ";
    return [mark, ...[p99, most, took].map((time) => time.toFixed(0).padStart(7)), ` ${name}`].join(" ");
  });
  return ["      p99    most    took  (ms)", ...lines].join("\n");
}

/** Returns the figures for a file with so many cards. */
export async function stalls(cards: number, dearness: Dearness): Promise<Figure[]> {
  const quiet: Row[] = [];
  const operations: Row[] = [];
  const long: Row[] = [];
  await onServer(cards, dearness, async (prober, place) => {
    quiet.push(await watch(prober, "nothing", () => Bun.sleep(dearness.patience)));
    operations.push(...(await watchOperations(prober, place, dearness, ["get"])));
    long.push(...(await watchScenarios(prober, place, reads)));
  });
  await onServer(cards, dearness, async (prober, place) => {
    operations.push(...(await watchOperations(prober, place, dearness, ["post", "patch", "put", "delete"])));
  });
  await onServer(cards, dearness, async (prober, place) => {
    long.push(...(await watchScenarios(prober, place, writes)));
  });
  console.log(printed([...quiet, ...operations, ...long]));
  const answers = (["p99", "most"] as const).flatMap((by) => [
    figure(quiet, "nothing at all", by),
    figure(operations, "the dearest form of every operation", by),
    figure(long, "long work", by),
  ]);
  return [...answers, changesDuring(long)];
}
