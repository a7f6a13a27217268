/** Tasks, the todos and notifications of their assignees, and comments on them. */
import { beforeEach, expect, test } from "bun:test";
import { role } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { type Body, create, listOf, NOBODY, newInitiative } from "./initiatives";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

let initiative: Body;
beforeEach(async () => {
  initiative = await newInitiative(admin);
});

const task = (fields: object = {}) => create(member, initiative, "tasks", { title: "Move the data", ...fields });
const tasks = (): Promise<Body> => listOf(member, initiative, "tasks");
const todos = async () => (await admin.get(`/cards/${initiative.id}/todos`)).body;
const linkOf = ({ id }: Body) => `/ppm/${initiative.id}?tab=tasks#task-${id}`;

test("a task is created, changed and deleted", async () => {
  const { body } = await step({
    ...{ as: member, method: "POST", path: `/ppm/initiatives/${initiative.id}/tasks`, status: 200 },
    body: { title: "Move the data", tags: ["data"], due_date: "2026-05-01" },
    events: [{ event_type: "ppm.task.created", card_id: initiative.id, data: { title: "Move the data" } }],
  });
  expect(body).toEqual({
    ...{ id: body.id, initiative_id: initiative.id, title: "Move the data", description: null, status: "todo" },
    ...{ priority: "medium", assignee_id: null, assignee_name: null, start_date: null, due_date: "2026-05-01" },
    ...{ sort_order: 0, tags: ["data"], wbs_id: null, comment_count: 0 },
    ...{ created_at: expect.stringMatching(/Z$/), updated_at: expect.stringMatching(/Z$/) },
  });
  await step({
    ...{ as: member, method: "PATCH", path: `/ppm/tasks/${body.id}`, status: 200 },
    body: { status: "in_progress", due_date: null, tags: null },
    expects: { status: "in_progress", due_date: null, tags: [], title: "Move the data" },
    events: [{ event_type: "ppm.task.updated", data: { changes: { status: { old: "todo", new: "in_progress" } } } }],
  });
  await step({
    ...{ as: member, method: "DELETE", path: `/ppm/tasks/${body.id}`, status: 204 },
    events: [{ event_type: "ppm.task.deleted" }],
  });
  expect(await tasks()).toEqual([]);
});

test("tasks are listed by position, and those of one position by creation", async () => {
  const created = [await task({ sort_order: 1 }), await task(), await task()];
  expect(await tasks()).toEqual([created[1], created[2], created[0]]);
});

test("the assignee gets a todo that follows the task, and one notification", async () => {
  const path = `/ppm/initiatives/${initiative.id}/tasks`;
  const { body: own } = await step({
    ...{ as: member, method: "POST", path, body: { title: "x".repeat(100), assignee_id: member.userId }, status: 200 },
    expects: { assignee_name: expect.any(String) },
    events: [
      { event_type: "ppm.task.created" },
      { event_type: "todo.created", data: { assigned_to: member.userId, is_system: true } },
      {
        event_type: "notification.created",
        data: { type: "task_assigned", title: "Task Assigned", link: `/ppm/${initiative.id}?tab=tasks` },
      },
    ],
  });
  const { body: notifications } = await member.get("/notifications");
  expect(notifications.items[0].message).toContain(`"${"x".repeat(80)}"`);
  expect(await todos()).toMatchObject([
    { description: `[PPM] ${initiative.name}: ${"x".repeat(100)}`, link: linkOf(own), status: "open", due_date: null },
  ]);
  const change = (body: object, ...events: string[]) =>
    step({
      ...{ as: admin, method: "PATCH", path: `/ppm/tasks/${own.id}`, body, status: 200 },
      events: events.map((event_type) => ({ event_type })),
    });
  await change({ title: "Move", status: "done", due_date: "2026-05-01" }, "ppm.task.updated", "todo.updated");
  expect(await todos()).toMatchObject([
    { description: `[PPM] ${initiative.name}: Move`, status: "done", due_date: "2026-05-01" },
  ]);
  await change({ assignee_id: member.userId });
  await change({ assignee_id: admin.userId }, "ppm.task.updated", "todo.updated", "notification.created");
  expect(await todos()).toMatchObject([{ assigned_to: admin.userId }]);
  await change({ assignee_id: null }, "ppm.task.updated", "todo.deleted");
  expect(await todos()).toEqual([]);
});

test("the todo of a completed task stays open until the task changes; a deleted todo is created again", async () => {
  const { id } = await task({ status: "done", assignee_id: member.userId });
  const [todo] = await todos();
  expect(todo).toMatchObject({ status: "open" });
  await member.patch(`/ppm/tasks/${id}`, {});
  expect(await todos()).toMatchObject([{ id: todo.id, status: "done" }]);
  await member.delete(`/todos/${todo.id}`);
  await member.patch(`/ppm/tasks/${id}`, { priority: "low" });
  expect(await todos()).toHaveLength(1);
});

test("a task is deleted with its comments, its dependencies and its todo", async () => {
  const [one, other] = [await task({ assignee_id: member.userId }), await task()];
  await member.post(`/ppm/tasks/${one.id}/comments`, { content: "Soon" });
  await create(member, initiative, "dependencies", {
    ...{ pred_kind: "task", pred_id: one.id, succ_kind: "task", succ_id: other.id },
  });
  await step({
    ...{ as: member, method: "DELETE", path: `/ppm/tasks/${one.id}`, status: 204 },
    events: ["ppm.task_comment", "ppm.dependency", "todo", "ppm.task"].map((thing) => ({
      event_type: `${thing}.deleted`,
    })),
  });
  expect(await listOf(member, initiative, "dependencies")).toEqual([]);
  expect(await todos()).toEqual([]);
});

test("invalid input is refused with the field, and changes nothing", async () => {
  const { id } = await task();
  const elsewhere = await create(member, await newInitiative(admin), "wbs", { title: "Elsewhere" });
  for (const [field, value, type] of [
    ["title", null, "string_type"],
    ["status", "finished", "literal_error"],
    ["priority", null, "literal_error"],
    ["assignee_id", NOBODY, "value_error"],
    ["wbs_id", NOBODY, "value_error"],
    ["wbs_id", "x", "uuid_parsing"],
    ["due_date", "tomorrow", "date_parsing"],
    ["tags", ["x".repeat(101)], "string_too_long"],
  ] as const)
    for (const [method, path] of [
      ["POST", `/ppm/initiatives/${initiative.id}/tasks`],
      ["PATCH", `/ppm/tasks/${id}`],
    ] as const) {
      const answer = await step({
        as: member,
        method,
        path,
        body: { title: "x", [field]: value },
        status: 422,
        events: [],
      });
      expect(answer.body.detail[0]).toMatchObject({ type });
      expect(answer.body.detail[0].loc.slice(0, 2)).toEqual(["body", field]);
    }
  const body = { wbs_id: elsewhere.id };
  await step({ as: member, method: "PATCH", path: `/ppm/tasks/${id}`, body, status: 400, events: [] });
  await step({ as: member, method: "PATCH", path: `/ppm/tasks/${NOBODY}`, body, status: 404, events: [] });
  expect(await tasks()).toHaveLength(1);
});

test("a comment can be changed by its author and by managers, and by nobody else", async () => {
  const { id: taskId } = await task();
  const path = `/ppm/tasks/${taskId}/comments`;
  const author = await server.as(role("ppm.view", "ppm.manage"));
  const { body } = await step({
    ...{ as: author, method: "POST", path, body: { content: " " }, status: 200 },
    events: [{ event_type: "ppm.task_comment.created", card_id: initiative.id, data: { task_id: taskId } }],
  });
  expect(body).toEqual({
    ...{ id: body.id, task_id: taskId, user_id: author.userId, user_display_name: expect.any(String), content: " " },
    ...{ created_at: expect.stringMatching(/Z$/), updated_at: expect.stringMatching(/Z$/) },
  });
  expect(await tasks()).toMatchObject([{ comment_count: 1 }]);
  const comment = `/ppm/task-comments/${body.id}`;
  const forbidden = { status: 403, equals: { detail: "Not allowed" }, events: [] };
  await step({ as: viewer, method: "PATCH", path: comment, body: { content: "x" }, ...forbidden });
  await step({ as: viewer, method: "DELETE", path: comment, ...forbidden });
  await admin.patch(`/users/${author.userId}`, { role: "viewer" });
  await step({
    ...{ as: author, method: "PATCH", path: comment, body: { content: "Done" }, status: 200 },
    expects: { content: "Done" },
    events: [{ event_type: "ppm.task_comment.updated" }],
  });
  expect((await viewer.get(path)).body).toMatchObject([{ content: "Done" }]);
  await step({
    ...{ as: member, method: "DELETE", path: comment, status: 204 },
    events: [{ event_type: "ppm.task_comment.deleted" }],
  });
  await step({ as: viewer, method: "DELETE", path: comment, status: 404, events: [] });
  await step({ as: viewer, method: "POST", path, body: { content: "x" }, status: 403, events: [] });
  expect((await member.post(path, { content: "" })).status).toBe(422);
  expect((await member.post(path, { content: "x".repeat(10_001) })).status).toBe(422);
  expect(await member.get(`/ppm/tasks/${NOBODY}/comments`)).toMatchObject({ status: 200, body: [] });
  expect((await member.post(`/ppm/tasks/${NOBODY}/comments`, { content: "x" })).status).toBe(404);
});
