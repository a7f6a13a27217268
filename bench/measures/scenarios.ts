/** Scenarios: how long their changes, reads, replay, comparison and merge take, each next to the same in the landscape. */
import { join } from "node:path";
import { type Caller, logIn, someCards } from "../client";
import { copyOfFilled } from "../filled";
import { mostMemory, newFolder, residentMemory, startStoa } from "../processes";
import { type Figure, median } from "../report";

/** Changes of the scenario. */
const CHANGES = 1_000;
const LIST = "/cards?type=Application&page_size=50";

/** Returns the milliseconds that work takes. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Returns the median of several. */
async function usually(work: (round: number) => Promise<unknown>, rounds = 20): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timeOf(() => work(round)));
  return median(times);
}

/** Describes one card after the other anew. */
const describing = (caller: Caller, ids: readonly string[]) => (round: number) =>
  caller.patch(`/cards/${ids[round % ids.length]}`, { description: `as planned in round ${round}` });

const inMs = (figure: number) => `${figure.toFixed(1)} ms in the landscape`;

/** Measures a scenario of 1,000 changes next to the same changes and reads of the landscape. */
export async function scenarios(cards: number): Promise<Figure[]> {
  const server = await startStoa(await copyOfFilled(cards, join(newFolder(), "stoa.db")), {});
  const admin = await logIn(server);
  const ids = (await someCards(admin, CHANGES)).map(({ id }) => id);
  const began = new Date().toISOString();
  const present = {
    change: await usually(describing(admin, ids.slice(0, 20))),
    read: await usually(() => admin.get(LIST)),
    compared: await usually(() => admin.get(`/compare?from=${began}&page_size=50`), 3),
  };
  const { id } = await admin.post<{ id: string }>("/scenarios", JSON.stringify({ name: "Planned" }));
  const planner = await logIn(server, undefined, { "x-stoa-scenario": id });
  const change = describing(planner, ids);
  const first = await timeOf(() => change(0));
  for (let round = 1; round < 90; round++) await change(round);
  const hundredth = await usually((round) => change(90 + round), 20);
  for (let round = 110; round < CHANGES; round++) await change(round);
  const read = await usually(() => planner.get(LIST));
  const before = residentMemory(server.pid);
  const took = { compared: 0, replayed: 0, merged: 0 };
  const most = await mostMemory(server.pid, async () => {
    took.compared = await timeOf(() => admin.get(`/compare?to=scenario:${id}&page_size=50`));
    await admin.post("/cards", JSON.stringify({ type: "Application", name: "Made meanwhile" }));
    took.replayed = await timeOf(() => admin.post(`/scenarios/${id}/rebase`, "{}"));
    took.merged = await timeOf(() => admin.post(`/scenarios/${id}/merge`, "{}"));
  });
  const { compared, replayed, merged } = took;
  await server.stop();
  const figures: [what: string, figure: number, from: string][] = [
    ["first change of a scenario, whose database is made", first, inMs(present.change)],
    ["hundredth change of a scenario", hundredth, inMs(present.change)],
    ["a list in a scenario", read, inMs(present.read)],
    [
      `comparison of a scenario of ${CHANGES} changes`,
      compared,
      `${inMs(present.compared)} of two moments; ${cards} cards`,
    ],
    [`replay of ${CHANGES} changes over the landscape`, replayed, `${inMs(CHANGES * present.change)} one by one`],
    [
      `merge of ${CHANGES} changes`,
      merged,
      `${inMs(CHANGES * present.change)} one by one; ${(merged / CHANGES).toFixed(1)} ms for each`,
    ],
  ];
  return [
    ...figures.map(([what, figure, from]): Figure => ({ what, figure, unit: "ms", from })),
    {
      what: "memory at most during comparison, replay and merge",
      figure: most,
      unit: "MiB",
      from: `${before.toFixed(0)} MiB before, at work in the scenario`,
    },
  ];
}
