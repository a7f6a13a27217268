/** Every read of the landscape gives for a moment that has just passed what it gives for the present. */
import { expect, test } from "bun:test";
import { commit } from "../../../db/transaction";
import { resetRateLimits } from "../../../src/http/rate-limit";
import { callOf } from "../../generated/fixtures";
import { describedServer } from "../../generated/setup";
import type { Client } from "../../support/client";
import { randomFrom } from "../../support/openapi";

const described = describedServer({ SEED_DEMO: "true" });

/** Returns what of an answer must be the same. */
async function read(client: Client, path: string, headers: Record<string, string>) {
  resetRateLimits();
  const { status, body } = await client.get(path, headers);
  return { status, body };
}

test("every read of the landscape answers for a moment", async () => {
  const admin = await described.server.as("admin");
  // The archive of a workspace has the time at which it was made.
  const operations = [...described.operations.values()].filter(
    ({ name, parameters }) => !name.endsWith("/workspace/export") && parameters.some((one) => one.name === "X-Stoa-At"),
  );
  expect(operations.length).toBeGreaterThan(150);
  const calls = operations.map((operation, number) => ({
    name: operation.name,
    path: callOf(operation, described.schemas, randomFrom(number)).path,
  }));
  commit();
  await Bun.sleep(3);
  const at = new Date().toISOString();
  const differences: string[] = [];
  for (const { name, path } of calls) {
    const present = await read(admin, path, {});
    const then = await read(admin, path, { "x-stoa-at": at });
    if (!Bun.deepEquals(present, then))
      differences.push(`${name}: ${JSON.stringify(present).slice(0, 300)} <> ${JSON.stringify(then).slice(0, 300)}`);
  }
  expect(differences).toEqual([]);
}, 120_000);
