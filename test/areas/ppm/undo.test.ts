/** Rolling back changes of initiatives' records, one by one and at random. */
import { beforeEach, describe, expect, test } from "bun:test";
import { randomFrom } from "../../../bench/random";
import { db, statement, tables, transaction } from "../../../db";
import { BATCH_ID } from "../../../src/core/journal/batches";
import { now } from "../../../src/platform/clock";
import { newId } from "../../../src/platform/ids";
import { batchAbout } from "../../support/batches";
import { lastEvent } from "../../support/journal";
import { clientAs, testServer } from "../../support/server";
import { type Body, create, listOf, newInitiative } from "./initiatives";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

let initiative: Body;
beforeEach(async () => {
  initiative = await newInitiative(admin, { attributes: { costBudget: 5000, effort: "high" } });
});

const rollBack = async (batchId: string, more: object = {}) =>
  await admin.post(`/mutation-batches/${batchId}/rollback`, { dry_run: false, ...more });

const LISTS = ["reports", "costs", "budgets", "risks", "tasks", "wbs", "dependencies"];
const withoutTimes = ({ updated_at: _, ...record }: Body) => record;

/**
 * Returns all that an initiative has, with the comments on its tasks and the figures on its card; without the times of
 * changes.
 */
async function stateNow(): Promise<Body> {
  const lists = await Promise.all(LISTS.map((list) => listOf(admin, initiative, list)));
  const comments = await Promise.all(lists[4].map(({ id }: Body) => admin.get(`/ppm/tasks/${id}/comments`)));
  const todos = (await admin.get(`/cards/${initiative.id}/todos`)).body.map((todo: Body) => ({
    ...{ link: todo.link, status: todo.status, assigned_to: todo.assigned_to, description: todo.description },
  }));
  return {
    lists: lists.map((list) => list.map(withoutTimes)),
    comments: comments.map(({ body }) => body.map(withoutTimes)),
    todos: todos.sort((one: Body, other: Body) => (one.link < other.link ? -1 : 1)),
    attributes: (await admin.get(`/cards/${initiative.id}`)).body.attributes,
    completion: (await admin.get(`/ppm/initiatives/${initiative.id}/completion`)).body,
  };
}

const item = (fields: object = {}) => create(member, initiative, "wbs", { title: "Package", ...fields });
const task = (fields: object = {}) => create(member, initiative, "tasks", { title: "Task", ...fields });
const dependency = (pred: Body, succ: Body) =>
  create(member, initiative, "dependencies", {
    ...{ pred_kind: "wbs", pred_id: pred.id, succ_kind: "wbs", succ_id: succ.id },
  });

describe("the undo of a change to a plan", () => {
  test("restores a deleted part of the plan, with tasks, dependencies and figures, and is planned as complete", async () => {
    const top = await item({ completion: 40 });
    const [one, other] = [await item({ parent_id: top.id }), await item()];
    const child = await item({ parent_id: one.id, completion: 7 });
    await dependency(child, other);
    const assigned = { assignee_id: member.userId, due_date: "2026-05-01" };
    const { id } = await task({ wbs_id: child.id, status: "in_progress", ...assigned });
    await member.post(`/ppm/tasks/${id}/comments`, { content: "Soon" });
    const before = await stateNow();
    await member.delete(`/ppm/wbs/${one.id}`);
    const batchId = batchAbout(one.id);
    const plan = await admin.post(`/mutation-batches/${batchId}/rollback`, { dry_run: true });
    expect(plan.body).toMatchObject({ complete: true, obstacles: [] });
    expect((await rollBack(batchId)).status).toBe(200);
    expect(await stateNow()).toEqual(before);
    await member.delete(`/ppm/tasks/${id}`);
    expect((await stateNow()).todos).toEqual([]);
    await rollBack(batchAbout(id));
    expect(await stateNow()).toEqual(before);
  });

  test("deletes a created task, and restores the manual figures above it", async () => {
    const top = await item({ completion: 40, start_date: "2026-01-01" });
    const child = await item({ parent_id: top.id, completion: 7 });
    const before = await stateNow();
    const dates = { start_date: "2026-03-01", due_date: "2026-03-31" };
    const { id } = await task({ wbs_id: child.id, status: "done", assignee_id: member.userId, ...dates });
    expect(await stateNow()).toMatchObject({ completion: { completion: 100 } });
    const plan = await admin.post(`/mutation-batches/${batchAbout(id)}/rollback`, { dry_run: true });
    expect(plan.body).toMatchObject({ complete: true });
    await rollBack(batchAbout(id));
    expect(await stateNow()).toEqual(before);
  });

  test("deletes one of two tasks, and the figures count the other one", async () => {
    const top = await item({ completion: 40 });
    const first = await task({ wbs_id: top.id, status: "done" });
    await task({ wbs_id: top.id });
    await rollBack(batchAbout(first.id));
    expect((await stateNow()).completion).toEqual({ completion: 0 });
  });

  test("is allowed to members for their own change, but for a comment of another user only to managers", async () => {
    const { id } = await task();
    const comment = (await member.post(`/ppm/tasks/${id}/comments`, { content: "Soon" })).body;
    await member.patch(`/ppm/task-comments/${comment.id}`, { content: "Later" });
    const path = `/mutation-batches/${batchAbout(comment.id)}/rollback`;
    expect((await member.post(path, { dry_run: false })).status).toBe(200);
    expect((await stateNow()).comments).toMatchObject([[{ content: "Soon" }]]);
  });
});

describe("the undo of a change to a plan without force", () => {
  test("is refused to delete what others have added to", async () => {
    const top = await item();
    await item({ parent_id: top.id });
    const answer = await rollBack(batchAbout(top.id));
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([409, expect.stringContaining("in_use")]);
    expect((await rollBack(batchAbout(top.id), { force: true })).status).toBe(200);
    expect((await stateNow()).lists[5]).toHaveLength(2);
  });

  test("is refused to restore a dependency or a parent that would close a cycle now", async () => {
    const [one, other] = [await item(), await item()];
    const { id } = await dependency(one, other);
    await member.delete(`/ppm/dependencies/${id}`);
    await dependency(other, one);
    expect(JSON.stringify((await rollBack(batchAbout(id))).body)).toContain("would_form_cycle");
    await member.patch(`/ppm/wbs/${one.id}`, { parent_id: other.id });
    await member.patch(`/ppm/wbs/${one.id}`, { parent_id: null });
    const batchId = batchAbout(one.id);
    await member.patch(`/ppm/wbs/${other.id}`, { parent_id: one.id });
    expect(JSON.stringify((await rollBack(batchId)).body)).toContain("would_form_cycle");
  });
});

test("a dependency that was deleted by itself is restored", async () => {
  const [one, other] = [await item(), await item()];
  const { id } = await dependency(one, other);
  const before = await stateNow();
  await member.delete(`/ppm/dependencies/${id}`);
  await rollBack(batchAbout(id));
  expect(await stateNow()).toEqual(before);
});

test("a plan of very many levels is summed up, deleted and restored", async () => {
  const LEVELS = 300;
  const ids = Array.from({ length: LEVELS }, () => newId());
  const at = now();
  transaction(() => {
    for (const [level, id] of ids.entries())
      db.insert(tables.ppmWbs)
        .values({
          ...{ id, initiative_id: initiative.id, parent_id: ids[level - 1] ?? null, title: `Level ${level}` },
          ...{ sort_order: level, is_milestone: false, completion: 5, created_at: at, updated_at: at },
        })
        .run();
  });
  const before = await stateNow();
  const { id } = await task({ wbs_id: ids.at(-1), status: "done" });
  expect((await stateNow()).completion).toEqual({ completion: 100 });
  await rollBack(batchAbout(id));
  expect(await stateNow()).toEqual(before);
  expect((await member.patch(`/ppm/wbs/${ids[0]}`, { parent_id: ids.at(-1) })).status).toBe(400);
  expect((await member.delete(`/ppm/wbs/${ids[0]}`)).status).toBe(204);
  expect((await stateNow()).lists[5]).toEqual([]);
  expect((await rollBack(batchAbout(ids[0] as string))).status).toBe(200);
  expect(await stateNow()).toEqual(before);
});

/** Returns the batches of the events since one, the latest first. */
const batchesSince = (seq: number): string[] =>
  statement<{ batch: string }, [number]>(
    `SELECT ${BATCH_ID} AS batch FROM events WHERE seq > ? AND event_type NOT LIKE 'notification.%' GROUP BY 1 ORDER BY max(seq) DESC`,
  )
    .all(seq)
    .map(({ batch }) => batch);

test("random changes, undone from the last to the first, restore the first state", async () => {
  for (const seed of [1, 2, 3]) {
    const random = randomFrom(seed);
    const path = `/ppm/initiatives/${initiative.id}`;
    const idOf = async (list: string) =>
      random.one([{ id: null }, ...(await listOf(admin, initiative, list))] as Body[]).id;
    const day = () => `2026-0${random.whole(1, 9)}-1${random.whole(0, 9)}`;
    const changes: (() => Promise<Body>)[] = [
      async () => member.post(`${path}/wbs`, { title: "Item", parent_id: await idOf("wbs"), completion: 30 }),
      async () => member.post(`${path}/tasks`, { title: "Task", wbs_id: await idOf("wbs"), due_date: day() }),
      async () =>
        member.post(`${path}/tasks`, {
          title: "Done",
          wbs_id: await idOf("wbs"),
          status: "done",
          assignee_id: member.userId,
        }),
      async () => member.patch(`/ppm/tasks/${await idOf("tasks")}`, { status: "done", wbs_id: await idOf("wbs") }),
      async () => member.patch(`/ppm/tasks/${await idOf("tasks")}`, { start_date: day(), assignee_id: admin.userId }),
      async () => member.patch(`/ppm/wbs/${await idOf("wbs")}`, { parent_id: await idOf("wbs"), completion: 60 }),
      async () => member.patch(`/ppm/wbs/${await idOf("wbs")}`, { start_date: day(), title: "Renamed" }),
      async () => member.delete(`/ppm/wbs/${await idOf("wbs")}`),
      async () => member.delete(`/ppm/tasks/${await idOf("tasks")}`),
      async () => member.post(`/ppm/tasks/${await idOf("tasks")}/comments`, { content: "Hm" }),
      async () =>
        member.post(`${path}/budgets`, { fiscal_year: 2026, category: "opex", amount: random.whole(0, 99_999) / 100 }),
      async () => member.patch(`/ppm/budgets/${await idOf("budgets")}`, { amount: random.whole(0, 99_999) / 100 }),
      async () => member.delete(`/ppm/budgets/${await idOf("budgets")}`),
      async () =>
        member.post(`${path}/dependencies`, {
          ...{ pred_kind: "wbs", pred_id: await idOf("wbs"), succ_kind: "task", succ_id: await idOf("tasks") },
        }),
    ];
    const [before, from] = [await stateNow(), lastEvent()];
    for (let round = 0; round < 60; round++) {
      const { status } = await random.one(changes)();
      expect(status).toBeLessThan(500);
    }
    for (const batch of batchesSince(from)) {
      const { status, body } = await rollBack(batch);
      expect({ status, body }).toMatchObject({ status: 200 });
    }
    expect(await stateNow()).toEqual(before);
  }
});
