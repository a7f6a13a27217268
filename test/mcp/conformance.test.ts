/** The specification's own conformance tests, as far as they need no tools that only their example server has. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { newFolder } from "../support/scratch";
import { clientAs, testServer } from "../support/server";
import { tokenOf } from "./assistant";

const server = testServer({ SEED_DEMO: "true" });
const admin = clientAs(server, "admin");
const RUNNER = join(import.meta.dir, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** Adds an access token to each request: the runner has none. */
let authorized: Bun.Server<undefined>;

beforeAll(async () => {
  await admin.patch("/settings/mcp", { enabled: true });
  const { token } = await tokenOf(admin);
  authorized = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch({ method, headers, body }) {
      const all = new Headers(headers);
      all.set("authorization", `Bearer ${token}`);
      return fetch(`${server.url}/mcp`, { method, headers: all, body });
    },
  });
});
afterAll(() => authorized.stop(true));

/** Runs a scenario. @returns its exit code, and what it has written if it failed */
async function run(scenario: string): Promise<{ code: number; output: string }> {
  const command = [process.execPath, RUNNER, "server", "--url", `${authorized.url.href}mcp`, "--scenario", scenario];
  const child = Bun.spawn(command, { cwd: newFolder(), stdout: "pipe", stderr: "pipe" });
  const output = await new Response(child.stdout).text();
  const code = await child.exited;
  return { code, output: code === 0 ? "" : output };
}

/** The scenarios that need no tools, resources and prompts of the example. */
const scenarios = ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"];

test("the server conforms to the specification in every scenario that needs nothing of the example", async () => {
  for (const scenario of scenarios)
    expect({ scenario, ...(await run(scenario)) }).toEqual({ scenario, code: 0, output: "" });
});
