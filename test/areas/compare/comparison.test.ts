/** Comparisons of two moments, over the real threads that make and read states. */
import { beforeAll, describe, expect, test } from "bun:test";
import { firstValue } from "../../../db";
import type { Difference } from "../../../src/areas/compare/comparison";
import { comparisonTable } from "../../../src/areas/compare/table";
import type { Client } from "../../support/client";
import {
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  role,
  stakeholder,
  tagCard,
  tagGroup,
  violationsOf,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");
let stranger: Client;

const names = ["Grown", "Dearer", "Same", "Closed", "Reopened", "Gone", "Moved", "Twin"] as const;
const ids: Record<string, string> = {};
let from: string;
let between: string;

/** Returns an instant after everything so far and before everything else. */
async function instant(): Promise<string> {
  await Bun.sleep(3);
  const at = new Date().toISOString();
  await Bun.sleep(3);
  return at;
}

type Item = {
  change: string;
  name: string;
  changes: { field: string; old: unknown; new: unknown }[];
  relations: { change: string; direction: string; peer: { name: string }; changes: { field: string }[] }[];
  costs: { difference: number } | null;
};

const get = (client: Client, query = "") => client.get(`/compare?from=${from}&type=Device${query}`);
const page = async (client: Client, query = "") => {
  const { status, body } = await get(client, query);
  expect(status).toBe(200);
  return body;
};

beforeAll(async () => {
  stranger = await server.as(role("inventory.view", "reports.ea_dashboard"));
  cardType("Device", [field("price", "cost"), field("size", "number")], { has_hierarchy: true });
  relationType("powers", "Device", "Device", { attributes_schema: [field("fee", "cost"), field("share", "number")] });
  for (const name of names)
    ids[name] = (await makeCard(admin, { type: "Device", name, attributes: { price: 1, size: 1 } })).id;
  const card = (name: string) => ({ id: ids[name] as string });
  await admin.post(`/cards/${ids["Reopened"]}/archive`);
  const dearer = await relate(admin, "powers", card("Same"), card("Twin"), { attributes: { fee: 1, share: 1 } });
  const lost = await relate(admin, "powers", card("Grown"), card("Twin"));
  from = await instant();
  await admin.patch(`/cards/${ids["Grown"]}`, {
    attributes: { price: 1, size: 2 },
    lifecycle: { active: "2026-01-01" },
  });
  between = await instant();
  await admin.patch(`/cards/${ids["Dearer"]}`, { attributes: { size: 1, price: 5 } });
  await admin.patch(`/cards/${ids["Twin"]}`, { attributes: { size: 1, price: 1 } });
  await admin.post(`/cards/${ids["Closed"]}/archive`);
  await admin.post(`/cards/${ids["Reopened"]}/restore`);
  await admin.delete(`/cards/${ids["Gone"]}`);
  await admin.patch(`/cards/${ids["Moved"]}`, { parent_id: ids["Grown"], name: "Moved away" });
  tagCard(ids["Moved"] as string, tagGroup("Hosting", ["Cloud"]).tags[0]);
  stakeholder(ids["Moved"] as string, admin.userId, "responsible");
  ids["New"] = (await makeCard(admin, { type: "Device", name: "New", attributes: { price: 3, size: 9 } })).id;
  await admin.patch(`/relations/${dearer.id}`, { attributes: { fee: 2, share: 1 } });
  await admin.delete(`/relations/${lost.id}`);
  await relate(admin, "powers", card("New"), card("Grown"), { attributes: { fee: 7 } });
});

/** Returns the name of a user as others see it. */
const nameOf = ({ userId }: Client) =>
  firstValue<string>("SELECT coalesce(nullif(display_name, ''), email) FROM users WHERE id = ?", userId as string);

/** Returns each card as its change, its name, and its changes as texts. */
const texts = (items: readonly Item[]) =>
  items.map(({ change, name, changes, relations }) => [
    `${change} ${name}`,
    ...changes.map((one) => `${one.field}: ${JSON.stringify(one.old)} → ${JSON.stringify(one.new)}`),
    ...relations.map(
      (one) => `${one.change} ${one.direction} ${one.peer.name} ${one.changes.map(({ field: name }) => name)}`,
    ),
  ]);

describe("the comparison of two moments", () => {
  test("lists what was added, changed, archived, restored and deleted, with fields, relations and costs", async () => {
    const { items, types, relations, total, known_since } = await page(admin);
    expect(known_since).toBe(null);
    const parent = JSON.stringify({ id: ids["Grown"], name: "Grown" });
    expect(texts(items)).toEqual([
      ["archived Closed", 'status: "ACTIVE" → "ARCHIVED"'],
      ["changed Dearer", "attributes.price: 1 → 5"],
      ["deleted Gone", "attributes.price: 1 → null", "attributes.size: 1 → null"],
      [
        "changed Grown",
        'lifecycle.active: null → "2026-01-01"',
        "attributes.size: 1 → 2",
        "added incoming New attributes.fee",
        "removed outgoing Twin ",
      ],
      [
        "changed Moved away",
        'name: "Moved" → "Moved away"',
        `parent: null → ${parent}`,
        `stakeholders.responsible: null → ["${nameOf(admin)}"]`,
        'tags: null → ["Hosting / Cloud"]',
      ],
      ["added New", "attributes.price: null → 3", "attributes.size: null → 9", "added outgoing Grown attributes.fee"],
      ["restored Reopened", 'status: "ARCHIVED" → "ACTIVE"'],
      ["changed Same", "changed outgoing Twin attributes.fee"],
      ["changed Twin", "changed incoming Same attributes.fee", "removed incoming Grown "],
    ]);
    expect(types).toEqual([{ type: "Device", added: 1, changed: 5, archived: 1, restored: 1, deleted: 1 }]);
    expect(relations).toEqual([{ type: "powers", added: 1, changed: 1, removed: 1 }]);
    expect(total).toBe(9);
    const costs = items.flatMap(({ name, costs: sums }: Item) => (sums?.difference ? [[name, sums.difference]] : []));
    expect(costs).toEqual([
      ["Dearer", 4],
      ["Gone", -1],
      ["New", 3],
    ]);
  });

  test("of which one is a moment of the past has what differs between them alone", async () => {
    expect(texts((await page(admin, `&to=${between}`)).items)).toEqual([
      ["changed Grown", 'lifecycle.active: null → "2026-01-01"', "attributes.size: 1 → 2"],
    ]);
    expect((await page(admin, `&to=${from}`)).items).toEqual([]);
    const { body } = await admin.get("/compare?from=2001-01-01&type=Device&page_size=1");
    expect(body).toMatchObject({ known_since: body.from, total: 7, items: [{ change: "added" }] });
  });

  test("knows neither of costs that the caller may not see nor of what only they changed", async () => {
    const { items } = await page(viewer);
    expect(texts(items).map(([head]) => head)).not.toContainAnyValues(["changed Dearer", "changed Same"]);
    expect(JSON.stringify(items)).not.toMatch(/attributes\.(price|fee)/);
    expect(items.every(({ costs }: Item) => costs === null)).toBe(true);
    const { items: seen } = await page(stranger);
    expect(seen.flatMap(({ relations }: Item) => relations)).toEqual([]);
    expect(JSON.stringify(seen)).not.toContain("stakeholders.");
    expect((await get(viewer, "&format=csv")).body).not.toMatch(/attributes\.(price|fee)/);
  });

  test("is of the cards that the filters match at either moment, and of the changes that are asked for", async () => {
    const named = async (query: string) => (await page(admin, query)).items.map(({ name }: Item) => name);
    expect(await named("&where=size:2")).toEqual(["Grown"]);
    expect(await named("&where=size:9")).toEqual(["New"]);
    expect(await named("&search=Moved")).toEqual(["Moved away"]);
    expect(await named("&change=added,deleted")).toEqual(["Gone", "New"]);
    expect(await named("&page=2&page_size=8")).toEqual(["Twin"]);
  });

  test("has the figures of both with their difference", async () => {
    type Figure = { figure: string; of: string | null };
    const nameOf = ({ figure, of }: Figure) => `${figure} ${of ?? ""}`.trim();
    const figures = new Map((await page(admin)).figures.map((one: Figure) => [nameOf(one), one]));
    expect(figures.get("cards Device")).toMatchObject({ old: 7, new: 7, difference: 0 });
    expect(figures.get("costs Device")).toMatchObject({ old: 7, new: 13, difference: 6 });
    expect(figures.get("relations")).toMatchObject({ old: 2, new: 2, difference: 0 });
    expect([...figures.keys()]).toEqual(
      expect.arrayContaining(["applications_in_phase active", "data_quality", "capability_coverage", "out_of_support"]),
    );
    expect((await page(viewer)).figures.map(nameOf)).not.toContain("costs Device");
    expect((await page(viewer, "&figures=false")).figures).toEqual([]);
  });

  test("is a table with a row for each field and each relation that differs", async () => {
    const { body, headers } = await get(admin, "&format=csv");
    expect(headers.get("content-disposition")).toContain("comparison.csv");
    const lines = String(body).split(/\r?\n/);
    expect(lines[0]).toBe("change,type,id,name,field,old,new,relation,relation_change,related_id,related_name");
    const of = (name: string) =>
      lines.filter((line) => line.includes(`,${name},`)).map((line) => line.split(",").slice(4).join());
    expect(of("Moved away")).toEqual([
      "name,Moved,Moved away,,,,",
      "parent,,Grown,,,,",
      `stakeholders.responsible,,${nameOf(admin)},,,,`,
      "tags,,Hosting / Cloud,,,,",
    ]);
    expect(of("Twin")).toEqual([
      `attributes.fee,1,2,powers,changed,${ids["Same"]},Same`,
      `,,,powers,removed,${ids["Grown"]},Grown`,
    ]);
    expect((await get(stranger, "&format=xlsx")).status).toBe(403);
  });

  test("ends a file that has more rows than it may have with one that reports it", () => {
    const item = { change: "changed", id: "x", type: "Device", name: "X", relations: [] };
    const items = () => [{ ...item, changes: ["a", "b", "c"].map((one) => ({ field: one, old: 1, new: 2 })) }];
    const table = comparisonTable({ cards: [{}], items } as unknown as Difference, 2);
    const rows = [...table.rows()];
    expect(rows.map(({ field: name, change }) => name ?? change)).toEqual(["a", "b", "truncated"]);
    expect(rows[2]?.["name"]).toContain("ends after 2 rows");
  });

  test.each([
    ["from=2999-01-01", "query.from"],
    ["from=2026-01-02&to=2026-01-01", "query.from"],
    ["", "query.from"],
    ["from=2026-01-01&change=lost", "query.change"],
    ["from=2026-01-01&to=2999-01-01", "query.to"],
  ])("is refused with ?%s", async (query, place) => {
    const { status, body } = await admin.get(`/compare?${query}`);
    expect([status, violationsOf(body)[0]?.split(":")[0]]).toEqual([422, place]);
  });
});
