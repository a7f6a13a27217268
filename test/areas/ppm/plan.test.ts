/** Work breakdown structures: the tree, its one roll-up, and dependencies without cycles. */
import { beforeEach, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { commit } from "../../../db/transaction";
import { findingsOf } from "../../support/databases";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { type Body, create, listOf, NOBODY, newInitiative } from "./initiatives";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

let initiative: Body;
beforeEach(async () => {
  initiative = await newInitiative(admin);
});

const item = (fields: object = {}) => create(member, initiative, "wbs", { title: "Package", ...fields });
const task = (fields: object = {}) => create(member, initiative, "tasks", { title: "Task", ...fields });
const items = async (): Promise<Body[]> => listOf(member, initiative, "wbs");
const itemNow = async ({ id }: Body) => (await items()).find((one) => one.id === id);
const completion = async () => (await member.get(`/ppm/initiatives/${initiative.id}/completion`)).body;
const change = async ({ id }: Body, fields: object) => (await member.patch(`/ppm/wbs/${id}`, fields)).body;

test("an item is created, changed and deleted", async () => {
  const { body } = await step({
    as: member,
    method: "POST",
    path: `/ppm/initiatives/${initiative.id}/wbs`,
    body: { title: "", is_milestone: "yes", completion: "50", assignee_id: member.userId, start_date: "2026-01-01" },
    status: 200,
    events: [{ event_type: "ppm.wbs_item.created", card_id: initiative.id, user_id: member.userId }],
  });
  expect(body).toEqual({
    ...{ id: body.id, initiative_id: initiative.id, parent_id: null, title: "", description: null },
    ...{ start_date: "2026-01-01", end_date: null, sort_order: 0, is_milestone: true, completion: 50 },
    ...{ assignee_id: member.userId, assignee_name: expect.any(String), progress: 0, task_count: 0 },
    ...{ created_at: expect.stringMatching(/Z$/), updated_at: expect.stringMatching(/Z$/) },
  });
  await step({
    as: member,
    method: "PATCH",
    path: `/ppm/wbs/${body.id}`,
    body: { title: "Build", start_date: null, completion: 75.5 },
    status: 200,
    expects: { title: "Build", start_date: null, completion: 75.5, is_milestone: true },
    events: [
      {
        event_type: "ppm.wbs_item.updated",
        data: { changes: { title: { old: "", new: "Build" }, completion: { old: 50, new: 75.5 } } },
      },
    ],
  });
  await step({
    ...{ as: member, method: "DELETE", path: `/ppm/wbs/${body.id}`, status: 204 },
    events: [{ event_type: "ppm.wbs_item.deleted", data: { title: "Build" } }],
  });
  expect(await items()).toEqual([]);
});

test("items are listed by position, and those of one position by creation", async () => {
  const created = [await item({ sort_order: 2 }), await item({ sort_order: 1 }), await item({ sort_order: 1 })];
  expect((await items()).map(({ id }) => id)).toEqual([1, 2, 0].map((place) => created[place].id));
});

test("the parent of an item is an item of the same initiative, and never below its child", async () => {
  const [top, middle] = [await item(), await item()];
  const bottom = await item({ parent_id: middle.id });
  await change(middle, { parent_id: top.id });
  const other = await create(member, await newInitiative(admin), "wbs", { title: "Elsewhere" });
  for (const [parent_id, why] of [
    [top.id, /own parent/i],
    [other.id, /not found/],
    [NOBODY, /not found/],
    [bottom.id, /circular/i],
  ] as const) {
    const { body } = await step({
      ...{ as: member, method: "PATCH", path: `/ppm/wbs/${top.id}`, body: { parent_id }, status: 400, events: [] },
    });
    expect(body.detail).toMatch(why);
  }
  const refused = await member.post(`/ppm/initiatives/${initiative.id}/wbs`, { title: "x", parent_id: other.id });
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining("not found")]);
  expect(await change(middle, { parent_id: null })).toMatchObject({ parent_id: null });
});

describe("the completion of an item", () => {
  const dates = (days: number) => ({ start_date: "2026-03-01", due_date: `2026-03-0${days}` });
  test.each([
    ["one day done of five", [{ status: "done", ...dates(1) }, dates(4)], 20],
    ["four days done of five", [{ status: "done", ...dates(4) }, dates(1)], 80],
    ["one of four tasks without dates", [{ status: "done" }, {}, {}, { status: "blocked" }], 25],
    ["four days begun of five", [{ status: "in_progress", ...dates(4) }, dates(1)], 40],
    ["everything begun", [{ status: "in_progress" }, { status: "in_progress", ...dates(3) }], 50],
    ["a due date before the start", [{ status: "done", start_date: "2026-03-05", due_date: "2026-03-01" }, {}], 50],
    ["a tie", [...Array(15).fill({}), { status: "done" }], 6.2],
  ])("follows from its tasks: %s", async (_, tasks, expected) => {
    const { id } = await item({ completion: 99 });
    for (const fields of tasks) await task({ wbs_id: id, ...fields });
    expect(await itemNow({ id })).toMatchObject({ completion: expected, task_count: tasks.length });
    expect(await completion()).toEqual({ completion: expected });
  });

  test("is the share of days of all tasks below it", async () => {
    const top = await item();
    const [one, other] = [await item({ parent_id: top.id }), await item({ parent_id: top.id })];
    await task({ wbs_id: one.id, status: "done", ...dates(1) });
    const { id } = await task({ wbs_id: other.id, ...dates(9) });
    expect(await itemNow(top)).toMatchObject({ completion: 10, task_count: 0, progress: 0 });
    expect(await itemNow(one)).toMatchObject({ completion: 100, task_count: 1, progress: 100 });
    await member.patch(`/ppm/tasks/${id}`, { wbs_id: one.id, due_date: null });
    expect(await itemNow(top)).toMatchObject({ completion: 50 });
    expect(await itemNow(one)).toMatchObject({ completion: 50, task_count: 2, progress: 50 });
    expect(await itemNow(other)).toMatchObject({ completion: 0, task_count: 0 });
  });

  test("is the manual value while there are no tasks below it, and stays when the last one leaves", async () => {
    const top = await item({ completion: 50 });
    const child = await item({ parent_id: top.id, completion: 100 });
    expect(await completion()).toEqual({ completion: 50 });
    expect(await change(child, { completion: 30 })).toMatchObject({ completion: 30 });
    expect(await itemNow(top)).toMatchObject({ completion: 50 });
    const { id } = await task({ wbs_id: child.id, status: "done" });
    expect(await change(top, { completion: 1 })).toMatchObject({ completion: 100 });
    await member.delete(`/ppm/tasks/${id}`);
    expect(await itemNow(top)).toMatchObject({ completion: 100 });
    expect(await change(top, { completion: 1 })).toMatchObject({ completion: 1 });
  });

  test("is updated when a part of the tree is moved or deleted", async () => {
    const [one, other] = [await item(), await item()];
    const child = await item({ parent_id: one.id });
    await task({ wbs_id: one.id });
    const { id } = await task({ wbs_id: child.id, status: "done" });
    expect(await itemNow(one)).toMatchObject({ completion: 50 });
    await change(child, { parent_id: other.id });
    expect([await itemNow(one), await itemNow(other)]).toMatchObject([{ completion: 0 }, { completion: 100 }]);
    await task({ wbs_id: other.id });
    await step({
      ...{ as: member, method: "DELETE", path: `/ppm/wbs/${child.id}`, status: 204 },
      events: [
        { event_type: "ppm.task.updated", data: { id, changes: { wbs_id: { old: child.id, new: null } } } },
        { event_type: "ppm.wbs_item.deleted", data: { id: child.id, rolled_up: [other.id] } },
      ],
    });
    expect(await itemNow(other)).toMatchObject({ completion: 0 });
    expect(await listOf(member, initiative, "tasks")).toHaveLength(3);
  });
});

test("the dates of an item span those of its tasks and of the items below it", async () => {
  const top = await item({ start_date: "2026-06-01", end_date: "2026-06-02" });
  await item({ parent_id: top.id, start_date: "2026-01-01" });
  expect(await itemNow(top)).toMatchObject({ start_date: "2026-06-01", end_date: "2026-06-02" });
  const child = await item({ parent_id: top.id });
  const { id } = await task({ wbs_id: child.id, start_date: "2026-04-01", due_date: "2026-05-01" });
  expect(await itemNow(child)).toMatchObject({ start_date: "2026-04-01", end_date: "2026-05-01" });
  expect(await itemNow(top)).toMatchObject({ start_date: "2026-01-01", end_date: "2026-05-01" });
  await member.patch(`/ppm/tasks/${id}`, { due_date: "2026-04-15" });
  expect(await itemNow(top)).toMatchObject({ end_date: "2026-04-15" });
  await member.delete(`/ppm/tasks/${id}`);
  expect(await itemNow(child)).toMatchObject({ start_date: "2026-04-01", end_date: "2026-04-15" });
});

test("an item is deleted with all items below it and their dependencies", async () => {
  const top = await item();
  const child = await item({ parent_id: top.id });
  const other = await item();
  const { id } = await create(member, initiative, "dependencies", {
    ...{ pred_kind: "wbs", pred_id: child.id, succ_kind: "wbs", succ_id: other.id },
  });
  await step({
    ...{ as: member, method: "DELETE", path: `/ppm/wbs/${top.id}`, status: 204 },
    events: [
      { event_type: "ppm.dependency.deleted", data: { id } },
      { event_type: "ppm.wbs_item.deleted", data: { id: child.id } },
      { event_type: "ppm.wbs_item.deleted", data: { id: top.id } },
    ],
  });
  expect(await items()).toMatchObject([{ id: other.id }]);
  expect(await listOf(member, initiative, "dependencies")).toEqual([]);
});

describe("a dependency", () => {
  const ends = (pred: Body, succ: Body, kinds = ["wbs", "wbs"]) => ({
    ...{ pred_kind: kinds[0], pred_id: pred.id, succ_kind: kinds[1], succ_id: succ.id },
  });
  const relate = (body: object, status: number, events: { event_type: string }[] = []) =>
    step({ as: member, method: "POST", path: `/ppm/initiatives/${initiative.id}/dependencies`, body, status, events });

  test("links tasks and items in any combination", async () => {
    const [a, b, c, d] = [await item(), await item(), await task(), await task()];
    const created = [{ event_type: "ppm.dependency.created" }];
    const { body } = await relate(ends(a, b), 200, created);
    expect(body).toEqual({
      ...{ id: body.id, initiative_id: initiative.id, ...ends(a, b), kind: "FS" },
      created_at: expect.stringMatching(/Z$/),
    });
    await relate(ends(b, c, ["wbs", "task"]), 200, created);
    await relate({ ...ends(c, d, ["task", "task"]), kind: "FS" }, 200, created);
    await relate(ends(a, d, ["wbs", "task"]), 200, created);
    await relate(ends(c, await item(), ["task", "wbs"]), 200, created);
    expect(await listOf(member, initiative, "dependencies")).toHaveLength(5);
    await step({
      ...{ as: member, method: "DELETE", path: `/ppm/dependencies/${body.id}`, status: 204 },
      events: [{ event_type: "ppm.dependency.deleted", data: { pred_id: a.id, succ_id: b.id } }],
    });
    await step({
      ...{ as: member, method: "DELETE", path: `/ppm/dependencies/${body.id}`, status: 404, events: [] },
      equals: { detail: "Dependency not found" },
    });
  });

  test("is refused when it exists, closes a cycle, or leads out of the initiative", async () => {
    const [a, b, c] = [await item(), await task(), await item()];
    await create(member, initiative, "dependencies", ends(a, b, ["wbs", "task"]));
    await create(member, initiative, "dependencies", ends(b, c, ["task", "wbs"]));
    const other = await create(member, await newInitiative(admin), "wbs", { title: "Elsewhere" });
    const nothing = { id: NOBODY };
    const detailOf = async (body: object, status: number) => (await relate(body, status)).body.detail;
    expect(await detailOf(ends(a, a), 422)).toMatch(/same/);
    expect(await detailOf(ends(nothing, other), 404)).toBe("Predecessor not found");
    expect(await detailOf(ends(a, c, ["task", "wbs"]), 404)).toBe("Predecessor not found");
    expect(await detailOf(ends(other, nothing), 422)).toMatch(/Predecessor.*another/);
    expect(await detailOf(ends(a, nothing), 404)).toBe("Successor not found");
    expect(await detailOf(ends(a, other), 422)).toMatch(/Successor.*another/);
    expect(await detailOf(ends(c, a), 422)).toMatch(/cycle/);
    expect(await detailOf(ends(a, b, ["wbs", "task"]), 409)).toMatch(/exists/);
    expect(await detailOf({ ...ends(a, c), kind: "SS" }, 422)).toMatchObject([{ loc: ["body", "kind"] }]);
    expect(await listOf(member, initiative, "dependencies")).toHaveLength(2);
  });

  test("is refused for one of two concurrent requests that would close a cycle together", async () => {
    const [a, b] = [await item(), await item()];
    const post = (body: object) => member.post(`/ppm/initiatives/${initiative.id}/dependencies`, body);
    const answers = await Promise.all([post(ends(a, b)), post(ends(b, a))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

test("invalid input is refused with the field, and changes nothing", async () => {
  const { id } = await item();
  for (const [field, value, type] of [
    ["title", null, "string_type"],
    ["title", "x".repeat(501), "string_too_long"],
    ["completion", 101, "less_than_equal"],
    ["completion", null, "float_type"],
    ["start_date", "", "date_parsing"],
    ["end_date", "2026-02-30", "date_parsing"],
    ["sort_order", null, "int_parsing"],
    ["is_milestone", null, "bool_type"],
    ["parent_id", "x", "uuid_parsing"],
    ["assignee_id", NOBODY, "value_error"],
  ] as const)
    for (const [method, path] of [
      ["POST", `/ppm/initiatives/${initiative.id}/wbs`],
      ["PATCH", `/ppm/wbs/${id}`],
    ] as const) {
      const body = { title: "x", [field]: value };
      const answer = await step({ as: member, method, path, body, status: 422, events: [] });
      expect(answer.body.detail).toMatchObject([{ loc: ["body", field], type }]);
    }
  expect(await items()).toHaveLength(1);
});

test("`stoa check` finds a task below an item of another initiative, and weights that differ from those of the tasks", async () => {
  const elsewhere = await create(member, await newInitiative(admin), "wbs", { title: "Elsewhere" });
  const { id } = await task();
  transaction(() => statement("UPDATE ppm_tasks SET wbs_id = ? WHERE id = ?").run(elsewhere.id, id));
  const problems = () => {
    commit();
    return findingsOf(server.databaseFile).flatMap(({ check, problem }) => (problem ? [check] : []));
  };
  expect(problems()).toEqual(["projects", "projects"]);
  transaction(() => statement("UPDATE ppm_tasks SET wbs_id = NULL WHERE id = ?").run(id));
  expect(problems()).toEqual([]);
});

test("the plan has the items, tasks and dependencies of the initiative as their lists have them, and its completion", async () => {
  const first = await item({ completion: 40 });
  const second = await item();
  const inside = await task({ wbs_id: second.id, status: "done" });
  await create(member, initiative, "dependencies", {
    ...{ pred_kind: "wbs", pred_id: first.id, succ_kind: "task", succ_id: inside.id },
  });
  const { status, body } = await member.get(`/ppm/initiatives/${initiative.id}/plan`);
  expect(status).toBe(200);
  expect(body).toEqual({
    items: await items(),
    tasks: await listOf(member, initiative, "tasks"),
    dependencies: await listOf(member, initiative, "dependencies"),
    completion: 70,
  });
  expect((await member.get(`/ppm/initiatives/${NOBODY}/plan`)).status).toBe(404);
});
