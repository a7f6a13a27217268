/** Scenarios: changes of a landscape that is only planned, over the real server and its threads. */
import { beforeAll, expect, test } from "bun:test";
import { firstValue } from "../../../db";
import type { Client } from "../../support/client";
import { testServer } from "../../support/server";

const server = testServer();
let admin: Client;
beforeAll(async () => {
  admin = await server.as("admin");
});

const inScenario = (id: string) => ({ "x-stoa-scenario": id });

async function createScenario(name = "Cloud first"): Promise<string> {
  const { status, body } = await admin.post("/scenarios", { name });
  expect(status).toBe(201);
  return body.id;
}

async function createCard(name: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await admin.post("/cards", { type: "Application", name }, headers);
  expect(status).toBe(201);
  return body.id;
}

const events = () => firstValue<number>("SELECT count(*) FROM events WHERE event_type LIKE 'card.%'");

test("changes in a scenario are seen in it alone", async () => {
  const ledger = await createCard("Ledger");
  const before = events();
  const scenario = await createScenario();
  const renamed = await admin.patch(`/cards/${ledger}`, { name: "Ledger NG" }, inScenario(scenario));
  expect(renamed.status).toBe(200);
  expect(renamed.body.name).toBe("Ledger NG");
  expect(renamed.headers.get("x-stoa-scenario")).toBe(scenario);
  const cloud = await createCard("Cloud ledger", inScenario(scenario));
  expect((await admin.get(`/cards/${ledger}`)).body.name).toBe("Ledger");
  expect((await admin.get(`/cards/${cloud}`)).status).toBe(404);
  expect((await admin.get(`/cards/${cloud}?scenario=${scenario}`)).body.name).toBe("Cloud ledger");
  expect((await admin.get("/cards?search=ledger", inScenario(scenario))).body.total).toBe(2);
  expect(events()).toBe(before);
  const { body: changes } = await admin.get(`/scenarios/${scenario}/changes`);
  expect(changes.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    expect.stringContaining("Ledger NG"),
    expect.stringContaining("Cloud ledger"),
  ]);
  // Another change is refused, and is no change of the scenario.
  expect((await admin.patch(`/cards/${ledger}`, { name: "" }, inScenario(scenario))).status).toBe(422);
  expect((await admin.get(`/scenarios/${scenario}`)).body).toMatchObject({ changes: 2, is_stale: false, state: "draft" });
  const merged = await admin.post(`/scenarios/${scenario}/merge`, {});
  expect(merged.body).toMatchObject({ is_merged: true, merged: 2, obstacles: [] });
  expect((await admin.get(`/cards/${cloud}`)).body.name).toBe("Cloud ledger");
  expect((await admin.get(`/cards/${ledger}`)).body.name).toBe("Ledger NG");
});
