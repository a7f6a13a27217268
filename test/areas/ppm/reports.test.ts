/** Status reports and risks of projects. */
import { beforeEach, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
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

test("a status report is created, changed by another user, and deleted", async () => {
  const { body } = await step({
    ...{ as: member, method: "POST", path: `/ppm/initiatives/${initiative.id}/reports`, status: 200 },
    body: { report_date: "2026-03-01T00:00:00Z", cost_health: "atRisk", summary: "On its way" },
    events: [{ event_type: "ppm.status_report.created", card_id: initiative.id, data: { report_date: "2026-03-01" } }],
  });
  expect(body).toEqual({
    ...{ id: body.id, initiative_id: initiative.id, reporter_id: member.userId, report_date: "2026-03-01" },
    reporter: { id: member.userId, display_name: expect.any(String) },
    ...{ schedule_health: "onTrack", cost_health: "atRisk", scope_health: "onTrack", summary: "On its way" },
    ...{ accomplishments: null, next_steps: null },
    ...{ created_at: expect.stringMatching(/Z$/), updated_at: expect.stringMatching(/Z$/) },
  });
  const path = `/ppm/reports/${body.id}`;
  await step({
    ...{ as: admin, method: "PATCH", path, body: { summary: null, next_steps: "Go on" }, status: 200 },
    expects: { summary: null, next_steps: "Go on", reporter_id: member.userId },
    events: [
      {
        event_type: "ppm.status_report.updated",
        data: { changes: { summary: { old: "On its way", new: null }, next_steps: { old: null, new: "Go on" } } },
      },
    ],
  });
  await step({ as: viewer, method: "DELETE", path, status: 403, events: [] });
  await step({
    ...{ as: member, method: "DELETE", path, status: 204, events: [{ event_type: "ppm.status_report.deleted" }] },
  });
  await step({
    ...{ as: member, method: "DELETE", path, status: 404, equals: { detail: "Report not found" }, events: [] },
  });
});

test("status reports are listed latest first, and those of one day by their creation", async () => {
  const made: Body[] = [];
  for (const report_date of ["2026-01-01", "2026-05-01", "2026-03-01", "2026-05-01"])
    made.push(await create(member, initiative, "reports", { report_date }));
  expect(await listOf(viewer, initiative, "reports")).toEqual([3, 1, 2, 0].map((place) => made[place]));
  const page = await viewer.get(`/ppm/initiatives/${initiative.id}/reports?page=2&page_size=3`);
  expect([page.body, page.headers.get("x-total-count")]).toEqual([[made[0]], "4"]);
});

test("the score of a risk is the product of its probability and impact", async () => {
  const { body } = await step({
    ...{ as: member, method: "POST", path: `/ppm/initiatives/${initiative.id}/risks`, status: 200 },
    body: { title: "", probability: "4", owner_id: member.userId, risk_score: 25 },
    expects: { probability: 4, impact: 3, risk_score: 12, status: "open", owner_name: expect.any(String) },
    events: [{ event_type: "ppm.risk.created", card_id: initiative.id }],
  });
  const path = `/ppm/risks/${body.id}`;
  await step({
    ...{ as: member, method: "PATCH", path, body: { impact: 5, status: "closed", owner_id: null }, status: 200 },
    expects: { probability: 4, impact: 5, risk_score: 20, status: "closed", owner_id: null, owner_name: null },
    events: [{ event_type: "ppm.risk.updated", data: { changes: { risk_score: { old: 12, new: 20 } } } }],
  });
  const [higher, equal] = [
    await create(member, initiative, "risks", { title: "Higher", probability: 5, impact: 5 }),
    await create(member, initiative, "risks", { title: "Equal", probability: 5, impact: 4 }),
  ];
  expect((await listOf(viewer, initiative, "risks")).map(({ id }: Body) => id)).toEqual([higher.id, body.id, equal.id]);
  await step({
    ...{ as: member, method: "DELETE", path, status: 204, events: [{ event_type: "ppm.risk.deleted" }] },
  });
  await step({
    ...{ as: member, method: "DELETE", path, status: 404, equals: { detail: "Risk not found" }, events: [] },
  });
});

test("invalid input is refused with the field, and changes nothing", async () => {
  const lists = { reports: { report_date: "2026-01-01" }, risks: { title: "Risk" } };
  for (const [list, field, value, type] of [
    ["reports", "report_date", null, "string_type"],
    ["reports", "report_date", "2026-03-01T12:00:00", "date_parsing"],
    ["reports", "scope_health", "green", "literal_error"],
    ["reports", "scope_health", null, "literal_error"],
    ["reports", "summary", 5, "string_type"],
    ["risks", "probability", 0, "greater_than_equal"],
    ["risks", "impact", 6, "less_than_equal"],
    ["risks", "impact", null, "int_parsing"],
    ["risks", "owner_id", NOBODY, "value_error"],
    ["risks", "status", "gone", "literal_error"],
  ] as const) {
    const { id } = await create(member, initiative, list, lists[list]);
    for (const [method, path] of [
      ["POST", `/ppm/initiatives/${initiative.id}/${list}`],
      ["PATCH", `/ppm/${list}/${id}`],
    ] as const) {
      const body = { ...lists[list], [field]: value };
      const answer = await step({ as: member, method, path, body, status: 422, events: [] });
      expect(answer.body.detail).toMatchObject([{ loc: ["body", field], type }]);
    }
  }
  expect((await member.post(`/ppm/initiatives/${NOBODY}/reports`, lists.reports)).body).toEqual({
    detail: "Initiative not found",
  });
});

test("the records of an archived initiative can still be read", async () => {
  const report = await create(member, initiative, "reports", { report_date: "2026-01-01" });
  await admin.post(`/cards/${initiative.id}/archive`, {});
  expect(await listOf(member, initiative, "reports")).toEqual([report]);
});

test("the number of an initiative's records of a kind is limited", async () => {
  const { id } = await create(member, initiative, "risks", { title: "The first" });
  transaction(() =>
    statement(
      `WITH RECURSIVE places (place) AS (VALUES (2) UNION ALL SELECT place + 1 FROM places WHERE place < 5000)
       INSERT INTO ppm_risks (id, initiative_id, title, probability, impact, risk_score, status, created_at, updated_at)
       SELECT id || place, initiative_id, title, probability, impact, risk_score, status, created_at, updated_at
       FROM ppm_risks CROSS JOIN places WHERE id = ?`,
    ).run(id),
  );
  const path = `/ppm/initiatives/${initiative.id}/risks`;
  const answer = await step({ as: member, method: "POST", path, body: { title: "x" }, status: 400, events: [] });
  expect(answer.body.detail).toContain("5000");
  await member.delete(`/ppm/risks/${id}`);
  expect((await member.post(path, { title: "x" })).status).toBe(200);
});
