/** Parameters that operations don't know. */
import { describe, expect, test } from "bun:test";
import { areas } from "../../src/areas";
import { operationsOf } from "../../src/core/area";
import { clientAs, testServer } from "../support/server";

const server = testServer({ ALLOWED_ORIGINS: "https://pages.stoa.example" });
const admin = clientAs(server, "admin");

const HEADER = "x-ignored-parameters";

describe("an operation of the contract", () => {
  test.each([
    ["/cards?page=1&zeta=1&alpha=2", "zeta, alpha"],
    ["/cards?facets=type&zeta=1", "zeta"],
    ["/relations?zeta=1", "zeta"],
    ["/cards/export/csv?zeta=1", "zeta"],
    ["/cards/export/json?types=Application&page=2", "page"],
    ["/reports/roadmap?format=csv&zeta=1", "zeta"],
    ["/users?zeta", "zeta"],
  ])("ignores parameters that it doesn't know, and names them: %s", async (path, named) => {
    const { status, headers } = await admin.get(path);
    expect({ status, named: headers.get(HEADER) }).toEqual({ status: 200, named });
  });

  test("has no such header when it knows all of them", async () => {
    for (const path of ["/cards", "/cards?page=1", "/relations?page=1", "/cards/export/csv?type=Application"])
      expect((await admin.get(path)).headers.get(HEADER)).toBeNull();
  });

  test("names few parameters, shortened and percent-encoded", async () => {
    const names = Array.from({ length: 30 }, (_, at) => `${at}%0d%0aSet-Cookie:%20x${"é".repeat(80)}`);
    for (const path of ["/cards", "/relations"]) {
      const { status, headers } = await admin.get(`${path}?${names.map((name) => `${name}=1`).join("&")}`);
      expect(status).toBe(200);
      expect(headers.get("set-cookie")).toBeNull();
      expect(headers.get(HEADER)?.split(", ")).toHaveLength(10);
      expect(headers.get(HEADER)).toMatch(/^[\w%.,\- ]{1,5000}$/);
    }
  });

  test("refuses a format when it has only one", async () => {
    const { status, body } = await admin.get("/cards?format=csv");
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ["query", "format"], msg: expect.stringContaining("parameter") }]);
    expect((await admin.get("/reports/roadmap?format=pdf")).status).toBe(422);
    expect((await admin.get("/cards/export?format=json")).status).toBe(422);
  });
});

test("an operation of Stoa's own refuses a parameter that it doesn't know with 422", async () => {
  for (const path of ["/work?zeta=1", "/cards/export?zeta=1", "/cards/export/xlsx?page=2", "/settings/export?zeta"]) {
    const { status, body } = await admin.get(path);
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ type: "extra_forbidden", loc: ["query", expect.any(String)] }]);
  }
  expect((await admin.patch("/settings/risk-matrix?zeta=1", {})).status).toBe(422);
});

test("a caller who is not logged in learns nothing of the parameters", async () => {
  const { status } = await fetch(`${server.url}/api/v1/work?zeta=1`);
  expect(status).toBe(401);
});

test("pages of allowed origins may read which parameters were ignored", async () => {
  const { headers } = await admin.get("/cards?zeta=1", { origin: "https://pages.stoa.example" });
  expect(headers.get(HEADER)).toBe("zeta");
  expect(headers.get("access-control-expose-headers")).toContain("X-Ignored-Parameters");
});

test("the description has the header for the reads of the contract, and only for these", async () => {
  const { body } = await admin.get("/api/openapi.json");
  const headersOf = (path: string) => Object.keys(body.paths[path].get.responses["200"].headers ?? {});
  expect(headersOf("/api/v1/cards")).toContain("X-Ignored-Parameters");
  expect(headersOf("/api/v1/work")).not.toContain("X-Ignored-Parameters");
});

test("the operations that are not marked as Stoa's own are the 491 of the contract", () => {
  // A new operation is marked with `own: true`.
  expect(operationsOf(areas).filter(({ own, hidden }) => !own && !hidden)).toHaveLength(491);
});
