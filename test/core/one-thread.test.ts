/** An example of debugging code that usually runs on a thread; docs/developer/debugging.md refers to it. */
import { expect, test } from "bun:test";
import { createApp } from "../../src/app";
import { readConfig } from "../../src/config";
import { clientAs, testServer } from "../support/server";

const admin = clientAs(testServer(), "admin");

test("an application without threads answers a report where it is called, so that a debugger can stop it", async () => {
  const { handle } = createApp(readConfig({ SECRET_KEY: "a key for tests that nobody else uses" }));
  const headers = { authorization: `Bearer ${admin.token}`, host: "localhost" };
  const answer = await handle(new Request("http://localhost/api/v1/reports/landscape", { headers }));
  expect(answer.status).toBe(200);
});
