/** Scenarios and the past of a file that an earlier version has written, with a key of its own for secrets. */
import { expect, test } from "bun:test";
import { behindItsBack, valuesIn } from "../support/databases";
import { startTestServer } from "../support/server";
import { oldDatabase, schemaBefore } from "./fill";

test("a file of an earlier schema with a key of its own has scenarios that are changed and merged, and a past", async () => {
  const { file } = oldDatabase(schemaBefore("history"));
  // Between two changes no card waits for the index of the search.
  behindItsBack(file, (sqlite) => void sqlite.run("DELETE FROM unindexed_cards"));
  const server = await startTestServer({
    DATABASE_URL: `file:${file}`,
    SECRET_KEY: "a key that this installation has alone",
  });
  try {
    const admin = await server.as("admin");
    const webhook = { name: "Mirror", address: "https://mirror.example/stoa", event_types: ["card.created"] };
    const { status, body: sealed } = await admin.post("/admin/webhooks", webhook);
    expect(status).toBe(201);
    expect(sealed.secret.length).toBeGreaterThan(10);
    const { body: ledger } = await admin.post("/cards", { type: "Application", name: "Ledger" });
    const { body: scenario } = await admin.post("/scenarios", { name: "Cloud first" });
    const here = { "x-stoa-scenario": scenario.id };
    expect((await admin.patch(`/cards/${ledger.id}`, { name: "Cloud ledger" }, here)).status).toBe(200);
    expect((await admin.post("/cards", { type: "Application", name: "New" }, here)).status).toBe(201);
    expect((await admin.get("/cards?search=ledger", here)).body.items).toMatchObject([{ name: "Cloud ledger" }]);
    const before = new Date().toISOString();
    await Bun.sleep(3);
    const merged = await admin.post(`/scenarios/${scenario.id}/merge`, {});
    expect(merged.body).toMatchObject({ is_merged: true, merged: 2, obstacles: [] });
    expect((await admin.get(`/cards/${ledger.id}`)).body.name).toBe("Cloud ledger");
    const past = await admin.get(`/cards/${ledger.id}?as_of=${before}`);
    expect([past.status, past.body.name]).toEqual([200, "Ledger"]);
    const stored = valuesIn(file, "SELECT secret FROM webhooks");
    expect(stored.some((text) => String(text).includes(sealed.secret))).toBe(false);
  } finally {
    await server.stop();
  }
});
