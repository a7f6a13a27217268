/** The specification's own conformance tests, as far as they need no tools that only their example server has. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { newFolder } from "../support/scratch";
import { clientAs, testServer } from "../support/server";
import { tokenOf } from "./assistant";

const server = testServer({ SEED_DEMO: "true" });
const admin = clientAs(server, "admin");
const roles = ["admin", "bpm_admin", "member", "viewer"];
const RUNNER = join(import.meta.dir, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** Adds the access token of a role, which the path names, to each request: the runner has none. */
let authorized: Bun.Server<undefined>;

beforeAll(async () => {
  await admin.patch("/settings/mcp", { enabled: true });
  const tokens = new Map<string, string>();
  for (const role of roles) tokens.set(role, (await tokenOf(await server.as(role))).token);
  authorized = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch({ method, headers, body, url }) {
      const all = new Headers(headers);
      all.set("authorization", `Bearer ${tokens.get(new URL(url).pathname.slice(1))}`);
      return fetch(`${server.url}/mcp`, { method, headers: all, body });
    },
  });
});
afterAll(() => authorized.stop(true));

/** Runs a scenario as a role. @returns its exit code, and what it has written if it failed */
async function run(role: string, scenario: string): Promise<{ code: number; output: string }> {
  const command = [process.execPath, RUNNER, "server", "--url", authorized.url.href + role, "--scenario", scenario];
  const child = Bun.spawn(command, { cwd: newFolder(), stdout: "pipe", stderr: "pipe" });
  const output = await new Response(child.stdout).text();
  const code = await child.exited;
  return { code, output: code === 0 ? "" : output };
}

/** The scenarios that need no tools, resources and prompts of the example. */
const scenarios = ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"];

test.each(roles)(
  "the server conforms to the specification for the role %s, in what needs nothing of the example",
  async (role) => {
    const outcomes = await Promise.all(
      scenarios.map(async (scenario) => ({ scenario, ...(await run(role, scenario)) })),
    );
    expect(outcomes).toEqual(scenarios.map((scenario) => ({ scenario, code: 0, output: "" })));
  },
);
