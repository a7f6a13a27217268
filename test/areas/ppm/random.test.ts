/** Random plans: the roll-ups are those of a naive recomputation of the whole tree, and dependencies never close a cycle. */
import { expect, test } from "bun:test";
import { type Random, randomFrom } from "../../../bench/random";
import { oneDecimal } from "../../../src/platform/rounding";
import { findingsOf } from "../../support/databases";
import { clientAs, testServer } from "../../support/server";
import { type Body, create, listOf, newInitiative } from "./initiatives";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

const daysOf = ({ start_date, due_date }: Body) =>
  start_date && due_date ? Math.max(1, (Date.parse(due_date) - Date.parse(start_date)) / 86_400_000 + 1) : 1;
const shareOf = ({ status }: Body) => (status === "done" ? 1 : status === "in_progress" ? 0.5 : 0);

/** Returns the figures of an item with tasks below it, from all of these; undefined for one without. */
function naively(item: Body, items: readonly Body[], tasks: readonly Body[]) {
  const tasksOf = (one: Body): Body[] => [
    ...tasks.filter(({ wbs_id }) => wbs_id === one.id),
    ...items.filter(({ parent_id }) => parent_id === one.id).flatMap(tasksOf),
  ];
  const all = tasksOf(item);
  if (all.length === 0) return undefined;
  const weight = all.reduce((sum, task) => sum + daysOf(task), 0);
  const done = all.reduce((sum, task) => sum + daysOf(task) * shareOf(task), 0);
  const parts = [
    ...tasks.filter(({ wbs_id }) => wbs_id === item.id).map((task) => [task.start_date, task.due_date]),
    ...items.filter(({ parent_id }) => parent_id === item.id).map((child) => [child.start_date, child.end_date]),
  ];
  const [starts, ends] = [0, 1].map((side) => parts.flatMap((dates) => dates[side] ?? []).toSorted());
  return {
    completion: oneDecimal((100 * done) / weight),
    start_date: starts?.[0] ?? item.start_date,
    end_date: ends?.at(-1) ?? item.end_date,
  };
}

/** Changes a plan in some way; what the server refuses changes nothing. @returns the id of what was changed, if any */
async function changePlan(random: Random, initiative: Body, items: readonly Body[], tasks: readonly Body[]) {
  const path = `/ppm/initiatives/${initiative.id}`;
  const maybe = (rows: readonly Body[]) => random.one([null, ...rows.map(({ id }) => id)]);
  const day = () => random.one([null, `2026-0${random.whole(1, 9)}-${random.whole(10, 28)}`]);
  const status = () => random.one(["todo", "in_progress", "done", "blocked"]);
  const changes = [
    () => member.post(`${path}/wbs`, { title: "Item", parent_id: maybe(items), completion: random.whole(0, 100) }),
    () => member.post(`${path}/wbs`, { title: "Item", parent_id: maybe(items), start_date: day(), end_date: day() }),
    () => member.patch(`/ppm/wbs/${maybe(items)}`, { parent_id: maybe(items) }),
    () => member.patch(`/ppm/wbs/${maybe(items)}`, { completion: random.whole(0, 100), start_date: day() }),
    () =>
      member.post(`${path}/tasks`, {
        ...{ title: "Task", wbs_id: maybe(items), status: status(), start_date: day(), due_date: day() },
      }),
    () => member.post(`${path}/tasks`, { title: "Task", wbs_id: maybe(items), status: status() }),
    () => member.patch(`/ppm/tasks/${maybe(tasks)}`, { status: status(), due_date: day() }),
    () => member.patch(`/ppm/tasks/${maybe(tasks)}`, { wbs_id: maybe(items) }),
    () => (random.chance(0.5) ? member.delete(`/ppm/tasks/${maybe(tasks)}`) : member.get(`${path}/wbs`)),
    () => (random.chance(0.3) ? member.delete(`/ppm/wbs/${maybe(items)}`) : member.get(`${path}/wbs`)),
  ];
  const answer: Body = await random.one(changes)();
  expect(answer.status).toBeLessThan(500);
  return answer.body?.id as string | undefined;
}

test.each([1, 2, 3, 4])("the figures of items follow from the tasks below them (%d)", async (seed) => {
  const random = randomFrom(seed);
  const initiative = await newInitiative(admin);
  for (let round = 0; round < 70; round++) {
    const [before, tasksBefore] = [await listOf(member, initiative, "wbs"), await listOf(member, initiative, "tasks")];
    const changed = await changePlan(random, initiative, before, tasksBefore);
    const [items, tasks] = [await listOf(member, initiative, "wbs"), await listOf(member, initiative, "tasks")];
    for (const item of items) {
      const expected = naively(item, items, tasks);
      const was = before.find(({ id }: Body) => id === item.id);
      if (expected) expect(item).toMatchObject(expected);
      else if (was && item.id !== changed && !naively(was, before, tasksBefore)) expect(item).toEqual(was);
      const [own, done] = [
        tasks.filter(({ wbs_id }: Body) => wbs_id === item.id),
        tasks.filter(({ wbs_id, status }: Body) => wbs_id === item.id && status === "done"),
      ];
      expect(item.task_count).toBe(own.length);
      expect(item.progress).toBe(own.length === 0 ? 0 : oneDecimal((done.length / own.length) * 100));
    }
    const roots = items.filter(({ parent_id }: Body) => parent_id === null);
    const mean = roots.reduce((sum: number, { completion }: Body) => sum + completion, 0) / Math.max(1, roots.length);
    const { completion } = (await member.get(`/ppm/initiatives/${initiative.id}/completion`)).body;
    expect(Math.abs(completion - mean)).toBeLessThan(0.0501);
  }
  expect(findingsOf(server.databaseFile).filter(({ problem }) => problem)).toEqual([]);
});

test("every accepted dependency closes no cycle, and every refused one would", async () => {
  const random = randomFrom(7);
  const initiative = await newInitiative(admin);
  const ends: { kind: string; id: string }[] = [];
  for (let made = 0; made < 4; made++) {
    ends.push({ kind: "wbs", id: (await create(member, initiative, "wbs", { title: "Item" })).id });
    ends.push({ kind: "task", id: (await create(member, initiative, "tasks", { title: "Task" })).id });
  }
  const after = new Map<string, Set<string>>(ends.map(({ id }) => [id, new Set()]));
  const reaches = (from: string, to: string): boolean =>
    from === to || [...(after.get(from) ?? [])].some((next) => reaches(next, to));
  for (let round = 0; round < 80; round++) {
    const [pred, succ] = [random.one(ends), random.one(ends)];
    const body = { pred_kind: pred.kind, pred_id: pred.id, succ_kind: succ.kind, succ_id: succ.id };
    const { status } = await member.post(`/ppm/initiatives/${initiative.id}/dependencies`, body);
    const exists = after.get(pred.id)?.has(succ.id) === true;
    expect(status).toBe(reaches(succ.id, pred.id) ? 422 : exists ? 409 : 200);
    if (status === 200) after.get(pred.id)?.add(succ.id);
  }
});

test("random amounts add up exactly", async () => {
  const random = randomFrom(11);
  const initiative = await newInitiative(admin);
  const totals = { costs: 0, budgets: 0 };
  for (let round = 0; round < 40; round++) {
    const list = random.one(["costs", "budgets"] as const);
    const cents = random.whole(-1_000_000, 100_000_000);
    totals[list] += cents;
    const body = { description: "Line", fiscal_year: 2026, category: "opex" };
    await create(member, initiative, list, { ...body, amount: cents / 100, actual: cents / 100 });
  }
  const { attributes } = (await admin.get(`/cards/${initiative.id}`)).body;
  expect(attributes).toEqual({ costActual: totals.costs / 100, costBudget: totals.budgets / 100 });
});
