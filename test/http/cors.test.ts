import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "../support/server";

const ours = "https://landscape.stoa.example";
const foreign = "https://elsewhere.example";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ALLOWED_ORIGINS: `http://localhost:8920, ${ours}` });
});
afterAll(() => server.stop());

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
])("a page of an allowed origin may read %s", async (_, path, status) => {
  const answer = await server.nobody.get(path, { origin: ours });
  expect(answer.status).toBe(status);
  expect(allowed(answer.headers)).toBe(ours);
});

test.each([foreign, "null", `${ours}.example`, ours.toUpperCase()])("a page of %s may not", async (origin) => {
  const { headers } = await server.nobody.get("/api/health", { origin });
  expect(allowed(headers)).toBeNull();
  expect(headers.get("access-control-allow-credentials")).toBeNull();
  expect(headers.get("vary")).toContain("Origin");
});

test("an answer to no page at all names no origin, and caches know that others may differ", async () => {
  const { headers } = await server.nobody.get("/api/health");
  expect(allowed(headers)).toBeNull();
  expect(headers.get("vary")).toContain("Origin");
});
