/**
 * Measures what one viewer costs all others in a landscape with hubs: the memory of the server, and how long the health, a card
 * and a change by others take, while the most expensive requests are made once, twice and twenty times at once.
 */
import { join } from "node:path";
import { type Caller, logIn } from "../client";
import { fillHubs, type Hubs } from "../fill-hubs";
import { copyOfFilled } from "../filled";
import { mostMemory, newFolder, residentMemory, type Server, startStoa } from "../processes";
import type { Figure } from "../report";
import { startChanges } from "../stalls/changes";
import { startProber } from "../stalls/prober";
import { send } from "../stalls/scenarios";

/** The longest that others wait for somebody else's work, in milliseconds: to read, and to write. */
const NEEDED = { read: 50, write: 2_000 };
/** The numbers of requests at once. */
const AT_ONCE = [1, 2, 20];

type Request = { name: string; method?: string; path: string; body?: string };

const reads = ({ application, parent }: Hubs): Request[] => [
  { name: "capability heatmap", path: "/reports/capability-heatmap" },
  { name: "portfolio of all applications", path: "/reports/app-portfolio" },
  { name: "dependencies of the hub", path: `/reports/dependencies?center_id=${application}` },
  { name: "impact of the hub", path: `/reports/impact?card_id=${application}` },
  { name: "relations of the hub", path: `/relations?card_id=${application}` },
  { name: "archive impact of the hub", path: `/cards/${application}/archive-impact` },
  { name: "relation summary of the hub", path: `/cards/${application}/relation-summary` },
  { name: "children of the parent", path: `/cards/${parent}/hierarchy` },
  { name: "JSON export with relations", path: "/cards/export/json?types=Application&include_relations=true" },
];

/** Returns a bulk creation, which is one transaction by contract. */
const creation = (rows: number, round: string): Request => ({
  name: `creation of ${rows} cards`,
  method: "POST",
  path: "/cards/bulk-create",
  body: JSON.stringify({
    cards: Array.from({ length: rows }, (_, row_index) => ({
      row_index,
      type: "Application",
      name: `Bulk ${round} ${row_index}`,
    })),
  }),
});

type Place = { server: Server; caller: Caller; other: Caller; hubs: Hubs; cardId: string };

/** Makes a request so many times at once. @returns a figure for what it cost others */
async function watch({ server, caller, other, hubs, cardId }: Place, asked: Request, count: number): Promise<Figure> {
  const urls = [`${server.url}/api/health`, `${server.url}/api/v1/cards/${cardId}`];
  const prober = await startProber({ urls, headers: other.headers });
  const changes = startChanges(other, hubs.bystander);
  const before = residentMemory(server.pid);
  const statuses = new Map<number, number>();
  const ask = async (): Promise<void> => {
    const { method = "GET", path, body } = asked;
    const headers = { ...caller.headers, ...(body !== undefined && { "content-type": "application/json" }) };
    const status = await send(server.url, {
      method,
      path: `/api/v1${path}`,
      headers,
      ...(body !== undefined && { body }),
    });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  prober.begin();
  const began = performance.now();
  const memory = await mostMemory(server.pid, () => Promise.all(Array.from({ length: count }, ask)));
  const took = performance.now() - began;
  const { p99, most } = await prober.end();
  const longest = await changes.stop();
  prober.stop();
  const answers = [...statuses].map(([status, times]) => `${times} × ${status}`).join(", ");
  return {
    what: `99 of 100 answers to others during ${count} × ${asked.name}`,
    figure: p99,
    unit: "ms",
    atMost: NEEDED.read,
    from: [
      `memory ${before.toFixed(0)} → ${memory.toFixed(0)} MiB`,
      `longest answer ${most.toFixed(0)} ms`,
      `longest change ${longest.toFixed(0)} ms${longest > NEEDED.write ? " (over 2 s)" : ""}`,
      `${took.toFixed(0)} ms in all`,
      answers,
    ].join("; "),
  };
}

/**
 * Returns the figures for a file with hubs among so many cards.
 * @param rows of a bulk creation
 */
export async function hubs(cards: number, rows: number): Promise<Figure[]> {
  const databaseFile = await copyOfFilled(cards, join(newFolder(), "stoa.db"));
  const added = fillHubs(databaseFile);
  const server = await startStoa(databaseFile);
  const caller = await logIn(server);
  const account = { email: "other@stoa.example", password: "Many-Measures-3" };
  await caller.post("/users", JSON.stringify({ ...account, display_name: "Other", role: "member" }));
  const other = await logIn(server, account);
  const { id: cardId } = await caller.post<{ id: string }>(
    "/cards",
    JSON.stringify({ type: "Objective", name: "Read" }),
  );
  const place = { server, caller, other, hubs: added, cardId };
  const figures: Figure[] = [];
  for (const asked of reads(added)) for (const count of AT_ONCE) figures.push(await watch(place, asked, count));
  for (const count of [1, 2]) figures.push(await watch(place, creation(rows, String(count)), count));
  await server.stop();
  return figures;
}
