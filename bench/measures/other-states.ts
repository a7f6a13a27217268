/** Other states than the present: what twenty open scenarios cost on disk and in memory, and what others notice of a burst of moments. */
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Caller, callerOf, logIn, someCards } from "../client";
import { copyOfFilled } from "../filled";
import { newFolder, residentMemory, type Server, startStoa } from "../processes";
import { type Figure, median } from "../report";

/** Scenarios that are open, the changes of one that follows the landscape, and the moments of a burst. */
const SCENARIOS = 20;
const REPLAYED = 300;
const MOMENTS = 50;
const LIST = "/cards?type=Application&page_size=50";
const MIB = 1024 ** 2;

/** Returns the MiB of scratch files next to a database. */
function scratchOf(file: string): number {
  const folder = dirname(file);
  const sizes = readdirSync(folder)
    .filter((name) => name.includes(".scratch-"))
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0) / MIB;
}

/** Watches figures while work is done. @returns the most of each */
async function mostOf<Name extends string>(look: Record<Name, () => number>, work: () => Promise<unknown>) {
  const most = Object.fromEntries(Object.keys(look).map((name) => [name, 0])) as Record<Name, number>;
  const note = () => {
    for (const name of Object.keys(look) as Name[]) most[name] = Math.max(most[name], look[name]());
  };
  const timer = setInterval(note, 20);
  await work().finally(() => clearInterval(timer));
  note();
  return most;
}

/** Opens scenarios one after the other, and lets the last one follow the landscape with many changes. */
async function openScenarios(server: Server, admin: Caller): Promise<void> {
  const ids = (await someCards(admin, REPLAYED)).map(({ id }) => id);
  let last = "";
  for (let number = 0; number < SCENARIOS; number++) {
    ({ id: last } = await admin.post<{ id: string }>("/scenarios", JSON.stringify({ name: `Planned ${number}` })));
    const planner = callerOf(server, { ...admin.headers, "x-stoa-scenario": last });
    const changes = number === SCENARIOS - 1 ? ids : ids.slice(0, 1);
    for (const id of changes) await planner.patch(`/cards/${id}`, { description: `as planned in ${number}` });
    await planner.get(LIST);
  }
  await admin.post("/cards", JSON.stringify({ type: "Application", name: "Made meanwhile" }));
  await admin.post(`/scenarios/${last}/rebase`, "{}");
}

/** Measures what open scenarios cost. @param rest seconds after which nobody counts as looking */
async function scenarioFigures(server: Server, file: string, admin: Caller, rest: number): Promise<Figure[]> {
  await admin.get(LIST);
  const before = residentMemory(server.pid);
  const look = { disk: () => scratchOf(file), memory: () => residentMemory(server.pid) };
  const most = await mostOf(look, () => openScenarios(server, admin));
  await Bun.sleep(rest * 1_000);
  const after = residentMemory(server.pid);
  return [
    {
      what: `scratch files of ${SCENARIOS} open scenarios`,
      figure: most.disk,
      unit: "MiB",
      atMost: 4_096,
      from: `the database has ${(statSync(file).size / MIB).toFixed(0)} MiB`,
    },
    {
      what: `memory after ${SCENARIOS} scenarios, while nobody looks`,
      figure: after,
      unit: "MiB",
      from: `${before.toFixed(0)} MiB before, ${most.memory.toFixed(0)} MiB at most, with a replay of ${REPLAYED} changes`,
    },
  ];
}

/** Measures what somebody else notices while one user asks for many moments at once. */
async function burstFigures(file: string, server: Server, admin: Caller): Promise<Figure[]> {
  const [card] = await someCards(admin, 1);
  const instants: string[] = [];
  for (let number = 0; number < MOMENTS; number++) {
    instants.push(new Date().toISOString());
    await admin.patch(`/cards/${card?.id}`, { description: `as it was at ${number}` });
  }
  const other = await logIn(server);
  const times: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const began = performance.now();
      await other.get(`/cards/${card?.id}`);
      times.push(performance.now() - began);
      await Bun.sleep(5);
    }
  })();
  const statuses: number[] = [];
  const ask = async (instant: string) => {
    const answer = await fetch(`${server.url}/api/v1${LIST}&as_of=${instant}`, { headers: admin.headers });
    statuses.push(answer.status);
    await answer.arrayBuffer();
  };
  const { disk } = await mostOf({ disk: () => scratchOf(file) }, () => Promise.all(instants.map(ask)));
  isOver = true;
  await reading;
  const sorted = times.toSorted((one, next) => one - next);
  const count = (status: number) => statuses.filter((each) => each === status).length;
  return [
    {
      what: `reads of a card by others during ${MOMENTS} requests for as many moments, 99 of 100`,
      figure: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
      unit: "ms",
      atMost: 50,
      from: `median ${median(times).toFixed(1)} ms of ${times.length}; ${count(200)} answered, ${count(429)} refused with 429, ${count(503)} with 503; ${disk.toFixed(0)} MiB of files at most`,
    },
  ];
}

/** Measures open scenarios and a burst of moments. @param rest seconds after which nobody counts as looking */
export async function otherStates(cards: number, rest: number): Promise<Figure[]> {
  const file = await copyOfFilled(cards, join(newFolder(), "stoa.db"));
  const server = await startStoa(file, {});
  const admin = await logIn(server);
  const figures = await scenarioFigures(server, file, admin, rest);
  figures.push(...(await burstFigures(file, server, admin)));
  await server.stop();
  return figures;
}
