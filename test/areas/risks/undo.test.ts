/** Changes of risks and mitigation tasks are rolled back as batches, with the todos that follow from them. */
import { beforeAll, expect, test } from "bun:test";
import { batchAbout } from "../../support/batches";
import { makeCard } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { type Body, makeRisk, makeTask, moveTo, patchRisk, todosOf } from "./register";

const server = testServer();
const admin = clientAs(server, "admin");
const manager = clientAs(server, "member");
const owner = clientAs(server, "viewer");

let cards: { id: string }[];
beforeAll(async () => {
  cards = [await makeCard(admin, { type: "Application" }), await makeCard(admin, { type: "ITComponent" })];
});
const cardIds = () => cards.map(({ id }) => id);

const riskNow = async (risk: Body): Promise<Body> => (await owner.get(`/risks/${risk.id}`)).body;
const tasksNow = async (risk: Body): Promise<Body> => (await owner.get(`/risks/${risk.id}/mitigation-tasks`)).body;
const withoutTimes = ({ updated_at: _, ...rest }: Body) => rest;
const statesOf = (risk: Body) => todosOf(risk.id).map(({ id: _, ...todo }) => todo);

/** Rolls back the batch of the latest event about something. */
async function rollBack(id: string): Promise<Body> {
  const batch = batchAbout(id);
  const plan = await manager.post(`/mutation-batches/${batch}/rollback`, { dry_run: true });
  expect(plan).toMatchObject({ status: 200, body: { obstacles: [], conflicting_batches: [], complete: true } });
  const answer = await manager.post(`/mutation-batches/${batch}/rollback`, { dry_run: false });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.results;
}

test("the undo of a created risk deletes it", async () => {
  const risk = await makeRisk(manager, { owner_id: owner.userId, card_ids: cardIds() });
  await rollBack(risk.id);
  expect((await owner.get(`/risks/${risk.id}`)).status).toBe(404);
  expect(todosOf(risk.id)).toEqual([]);
});

test("the undo of a changed risk restores its values", async () => {
  const risk = await makeRisk(manager, { owner_id: owner.userId, card_ids: cardIds() });
  await patchRisk(manager, risk.id, {
    title: "x",
    owner_id: null,
    residual_probability: "low",
    residual_impact: "low",
  });
  await rollBack(risk.id);
  expect(withoutTimes(await riskNow(risk))).toEqual(withoutTimes(risk));
  expect(todosOf(risk.id)).toMatchObject([{ assigned_to: owner.userId, status: "open" }]);
});

test("the undo of an acceptance reopens the risk", async () => {
  const risk = await makeRisk(manager, { owner_id: owner.userId });
  await patchRisk(manager, risk.id, { status: "accepted", acceptance_rationale: "Cheap" });
  await rollBack(risk.id);
  expect(withoutTimes(await riskNow(risk))).toEqual(withoutTimes(risk));
  expect(todosOf(risk.id)).toMatchObject([{ status: "open" }]);
});

test("the undo of links deletes them, or restores them with their roles", async () => {
  const risk = await makeRisk(manager);
  await manager.post(`/risks/${risk.id}/cards`, { card_ids: cardIds(), role: "owner_of_control" });
  const linked = await riskNow(risk);
  await manager.delete(`/risks/${risk.id}/cards/${cards[0]?.id}`);
  await rollBack(risk.id);
  expect(await riskNow(risk)).toEqual(linked);
  const other = await makeRisk(manager);
  await manager.post(`/risks/${other.id}/cards`, { card_ids: cardIds() });
  await rollBack(other.id);
  expect(await riskNow(other)).toMatchObject({ cards: [] });
});

test("the undo of a deleted risk restores its tasks, occurrences and todos", async () => {
  const risk = await makeRisk(manager, { owner_id: owner.userId, card_ids: cardIds() });
  const task = await makeTask(manager, risk.id, {
    owner_id: owner.userId,
    recurrence_unit: "weeks",
    due_date: "2024-01-01",
  });
  await manager.post(`/mitigation-tasks/${task.id}/occurrences/${task.occurrences[0].id}/complete`);
  await makeTask(manager, risk.id);
  const [before, tasks] = [await riskNow(risk), await tasksNow(risk)];
  await manager.delete(`/risks/${risk.id}`);
  await rollBack(risk.id);
  expect(await riskNow(risk)).toEqual(before);
  expect(await tasksNow(risk)).toEqual(tasks);
  expect(todosOf(risk.id).map(({ status }) => status)).toEqual(["open", "open"]);
});

test("the undo of a created, a changed and a deleted task restores the former state", async () => {
  const risk = await makeRisk(manager, { card_ids: cardIds() });
  const fields = { owner_id: owner.userId, recurrence_unit: "months", due_date: "2024-01-31" };
  const created = await makeTask(manager, risk.id, fields);
  await rollBack(created.id);
  expect(await tasksNow(risk)).toEqual([]);
  const task = await makeTask(manager, risk.id, fields);
  const todos = statesOf(risk);
  await manager.patch(`/mitigation-tasks/${task.id}`, { title: "x", owner_id: manager.userId, due_date: null });
  await rollBack(task.id);
  expect((await tasksNow(risk)).map(withoutTimes)).toEqual([withoutTimes(task)]);
  expect(statesOf(risk)).toEqual(todos);
  const before = await tasksNow(risk);
  await manager.delete(`/mitigation-tasks/${task.id}`);
  await rollBack(task.id);
  expect(await tasksNow(risk)).toEqual(before);
  expect(statesOf(risk)).toEqual(todos);
});

test("the undo of a completed occurrence reopens it and deletes its successor", async () => {
  const risk = await makeRisk(manager, { card_ids: cardIds() });
  for (const recurrence_unit of ["none", "weeks"]) {
    const task = await makeTask(manager, risk.id, { owner_id: owner.userId, recurrence_unit, due_date: "2024-01-31" });
    const todos = statesOf(risk);
    const before = await tasksNow(risk);
    await manager.post(`/mitigation-tasks/${task.id}/occurrences/${task.occurrences[0].id}/complete`, {
      notes: "Done",
    });
    await rollBack(task.id);
    expect((await tasksNow(risk)).map(withoutTimes)).toEqual(before.map(withoutTimes));
    expect(statesOf(risk)).toEqual(todos);
  }
});

test("the undo of an opened occurrence schedules it again", async () => {
  const risk = await makeRisk(manager);
  const task = await makeTask(manager, risk.id, {
    owner_id: owner.userId,
    recurrence_unit: "years",
    due_date: "2090-01-01",
  });
  await manager.post(`/mitigation-tasks/${task.id}/occurrences/${task.occurrences[0].id}/promote`);
  await rollBack(task.id);
  expect((await tasksNow(risk)).map(withoutTimes)).toEqual([withoutTimes(task)]);
  expect(todosOf(risk.id)).toEqual([]);
});

test("the undo of a risk needs the right to change it, and later changes are a conflict", async () => {
  const risk = await makeRisk(manager);
  await patchRisk(manager, risk.id, { title: "One" });
  const batch = batchAbout(risk.id);
  await moveTo(manager, risk.id, "analysed");
  expect((await manager.post(`/mutation-batches/${batch}/rollback`, { dry_run: false })).status).toBe(409);
  expect((await owner.post(`/mutation-batches/${batch}/rollback`, { dry_run: false })).status).toBeOneOf([403, 404]);
});
