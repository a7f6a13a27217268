/** Two people change a risk, its tasks and all of their todos at once, in random order: they keep in step, and nothing happens twice. */
import { beforeAll, expect, test } from "bun:test";
import { statement } from "../../../db";
import type { Answer, Client } from "../../support/client";
import { makeCard } from "../../support/factories";
import { type Random, randomFrom } from "../../support/openapi";
import { testServer } from "../../support/server";
import { type Body, makeRisk, todosOf } from "./register";

const server = testServer();
let people: Client[];
beforeAll(async () => {
  people = await Promise.all(["member", "member"].map((name) => server.as(name)));
});

const STATUSES = ["analysed", "mitigation_planned", "in_progress", "mitigated", "monitoring", "accepted", "closed"];
const DAYS = ["2024-01-31", "2026-02-28", "2090-06-30", null];

type State = { risk: Body; random: Random };
type Row = Record<string, string | number | null>;

const rowsOf = (table: string, condition: string, ...values: string[]): Row[] =>
  statement<Row, string[]>(`SELECT * FROM ${table} WHERE ${condition} ORDER BY id`).all(...values);
const tasksOf = ({ risk }: State) => rowsOf("risk_mitigation_tasks", "risk_id = ?", risk.id);
const occurrencesOf = ({ risk }: State) =>
  rowsOf(
    "risk_mitigation_task_occurrences",
    "task_id IN (SELECT id FROM risk_mitigation_tasks WHERE risk_id = ?)",
    risk.id,
  );

/** Returns all users who may be asked to do something, and nobody. */
const somebody = ({ random }: State) => random.pick([...people.map(({ userId }) => userId as string), null]);

/** Does something with a todo, whosever it is. */
function changeTodo(state: State, by: Client): Promise<Answer> | undefined {
  const { risk, random } = state;
  const todos = todosOf(risk.id);
  if (todos.length === 0) return undefined;
  const path = `/todos/${random.pick(todos).id}`;
  if (random() < 0.4) return by.delete(path);
  if (random() < 0.3) return by.patch(path, { due_date: random.pick(DAYS) });
  return by.patch(path, { assigned_to: somebody(state) });
}

/** Does something with a task or an occurrence, whatever its state is. */
function changeTask(state: State, by: Client): Promise<Answer> | undefined {
  const { random } = state;
  const occurrences = occurrencesOf(state);
  if (occurrences.length === 0) return undefined;
  const { id, task_id } = random.pick(occurrences);
  const path = `/mitigation-tasks/${task_id}`;
  const action = random.pick(["complete", "complete", "skip", "promote", "owner", "due", "lead", "delete"]);
  if (action === "owner") return by.patch(path, { owner_id: somebody(state), title: `Title ${random.whole(9)}` });
  if (action === "due") return by.patch(path, { due_date: random.pick(DAYS) });
  if (action === "lead") return by.patch(path, { lead_time_days: random.whole(3_650), owner_id: somebody(state) });
  if (action === "delete") return random() < 0.3 ? by.delete(path) : undefined;
  return by.post(`${path}/occurrences/${id}/${action}`);
}

/** Does any one thing. */
function act(state: State): Promise<Answer> | undefined {
  const { risk, random } = state;
  const by = random.pick(people);
  const choice = random();
  if (choice < 0.2)
    return by.post(`/risks/${risk.id}/mitigation-tasks`, {
      ...{ title: "Do", owner_id: somebody(state), due_date: random.pick(DAYS) },
      recurrence_unit: random.pick(["none", "days", "months", "years"]),
    });
  if (choice < 0.6) return changeTask(state, by);
  if (choice < 0.8) return changeTodo(state, by);
  if (choice < 0.9)
    return by.patch(`/risks/${risk.id}`, { owner_id: somebody(state), title: `Risk ${random.whole(9)}` });
  return by.patch(`/risks/${risk.id}`, { status: random.pick(STATUSES), acceptance_rationale: "Because" });
}

const SETTLED = ["mitigated", "monitoring", "accepted", "closed"];

/** Returns the todos that there must be, and those that there may be because they are done. */
function expectedTodos(state: State) {
  const [risk] = rowsOf("risks", "id = ?", state.risk.id) as [Row];
  const link = `/ea-delivery/risks/${risk["id"]}`;
  const tasks = new Map(tasksOf(state).map((task) => [task["id"], task]));
  const ofOwner = {
    ...{ link, description: `[Risk ${risk["reference"]}] ${risk["title"]}`, assigned_to: risk["owner_id"] },
    ...{
      due_date: risk["target_resolution_date"],
      status: SETTLED.includes(risk["status"] as string) ? "done" : "open",
    },
  };
  const ofOccurrences = occurrencesOf(state)
    .filter(({ status, assigned_owner_id }) => status === "open" && assigned_owner_id !== null)
    .map(({ id, task_id, assigned_owner_id, due_date }) => ({
      link: `${link}?task=${task_id}#occurrence-${id}`,
      description: `[Risk ${risk["reference"]}] ${tasks.get(task_id)?.["title"]}`,
      ...{ assigned_to: assigned_owner_id, due_date, status: "open" },
    }));
  return [...(risk["owner_id"] === null ? [] : [ofOwner]), ...ofOccurrences];
}

const byLink = (one: { link: string }, other: { link: string }) => (one.link < other.link ? -1 : 1);

/** Checks the invariants after any step. */
function check(state: State): void {
  const todos = todosOf(state.risk.id).map(({ id: _, is_system: __, ...todo }) => todo);
  const isOpen = ({ status }: Body) => status === "open";
  const expected = expectedTodos(state);
  expect(todos.filter(isOpen).sort(byLink)).toEqual(expected.filter(isOpen).sort(byLink));
  const occurrences = occurrencesOf(state);
  const ended = occurrences.filter(({ completed_at }) => completed_at !== null);
  const mayBeDone = new Set([
    `/ea-delivery/risks/${state.risk.id}`,
    ...ended.map(({ id, task_id }) => linkOf(state, task_id, id)),
  ]);
  for (const { link, status } of todos) if (status === "done") expect(mayBeDone).toContain(link);
  for (const task of tasksOf(state)) {
    const own = occurrences.filter(({ task_id }) => task_id === task["id"]);
    const live = own.filter(({ completed_at }) => completed_at === null);
    expect(live.length).toBe(task["is_active"] === 1 ? 1 : 0);
    expect(own.map(({ sequence }) => sequence).sort()).toEqual(own.map((_, place) => place + 1).sort());
  }
  for (const occurrence of occurrences) checkEvents(occurrence);
}

const linkOf = ({ risk }: State, task: unknown, occurrence: unknown) =>
  `/ea-delivery/risks/${risk.id}?task=${task}#occurrence-${occurrence}`;

/** Checks that each thing that happened to an occurrence was published once. */
function checkEvents({ id, completed_at, activated_at, status }: Row): void {
  const counts = Object.fromEntries(
    statement<{ event_type: string; count: number }, [string]>(
      `SELECT event_type, count(*) AS count FROM events
       WHERE event_type LIKE 'risk_mitigation_task.%' AND data ->> 'occurrence_id' = ? GROUP BY event_type`,
    )
      .all(id as string)
      .map(({ event_type, count }) => [event_type.split(".")[1], count]),
  );
  expect(counts).toEqual({
    created: 1,
    ...(activated_at !== null && { activated: 1 }),
    ...(completed_at !== null && { [status === "done" ? "completed" : "skipped"]: 1 }),
  });
}

test.each([1, 2, 3, 4])("todos stay in step with random changes (seed %i)", async (seed) => {
  const [by] = people as [Client];
  const card = await makeCard(by, { type: "Application" });
  const state: State = { risk: await makeRisk(by, { card_ids: [card.id] }), random: randomFrom(seed) };
  for (let round = 0; round < 40; round++) {
    const answers = await Promise.all(Array.from({ length: 1 + state.random.whole(3) }, () => act(state)));
    for (const answer of answers) if (answer) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    check(state);
  }
});
