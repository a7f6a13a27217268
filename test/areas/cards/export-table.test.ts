/** Cards as a table: CSV and workbook, with the filters of the list and what cards are linked to. */
import { beforeAll, describe, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { db, tables, transaction } from "../../../db";
import type { Client } from "../../support/client";
import {
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  role,
  stakeholder,
  stakeholderRole,
  tagCard,
  tagGroup,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { exportedRows } from "../../support/workbooks";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

type CardId = { id: string };
let [suite, shop, ledger, host, twin] = [] as unknown as [CardId, CardId, CardId, CardId, CardId];
let tagId: string | undefined;

beforeAll(async () => {
  cardType(
    "App",
    [
      field("price", "cost", { label: "Yearly price" }),
      field("users", "number", { label: "Users" }),
      field("since", "date", { label: "Since" }),
      field("rank", "single_select", { label: "Rank", options: [{ key: "first", label: "First class" }] }),
    ],
    { subtypes: [{ key: "saas", label: "As a service" }], has_hierarchy: true },
  );
  cardType("Host");
  relationType("runs", "App", "Host", { label: "runs on", reverse_label: "runs" });
  stakeholderRole("App", "keeper", [], { label: "Keeper" });
  suite = await makeCard(admin, { type: "App", name: "Suite" });
  const attributes = { price: 12.5, users: 1200, since: "2026-05-01", rank: "first" };
  const lifecycle = { active: "2026-02-03" };
  shop = await makeCard(admin, {
    type: "App",
    name: "Shop",
    subtype: "saas",
    parent_id: suite.id,
    attributes,
    lifecycle,
  });
  ledger = await makeCard(admin, { type: "App", name: "Ledger/2", attributes: { users: 3 } });
  host = await makeCard(admin, { type: "Host", name: "Cellar; left" });
  twin = await makeCard(admin, { type: "Host", name: "Twin" });
  const parent = await makeCard(admin, { type: "Host", name: "Rack" });
  await makeCard(admin, { type: "Host", name: "Twin", parent_id: parent.id });
  await relate(admin, "runs", shop, host);
  await relate(admin, "runs", shop, twin);
  stakeholder(shop.id, viewer.userId, "keeper");
  const group = tagGroup("Zone", ["Red", "Blue"]);
  tagId = group.tags[0];
  tagCard(shop.id, tagId);
});

/** Returns an export as the bytes of a file. */
async function file(client: Client, query: string): Promise<Uint8Array> {
  const response = await fetch(`${server.url}/api/v1/cards/export?${query}`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  expect(response.status).toBe(200);
  return response.bytes();
}

const rowsOf = async (client: Client, query: string) => exportedRows(await file(client, `format=xlsx&${query}`));
const emailOf = (id: string | undefined) =>
  db
    .select()
    .from(tables.users)
    .all()
    .find((user) => user.id === id)?.email;

describe("a workbook of cards of one type", () => {
  test("has parent, tags, people and related cards as columns, and labels instead of keys", async () => {
    const row = (await rowsOf(admin, "type=App")).find(({ id }) => id === shop.id);
    expect(row).toMatchObject({
      type: "App",
      subtype: "As a service",
      parent: "Suite",
      tags: "Zone / Red",
      "stakeholder:keeper": emailOf(viewer.userId),
      "relation:runs": `Cellar\\; left; ${twin.id}`,
      rank: "First class",
      users: 1200,
      price: 12.5,
    });
    expect(row?.["since"]).toEqual(new Date("2026-05-01"));
    expect(row?.["active"]).toEqual(new Date("2026-02-03"));
    expect(row?.["created_at"]).toBeInstanceOf(Date);
  });

  test("has widths, a head that stays and filters, and the formats of dates, numbers and amounts", async () => {
    expect((await admin.patch("/settings/currency", { currency: "EUR" })).status).toBe(200);
    const files = unzipSync(await file(admin, "format=xlsx&type=App"));
    const text = (name: string) => new TextDecoder().decode(files[name]);
    const sheet = text("xl/worksheets/sheet1.xml");
    expect(sheet).toContain('<pane ySplit="1"');
    expect(sheet).toMatch(/<col min="1" max="1" width="\d+" customWidth="1"\/>/);
    expect(sheet).toMatch(/<autoFilter ref="A1:[A-Z]+4"\/>/);
    expect(text("xl/workbook.xml")).toContain("_xlnm._FilterDatabase");
    const styles = text("xl/styles.xml");
    for (const code of ["yyyy-mm-dd", "yyyy-mm-dd hh:mm", "#,##0", "#,##0.00 [$EUR]"])
      expect(styles).toContain(`formatCode="${code}"`);
  });

  test("has the keys of its columns and of their values in a second sheet", async () => {
    const files = unzipSync(await file(admin, "format=xlsx&type=App"));
    const sheet = new TextDecoder().decode(files["xl/worksheets/sheet2.xml"]);
    for (const text of ["Yearly price", "price", "First class", "first", "runs on", "relation:runs", "Keeper"])
      expect(sheet).toContain(`>${text}<`);
  });

  test("has the same columns in CSV, under their keys and with keys as values", async () => {
    const { body } = await admin.get("/cards/export?type=App&format=csv&search=Shop");
    const [head, line] = body.split("\r\n");
    expect(head).toContain(",parent,tags,stakeholder:keeper,relation:runs,plan,");
    expect(line).toContain(`,saas,Shop,`);
    expect(line).toContain(",first");
  });

  test("leaves related cards and people out for who may not see them", async () => {
    const guest = await server.as(role("inventory.export", "inventory.view"));
    const [row] = await rowsOf(guest, "type=App&search=Shop");
    expect(row).toHaveProperty("parent");
    expect(row).not.toHaveProperty("relation:runs");
    expect(row).not.toHaveProperty("stakeholder:keeper");
  });
});

describe("the filters of the list", () => {
  test.each([
    ["search=Ledger", ["Ledger/2"]],
    ["where=users:1000..", ["Shop"]],
    ["subtype=saas", ["Shop"]],
    ["phase=active&at=2026-06-01", ["Shop"]],
    ["sort_by=name&sort_dir=desc", ["Suite", "Shop", "Ledger/2"]],
    ["approval_status=APPROVED", []],
  ])("apply to each export with %s", async (query, names) => {
    const filters = `type=App&${query}`;
    expect((await rowsOf(admin, filters)).map(({ name }) => name)).toEqual(names);
    const csv = (await admin.get(`/cards/export/csv?${filters}`)).body as string;
    const lines = csv.trimEnd().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[2])).toEqual(names);
    const json = await admin.get(`/cards/export/json?types=App&${query}`);
    expect(json.body.map(({ name }: { name: string }) => name)).toEqual(names);
    const list = await admin.get(`/cards?${filters}`);
    expect(new Set(list.body.items.map(({ name }: { name: string }) => name))).toEqual(new Set(names));
  });

  test("know tags, relations, parents and people", async () => {
    for (const query of [
      `tag=${tagId}`,
      `related_to=${host.id}`,
      `parent_id=${suite.id}`,
      `stakeholder=${viewer.userId}`,
      `ids=${shop.id}`,
    ])
      expect((await rowsOf(admin, query)).map(({ name }) => name)).toEqual(["Shop"]);
  });

  test("can't find or sort by costs for who may not see them", async () => {
    for (const query of ["where=price:1..", "sort_by=attributes.price"]) {
      for (const path of ["export?format=csv&", "export/csv?", "export/xlsx?"])
        expect((await viewer.get(`/cards/${path}type=App&${query}`)).status).toBe(403);
      expect((await viewer.get(`/cards/export/json?types=App&${query}`)).status).toBe(403);
    }
    expect((await admin.get("/cards/export?type=App&where=none:1")).status).toBe(422);
  });
});

test("CSV begins with a byte order mark when that is asked for", async () => {
  const mark = [0xef, 0xbb, 0xbf];
  for (const path of ["cards/export?bom=true", "cards/export/csv?bom=true", "reports/roadmap?format=csv&bom=true"]) {
    const start = async (address: string) => {
      const response = await fetch(`${server.url}/api/v1/${address}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      return [...(await response.bytes()).slice(0, 3)];
    };
    expect(await start(path)).toEqual(mark);
    expect(await start(path.replace("bom=true", "bom=false"))).not.toEqual(mark);
  }
});

test("a cell that would list more than 500 related cards has only their number", async () => {
  const hosts = Array.from({ length: 501 }, (_, row_index) => ({ row_index, type: "Host", name: `Host ${row_index}` }));
  const made = await admin.post("/cards/bulk-create", { cards: hosts });
  const operations = made.body.results.map(({ id }: CardId, row_index: number) => ({
    row_index,
    type: "runs",
    source: { id: ledger.id },
    target: { id },
  }));
  expect((await admin.post("/relations/bulk", { operations })).body.failed).toBe(0);
  const [row] = await rowsOf(admin, "type=App&search=Ledger");
  expect(row?.["relation:runs"]).toBe("(501 cards)");
});

test("a text that spreadsheet programs would take for an escaped character stays as it is", async () => {
  transaction(() => db.update(tables.cards).set({ alias: "_x0041_" }).run());
  expect((await rowsOf(admin, "type=App"))[0]?.["alias"]).toBe("_x0041_");
});
