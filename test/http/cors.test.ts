import { expect, test } from "bun:test";
import { testServer } from "../support/server";

const ours = "https://landscape.stoa.example";
const foreign = "https://elsewhere.example";

const server = testServer({ ALLOWED_ORIGINS: `http://localhost:8920, ${ours}` });

const allowed = (headers: Headers) => headers.get("access-control-allow-origin");

test("a page of an allowed origin may read answers, with their headers and the cookie", async () => {
  const { headers } = await server.nobody.get("/api/health", { origin: ours });
  expect(allowed(headers)).toBe(ours);
  expect(headers.get("access-control-allow-credentials")).toBe("true");
  expect(headers.get("access-control-expose-headers")).toContain("X-Total-Count");
  expect(headers.get("vary")).toContain("Origin");
});

test.each([
  ["a refusal", "/cards", 401],
  ["an unknown path", "/nowhere", 404],
  ["a query that can't be read", "/auth/sso/config?x=%FF", 422],
])("a page of an allowed origin may read %s", async (_, path, status) => {
  const answer = await server.nobody.get(path, { origin: ours });
  expect(answer.status).toBe(status);
  expect(allowed(answer.headers)).toBe(ours);
});

test.each([foreign, "null", "constructor", `${ours}.example`, ours.toUpperCase()])(
  "a page of %s may not read answers",
  async (origin) => {
    const { headers } = await server.nobody.get("/api/health", { origin });
    expect(allowed(headers)).toBeNull();
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("vary")).toContain("Origin");
  },
);

test("an answer to a request without an origin names none, and varies by origin for caches", async () => {
  const { headers } = await server.nobody.get("/api/health");
  expect(allowed(headers)).toBeNull();
  expect(headers.get("vary")).toContain("Origin");
});

test("a page of an allowed origin may read that a path doesn't support a method", async () => {
  for (const method of ["DELETE", "OPTIONS"]) {
    const answer = await server.nobody.send(method, "/api/health", undefined, { origin: ours });
    expect(answer.status).toBe(405);
    expect(allowed(answer.headers)).toBe(ours);
  }
});

const preflight = (origin: string, method: string, headers?: string) =>
  server.nobody.send("OPTIONS", "/cards", undefined, {
    origin,
    "access-control-request-method": method,
    ...(headers !== undefined && { "access-control-request-headers": headers }),
  });

test("a preflight is answered with the methods and headers that a page may send, and for how long", async () => {
  const { status, body, headers } = await preflight(ours, "PUT", "Authorization, x-stoa-origin");
  expect([status, body]).toEqual([200, "OK"]);
  expect(allowed(headers)).toBe(ours);
  expect(headers.get("access-control-allow-credentials")).toBe("true");
  expect(headers.get("access-control-allow-methods")?.split(", ")).toContain("PUT");
  const names = headers.get("access-control-allow-headers")?.split(", ");
  expect(["X-Stoa-Origin", "X-Stoa-At", "X-Stoa-Scenario"].filter((name) => !names?.includes(name))).toEqual([]);
  expect(headers.get("access-control-max-age")).toBe("600");
  expect(headers.get("vary")).toContain("Origin");
});

test.each([
  [foreign, "GET", "authorization", "Disallowed CORS origin"],
  [ours, "TRACE", "authorization", "Disallowed CORS method"],
  [ours, "GET", "authorization, x-admin", "Disallowed CORS headers"],
  [foreign, "TRACE", "x-admin", "Disallowed CORS origin, Disallowed CORS method, Disallowed CORS headers"],
])("a preflight from %s for %s with %s is refused: %s", async (origin, method, names, reason) => {
  const { status, body, headers } = await preflight(origin, method, names);
  expect([status, body]).toEqual([400, reason]);
  expect(allowed(headers)).toBe(origin === ours ? ours : null);
  expect(headers.get("vary")).toContain("Origin");
  if (origin !== ours) expect(headers.get("access-control-allow-methods")).toBeNull();
});
