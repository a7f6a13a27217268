/**
 * A programme manager plans an initiative in twelve work packages with a budget, follows the work and what it costs, and
 * brings the status report before the committee, which sees the whole portfolio.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../support/client";
import { makeCard, relate } from "../support/factories";
import { step } from "../support/scenario";
import { testServer } from "../support/server";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

const server = testServer();
let admin: Client;
let manager: Client;
let engineer: Client;
let committee: Client;
let initiative: Body;
const packages: Body[] = [];
const phases: Body[] = [];
const tasks: Body[] = [];

beforeAll(async () => {
  [admin, manager] = [await server.as("admin"), await server.as("member")];
  [engineer, committee] = [await server.as("member"), await server.as("viewer")];
  const attributes = {
    costBudget: 400_000,
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    initiativeStatus: "onTrack",
  };
  initiative = await makeCard(admin, { type: "Initiative", name: "New cold chain", subtype: "program", attributes });
  const organization = await makeCard(admin, { type: "Organization", name: "Logistics" });
  await relate(admin, "relOrgToInitiative", organization, initiative);
});

const of = (list: string) => `/ppm/initiatives/${initiative.id}/${list}`;
const post = (list: string, body: object, ...events: string[]) =>
  step({
    ...{ as: manager, method: "POST", path: of(list), body, status: 200 },
    events: events.map((event_type) => ({ event_type, user_id: manager.userId })),
  });
const day = (month: number, date: number) => new Date(Date.UTC(2026, month, date)).toISOString().slice(0, 10);
const list = async (name: string) => (await manager.get(of(name))).body;

describe("the programme manager", () => {
  test("plans twelve work packages in three phases, each with a task", async () => {
    for (const title of ["Prepare", "Build", "Move"])
      phases.push((await post("wbs", { title, sort_order: phases.length }, "ppm.wbs_item.created")).body);
    for (let place = 0; place < 12; place++) {
      const parent_id = phases[Math.floor(place / 4)].id;
      const item = { title: `Package ${place + 1}`, parent_id, sort_order: place };
      packages.push((await post("wbs", item, "ppm.wbs_item.created")).body);
      const dates = { start_date: day(place, 1), due_date: day(place, 10) };
      const work = { title: `Work ${place + 1}`, wbs_id: packages[place].id, ...dates };
      tasks.push((await post("tasks", work, "ppm.task.created")).body);
    }
    expect(await list("wbs")).toHaveLength(15);
    const [prepare] = await list("wbs");
    expect(prepare).toMatchObject({
      title: "Prepare",
      start_date: "2026-01-01",
      end_date: "2026-04-10",
      completion: 0,
    });
  });

  test("orders the packages: each waits for the one before, and a circle is refused", async () => {
    const wait = (pred: Body, succ: Body) => ({
      ...{ pred_kind: "wbs", pred_id: pred.id, succ_kind: "wbs", succ_id: succ.id },
    });
    for (let place = 1; place < 12; place++)
      await post("dependencies", wait(packages[place - 1], packages[place]), "ppm.dependency.created");
    const path = of("dependencies");
    const body = wait(packages[11], packages[0]);
    await step({ as: manager, method: "POST", path, body, status: 422, events: [] });
  });

  test("plans the budget line by line, which replaces the figure on the card", async () => {
    await post("budgets", { fiscal_year: 2026, category: "capex", amount: 250_000.1 }, "ppm.budget_line.created");
    await post("budgets", { fiscal_year: 2026, category: "opex", amount: 100_000.2 }, "ppm.budget_line.created");
    const { body } = await manager.get(`/cards/${initiative.id}`);
    expect(body.attributes).toMatchObject({ costBudget: 350_000.3 });
    const history = (await manager.get(`/cards/${initiative.id}/history`)).body;
    expect(history.map(({ data }: Body) => data.changes?.attr_costBudget).filter(Boolean)).toEqual([
      { old: 250_000.1, new: 350_000.3 },
      { old: 400_000, new: 250_000.1 },
    ]);
  });

  test("assigns a task; the engineer finds it among the todos, and its progress reaches the initiative", async () => {
    const [first, second] = tasks;
    await manager.patch(`/ppm/tasks/${first.id}`, { assignee_id: engineer.userId });
    const { body: todos } = await engineer.get("/todos");
    expect(todos).toMatchObject([{ description: "[PPM] New cold chain: Work 1", due_date: "2026-01-10" }]);
    await engineer.patch(`/ppm/tasks/${first.id}`, { status: "done" });
    await engineer.patch(`/ppm/tasks/${second.id}`, { status: "in_progress" });
    expect((await engineer.get("/todos")).body).toMatchObject([{ status: "done" }]);
    const [prepare] = await list("wbs");
    expect(prepare).toMatchObject({ completion: 37.5 });
    expect((await manager.get(of("completion"))).body).toEqual({ completion: 12.5 });
  });

  test("books the costs, records a risk, and restores a package that was deleted by mistake", async () => {
    await post("costs", { description: "Compressors", category: "capex", actual: 80_000.55 }, "ppm.cost_line.created");
    const risk = { title: "Late delivery", probability: 4, impact: 4, owner_id: manager.userId };
    await post("risks", risk, "ppm.risk.created");
    const before = { wbs: await list("wbs"), tasks: await list("tasks"), dependencies: await list("dependencies") };
    await manager.delete(`/ppm/wbs/${phases[0].id}`);
    expect(await list("wbs")).toHaveLength(10);
    const { items } = (await admin.get("/mutation-batches?page_size=1")).body;
    const rollback = await manager.post(`/mutation-batches/${items[0].id}/rollback`, { dry_run: false });
    expect(rollback.status).toBe(200);
    const unstamped = (rows: Body[]) => rows.map(({ updated_at: _, ...row }) => row);
    for (const name of ["wbs", "tasks", "dependencies"] as const)
      expect(unstamped(await list(name))).toEqual(unstamped(before[name]));
  });

  test("reports to the committee, which sees the state of the portfolio, but not its costs", async () => {
    const report = { report_date: "2026-03-31", schedule_health: "atRisk", summary: "Compressors are late" };
    await post("reports", { ...report, next_steps: "Second supplier" }, "ppm.status_report.created");
    const { body: chart } = await step({
      ...{ as: committee, path: "/reports/ppm/gantt?group_by=Organization", status: 200, events: [] },
      forbids: ["350000", "80000"],
    });
    expect(chart).toMatchObject([
      {
        ...{ name: "New cold chain", group_name: "Logistics", cost_budget: null, capex_planned: 0 },
        latest_report: { ...report, cost_health: "onTrack", reporter: { id: manager.userId } },
      },
    ]);
    await step({
      ...{ as: committee, path: "/reports/ppm/dashboard", status: 200, events: [] },
      expects: { total_initiatives: 1, total_budget: 0, by_subtype: { program: 1 }, health_schedule: { atRisk: 1 } },
    });
    await step({
      ...{ as: manager, path: "/reports/ppm/dashboard", status: 200, events: [] },
      expects: { total_budget: 350_000.3, total_actual: 80_000.55 },
    });
    expect((await committee.get(of("budgets"))).body).toEqual([]);
  });
});
