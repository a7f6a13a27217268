/** Two random scenarios of one base, merged in either order: the landscape is the same, or the second merge names its conflict. */
import { beforeAll, expect, test } from "bun:test";
import { statement } from "../../../db";
import type { Client } from "../../support/client";
import { testServer } from "../../support/server";
import { randomOf } from "../../support/workbooks";

/** Pairs of scenarios; the long run tries more. */
const PAIRS = process.env["STOA_CRASH_ROUNDS"] ? 200 : 3;
const CARDS = 3;
const CHANGES = 5;

const server = testServer();
let admin: Client;
let relationType: { key: string; target_type_key: string };
beforeAll(async () => {
  admin = await server.as("admin");
  const { body: types } = await admin.get("/metamodel/relation-types");
  relationType = types.find(
    (type: Record<string, string>) =>
      type["source_type_key"] === "Application" && type["target_type_key"] !== "Application",
  );
});

type Landscape = { cards: string[]; targets: string[] };
type MergeAnswer = { is_merged: boolean; batch_id: string; obstacles: { conflicts: unknown[]; refusal: unknown }[] };

const created = async (path: string, body: object, headers = {}): Promise<string> =>
  (await admin.post(path, body, headers)).body.id;

/** Creates the cards that both scenarios begin with. */
async function createLandscape(pair: number): Promise<Landscape> {
  const named = (type: string) =>
    Promise.all(
      Array.from({ length: CARDS }, (_, number) => created("/cards", { type, name: `${type} ${pair}.${number}` })),
    );
  return { cards: await named("Application"), targets: await named(relationType.target_type_key) };
}

/** Creates a scenario with random changes of a landscape. */
async function createScenario(name: string, { cards, targets }: Landscape, random: (below: number) => number) {
  const id = await created("/scenarios", { name });
  const here = { "x-stoa-scenario": id };
  const one = (list: readonly string[]) => list[random(list.length)] as string;
  const kinds = [
    () => admin.patch(`/cards/${one(cards)}`, { name: `${name} ${random(1_000)}` }, here),
    () => admin.patch(`/cards/${one(cards)}`, { description: `${name} ${random(3)}` }, here),
    () => admin.patch(`/cards/${one(cards)}`, { lifecycle: { active: `20${20 + random(10)}-01-01` } }, here),
    () => admin.delete(`/cards/${one(cards)}`, here),
    () => admin.post("/cards", { type: "Application", name: `${name} new ${random(1_000)}` }, here),
    () => admin.post("/relations", { type: relationType.key, source_id: one(cards), target_id: one(targets) }, here),
  ];
  for (let change = 0; change < CHANGES; change++) await kinds[random(kinds.length)]?.();
  return id;
}

/** Returns everything that scenarios here can change, without times and what follows from the order. */
const content = () => [
  statement("SELECT id, name, description, lifecycle, status FROM cards ORDER BY id").values(),
  statement(
    `SELECT r.type_seq, s.id AS source, t.id AS target FROM relations r
     JOIN cards s ON s.seq = r.source_seq JOIN cards t ON t.seq = r.target_seq ORDER BY r.type_seq, s.id, t.id`,
  ).values(),
];

const merge = async (id: string): Promise<MergeAnswer> => (await admin.post(`/scenarios/${id}/merge`, {})).body;

/** Merges scenarios one after the other, and undoes it. @returns what the landscape was then, and the conflicts */
async function mergedInOrder(scenarios: readonly string[]) {
  const merged: MergeAnswer[] = [];
  for (const id of scenarios) merged.push(await merge(id));
  const result = { content: content(), obstacles: merged.flatMap(({ obstacles }) => obstacles) };
  for (const { is_merged, batch_id } of merged.toReversed())
    if (is_merged) await admin.post(`/mutation-batches/${batch_id}/rollback`, { dry_run: false, force: true });
  return result;
}

test(
  "two scenarios of one base give the same landscape in either order of their merges, or a named conflict",
  async () => {
    let [same, named] = [0, 0];
    for (let pair = 1; pair <= PAIRS; pair++) {
      const random = randomOf(pair);
      const landscape = await createLandscape(pair);
      const one = await createScenario(`One ${pair}`, landscape, random);
      const other = await createScenario(`Other ${pair}`, landscape, random);
      const before = content();
      const orders = [await mergedInOrder([one, other]), await mergedInOrder([other, one])];
      expect(content()).toEqual(before);
      const obstacles = orders.flatMap((order) => order.obstacles);
      if (obstacles.length === 0) {
        expect(orders[1]?.content).toEqual(orders[0]?.content);
        same++;
      } else {
        for (const { conflicts, refusal } of obstacles) expect(conflicts.length > 0 || refusal !== null).toBe(true);
        named++;
      }
      for (const id of [one, other]) await admin.delete(`/scenarios/${id}`);
    }
    expect(Math.min(same, named)).toBeGreaterThan(0);
  },
  PAIRS * 30_000,
);
