/** Runs: one of a kind at a time, cancelled, interrupted, and without anything half done. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { statement, transactionInTurn } from "../../../db";
import { createAnalysisRun } from "../../../src/areas/analyses";
import { vendorResolution } from "../../../src/areas/turbolens/vendors/resolve";
import { program } from "../../../src/core/journal/journal";
import { runsSettled } from "../../../src/core/runs/engine";
import { enqueue } from "../../../src/core/runs/runs";
import { makeCard } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { type ModelProvider, startModelProvider, useProvider } from "../../support/model-provider";
import { json } from "../../support/outside";
import { scenario } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { analyse, type Run, runEnd } from "./support";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

let provider: ModelProvider;
/** Requests of runs that wait for the model. */
let held: ServerResponse[];
let arrived: PromiseWithResolvers<void>;

beforeAll(async () => {
  provider = await startModelProvider();
  await makeCard(admin, { type: "Application" });
  await makeCard(admin, { type: "Provider" });
});
afterAll(() => provider.stop());
beforeEach(() => {
  held = [];
  arrived = Promise.withResolvers();
  provider.reply((_, response) => {
    held.push(response);
    arrived.resolve();
  });
});

/** Starts a run that waits for the model. */
async function waiting(path: string): Promise<string> {
  await useProvider(admin, "ollama", provider);
  const { body } = await admin.post(`/turbolens/${path}`);
  await arrived.promise;
  return body.run_id;
}
const release = () => {
  for (const response of held) json(response, { message: { content: "[]" } });
};
const typesAfter = (seq: number) => eventsAfter(seq).map(({ event_type }) => event_type);
const latest = async (): Promise<Run> => (await admin.get("/turbolens/analysis-runs")).body[0];

test("one run of a kind is active at a time; another kind runs at the same time, and a third waits", async () => {
  const first = await waiting("vendors/analyse");
  expect(await admin.post("/turbolens/vendors/analyse")).toMatchObject({
    status: 409,
    body: { detail: "vendor_analysis analysis is already running" },
  });
  arrived = Promise.withResolvers();
  const second = await waiting("vendors/resolve");
  const { body: third } = await admin.post("/turbolens/duplicates/modernize", {});
  expect(await latest()).toMatchObject({ id: third.run_id, status: "running", queued: true, results: null });
  const { body: run } = await admin.get(`/turbolens/analysis-runs/${second}`);
  expect(run).toMatchObject({ queued: false, results: { progress: { step: "asking", current: 1, total: 1 } } });
  provider.reply((_, response) => json(response, { message: { content: "[]" } }));
  release();
  for (const id of [first, second, third.run_id])
    expect(await runEnd(admin, id)).toMatchObject({ status: "completed" });
});

test("a cancelled run changes nothing, and its kind may start again", async () => {
  await admin.patch("/settings/ai", { provider_type: "ollama" });
  await analyse(admin, "vendors/analyse");
  const vendors = (await admin.get("/turbolens/vendors")).body;
  const id = await waiting("vendors/analyse");
  const before = lastEvent();
  const { status, body } = await admin.post(`/turbolens/analysis-runs/${id}/cancel`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { status: "cancelled", completed_at: expect.any(String) },
  });
  release();
  expect(typesAfter(before)).toEqual(["analysis.cancelled"]);
  expect((await admin.get("/turbolens/vendors")).body).toEqual(vendors);
  await admin.patch("/settings/ai", { provider_type: "ollama" });
  expect(await analyse(admin, "vendors/analyse")).toMatchObject({ status: "completed" });
  expect((await admin.get(`/turbolens/analysis-runs/${id}`)).body).toMatchObject({ status: "cancelled" });
  expect(await admin.post(`/turbolens/analysis-runs/${id}/cancel`)).toMatchObject({ status: 409 });
});

test("a run whose request an earlier version has not stored fails with a reason, once", async () => {
  const before = lastEvent();
  const id = await transactionInTurn(() => {
    const id = createAnalysisRun(program("test"), "vendor_resolution");
    return enqueue(vendorResolution, "lost" as never, { userId: admin.userId ?? null }, { id });
  });
  await runsSettled();
  expect((await admin.get(`/turbolens/analysis-runs/${id}`)).body).toMatchObject({
    status: "failed",
    error_message: "It was interrupted by an update of the server; start it again.",
    completed_at: expect.any(String),
  });
  expect(typesAfter(before)).toEqual(["analysis.started", "analysis.failed"]);
});

test("two concurrent starts create one run", async () => {
  await admin.patch("/settings/ai", { provider_type: "ollama" });
  const starts = await Promise.all([1, 2, 3].map(() => admin.post("/turbolens/vendors/resolve")));
  expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  await runEnd(admin, starts.find(({ status }) => status === 200)?.body.run_id);
});

test("the list of runs is bounded, and may omit the results", async () => {
  await transactionInTurn(() => {
    for (let run = 0; run < 101; run++) createAnalysisRun(program("test"), "architect", { run });
  });
  const { body } = await admin.get("/turbolens/analysis-runs?results=false");
  expect(body).toHaveLength(100);
  expect(body[0]).toMatchObject({ analysis_type: "architect", status: "completed", results: null });
  expect((await latest()).results).toEqual({ run: 100 });
  await transactionInTurn(() =>
    statement("DELETE FROM turbolens_analysis_runs WHERE analysis_type = 'architect'").run(),
  );
});

scenario("an unknown run is answered with 404", () => ({
  as: admin,
  path: "/turbolens/analysis-runs/nothing",
  status: 404,
  equals: { detail: "Analysis run not found" },
  events: [],
}));

scenario("a member may follow runs, but not start one", async () => {
  expect((await member.get("/turbolens/analysis-runs")).status).toBe(200);
  expect((await viewer.get("/turbolens/analysis-runs")).status).toBe(403);
  return { as: member, method: "POST", path: "/turbolens/duplicates/analyse", status: 403, events: [] };
});
