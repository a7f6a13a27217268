/** The metrics in Prometheus' format, next to everything else and behind a token. */
import { expect, test } from "bun:test";
import { statement } from "../../db";
import { readConfig } from "../../src/config";
import { findMetrics } from "../../src/core/diagnostics/settings";
import { connect, tokenOf } from "../mcp/assistant";
import { holdLock } from "../support/lock";
import { metricsIn, type Scrape } from "../support/metrics";
import { clientAs, testServer } from "../support/server";
import { until } from "../support/waiting";

const token = "a-token-of-prometheus";
const server = testServer({ METRICS_TOKEN: token });
const admin = clientAs(server, "admin");

const ask = (authorization?: string) =>
  fetch(`${server.url}/metrics`, authorization === undefined ? {} : { headers: { authorization } });

async function scrape(): Promise<Scrape> {
  const response = await ask(`Bearer ${token}`);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  return metricsIn(await response.text());
}

test("metrics are refused with 401 without their token", async () => {
  for (const authorization of [undefined, "Bearer another-token-of-nobody", token, `Bearer ${admin.token}`]) {
    const { status, headers } = await ask(authorization);
    expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  }
});

test("requests are counted by the name of their operation and status, and never by their path", async () => {
  const before = await scrape();
  const { body: card } = await admin.post("/cards", { type: "Application", name: "Payroll" });
  for (let time = 0; time < 3; time++) await admin.get(`/cards/${card.id}`);
  await admin.get("/cards/0198c1f2-1111-7222-8333-444455556666");
  await server.nobody.get("/reports/dashboard");
  await server.nobody.get("/no-such-address/of-somebody");
  await admin.send("POST", "/tag-groups", "{", { "content-type": "application/json" });
  const after = await scrape();
  const grown = (name: string, labels: Record<string, string>) =>
    (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0);
  const requests = (operation: string, status: string) => grown("stoa_http_requests_total", { operation, status });
  expect(requests("getCard", "200")).toBe(3);
  expect(requests("getCard", "404")).toBe(1);
  expect(requests("createCard", "201")).toBe(1);
  expect(requests("getDashboardReport", "401")).toBe(1);
  expect(requests("createTagGroup", "422")).toBe(1);
  expect(requests("none", "404")).toBeGreaterThan(0);
  expect(grown("stoa_http_request_duration_seconds_count", { operation: "getCard" })).toBe(4);
  expect(grown("stoa_http_request_duration_seconds_bucket", { operation: "getCard", le: "+Inf" })).toBe(4);
  expect(after.text).not.toContain(card.id);
  expect(after.text).not.toContain("no-such-address");
});

test("calls of assistants are counted by tool and outcome, and never by what somebody has sent as its name", async () => {
  await admin.patch("/settings/mcp", { enabled: true });
  const assistant = await connect(server.url, (await tokenOf(admin)).token);
  const calls = (all: Scrape, tool: string, outcome: string) =>
    all.value("stoa_mcp_tool_calls_total", { tool, outcome }) ?? 0;
  const before = await scrape();
  await assistant.call("find_cards");
  await assistant.call("find_cards", { words: "Payroll" });
  await assistant.call("read_card", { card: "No such card" });
  await assistant.call("no_such_tool").catch(() => {});
  const after = await scrape();
  expect(calls(after, "find_cards", "answered") - calls(before, "find_cards", "answered")).toBe(2);
  expect(calls(after, "read_card", "refused") - calls(before, "read_card", "refused")).toBe(1);
  expect(after.text).not.toContain("no_such_tool");
});

test("threads, queues, memory, streams, runs, files, checks and the lag of the server's thread are measured", async () => {
  await admin.get("/cards/export");
  const found = await until(async () => {
    const all = await scrape();
    return (all.value("stoa_event_loop_lag_seconds_count", {}) ?? 0) > 0 ? all : undefined;
  }, "a measurement of the lag");
  expect(found.value("stoa_threads", { threads: "readers" })).toBeGreaterThanOrEqual(1);
  expect(found.value("stoa_queue_waiting", { queue: "write lock" })).toBe(0);
  expect(found.value("stoa_queue_limit", { queue: "writer" })).toBe(20);
  expect(found.value("stoa_answer_memory_limit_bytes", {})).toBe(512 * 1024 * 1024);
  expect(found.value("stoa_event_streams", {})).toBe(0);
  expect(found.value("stoa_runs", { kind: "backup-watch", state: "queued" })).toBe(1);
  // The log holds what no checkpoint has moved into the database yet.
  const [database = 0, log = 0] = ["database", "log"].map((file) => found.value("stoa_database_bytes", { file }));
  expect(database).toBeGreaterThanOrEqual(4096);
  expect(database + log).toBeGreaterThan(100_000);
  expect(found.value("stoa_disk_free_bytes", {})).toBeGreaterThan(0);
  expect(found.value("stoa_check_state", { check: "database" })).toBe(0);
  expect(found.value("stoa_check_state", { check: "backups" })).toBe(0);
  expect(found.value("process_resident_memory_bytes", {})).toBeGreaterThan(10_000_000);
});

test("periodic work that failed the last time is measured, and the lag of a second place is 0 without one", async () => {
  const failed = (all: Scrape) => all.value("stoa_periodic_run_failed", { kind: "backup-watch" });
  expect(failed(await scrape())).toBe(0);
  statement("UPDATE runs SET error = 'The folder is gone.' WHERE kind = 'backup-watch'").run();
  const after = await scrape();
  expect([failed(after), after.value("stoa_replication_lag_seconds", {})]).toEqual([1, 0]);
  statement("UPDATE runs SET error = NULL WHERE kind = 'backup-watch'").run();
});

test("an open stream of events and a change that waits for the write lock are counted while they last", async () => {
  const leaving = new AbortController();
  await fetch(`${server.url}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${admin.token}` },
    signal: leaving.signal,
  });
  const release = holdLock(server.databaseFile);
  const change = admin.post("/cards", { type: "Application", name: "Ledger" });
  const waiting = (all: Scrape) => all.value("stoa_queue_waiting", { queue: "write lock" }) === 1;
  const found = await until(async () => {
    const all = await scrape();
    return waiting(all) ? all : undefined;
  }, "a change that waits");
  expect(found.value("stoa_event_streams", {})).toBe(1);
  expect(found.value("stoa_write_lock_wait_seconds", {})).toBeGreaterThan(0);
  release();
  leaving.abort();
  expect((await change).status).toBe(201);
  await until(async () => !waiting(await scrape()), "the end of the queue");
});

test.each([
  { name: "no metrics", environment: {}, state: "ok" },
  { name: "metrics on loopback", environment: { METRICS_ADDRESS: "[::1]:9920" }, state: "ok" },
  { name: "metrics for everybody", environment: { METRICS_ADDRESS: "0.0.0.0:9920" }, state: "warning" },
  {
    name: "metrics with a token",
    environment: { METRICS_ADDRESS: "0.0.0.0:9920", METRICS_TOKEN: token },
    state: "ok",
  },
])("the doctor finds $name to be $state", ({ environment, state }) => {
  expect(findMetrics(readConfig(environment)).state).toBe(state as "ok");
});
