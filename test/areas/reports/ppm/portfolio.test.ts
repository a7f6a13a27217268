/** The reports on the project portfolio are compared with those expected of a small one. */
import { beforeAll, expect, test } from "bun:test";
import type { Client } from "../../../support/client";
import { makeCard, relate, relationType, role, stakeholder } from "../../../support/factories";
import { step } from "../../../support/scenario";
import { testServer } from "../../../support/server";
import { type Body, create, newInitiative } from "../../ppm/initiatives";

const server = testServer();
let admin: Client;
let member: Client;
let reader: Client;
let one: Body;
let other: Body;
let plain: Body;
let org: Body;
let report: Body;

beforeAll(async () => {
  [admin, member] = [await server.as("admin"), await server.as("member")];
  reader = await server.as(role("ppm.view"));
  one = await newInitiative(admin, {
    name: "B one",
    subtype: "project",
    attributes: { initiativeStatus: "atRisk", startDate: "2026-01-01", endDate: 5, costBudget: 0, costActual: 9 },
  });
  other = await newInitiative(admin, {
    name: "A other",
    parent_id: one.id,
    attributes: { initiativeStatus: null, costBudget: 70.5 },
  });
  plain = await newInitiative(admin, { name: "C plain" });
  const archived = await newInitiative(admin, { name: "Archived" });
  await create(member, archived, "budgets", { fiscal_year: 2026, category: "capex", amount: 1_000_000 });
  await admin.post(`/cards/${archived.id}/archive`, {});
  org = await makeCard(admin, { type: "Organization", name: "Sales" });
  const second = await makeCard(admin, { type: "Organization", name: "Another" });
  await relate(admin, "relOrgToInitiative", org, one);
  await relate(admin, "relOrgToInitiative", second, one);
  for (const [category, amount] of [
    ["capex", 0.1],
    ["capex", 0.2],
    ["opex", 5],
  ] as const) {
    await create(member, one, "budgets", { fiscal_year: 2026, category, amount });
    await create(member, one, "costs", { description: "x", category, actual: amount * 2, planned: 99 });
  }
  await create(member, other, "costs", { description: "x", category: "opex", actual: 1.1 });
  await create(member, one, "reports", { report_date: "2026-03-01", cost_health: "offTrack" });
  await create(member, one, "reports", { report_date: "2026-04-01", cost_health: "onTrack" });
  report = await create(member, one, "reports", { report_date: "2026-04-01", cost_health: "atRisk" });
  await create(member, other, "reports", { report_date: "2026-01-01", scope_health: "offTrack" });
  stakeholder(one.id, reader.userId, "responsible");
});

const get = (client: Client, path: string) =>
  step({ as: client, path: `/reports/ppm/${path}`, status: 200, events: [] });
const health = (counts: object) => ({ onTrack: 0, atRisk: 0, offTrack: 0, noReport: 1, ...counts });

test("the dashboard counts the active initiatives by their latest reports, and adds up their costs", async () => {
  expect((await get(member, "dashboard")).body).toEqual({
    total_initiatives: 3,
    by_subtype: { Other: 2, project: 1 },
    by_status: { Unknown: 2, atRisk: 1 },
    total_budget: 5.3,
    total_actual: 11.7,
    health_schedule: health({ onTrack: 2 }),
    health_cost: health({ onTrack: 1, atRisk: 1 }),
    health_scope: health({ onTrack: 1, offTrack: 1 }),
  });
  expect((await get(member, "dashboard?subtype=project")).body).toMatchObject({ total_initiatives: 1 });
});

test("the chart has every active initiative by name, with its group, latest report and stakeholders", async () => {
  const { body } = await get(member, "gantt?group_by=Organization");
  expect(body).toMatchObject([
    { id: other.id, name: "A other", subtype: null, status: null, parent_id: one.id, group_id: null, group_name: null },
    { id: one.id, subtype: "project", status: "atRisk", parent_id: null, start_date: "2026-01-01", end_date: null },
    { id: plain.id, latest_report: null, latest_report_id: null, stakeholders: [] },
  ]);
  expect(body[1]).toMatchObject({ group_id: org.id, group_name: "Sales", latest_report_id: report.id });
  expect(body[1].latest_report).toEqual(report);
  expect(body[1].stakeholders).toEqual([
    { user_id: reader.userId, display_name: expect.any(String), role_key: "responsible" },
  ]);
  expect(body.map(costsOf)).toEqual([
    [70.5, 1.1, 0, 0, 0, 1.1],
    [5.3, 10.6, 0.3, 5, 0.6, 10],
    [null, null, 0, 0, 0, 0],
  ]);
});

const costsOf = (row: Body) =>
  ["cost_budget", "cost_actual", "capex_planned", "opex_planned", "capex_actual", "opex_actual"].map((key) => row[key]);

test("costs are hidden from a user who may not see them", async () => {
  expect((await get(reader, "dashboard")).body).toMatchObject({ total_budget: 5.3, total_actual: 10.6 });
  expect((await get(reader, "gantt")).body.map(costsOf)).toEqual([
    [null, null, 0, 0, 0, 0],
    [5.3, 10.6, 0.3, 5, 0.6, 10],
    [null, null, 0, 0, 0, 0],
  ]);
  const stranger = await server.as(role("ppm.view"));
  expect((await get(stranger, "dashboard")).body).toMatchObject({ total_budget: 0, total_actual: 0 });
});

test("an unknown type groups nothing; a page has as many initiatives as requested; a table has a line for each", async () => {
  for (const group of ["", "Nothing", "Initiative"])
    expect((await get(member, `gantt?group_by=${group}`)).body).toMatchObject([
      { group_id: null },
      { group_id: null },
      { group_id: null },
    ]);
  const page = await get(member, "gantt?page=2&page_size=2");
  expect([page.body.length, page.headers.get("x-total-count")]).toEqual([1, "3"]);
  const table = await member.get("/reports/ppm/gantt?format=csv");
  expect(table.status).toBe(200);
  expect(String(table.body).trim().split("\n")).toHaveLength(4);
});

test("initiatives can be grouped by the types that visible relation types lead to", async () => {
  relationType("hiddenOfInitiative", "Initiative", "Provider", { is_hidden: true });
  const { body } = await get(member, "group-options");
  const keys = body.map(({ type_key }: Body) => type_key);
  expect(keys).toContain("Organization");
  expect(keys).not.toContain("Initiative");
  expect(keys).toEqual([...new Set(keys)].toSorted());
  expect(body[0]).toEqual({ type_key: keys[0], type_label: keys[0] });
});

test("the resources are the users with tasks, with open, overdue and completed ones, and the unassigned tasks", async () => {
  const { body: people } = await get(reader, "resources");
  expect(people).toEqual([]);
  const past = { start_date: "2026-01-05", due_date: "2026-01-09" };
  const far = { start_date: "2999-01-01", due_date: "2999-01-02" };
  await create(member, one, "tasks", { title: "a", assignee_id: member.userId, ...past });
  await create(member, other, "tasks", { title: "b", assignee_id: member.userId, status: "in_progress", ...far });
  await create(member, other, "tasks", { title: "c", assignee_id: member.userId, status: "done", ...past });
  await create(member, one, "tasks", { title: "d", status: "blocked" });
  const nobody = { user_id: null, display_name: null, initiatives: 1, todo: 0, in_progress: 0, blocked: 1, done: 0 };
  const own = { user_id: member.userId, initiatives: 2, todo: 1, in_progress: 1, blocked: 0, done: 1, overdue: 1 };
  expect((await get(reader, "resources")).body).toMatchObject([
    { ...own, open_days: 7, next_due: "2026-01-09" },
    { ...nobody, overdue: 0, open_days: 1, next_due: null },
  ]);
  expect((await get(reader, "resources?from=2026-06-01&to=2999-01-01")).body).toMatchObject([
    { user_id: member.userId, initiatives: 1, todo: 0, in_progress: 1, done: 0, overdue: 0, open_days: 2 },
  ]);
  expect((await get(reader, `resources?search=A%20other`)).body).toMatchObject([{ initiatives: 1, todo: 0, done: 1 }]);
  await step({ as: reader, path: "/reports/ppm/resources?from=2026-02-01&to=2026-01-01", status: 422, events: [] });
});

test("details have the life cycle, the completion, and what is open of an initiative; without them there is no key of them", async () => {
  await create(member, one, "tasks", { title: "late", due_date: "2026-01-09" });
  await create(member, one, "risks", { title: "open" });
  await create(member, one, "risks", { title: "closed", status: "closed" });
  await create(member, one, "wbs", { title: "Package", completion: 30 });
  const rowOf = async (query: string) =>
    (await get(reader, `gantt${query}`)).body.find(({ id }: Body) => id === one.id) as Body;
  const plain = await rowOf("");
  const detailed = await rowOf("?details=true");
  const { lifecycle, completion, open_tasks, late_tasks, open_risks, ...rest } = detailed;
  expect(rest).toEqual(plain);
  expect({ lifecycle, completion, open_risks }).toEqual({ lifecycle: {}, completion: 30, open_risks: 1 });
  expect(open_tasks as number).toBeGreaterThan(0);
  expect(late_tasks as number).toBeGreaterThan(0);
});
