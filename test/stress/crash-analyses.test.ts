/** What happens to the runs of analyses when the server is killed in the middle of them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { runEnd } from "../areas/turbolens/support";
import { logIn, startStoa, withAdministrator } from "../support/executable";
import { type ModelProvider, startModelProvider, useProvider } from "../support/model-provider";
import { newFolder } from "../support/scratch";

const kinds = ["vendors/analyse", "vendors/resolve", "duplicates/analyse", "duplicates/modernize"];

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
});
afterAll(() => provider.stop());

test("a run of each kind that is killed fails with a reason, stores nothing, and can be started again", async () => {
  const folder = newFolder();
  const environment = { ...withAdministrator, ALLOW_PRIVATE_ADDRESSES: "true" };
  const arrived = Promise.withResolvers<void>();
  // It never answers, so that every run is in the middle when the server is killed.
  provider.reply(() => arrived.resolve());

  const killed = await startStoa({ folder, environment });
  const first = await logIn(killed.url);
  for (const type of ["Application", "ITComponent", "Provider"]) await first.post("/cards", { type, name: type });
  await useProvider(first, "ollama", provider);
  const runs: string[] = [];
  for (const kind of kinds) {
    const { status, body } = await first.post(`/turbolens/${kind}`, {});
    expect(status).toBe(200);
    runs.push(body.run_id);
  }
  await arrived.promise;
  await killed.kill();

  const server = await startStoa({ folder, environment });
  const client = await logIn(server.url);
  for (const id of runs)
    expect((await client.get(`/turbolens/analysis-runs/${id}`)).body).toMatchObject({
      status: "failed",
      error_message: "Interrupted by a restart of the server; start it again.",
    });
  expect((await client.get("/turbolens/vendors")).body).toEqual([]);
  await client.patch("/settings/ai", { provider_type: "ollama" });
  for (const kind of kinds) {
    const { body } = await client.post(`/turbolens/${kind}`, {});
    expect(await runEnd(client, body.run_id)).toMatchObject({ status: "completed", results: { engine: "local" } });
  }
  expect((await client.get("/turbolens/vendors")).body).toHaveLength(1);
  expect(await server.stop()).toBe(0);
});
