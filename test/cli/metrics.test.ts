/** Metrics at an address of their own, from the executable. */
import { expect, test } from "bun:test";
import { runStoa, startStoa } from "../support/executable";
import { metricsIn } from "../support/metrics";

test("metrics are served at their own address and nothing else is, and on the port of everything else they are not", async () => {
  const server = await startStoa({ environment: { METRICS_ADDRESS: "127.0.0.1:0" } });
  const address = /"metrics":"(http:[^"]+)"/.exec(server.output())?.[1] as string;
  const response = await fetch(address);
  expect(response.status).toBe(200);
  const found = metricsIn(await response.text());
  expect(found.value("stoa_check_state", { check: "database" })).toBe(0);
  expect(found.value("stoa_http_requests_total", { operation: "getHealth", status: "200" })).toBeGreaterThan(0);
  for (const path of ["/", "/api/health", "/metrics/more"])
    expect([path, (await fetch(new URL(path, address))).status]).toEqual([path, 404]);
  expect((await fetch(address, { method: "POST" })).status).toBe(404);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  const { port } = new URL(address);
  const second = await runStoa(["serve"], {
    environment: { HOST: "127.0.0.1", PORT: "0", METRICS_ADDRESS: `127.0.0.1:${port}` },
  });
  expect([second.code, second.stderr]).toEqual([1, `stoa: METRICS_ADDRESS: 127.0.0.1:${port} is in use\n`]);
  expect(await server.stop()).toBe(0);
});

test("an address of metrics without a port and a short token are refused with the name of the variable", async () => {
  const { code, stderr } = await runStoa(["serve"], {
    environment: { METRICS_ADDRESS: "127.0.0.1", METRICS_TOKEN: "short" },
  });
  expect(code).toBe(1);
  expect(stderr).toContain("METRICS_ADDRESS: must be an address with a port");
  expect(stderr).toContain("METRICS_TOKEN: must have at least 16 characters");
});
