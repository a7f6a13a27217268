/**
 * A risk of an application gets an owner, a mitigation with a deadline and somebody who does it; when it is done and the risk is
 * assessed again, the residual matrix and the register over time show it.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../support/client";
import { makeCard } from "../support/factories";
import { step } from "../support/scenario";
import { testServer } from "../support/server";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

const server = testServer();
let ada: Client;
let grace: Client;
let application: Body;
let risk: Body;
let task: Body;

beforeAll(async () => {
  [ada, grace] = [await server.as("member"), await server.as("viewer")];
  application = await makeCard(await server.as("admin"), { type: "Application", name: "Payroll" });
});

const cellsOf = async (assessment: string): Promise<Body> => {
  const { body } = await ada.get(`/reports/risks/matrix?assessment=${assessment}&ids=${application.id}`);
  return body.cells
    .filter(({ count }: Body) => count > 0)
    .map(({ probability, impact, level }: Body) => [probability, impact, level]);
};

describe("the owner of a risk", () => {
  test("records it for the application", async () => {
    ({ body: risk } = await step({
      ...{ as: ada, method: "POST", path: "/risks", status: 200 },
      body: {
        ...{ title: "The supplier goes bankrupt", category: "operational", owner_id: ada.userId },
        ...{ initial_probability: "high", initial_impact: "critical", card_ids: [application.id] },
      },
      expects: { reference: "R-000001", initial_level: "critical" },
      events: [
        { event_type: "risk.added", card_id: application.id },
        { event_type: "todo.created" },
        { event_type: "notification.created" },
      ],
    }));
    expect(await cellsOf("initial")).toEqual([["high", "critical", "critical"]]);
    expect(await cellsOf("residual")).toEqual([]);
  });

  test("plans a mitigation with a deadline and assigns it to a colleague", async () => {
    for (const status of ["analysed", "mitigation_planned", "in_progress"])
      expect((await ada.patch(`/risks/${risk.reference}`, { status })).status).toBe(200);
    const body = { title: "Contract a second supplier", owner_id: grace.userId, due_date: "2030-06-30" };
    ({ body: task } = await ada.post(`/risks/${risk.reference}/mitigation-tasks`, body));
    const { body: todos } = await grace.get("/todos");
    expect(todos).toMatchObject([
      {
        ...{ description: "[Risk R-000001] Contract a second supplier", due_date: "2030-06-30", status: "open" },
        ...{
          is_system: true,
          link: `/ea-delivery/risks/${risk.id}?task=${task.id}#occurrence-${task.occurrences[0].id}`,
        },
      },
    ]);
    expect((await grace.get("/notifications/badge-counts")).body.open_todos).toBe(1);
  });

  test("sees that the mitigation is done", async () => {
    const path = `/mitigation-tasks/${task.id}/occurrences/${task.occurrences[0].id}/complete`;
    await step({
      ...{ as: grace, method: "POST", path, body: { notes: "Signed in May" }, status: 200 },
      expects: { is_active: false, occurrences: [{ status: "done", completed_by: grace.userId }] },
      events: [
        { event_type: "risk_mitigation_task.completed", card_id: application.id, user_id: grace.userId },
        { event_type: "todo.updated", data: { status: "done" } },
      ],
    });
    expect((await grace.get("/notifications/badge-counts")).body.open_todos).toBe(0);
  });

  test("assesses the risk again, and the residual matrix shows it", async () => {
    const residual = { residual_probability: "low", residual_impact: "high", status: "mitigated" };
    await step({
      ...{ as: ada, method: "PATCH", path: `/risks/${risk.reference}`, body: residual, status: 200 },
      expects: { residual_level: "medium", status: "mitigated" },
      events: [
        { event_type: "risk.updated", card_id: application.id, data: { level: "medium", status: "mitigated" } },
        { event_type: "todo.updated", data: { status: "done" } },
      ],
    });
    expect(await cellsOf("residual")).toEqual([["low", "high", "medium"]]);
    expect(await cellsOf("current")).toEqual([["low", "high", "medium"]]);
    expect((await grace.get(`/risks/metrics?card_id=${application.id}`)).body).toMatchObject({
      ...{ total: 1, by_level: { critical: 0, medium: 1 }, by_status: { mitigated: 1 } },
    });
    const { body } = await grace.get(`/reports/risks/over-time?interval=month&ids=${application.id}`);
    expect(body.points.at(-1)).toMatchObject({ total: 1, by_level: { medium: 1 }, by_status: { mitigated: 1 } });
    expect(
      (await grace.get(`/cards/${application.id}/history`)).body.map(({ event_type }: Body) => event_type),
    ).toContain("risk.updated");
  });
});
