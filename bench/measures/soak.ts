/** Everything at once for some minutes: bulk work, exports, event streams and many clients; then the memory that is left. */
import { join } from "node:path";
import { copyOfFilled } from "../filled";
import { drive } from "../load";
import { newFolder, residentMemory, startStoa } from "../processes";
import type { Figure } from "../report";
import { explore, type Landscape } from "../stalls/landscape";
import { send } from "../stalls/scenarios";

const CONNECTIONS = 32;
const STREAMS = 20;
const MINUTE = 60_000;
/** The memory that may be left, in MiB. */
const MAX_LEFT = 30;

type Work = (round: number) => Promise<unknown>;

/** Repeats a piece of work until it is over. */
async function repeat(over: AbortSignal, work: Work): Promise<void> {
  for (let round = 0; !over.aborted; round++) await work(round);
}

/** Makes cards in bulk and deletes them. */
const bulkWork =
  ({ admin }: Landscape, rows: number): Work =>
  async (round) => {
    const cards = Array.from({ length: rows }, (_, index) => ({
      row_index: index,
      type: "Application",
      name: `Round ${round}, ${index}`,
    }));
    type BulkResult = { results: { id: string }[] };
    const { results } = await admin.post<BulkResult>("/cards/bulk-create", JSON.stringify({ cards }));
    await admin.post("/cards/bulk-delete", JSON.stringify({ card_ids: results.map(({ id }) => id) }));
  };

/** Returns the requests of 32 clients: pages, single cards, and changes. */
function requestsOf({ applications }: Landscape) {
  const body = JSON.stringify({ alias: "Changed meanwhile" });
  return applications
    .slice(0, 10 * CONNECTIONS)
    .flatMap((id, index) => [
      { path: `/api/v1/cards?page=${index + 1}&page_size=50` },
      { path: `/api/v1/cards/${id}` },
      { method: "PATCH" as const, path: `/api/v1/cards/${id}`, body },
    ]);
}

/** The amount of work and its duration, and the seconds that the server may take afterwards to release what it held. */
type Effort = { rows: number; minutes: number; rest: number };

/** Returns the memory that is left over a start after everything has run together. */
export async function soak(cards: number, { rows, minutes, rest }: Effort): Promise<Figure> {
  const server = await startStoa(await copyOfFilled(cards, join(newFolder(), "stoa.db")));
  const landscape = await explore(server, rows);
  const { admin, viewer } = landscape;
  const before = residentMemory(server.pid);
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, residentMemory(server.pid));
  }, 100);
  const over = AbortSignal.timeout(minutes * MINUTE);
  const read = (path: string, headers: Record<string, string>, signal?: AbortSignal) =>
    send(server.url, { method: "get", path: `/api/v1${path}`, headers }, signal);
  const streams = Array.from({ length: STREAMS }, () =>
    read("/events/stream", { ...viewer.headers, "last-event-id": "0" }, over).catch(() => 0),
  );
  await Promise.all([
    ...streams,
    repeat(over, bulkWork(landscape, rows)),
    repeat(over, () => read("/cards/export/csv", viewer.headers)),
    repeat(over, () => read("/relations?page_size=200&page=100", viewer.headers)),
    drive({
      url: server.url,
      connections: CONNECTIONS,
      headers: admin.headers,
      requests: requestsOf(landscape),
      seconds: Math.ceil(minutes * 60),
    }),
  ]);
  clearInterval(look);
  const after = await settledMemory(server.pid, before, 1_000 * rest);
  await server.stop();
  return {
    what: `memory left after ${minutes} minutes of bulk work, exports, streams and ${CONNECTIONS} clients together`,
    figure: after - before,
    unit: "MiB",
    atMost: MAX_LEFT,
    from: `${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most, ${after.toFixed(0)} MiB after a rest`,
  };
}

/** Returns the least memory that the process holds within some milliseconds; as soon as it is little enough. */
async function settledMemory(pid: number, before: number, rest: number): Promise<number> {
  const end = performance.now() + rest;
  let least = residentMemory(pid);
  while (performance.now() < end && least - before > MAX_LEFT) {
    await Bun.sleep(100);
    least = Math.min(least, residentMemory(pid));
  }
  return least;
}
