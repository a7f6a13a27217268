/** Exports of relations, todos, risks, decisions and users. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../support/client";
import { cardType, field, makeCard, relate, relationType, role } from "../support/factories";
import { clientAs, testServer } from "../support/server";
import { exportedRows } from "../support/workbooks";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

let app: { id: string };
beforeAll(async () => {
  cardType("App");
  cardType("Host");
  relationType("runs", "App", "Host", {
    label: "runs on",
    attributes_schema: [field("fee", "cost", { label: "Fee" }), field("load", "number", { label: "Load" })],
  });
  relationType("backs", "Host", "App");
  app = await makeCard(admin, { type: "App", name: "Shop" });
  const host = await makeCard(admin, { type: "Host", name: "=Cellar" });
  await relate(admin, "runs", app, host, { attributes: { fee: 123_456, load: 7 } });
  await relate(admin, "backs", host, app);
  await admin.post(`/cards/${app.id}/todos`, {
    description: "Sweep",
    due_date: "2026-12-01",
    assigned_to: admin.userId,
  });
  await member.post(`/cards/${app.id}/todos`, { description: "Own", assigned_to: member.userId });
  await admin.post("/risks", { title: "Fire", target_resolution_date: "2027-01-31", card_ids: [app.id] });
  await admin.post("/risks", { title: "Flood", category: "security" });
  await admin.post("/adr", { title: "Use paper", decision: "<p>Paper &amp; ink</p><ul><li>one</li></ul>" });
  await admin.post("/adr", { title: "Use stone" });
});

async function rowsOf(client: Client, path: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${server.url}/api/v1/${path}${path.includes("?") ? "&" : "?"}format=xlsx`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  expect(response.status).toBe(200);
  return exportedRows(await response.bytes());
}

test("relations have the attributes of their one type as columns, and their ends by name", async () => {
  const [row, ...more] = await rowsOf(admin, "relations/export?type=runs");
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    type: "runs on",
    source: "Shop",
    source_id: app.id,
    target: "=Cellar",
    fee: 123_456,
    load: 7,
  });
  expect(row?.["created_at"]).toBeInstanceOf(Date);
  expect(await rowsOf(admin, "relations/export")).toHaveLength(2);
});

test("relations show no costs to who may not see them", async () => {
  for (const path of ["relations/export?type=runs", "relations/export"])
    expect(JSON.stringify(await rowsOf(viewer, path))).not.toContain("123456");
  expect((await viewer.get("/relations/export")).body).not.toContain("123456");
});

test("todos are those of the list with the same filters", async () => {
  const [row] = await rowsOf(admin, "todos/export?assigned_only=true");
  expect(row).toMatchObject({ description: "Sweep", card_name: "Shop", due_date: new Date("2026-12-01") });
  expect((await rowsOf(member, "todos/export")).map(({ description }) => description)).toEqual(["Own"]);
  expect(await rowsOf(admin, "todos/export?mine=false")).toHaveLength(2);
  expect((await member.get(`/todos/export?assigned_to=${admin.userId}`)).status).toBe(403);
});

test("risks are those of the register with the same filters", async () => {
  const [row] = await rowsOf(admin, "risks/export?search=Fire");
  expect(row).toMatchObject({ title: "Fire", cards: "Shop", target_resolution_date: new Date("2027-01-31") });
  const names = (await rowsOf(admin, "risks/export?sort_by=reference&sort_dir=asc")).map(({ title }) => title);
  expect(names).toEqual(["Fire", "Flood"]);
  expect((await rowsOf(admin, "risks/export?category=security")).map(({ title }) => title)).toEqual(["Flood"]);
  expect((await admin.get("/risks/export?owner_id=nobody")).status).toBe(
    (await admin.get("/risks?owner_id=nobody")).status,
  );
});

test("decisions have their texts without markup", async () => {
  const [row, ...more] = await rowsOf(admin, "adr/export?search=paper");
  expect(more).toEqual([]);
  expect(row).toMatchObject({ title: "Use paper", decision: "Paper & ink\none", status: "draft" });
  expect(await rowsOf(admin, "adr/export")).toHaveLength(2);
});

test("users are as the caller sees them in the list", async () => {
  const rows = await rowsOf(admin, "users/export?sort_by=email");
  expect(rows.length).toBe((await admin.get("/users")).body.length);
  expect(rows[0]).toHaveProperty("last_login");
  const [seen] = await rowsOf(viewer, "users/export");
  expect(seen).not.toHaveProperty("last_login");
  expect(seen).not.toHaveProperty("has_password");
});

describe("the exports of lists", () => {
  const paths = ["relations", "todos", "risks", "adr", "users"];

  test("are CSV without a format, and refuse other formats and parameters", async () => {
    for (const path of paths) {
      const { status, headers } = await admin.get(`/${path}/export`);
      expect([path, status, headers.get("content-type")]).toEqual([path, 200, "text/csv; charset=utf-8"]);
      expect((await admin.get(`/${path}/export?format=pdf`)).status).toBe(422);
      expect((await admin.get(`/${path}/export?zeta=1`)).status).toBe(422);
    }
  });

  test("are refused to who may not export, or may not see the list", async () => {
    const reader = await server.as(role("inventory.view", "relations.view", "risks.view", "adr.view"));
    for (const path of paths) expect((await reader.get(`/${path}/export`)).status).toBe(403);
    const clerk = await server.as(role("inventory.export"));
    for (const path of ["relations", "risks", "adr"]) expect((await clerk.get(`/${path}/export`)).status).toBe(403);
  });

  test("have every filter of their list, and no page", async () => {
    const description = (await admin.get("/api/openapi.json")).body;
    const parametersOf = (path: string): string[] =>
      description.paths[`/api/v1${path}`].get.parameters
        .filter((one: { in: string }) => one.in === "query")
        .map(({ name }: { name: string }) => name);
    // A file has neither pages nor what a page is shown with.
    const shown = ["page", "page_size", "facets", "fields", "totals", "branches", "group_by", "tree"];
    const cards = ["/cards/export", "/cards/export/csv", "/cards/export/xlsx"].map((path) => ["/cards", path] as const);
    for (const [list, path] of [...cards, ...paths.map((path) => [`/${path}`, `/${path}/export`] as const)]) {
      const filters = parametersOf(list).filter((name) => !shown.includes(name));
      expect([path, filters.filter((name) => !parametersOf(path).includes(name))]).toEqual([path, []]);
      expect([path, parametersOf(path).filter((name) => name.startsWith("page"))]).toEqual([path, []]);
    }
  });
});
