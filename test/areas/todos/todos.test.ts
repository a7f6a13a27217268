/** Todos: who sees and changes them, how they recur, what they publish and whom they notify, and how they are rolled back. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { checkDatabase } from "../../../db/check";
import { durable } from "../../../db/durability";
import { checks } from "../../../src/areas/todos/definitions";
import { openDueTodos } from "../../../src/areas/todos/occurrences";
import { DAY, fromNow, now, today } from "../../../src/platform/clock";
import { newId } from "../../../src/platform/ids";
import type { Client } from "../../support/client";
import { makeCard, role, unique, violationsOf } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const creator = clientAs(server, "viewer");
const assignee = clientAs(server, "member");
const stranger = clientAs(server, "bpm_admin");

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

let card: { id: string; name: string };
beforeAll(async () => {
  card = await makeCard(admin, { type: "Application" });
});

const UNKNOWN = "01900000-0000-7000-8000-00000000dead";
const inDays = (days: number) => fromNow(days * DAY).slice(0, 10);

async function todo(fields: Record<string, unknown> = {}, by: Client = creator): Promise<Body> {
  const { status, body } = await by.post(`/cards/${card.id}/todos`, { description: unique("Todo "), ...fields });
  expect(status).toBe(201);
  return body;
}

const patch = async (client: Client, id: string, changes: object): Promise<Body> => {
  const { status, body } = await client.patch(`/todos/${id}`, changes);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

/** Returns the occurrences of a series, the first one first. */
const series = async (id: string): Promise<Body[]> =>
  (await creator.get(`/cards/${card.id}/todos`)).body.filter((one: Body) => one.series_id === id).reverse();

const noticesOf = async (client: Client, todoId: string): Promise<Body[]> =>
  (await client.get("/notifications?page_size=200")).body.items.filter((item: Body) => item.data.todo_id === todoId);

const openTodos = async (client: Client): Promise<number> =>
  (await client.get("/notifications/badge-counts")).body.open_todos;

/** Returns a system todo, as another area creates it. */
function systemTodo(assignedTo: string | undefined): string {
  const id = newId();
  transaction(() =>
    statement(
      "INSERT INTO todos (id, description, link, is_system, assigned_to, created_at) VALUES (?, 'Sign', '/page', 1, ?, ?)",
    ).run(id, assignedTo as string, now()),
  );
  return id;
}

describe("a todo", () => {
  test("can be created by whoever sees its card, publishes itself without its text, and notifies its assignee", async () => {
    const before = await openTodos(assignee);
    const { body } = await step({
      as: creator,
      method: "POST",
      path: `/cards/${card.id}/todos`,
      body: { description: "d".repeat(100), assigned_to: assignee.userId, due_date: "2026-03-01", lead_time_days: 9 },
      status: 201,
      events: ({ id }) => [
        {
          event_type: "todo.created",
          card_id: null,
          user_id: creator.userId,
          payload: { id, card_id: card.id, assigned_to: assignee.userId, status: "open", is_system: false },
        },
        { event_type: "notification.created", data: { user_id: assignee.userId, type: "todo_assigned" } },
      ],
    });
    expect(body).toEqual({
      ...{
        id: body.id,
        card_id: card.id,
        card_name: card.name,
        card_type: "Application",
        description: "d".repeat(100),
      },
      ...{ status: "open", link: null, is_system: false, assigned_to: assignee.userId },
      ...{ assignee_name: expect.stringContaining("member"), created_by: creator.userId, due_date: "2026-03-01" },
      ...{ created_at: expect.any(String), series_id: null, recurrence_unit: "none", recurrence_interval: 1 },
      lead_time_days: 0,
    });
    expect(await openTodos(assignee)).toBe(before + 1);
    expect(await noticesOf(assignee, body.id)).toMatchObject([
      {
        title: "Todo Assigned",
        message: expect.stringMatching(new RegExp(`^viewer \\d+ assigned you a todo: "${"d".repeat(80)}"$`)),
        ...{ link: "/todos", data: { todo_id: body.id, card_id: card.id }, card_id: card.id, actor_id: null },
      },
    ]);
    const own = await todo({ assigned_to: creator.userId });
    expect(await noticesOf(creator, own.id)).toHaveLength(1);
  });

  test.each([
    ["no description", { description: undefined }, "body.description: missing"],
    ["a day that isn't", { due_date: "2026-02-30" }, "body.due_date: date_parsing"],
    ["an instant as its day", { due_date: "2026-02-03T10:00:00Z" }, "body.due_date: date_parsing"],
    ["an assignee that is no id", { assigned_to: "x" }, "body.assigned_to: uuid_parsing"],
    ["an assignee that is no user", { assigned_to: UNKNOWN }, "body.assigned_to: value_error"],
    ["another unit", { recurrence_unit: "hours" }, "body.recurrence_unit: literal_error"],
    ["no interval", { recurrence_interval: 0 }, "body.recurrence_interval: greater_than_equal"],
    ["too long a lead time", { lead_time_days: 3_651 }, "body.lead_time_days: less_than_equal"],
  ])("is not created with %s", async (_, fields, violation) => {
    const body = { description: "x", ...fields };
    const answer = await step({
      as: creator,
      method: "POST",
      path: `/cards/${card.id}/todos`,
      body,
      status: 422,
      events: [],
    });
    expect(violationsOf(answer.body)).toEqual([violation]);
  });

  test("needs a card that exists", async () => {
    const path = `/cards/${UNKNOWN}/todos`;
    await step({ as: creator, method: "POST", path, body: { description: "x" }, status: 404, events: [] });
    expect((await creator.get(path)).body).toEqual([]);
  });

  test("can be changed by its assignee, its creator and an administrator, and nobody else", async () => {
    const { id } = await todo({ assigned_to: assignee.userId, due_date: "2026-01-31" });
    for (const client of [creator, assignee, admin])
      expect(await patch(client, id, { description: unique("d") })).toMatchObject({
        card_name: card.name,
        assignee_name: expect.any(String),
      });
    for (const [method, path] of [
      ["PATCH", `/todos/${id}`],
      ["POST", `/todos/${id}/promote`],
      ["DELETE", `/todos/${id}`],
    ] as const) {
      const body = method === "DELETE" ? undefined : {};
      await step({
        as: stranger,
        method,
        path,
        body,
        status: 403,
        equals: { detail: "Not enough permissions" },
        events: [],
      });
      await step({ as: creator, method, path: path.replace(id, UNKNOWN), body, status: 404, events: [] });
    }
    await step({
      as: creator,
      method: "PATCH",
      path: `/todos/${id}`,
      body: { due_date: null, assigned_to: null },
      status: 200,
      expects: { due_date: null, assigned_to: null, assignee_name: null },
      events: [{ event_type: "todo.updated", data: { id, fields: ["assigned_to", "due_date"] } }],
    });
    await step({
      as: creator,
      method: "PATCH",
      path: `/todos/${id}`,
      body: { due_date: null },
      status: 200,
      events: [],
    });
    await step({
      as: creator,
      method: "DELETE",
      path: `/todos/${id}`,
      status: 204,
      events: [{ event_type: "todo.deleted", data: { id } }],
    });
  });

  test.each([
    ["another status", { status: "later" }, "body.status: literal_error"],
    ["no description", { description: null }, "body.description: string_type"],
    ["no interval", { recurrence_interval: null }, "body.recurrence_interval: int_type"],
    ["an assignee that is no user", { assigned_to: UNKNOWN }, "body.assigned_to: value_error"],
  ])("is not changed to %s", async (_, body, violation) => {
    const { id } = await todo();
    const answer = await step({ as: creator, method: "PATCH", path: `/todos/${id}`, body, status: 422, events: [] });
    expect(violationsOf(answer.body)[0]?.split(":")[0]).toBe(violation.split(":")[0]);
  });

  test("notifies its next assignee", async () => {
    const { id } = await todo({ assigned_to: assignee.userId });
    await patch(creator, id, { assigned_to: stranger.userId });
    await patch(creator, id, { assigned_to: stranger.userId, description: "x" });
    expect(await noticesOf(stranger, id)).toMatchObject([{ title: "Todo Assigned", data: { todo_id: id } }]);
  });

  test("can't be completed here when it belongs to another area, but on the page that it links to", async () => {
    const id = systemTodo(assignee.userId);
    for (const status of ["done", "open"])
      await step({ as: assignee, method: "PATCH", path: `/todos/${id}`, body: { status }, status: 403, events: [] });
    expect(await patch(assignee, id, { due_date: "2026-05-01" })).toMatchObject({ is_system: true, link: "/page" });
    expect((await assignee.delete(`/todos/${id}`)).status).toBe(204);
  });
});

describe("the list of todos", () => {
  test("has the todos of the caller and those that the caller created, newest first", async () => {
    const [one, other] = [await server.as("member"), await server.as("member")];
    const created = await todo({}, one);
    const assigned = await todo({ assigned_to: one.userId }, other);
    const done = await todo({ assigned_to: one.userId }, one);
    await patch(one, done.id, { status: "done" });
    const ids = async (client: Client, query: string) =>
      (await client.get(`/todos${query}`)).body.map((item: Body) => item.id);
    const all = [done.id, assigned.id, created.id];
    expect(await ids(one, "")).toEqual(all);
    expect(await ids(one, "?mine=false")).toEqual(all);
    expect(await ids(one, "?assigned_only=true")).toEqual([done.id, assigned.id]);
    expect(await ids(one, "?created_only=true")).toEqual([done.id, created.id]);
    expect(await ids(one, "?assigned_only=true&created_only=true&status=open")).toEqual([assigned.id]);
    expect(await ids(one, `?assigned_to=${one.userId}&status=done`)).toEqual([done.id]);
    expect(await ids(one, "?status=whatever")).toEqual([]);
    expect(await ids(one, "?page=2&page_size=2")).toEqual([created.id]);
    expect(await ids(one, "?page=1&page_size=1&sort_by=description&sort_dir=asc")).toEqual([created.id]);
    expect(await ids(admin, "?mine=false")).toContain(created.id);
    expect(await ids(admin, `?assigned_to=${one.userId}`)).toEqual([done.id, assigned.id]);
    expect(await other.get(`/todos?assigned_to=${one.userId}`)).toMatchObject({
      status: 403,
      body: { detail: "Cannot view other users' todos" },
    });
  });
});

test("the list of todos filters by card and by the day that they are due", async () => {
  const mine = await server.as("member");
  const other = await makeCard(admin, { type: "Application" });
  const due = async (due_date: string | null, on = card.id): Promise<string> =>
    (await mine.post(`/cards/${on}/todos`, { description: unique("Todo "), due_date })).body.id;
  const early = await due("2031-03-01");
  const late = await due("2031-04-01", other.id);
  const undated = await due(null);
  const found = async (query: string): Promise<string[]> =>
    (await mine.get(`/todos?created_only=true&sort_by=due_date&${query}`)).body.map(({ id }: Body) => id);
  expect(await found("")).toEqual([early, late, undated]);
  expect(await found("due_from=2031-03-02")).toEqual([late]);
  expect(await found("due_to=2031-03-01")).toEqual([early]);
  expect(await found("due_from=2031-03-01&due_to=2031-04-01")).toEqual([early, late]);
  expect(await found("undated=true")).toEqual([undated]);
  expect(await found(`card_id=${other.id}`)).toEqual([late]);
  expect(await found(`card_id=${other.id}&due_to=2031-03-31`)).toEqual([]);
  const { status, body } = await mine.get("/todos?due_to=soon");
  expect({ status, field: body.detail[0].loc }).toEqual({ status: 422, field: ["query", "due_to"] });
});

describe("a recurring todo", () => {
  const monthly = { recurrence_unit: "months", due_date: "2026-01-31", description: "Patch" };

  test("starts open with a series and a lead time", async () => {
    const first = await todo({ ...monthly, due_date: "2999-01-31" });
    expect(first).toMatchObject({ status: "open", series_id: expect.any(String), lead_time_days: 7 });
    expect(await todo({ ...monthly, lead_time_days: 3 })).toMatchObject({ lead_time_days: 3 });
    expect((await todo(monthly)).series_id).not.toBe(first.series_id);
  });

  test("is followed by another one when it is done, which is open when its time has come", async () => {
    const first = await todo({ ...monthly, assigned_to: assignee.userId });
    await patch(assignee, first.id, { status: "done" });
    const [, second] = await series(first.series_id);
    expect(second).toMatchObject({
      ...{ status: "open", due_date: "2026-02-28", description: "Patch", assigned_to: assignee.userId },
      ...{ created_by: creator.userId, recurrence_unit: "months", lead_time_days: 7, is_system: false, link: null },
    });
    expect(await noticesOf(assignee, second.id)).toMatchObject([
      {
        ...{ title: "Recurring Todo Due", message: 'A recurring todo is due: "Patch"', link: "/todos" },
        ...{ data: { todo_id: second.id, card_id: card.id }, actor_id: assignee.userId },
      },
    ]);
    expect(await series(first.series_id)).toHaveLength(2);
  });

  test("is followed by a scheduled one before its time, which can be opened but not completed", async () => {
    const first = await todo({ ...monthly, due_date: today(), assigned_to: assignee.userId });
    await patch(creator, first.id, { status: "done", recurrence_unit: "years" });
    const [, { id, status, recurrence_unit }] = await series(first.series_id);
    expect({ status, recurrence_unit }).toEqual({ status: "scheduled", recurrence_unit: "years" });
    await step({
      as: creator,
      method: "PATCH",
      path: `/todos/${id}`,
      body: { status: "done" },
      status: 409,
      events: [],
    });
    expect(await noticesOf(assignee, id)).toEqual([]);
    await step({
      as: creator,
      method: "POST",
      path: `/todos/${id}/promote`,
      body: {},
      status: 200,
      expects: { id, status: "open", card_name: card.name, assignee_name: expect.any(String) },
      events: [
        { event_type: "todo.updated", data: { id, status: "open", fields: ["status"] } },
        { event_type: "notification.created", data: { title: "Recurring Todo Due" } },
      ],
    });
    expect(await noticesOf(assignee, id)).toMatchObject([{ data: { todo_id: id }, actor_id: creator.userId }]);
    await step({
      as: creator,
      method: "POST",
      path: `/todos/${id}/promote`,
      status: 200,
      expects: { status: "open" },
      events: [],
    });
    await patch(creator, id, { status: "done" });
    await step({ as: creator, method: "POST", path: `/todos/${id}/promote`, status: 409, events: [] });
  });

  test("has one successor when it is reopened and completed again", async () => {
    const { id, series_id } = await todo(monthly);
    for (const status of ["done", "open", "done"]) await patch(creator, id, { status });
    expect(await series(series_id)).toHaveLength(2);
  });

  test("ends when it is done and no longer recurs, or is deleted", async () => {
    const one = await todo(monthly);
    await patch(creator, one.id, { status: "done", recurrence_unit: "none" });
    expect(await series(one.series_id)).toHaveLength(1);
    const last = await todo({ ...monthly, due_date: "9999-12-31" });
    await patch(creator, last.id, { status: "done" });
    expect(await series(last.series_id)).toHaveLength(1);
  });

  test("is made of a todo that gets a unit, and recurs from then on", async () => {
    const { id } = await todo({ due_date: "2026-01-31" });
    await patch(creator, id, { status: "done", recurrence_unit: "weeks" });
    const { series_id } = await patch(creator, id, { status: "open" });
    expect(series_id).toEqual(expect.any(String));
    expect(await series(series_id)).toHaveLength(1);
    await patch(creator, id, { status: "done" });
    expect(await series(series_id)).toMatchObject([{ id }, { due_date: "2026-02-07" }]);
  });
});

describe("the daily job", () => {
  /** Returns a scheduled todo. */
  const scheduled = async (fields: Record<string, unknown>) => {
    const { id } = await todo({ assigned_to: assignee.userId, ...fields });
    await patch(creator, id, { status: "scheduled" });
    return id as string;
  };
  const statusOf = async (id: string) =>
    (await admin.get(`/cards/${card.id}/todos`)).body.find((one: Body) => one.id === id).status;

  test("opens scheduled todos whose time has come, each with a notification, and all in one batch", async () => {
    const weekly = { recurrence_unit: "weeks", lead_time_days: 3 };
    const due = await scheduled({ ...weekly, due_date: inDays(3) });
    const anytime = await scheduled(weekly);
    const early = await scheduled({ ...weekly, due_date: inDays(5) });
    const once = await scheduled({ due_date: inDays(-5) });
    const before = lastEvent();
    await openDueTodos();
    expect(await Promise.all([due, anytime, early, once].map(statusOf))).toEqual([
      "open",
      "open",
      "scheduled",
      "scheduled",
    ]);
    const published = eventsAfter(before);
    expect(published.map(({ event_type, user_id }) => `${event_type} ${user_id}`)).toEqual([
      ...["todo.updated null", "notification.created null", "todo.updated null", "notification.created null"],
    ]);
    expect(
      statement("SELECT count(DISTINCT batch_id) AS batches FROM events WHERE seq > ? AND batch_id IS NOT NULL").get(
        before,
      ),
    ).toEqual({ batches: 1 });
    expect(await noticesOf(assignee, due)).toMatchObject([
      { title: "Recurring Todo Due", data: { todo_id: due, card_id: card.id }, actor_id: creator.userId },
      { title: "Todo Assigned" },
    ]);
    const after = lastEvent();
    await openDueTodos();
    expect(eventsAfter(after)).toEqual([]);
  });

  test("opens many scheduled todos as well", async () => {
    const { id } = await todo();
    transaction(() =>
      statement(
        `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 250)
         INSERT INTO todos (id, card_id, description, status, series_id, recurrence_unit, created_at)
         SELECT 'many' || i, ?, 'x', 'scheduled', ?, 'days', ? FROM n`,
      ).run(card.id, id, now()),
    );
    await openDueTodos();
    expect(await series(id)).toHaveLength(250);
    expect(new Set((await series(id)).map(({ status }) => status))).toEqual(new Set(["open"]));
  });
});

test.each(["due_date = '2026-02-30'", "recurrence_unit = 'days', series_id = NULL"])(
  "the check of a database finds a todo with %s",
  async (broken) => {
    const { id } = await todo();
    const found = async () => {
      await durable();
      return checkDatabase(server.databaseFile, checks).find(({ check }) => check === "todos");
    };
    expect(await found()).toEqual({ check: "todos" });
    transaction(() => statement(`UPDATE todos SET ${broken} WHERE id = ?`).run(id));
    expect((await found())?.problem).toContain(id);
    await creator.delete(`/todos/${id}`);
  },
);

test("a rollback deletes new todos, and restores changed and deleted ones", async () => {
  const changed = await todo({ recurrence_unit: "weeks", due_date: "2026-01-31", assigned_to: assignee.userId });
  const deleted = await todo({ description: "gone" });
  const batch = (await creator.post("/mutation-batches", { tool_name: "todos" })).body.id;
  const headers = { "x-stoa-batch": batch };
  const created = (await creator.post(`/cards/${card.id}/todos`, { description: "new" }, headers)).body;
  await creator.patch(`/todos/${changed.id}`, { status: "done", assigned_to: null }, headers);
  await creator.delete(`/todos/${deleted.id}`, undefined, headers);
  const auditor = await server.as(role("admin.events"));
  expect((await auditor.post(`/mutation-batches/${batch}/rollback`, { dry_run: false })).status).toBe(403);
  const { status, body } = await creator.post(`/mutation-batches/${batch}/rollback`, { dry_run: false });
  expect({ status, steps: body.results.map((result: Body) => `${result.op}: ${result.status}`) }).toEqual({
    status: 200,
    steps: ["restore_todo: ok", "delete_todo: ok", "restore_todo_fields: ok", "delete_todo: ok"],
  });
  const now = (await creator.get(`/cards/${card.id}/todos`)).body;
  const found = (id: string) => now.find((one: Body) => one.id === id);
  expect([found(changed.id), found(deleted.id), found(created.id)]).toEqual([changed, deleted, undefined]);
  expect(await series(changed.series_id)).toHaveLength(1);
});

test("the todos of a card are read and created only by those who see the card", async () => {
  const outsider = await server.as(role());
  const path = `/cards/${card.id}/todos`;
  const forbidden = { status: 403, body: { detail: "Not enough permissions" } };
  expect(await outsider.get(path)).toMatchObject(forbidden);
  expect(await outsider.post(path, { description: "Look" })).toMatchObject(forbidden);
});
