/** Two processes on one file: each leaves the runs of the other alone, and finishes them when the other is gone. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { runEnd } from "../areas/turbolens/support";
import { behindItsBack, valuesIn } from "../support/databases";
import { logIn, startStoa, withAdministrator } from "../support/executable";
import { type ModelProvider, startModelProvider, useProvider } from "../support/model-provider";
import { END_LEASES } from "../support/runs";

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
});
afterAll(() => provider.stop());

test("a second process neither fails nor takes a run of the first, and finishes it when the first is killed", async () => {
  const environment = { ...withAdministrator, ALLOW_PRIVATE_ADDRESSES: "true" };
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  // It never answers, so that the run lasts.
  provider.reply(() => resolve());
  const first = await startStoa({ environment });
  const client = await logIn(first.url);
  await client.post("/cards", { type: "Application", name: "Assistant" });
  await useProvider(client, "ollama", provider);
  const { body } = await client.post("/compliance/compliance-scan", {});
  await arrived;
  const holder = () =>
    valuesIn(
      first.databaseFile,
      `SELECT state || ' ' || lease_owner || ' ' || attempts FROM runs WHERE id = '${body.run_id}'`,
    )[0];
  const before = holder();

  const second = await startStoa({ folder: first.folder, environment });
  const other = await logIn(second.url);
  // The second process has looked for runs when it has claimed one that is enqueued there.
  const own = await other.post("/turbolens/duplicates/analyse", {});
  await other.post(`/turbolens/analysis-runs/${own.body.run_id}/cancel`);
  expect((await other.get(`/turbolens/analysis-runs/${body.run_id}`)).body).toMatchObject({ status: "running" });
  expect(holder()).toBe(before);

  await other.patch("/settings/ai", { provider_type: "ollama", url: "", model: "" });
  await first.kill();
  behindItsBack(first.databaseFile, (sqlite) => sqlite.run(END_LEASES));
  expect(await runEnd(other, body.run_id)).toMatchObject({ status: "completed", results: { engine: "local" } });
  expect(await second.stop()).toBe(0);
});
