/** Analyses in a scenario: they read it, and what they find is found in it alone. */
import { beforeAll, expect, test } from "bun:test";
import { firstValue } from "../../../db";
import type { Client } from "../../support/client";
import { testServer } from "../../support/server";
import { until } from "../../support/waiting";

const server = testServer();
let admin: Client;
beforeAll(async () => {
  admin = await server.as("admin");
});

async function scenarioWith(names: readonly string[]): Promise<{ id: string; here: Record<string, string> }> {
  const { body } = await admin.post("/scenarios", { name: "Two of everything" });
  const here = { "x-stoa-scenario": body.id };
  for (const name of names) expect((await admin.post("/cards", { type: "Application", name }, here)).status).toBe(201);
  return { id: body.id, here };
}

/** Starts an analysis in a scenario, and returns its run once that has ended. */
async function analysed(path: string, here: Record<string, string>, body?: unknown) {
  const started = await admin.post(path, body, here);
  expect(started.body).toMatchObject({ status: "running" });
  return until(async () => {
    const { body: run } = await admin.get(`/turbolens/analysis-runs/${started.body.run_id}`, here);
    return run.status === "running" ? undefined : run;
  }, "the end of the analysis");
}

test("an analysis in a scenario finds the duplicates that only the scenario has, and is no change of it", async () => {
  const { id, here } = await scenarioWith(["Payroll Management System", "Payroll Management Systems"]);
  const run = await analysed("/turbolens/duplicates/analyse", here);
  expect(run).toMatchObject({ status: "completed", error_message: null, is_inherited: false });
  const { body: inside } = await admin.get("/turbolens/duplicates", here);
  expect(inside).toMatchObject([{ card_names: ["Payroll Management System", "Payroll Management Systems"] }]);
  const decided = await admin.patch(`/turbolens/duplicates/${inside[0].id}/status`, { status: "dismissed" }, here);
  expect(decided.body.status).toBe("dismissed");
  expect((await admin.get("/turbolens/duplicates")).body).toEqual([]);
  expect((await admin.get(`/turbolens/analysis-runs/${run.id}`)).status).toBe(404);
  expect((await admin.get("/turbolens/overview", here)).body).toMatchObject({ total_cards: 2, duplicate_clusters: 1 });
  expect((await admin.get(`/scenarios/${id}`)).body.changes).toBe(2);
  // The database that is made anew has them as well, with the decision.
  await admin.post("/cards", { type: "Application", name: "Meanwhile" });
  expect((await admin.post(`/scenarios/${id}/rebase`, {})).body).toMatchObject({ is_rebased: true });
  expect((await admin.get(`/turbolens/analysis-runs/${run.id}`, here)).body).toEqual(run);
  expect((await admin.get("/turbolens/duplicates", here)).body).toEqual([decided.body]);
  expect((await admin.post(`/scenarios/${id}/merge`, {})).body).toMatchObject({ merged: 2, obstacles: [] });
  expect((await admin.get("/turbolens/duplicates")).body).toEqual([]);
});

test("a scan in a scenario leaves the findings of the landscape as they are, and a decision about one of its own follows the landscape", async () => {
  const { id, here } = await scenarioWith(["Customer face recognition"]);
  const findings = () => firstValue<number>("SELECT count(*) FROM compliance_findings");
  const before = findings();
  const run = await analysed("/compliance/compliance-scan", here, {});
  expect(run).toMatchObject({ status: "completed", analysis_type: "compliance" });
  expect(findings()).toBe(before);
  // A change that decides about a finding finds it in the database that is made anew.
  const { body: found } = await admin.get("/compliance/compliance-findings", here);
  const [finding] = found.items;
  const decided = await admin.patch(`/compliance/compliance-findings/${finding.id}`, { decision: "in_review" }, here);
  expect(decided).toMatchObject({ status: 200 });
  await admin.post("/cards", { type: "Application", name: "Meanwhile too" });
  expect((await admin.post(`/scenarios/${id}/rebase`, {})).body).toMatchObject({ is_rebased: true });
  expect((await admin.get(`/compliance/compliance-findings/${finding.id}`, here)).body).toEqual(decided.body);
  expect((await admin.get(`/scenarios/${id}/obstacles`)).body.obstacles).toEqual([]);
  // The landscape has no such finding, so the change is in the way of a merge of all, and not of the others.
  const { body: refused } = await admin.post(`/scenarios/${id}/merge`, { dry_run: true });
  expect(refused).toMatchObject({ merged: 0, obstacles: [{ refusal: { detail: "Finding not found" } }] });
  const [{ id: card }] = (await admin.get(`/scenarios/${id}/changes`)).body;
  expect((await admin.post(`/scenarios/${id}/merge`, { changes: [card] })).body).toMatchObject({ merged: 1 });
});

test("an analysis of the landscape and one of each scenario run at the same time, and a second one there is refused with 409", async () => {
  const { here } = await scenarioWith(["Ledger"]);
  const started = await admin.post("/turbolens/vendors/analyse", undefined, here);
  expect(started.status).toBe(200);
  expect((await admin.post("/turbolens/vendors/analyse")).status).toBe(200);
  const second = await admin.post("/turbolens/vendors/analyse", undefined, here);
  expect([200, 409]).toContain(second.status);
  const runsIn = async (headers?: Record<string, string>) =>
    (await admin.get("/turbolens/analysis-runs", headers)).body;
  const [ours] = await until(async () => {
    const runs = await runsIn();
    return runs[0].status === "running" ? undefined : runs;
  }, "the end of the analysis of the landscape");
  // A scenario that is made later shows it as what it is.
  const { here: later } = await scenarioWith([]);
  expect(await runsIn(later)).toMatchObject([{ id: ours.id, is_inherited: true }]);
  expect(ours).not.toHaveProperty("is_inherited");
});
