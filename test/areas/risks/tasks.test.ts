/** Mitigation tasks: their occurrences are scheduled, opened, done and followed by the next, and their todos keep in step. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { openDueOccurrences } from "../../../src/areas/risks/tasks/promotion";
import { nextDueDay } from "../../../src/areas/todos/recurrence";
import { DAY, fromNow, today } from "../../../src/platform/clock";
import { batchOfEvent } from "../../support/batches";
import { makeCard, role, violationsOf } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { type Body, makeRisk, makeTask, moveTo, noticesOf, patchRisk, TO_CLOSED, todosOf, UNKNOWN } from "./register";

const server = testServer();
const admin = clientAs(server, "admin");
const manager = clientAs(server, "member");
const owner = clientAs(server, "viewer");
const other = clientAs(server, "viewer");

const inDays = (days: number) => fromNow(days * DAY).slice(0, 10);
const UTC_DAY = (day: string, days: number) => nextDueDay(day, "days", days) as string;

let card: { id: string };
let risk: Body;
beforeAll(async () => {
  card = await makeCard(admin, { type: "Application" });
  risk = await makeRisk(manager, { card_ids: [card.id] });
});

const patchTask = async (id: string, changes: object): Promise<Body> => {
  const answer = await manager.patch(`/mitigation-tasks/${id}`, changes);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};

const pathOf = (task: Body, action: string, place = 0) =>
  `/mitigation-tasks/${task.id}/occurrences/${task.occurrences[place].id}/${action}`;

const todosOfTask = (task: Body) => todosOf(task.risk_id, `?task=${task.id}`);

const noticesOfTask = (userId: string | undefined, task: Body): Body[] =>
  noticesOf(userId, task.risk_id).filter(
    ({ type, data }) => type === "task_assigned" && JSON.parse(data).task_id === task.id,
  );

const taskNow = async (task: Body): Promise<Body> => {
  const { body } = await owner.get(`/risks/${task.risk_id}/mitigation-tasks`);
  return body.find(({ id }: Body) => id === task.id);
};

describe("a mitigation task", () => {
  test("is open at once when it doesn't recur, and gives its owner a todo", async () => {
    const { body } = await step({
      ...{ as: manager, method: "POST", path: `/risks/${risk.reference}/mitigation-tasks`, status: 200 },
      body: { title: "Second supplier", owner_id: owner.userId, due_date: "2040-05-31" },
      events: ({ id, occurrences: [occurrence] }) => [
        {
          ...{ event_type: "risk_mitigation_task.created", card_id: card.id, user_id: manager.userId },
          payload: {
            ...{ id, task_id: id, risk_id: risk.id, reference: risk.reference, title: "Second supplier" },
            ...{ recurrence_unit: "none", recurrence_interval: 1, link: `/ea-delivery/risks/${risk.id}?task=${id}` },
            ...{ occurrence_id: occurrence.id, sequence: 1, status: "open", assigned_owner_id: owner.userId },
            ...{ completed_by: null, owner_at_completion: null },
          },
        },
        { event_type: "todo.created", data: { assigned_to: owner.userId } },
        { event_type: "notification.created", data: { user_id: owner.userId } },
      ],
    });
    expect(body).toEqual({
      ...{
        id: expect.any(String),
        risk_id: risk.id,
        reference: "T-000001",
        title: "Second supplier",
        description: null,
      },
      ...{ owner_id: owner.userId, owner_name: expect.any(String), recurrence_unit: "none", recurrence_interval: 1 },
      ...{ lead_time_days: 0, is_active: true, created_by: manager.userId },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
      occurrences: [
        {
          ...{ id: expect.any(String), task_id: body.id, sequence: 1, status: "open", due_date: "2040-05-31" },
          ...{ assigned_owner_id: owner.userId, assigned_owner_name: body.owner_name, activated_at: null },
          ...{ completed_at: null, completed_by: null, completed_by_name: null, completion_notes: null },
          ...{ owner_at_completion: null, owner_at_completion_name: null },
          ...{ created_at: expect.any(String), updated_at: expect.any(String) },
        },
      ],
    });
    const link = `/ea-delivery/risks/${risk.id}?task=${body.id}#occurrence-${body.occurrences[0].id}`;
    expect(todosOfTask(body)).toMatchObject([
      { link, description: `[Risk ${risk.reference}] Second supplier`, status: "open", due_date: "2040-05-31" },
    ]);
    expect(noticesOfTask(owner.userId, body)).toMatchObject([
      { title: "Mitigation task assigned: Second supplier", message: `Risk ${risk.reference}`, link },
    ]);
  });

  test.each([
    ["days", 1, 3, 0, "scheduled"],
    ["weeks", 1, 3, 2, "scheduled"],
    ["weeks", 1, 2, 2, "open"],
    ["months", 1, 8, 7, "scheduled"],
    ["years", 1, 14, 14, "open"],
  ] as const)(
    "recurs every %s × %d; due in %d days, with a lead time of %d days, it is %s",
    async (recurrence_unit, recurrence_interval, days, lead, status) => {
      const task = await makeTask(manager, risk.id, {
        ...{ recurrence_unit, recurrence_interval, due_date: UTC_DAY(today(), days), owner_id: owner.userId },
      });
      expect(task).toMatchObject({ lead_time_days: lead, occurrences: [{ status }] });
      expect(todosOfTask(task)).toHaveLength(status === "open" ? 1 : 0);
    },
  );

  test.each([
    [{}, "body.title: missing"],
    [{ title: "" }, "body.title: string_too_short"],
    [{ title: "x", due_date: "tomorrow" }, "body.due_date: date_parsing"],
    [{ title: "x", recurrence_unit: "hours" }, "body.recurrence_unit: literal_error"],
    [{ title: "x", recurrence_interval: 366 }, "body.recurrence_interval: less_than_equal"],
    [{ title: "x", lead_time_days: -1 }, "body.lead_time_days: greater_than_equal"],
  ] as const)("is refused with %j", async (body, violation) => {
    const answer = await manager.post(`/risks/${risk.id}/mitigation-tasks`, body);
    expect(violationsOf(answer.body)).toEqual([violation]);
  });

  test("needs a risk and an owner that exist, and the right to manage risks", async () => {
    const path = `/risks/${risk.id}/mitigation-tasks`;
    const body = { title: "x" };
    const requests = [
      [owner, path, body, 403],
      [manager, `/risks/${UNKNOWN}/mitigation-tasks`, body, 404],
      [manager, "/risks/x/mitigation-tasks", body, 400],
      [manager, path, { ...body, owner_id: UNKNOWN }, 400],
    ] as const;
    for (const [as, path, body, status] of requests) await step({ as, method: "POST", path, body, status, events: [] });
    expect((await owner.get("/risks/x/mitigation-tasks")).status).toBe(400);
    expect((await owner.get(`/risks/${UNKNOWN}/mitigation-tasks`)).status).toBe(404);
  });
});

describe("a change of a task", () => {
  test("updates the todo of its open occurrence", async () => {
    const task = await makeTask(manager, risk.id, { owner_id: owner.userId });
    const { body } = await step({
      ...{ as: manager, method: "PATCH", path: `/mitigation-tasks/${task.id}`, status: 200 },
      body: { title: "  Renamed ", due_date: "2041-01-01", recurrence_unit: null },
      expects: { title: "Renamed", recurrence_unit: "none", occurrences: [{ due_date: "2041-01-01" }] },
      events: [
        {
          ...{ event_type: "risk_mitigation_task.updated", card_id: card.id },
          data: { title: "Renamed", fields: ["due_date", "recurrence_unit", "title"] },
        },
        { event_type: "todo.updated", data: { fields: ["description", "due_date"] } },
      ],
    });
    expect(todosOfTask(body)).toMatchObject([
      { description: `[Risk ${risk.reference}] Renamed`, due_date: "2041-01-01" },
    ]);
  });

  test("moves the todo to a new owner, who is notified once", async () => {
    const task = await makeTask(manager, risk.id, { owner_id: owner.userId });
    const [todo] = todosOfTask(task);
    await patchTask(task.id, { owner_id: other.userId });
    await patchTask(task.id, { owner_id: other.userId });
    expect(todosOfTask(task)).toMatchObject([{ id: todo.id, assigned_to: other.userId }]);
    expect(noticesOfTask(other.userId, task)).toHaveLength(1);
    expect(await patchTask(task.id, { owner_id: null })).toMatchObject({ occurrences: [{ assigned_owner_id: null }] });
    expect(todosOfTask(task)).toEqual([]);
  });

  test("opens a scheduled occurrence whose time has come, and notifies a new owner once", async () => {
    const task = await makeTask(manager, risk.id, {
      ...{ owner_id: owner.userId, recurrence_unit: "weeks", due_date: inDays(30) },
    });
    expect(task.occurrences).toMatchObject([{ status: "scheduled", activated_at: null }]);
    const { body } = await step({
      ...{ as: manager, method: "PATCH", path: `/mitigation-tasks/${task.id}`, status: 200 },
      body: { lead_time_days: 60, owner_id: other.userId },
      events: [
        { event_type: "risk_mitigation_task.updated", data: { fields: ["lead_time_days", "owner_id"] } },
        { event_type: "risk_mitigation_task.activated", data: { status: "open", activated_at: expect.any(String) } },
        { event_type: "todo.created" },
        { event_type: "notification.created" },
      ],
    });
    expect(body.occurrences).toMatchObject([{ status: "open", assigned_owner_id: other.userId }]);
    expect(await patchTask(task.id, { lead_time_days: 0 })).toMatchObject({ occurrences: [{ status: "open" }] });
  });

  test("is refused without a title, for unknown ids and without the right", async () => {
    const task = await makeTask(manager, risk.id);
    const path = `/mitigation-tasks/${task.id}`;
    const requests = [
      [manager, path, { title: null }, 400],
      [manager, path, { title: "  " }, 400],
      [manager, path, { owner_id: "" }, 400],
      [manager, path, { recurrence_interval: 0 }, 422],
      [manager, "/mitigation-tasks/x", {}, 400],
      [manager, `/mitigation-tasks/${UNKNOWN}`, {}, 404],
      [owner, path, { title: "x" }, 403],
    ] as const;
    for (const [as, path, body, status] of requests)
      await step({ as, method: "PATCH", path, body, status, events: [] });
  });
});

describe("an occurrence", () => {
  test("is completed by its assignee, which ends a task that doesn't recur", async () => {
    const task = await makeTask(manager, risk.id, { owner_id: owner.userId });
    await step({ as: other, method: "POST", path: pathOf(task, "complete"), status: 403, events: [] });
    await step({ as: owner, method: "POST", path: pathOf(task, "skip"), status: 403, events: [] });
    const { body } = await step({
      ...{ as: owner, method: "POST", path: pathOf(task, "complete"), body: { notes: "Signed" }, status: 200 },
      events: [
        {
          ...{ event_type: "risk_mitigation_task.completed", card_id: card.id, user_id: owner.userId },
          data: {
            status: "done",
            completed_by: owner.userId,
            owner_at_completion: owner.userId,
            completion_notes: "Signed",
          },
        },
        { event_type: "todo.updated", data: { status: "done" } },
      ],
    });
    expect(body).toMatchObject({
      is_active: false,
      occurrences: [
        {
          ...{
            status: "done",
            completion_notes: "Signed",
            completed_by: owner.userId,
            completed_at: expect.any(String),
          },
          ...{ completed_by_name: task.owner_name, owner_at_completion_name: task.owner_name },
        },
      ],
    });
    expect(todosOfTask(task)).toMatchObject([{ status: "done" }]);
    const again = await owner.post(pathOf(task, "complete"));
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining("done")]);
    expect((await manager.post(pathOf(task, "promote"))).status).toBe(409);
  });

  test("is followed by the next one, counted from its due date", async () => {
    const task = await makeTask(manager, risk.id, {
      ...{ owner_id: owner.userId, recurrence_unit: "months", due_date: "2024-01-31" },
    });
    const { body } = await step({
      ...{ as: owner, method: "POST", path: pathOf(task, "complete"), body: { notes: "" }, status: 200 },
      events: [
        { event_type: "risk_mitigation_task.completed" },
        { event_type: "todo.updated" },
        { event_type: "risk_mitigation_task.created", data: { rolled_from_occurrence_id: task.occurrences[0].id } },
        { event_type: "todo.created" },
        { event_type: "notification.created", data: { user_id: owner.userId } },
      ],
    });
    expect(body.occurrences).toMatchObject([
      { sequence: 2, status: "open", due_date: "2024-02-29", assigned_owner_id: owner.userId },
      { sequence: 1, status: "done", completion_notes: null },
    ]);
    expect((await manager.post(pathOf(body, "skip"), { notes: "Not now" })).body.occurrences).toMatchObject([
      { sequence: 3, due_date: "2024-03-29" },
      { sequence: 2, status: "skipped", completion_notes: "Not now", owner_at_completion: owner.userId },
      { sequence: 1 },
    ]);
    expect(todosOfTask(task).map(({ status }) => status)).toEqual(["done", "done", "open"]);
    expect(noticesOfTask(owner.userId, task)).toHaveLength(3);
    const occurrences = await owner.get(`/mitigation-tasks/${task.id}/occurrences`);
    expect(occurrences.body.map(({ sequence }: Body) => sequence)).toEqual([3, 2, 1]);
  });

  test("is not followed when its task was switched off", async () => {
    const task = await makeTask(manager, risk.id, { recurrence_unit: "days" });
    await patchTask(task.id, { is_active: false });
    expect((await manager.post(pathOf(task, "complete"))).body).toMatchObject({
      is_active: false,
      occurrences: [{ sequence: 1 }],
    });
    expect(await patchTask(task.id, { is_active: true, recurrence_unit: "weeks" })).toMatchObject({
      occurrences: [{}],
    });
  });

  test("is opened before its time, once", async () => {
    const task = await makeTask(manager, risk.id, {
      recurrence_unit: "years",
      due_date: inDays(300),
      owner_id: owner.userId,
    });
    const refused = await manager.post(pathOf(task, "complete"));
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("activate")]);
    await step({ as: owner, method: "POST", path: pathOf(task, "promote"), status: 403, events: [] });
    const { body } = await step({
      ...{ as: manager, method: "POST", path: pathOf(task, "promote"), body: {}, status: 200 },
      expects: { occurrences: [{ status: "open", activated_at: expect.any(String) }] },
      events: [
        { event_type: "risk_mitigation_task.activated" },
        { event_type: "todo.created" },
        { event_type: "notification.created" },
      ],
    });
    await step({ as: manager, method: "POST", path: pathOf(task, "promote"), status: 200, equals: body, events: [] });
  });

  test("is found only below its task", async () => {
    const [one, two] = [await makeTask(manager, risk.id), await makeTask(manager, risk.id)];
    const actionsOf = (task: string, occurrence: string) =>
      `/mitigation-tasks/${task}/occurrences/${occurrence}/complete`;
    const answers = await Promise.all([
      manager.post(actionsOf("x", one.occurrences[0].id)),
      manager.post(actionsOf(one.id, "x")),
      manager.post(actionsOf(UNKNOWN, one.occurrences[0].id)),
      manager.post(actionsOf(one.id, two.occurrences[0].id)),
    ]);
    expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
      [400, "Invalid task id"],
      [400, "Invalid occurrence id"],
      [404, "Mitigation task not found"],
      [404, "Occurrence not found"],
    ]);
    expect((await owner.get("/mitigation-tasks/x/occurrences")).status).toBe(400);
    expect((await owner.get(`/mitigation-tasks/${UNKNOWN}/occurrences`)).status).toBe(404);
  });
});

test("the tasks of a closed risk can't be changed", async () => {
  const closed = await makeRisk(manager);
  const task = await makeTask(manager, closed.id, { owner_id: owner.userId });
  await moveTo(manager, closed.id, ...TO_CLOSED);
  const path = `/mitigation-tasks/${task.id}`;
  const requests = [
    [manager, "PATCH", path, { title: "x" }],
    [manager, "DELETE", path, undefined],
    [owner, "POST", pathOf(task, "complete"), {}],
    [manager, "POST", pathOf(task, "skip"), {}],
    [manager, "POST", pathOf(task, "promote"), {}],
    [owner, "DELETE", `/todos/${todosOfTask(task)[0].id}`, undefined],
  ] as const;
  for (const [as, method, path, body] of requests) await step({ as, method, path, body, status: 409, events: [] });
});

test("a deleted task is deleted with its occurrences and all of their todos", async () => {
  const task = await makeTask(manager, risk.id, {
    owner_id: owner.userId,
    recurrence_unit: "days",
    due_date: "2024-01-01",
  });
  await manager.post(pathOf(task, "complete"));
  await step({ as: owner, method: "DELETE", path: `/mitigation-tasks/${task.id}`, status: 403, events: [] });
  await step({
    ...{ as: manager, method: "DELETE", path: `/mitigation-tasks/${task.id}`, status: 200, equals: { ok: true } },
    events: [
      { event_type: "risk_mitigation_task.deleted", card_id: card.id },
      { event_type: "todo.deleted" },
      { event_type: "todo.deleted" },
    ],
  });
  expect(todosOfTask(task)).toEqual([]);
  expect((await manager.delete(`/mitigation-tasks/${task.id}`)).status).toBe(404);
});

describe("the todo of an occurrence", () => {
  test("is assigned to another user by its assignee, and the occurrence follows", async () => {
    const task = await makeTask(manager, risk.id, { owner_id: owner.userId });
    const [todo] = todosOfTask(task);
    await step({
      ...{ as: owner, method: "PATCH", path: `/todos/${todo.id}`, body: { assigned_to: other.userId }, status: 200 },
      events: [
        { event_type: "risk_mitigation_task.updated", data: { fields: ["assigned_owner_id"] } },
        { event_type: "todo.updated" },
        { event_type: "notification.created", data: { user_id: other.userId } },
      ],
    });
    expect(await taskNow(task)).toMatchObject({
      owner_id: owner.userId,
      occurrences: [{ assigned_owner_id: other.userId }],
    });
    await patchTask(task.id, { title: "Another" });
    expect(todosOfTask(task)).toMatchObject([{ id: todo.id, assigned_to: other.userId }]);
    expect((await other.post(pathOf(task, "complete"))).status).toBe(200);
  });

  test("is declined by its deletion, which leaves the occurrence unassigned", async () => {
    const task = await makeTask(manager, risk.id, { owner_id: owner.userId });
    await step({
      ...{ as: owner, method: "DELETE", path: `/todos/${todosOfTask(task)[0].id}`, status: 204 },
      events: [{ event_type: "risk_mitigation_task.updated" }, { event_type: "todo.deleted" }],
    });
    expect(await taskNow(task)).toMatchObject({ occurrences: [{ status: "open", assigned_owner_id: null }] });
    expect((await manager.post(pathOf(task, "complete"))).status).toBe(200);
    expect(todosOfTask(task)).toEqual([]);
  });

  test("is deleted without an effect on its task when it is done", async () => {
    const task = await makeTask(manager, risk.id, { owner_id: owner.userId });
    await owner.post(pathOf(task, "complete"));
    const [todo] = todosOfTask(task);
    await step({
      ...{ as: owner, method: "PATCH", path: `/todos/${todo.id}`, body: { due_date: "2050-01-01" }, status: 200 },
      events: [{ event_type: "todo.updated" }],
    });
    await step({
      ...{ as: owner, method: "DELETE", path: `/todos/${todosOfTask(task)[0].id}`, status: 204 },
      events: [{ event_type: "todo.deleted" }],
    });
    expect(await taskNow(task)).toMatchObject({
      occurrences: [{ assigned_owner_id: owner.userId, due_date: null }],
    });
  });

  test("can get another deadline only from users who manage risks, and another text from nobody", async () => {
    const task = await makeTask(manager, risk.id, { owner_id: owner.userId });
    const path = `/todos/${todosOfTask(task)[0].id}`;
    const requests = [
      [owner, { due_date: "2042-01-01" }, 403],
      [owner, { description: "x" }, 403],
      [owner, { status: "done" }, 403],
      [owner, { assigned_to: null }, 422],
      [other, { assigned_to: other.userId }, 403],
    ] as const;
    for (const [as, body, status] of requests) await step({ as, method: "PATCH", path, body, status, events: [] });
    expect((await manager.patch(path, { due_date: "2042-01-01" })).status).toBe(200);
    expect(await taskNow(task)).toMatchObject({ occurrences: [{ due_date: "2042-01-01" }] });
  });
});

describe("the todo of a risk's owner", () => {
  test("assigns the risk to another user, and declines it when deleted", async () => {
    const owned = await makeRisk(manager, { owner_id: owner.userId });
    const path = `/todos/${todosOf(owned.id)[0].id}`;
    expect((await manager.patch(path, { due_date: "2042-02-02" })).status).toBe(200);
    await step({
      ...{ as: owner, method: "PATCH", path, body: { assigned_to: other.userId }, status: 200 },
      events: [
        { event_type: "risk.updated", data: { fields: ["owner_id"] } },
        { event_type: "todo.updated" },
        { event_type: "notification.created" },
      ],
    });
    expect((await owner.get(`/risks/${owned.id}`)).body).toMatchObject({
      ...{ owner_id: other.userId, target_resolution_date: "2042-02-02" },
    });
    expect((await other.delete(path)).status).toBe(204);
    expect((await owner.get(`/risks/${owned.id}`)).body).toMatchObject({ owner_id: null });
  });

  test("is deleted without an effect on the risk when it is done, and is created again when the risk is reopened", async () => {
    const owned = await makeRisk(manager, { owner_id: owner.userId });
    await patchRisk(manager, owned.id, { status: "accepted", acceptance_rationale: "Cheap" });
    expect((await owner.delete(`/todos/${todosOf(owned.id)[0].id}`)).status).toBe(204);
    expect((await owner.get(`/risks/${owned.id}`)).body).toMatchObject({ owner_id: owner.userId });
    await moveTo(manager, owned.id, "in_progress");
    expect(todosOf(owned.id)).toMatchObject([{ status: "open", assigned_to: owner.userId }]);
  });
});

test("the daily job opens due occurrences once, in the name of the creator, as one batch", async () => {
  const fields = { recurrence_unit: "months", due_date: inDays(100), owner_id: owner.userId };
  const [due, inactive, early] = [
    await makeTask(manager, risk.id, fields),
    await makeTask(manager, risk.id, fields),
    await makeTask(manager, risk.id, fields),
  ];
  const closed = await makeRisk(manager);
  const ofClosed = await makeTask(manager, closed.id, fields);
  await patchTask(inactive.id, { is_active: false });
  await moveTo(manager, closed.id, ...TO_CLOSED);
  transaction(() =>
    statement(
      "UPDATE risk_mitigation_task_occurrences SET due_date = ? WHERE task_id <> ? AND status = 'scheduled'",
    ).run(inDays(1), early.id),
  );
  const before = lastEvent();
  await openDueOccurrences();
  const events = eventsAfter(before).filter(({ data }) => data["task_id"] !== undefined);
  expect(events.filter(({ data }) => data["task_id"] === due.id)).toMatchObject([
    { event_type: "risk_mitigation_task.activated", user_id: manager.userId, card_id: card.id },
  ]);
  for (const task of [inactive, early])
    expect(await taskNow(task)).toMatchObject({ occurrences: [{ status: "scheduled" }] });
  expect(await taskNow(ofClosed)).toMatchObject({ occurrences: [{ status: "scheduled" }] });
  expect(todosOfTask(due)).toMatchObject([{ status: "open" }]);
  expect(noticesOfTask(owner.userId, due)).toHaveLength(1);
  expect(batchOfEvent("event_type = 'risk_mitigation_task.activated'")).toBeString();
  const after = lastEvent();
  await openDueOccurrences();
  expect(eventsAfter(after)).toEqual([]);
});

test("tasks are listed with active ones first, and exported for the matching risks", async () => {
  const found = await makeRisk(manager, { title: "Only here" });
  const [first, second] = [await makeTask(manager, found.id), await makeTask(manager, found.id)];
  await manager.post(pathOf(first, "complete"));
  const { body } = await owner.get(`/risks/${found.id}/mitigation-tasks`);
  expect(body.map(({ id }: Body) => id)).toEqual([second.id, first.id]);
  const exported = await owner.get("/risks/mitigation-tasks/export?search=only%20HERE");
  expect(exported.body.map(({ id }: Body) => id)).toEqual([first.id, second.id]);
  expect(exported.body[0]).toEqual(await taskNow(first));
  const stranger = await server.as(role("inventory.view"));
  expect((await stranger.get("/risks/mitigation-tasks/export")).status).toBe(403);
});
