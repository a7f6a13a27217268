/** Imports of cards from workbooks and CSV. */
import { beforeAll, expect, test } from "bun:test";
import Papa from "papaparse";
import type { Answer } from "../../support/client";
import {
  cardNow,
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
  unique,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

beforeAll(async () => {
  const options = [
    { key: "a", label: "Grade A" },
    { key: "b", label: "Grade B" },
  ];
  cardType(
    "Part",
    [
      field("size", "number"),
      field("price", "cost"),
      field("made", "date"),
      field("spare", "boolean"),
      field("grade", "single_select", { options }),
      field("uses", "multiple_select", { options }),
      field("note", "multiline_text"),
    ],
    { has_hierarchy: true, subtypes: [{ key: "bolt", label: "Bolt of steel" }] },
  );
});

beforeAll(() => {
  relationType("partOf", "Part", "Part");
  stakeholderRole("Part", "responsible", []);
});

type Row = Record<string, unknown>;
const part = (more: Row = {}): Promise<Row & { id: string }> => makeCard(admin, { type: "Part", ...more });

async function send(file: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}, client = member) {
  const form = new FormData();
  form.append("file", new Blob([file]));
  for (const [name, value] of Object.entries({ type: "Part", ...more })) form.append(name, value);
  const response = await fetch(`${server.url}/api/v1/cards/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

async function exported(format: string, query = "type=Part", client = member): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(`${server.url}/api/v1/cards/export?format=${format}&${query}`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns a landscape with everything that an export shows. */
async function landscape(): Promise<Row> {
  const root = await part({ name: unique("Root; of / all ") });
  const card = await part({
    name: unique("=Formula "),
    parent_id: root["id"],
    subtype: "bolt",
    description: 'One line\r\nand "another", with _x0041_',
    lifecycle: { plan: "2026-01-31", active: "2026-02-28" },
    attributes: {
      ...{ size: 1.5, price: 1_000, made: "2026-03-01", spare: true, grade: "a", uses: ["a", "b"], note: "-1 \n  x " },
      undeclared: { any: 1 },
    },
    external_id: "0042",
    alias: "+49",
  });
  await part({ name: unique("Plain "), attributes: { size: "many" } });
  const { tags } = tagGroup(unique("Region / "), ["EU; US"]);
  tagCard(card["id"], tags[0]);
  stakeholder(card["id"], (await member.get("/auth/me")).body.id, "responsible");
  return card;
}

test("a table that is exported is imported unchanged with nothing to do, as CSV and as a workbook", async () => {
  await landscape();
  const published = await watch(admin);
  for (const format of ["csv", "xlsx"])
    for (const empty of ["keep", "clear"])
      for (const query of ["type=Part", "type=Part,Application"]) {
        const { status, body } = await send(await exported(format, query), { dry_run: "false", empty });
        expect(status).toBe(200);
        expect(body.results.filter((result: Row) => result["status"] !== "same")).toEqual([]);
        expect(body.same).toBeGreaterThan(2);
      }
  expect(await published()).toEqual([]);
});

test("a table without the costs that may not be seen is imported unchanged, too", async () => {
  await landscape();
  const blind = await server.as(role("inventory.view", "inventory.export", "inventory.edit", "inventory.create"));
  for (const empty of ["keep", "clear"]) {
    const { body } = await send(await exported("xlsx", "type=Part", blind), { empty }, blind);
    expect(body.results.filter((result: Row) => result["status"] !== "same")).toEqual([]);
  }
});

test("a row changes and creates cards by keys and by labels, as one batch that can be undone", async () => {
  const card = await part({ name: unique("Order Hub "), attributes: { size: 1, grade: "a" } });
  const fresh = unique("Returns ");
  const csv = [
    "Name;Subtype;Size;grade;uses;made;spare;active;Colour",
    `${card["name"]};Bolt of steel;2;Grade B;Grade A; 2026-01-02 ;yes;2026-05-01;red`,
    `${fresh};;;a;a; ;; ;`,
  ].join("\r\n");
  const dry = await send(`\ufeff${csv}`, { dry_run: "true" });
  expect(dry.body).toMatchObject({ created: 1, changed: 1, refused: 0, rows: [2, 3] });
  expect(dry.body.columns.at(-1)).toEqual({ head: "Colour", field: null, use: "unknown" });
  expect((await cardNow(admin, card["id"])).attributes.size).toBe(1);
  const { body } = await send(csv);
  expect(body.results[0].changes).toMatchObject({
    subtype: { old: null, new: "bolt" },
    "attributes.size": { old: 1, new: 2 },
    "attributes.grade": { old: "a", new: "b" },
    "attributes.spare": { old: null, new: true },
    "lifecycle.active": { old: null, new: "2026-05-01" },
  });
  const [batch] = (await admin.get("/mutation-batches?page_size=1")).body.items;
  expect((await admin.post(`/mutation-batches/${batch.id}/rollback`, { dry_run: false })).status).toBe(200);
  expect(await cardNow(admin, card["id"])).toMatchObject({ subtype: null, attributes: { size: 1, grade: "a" } });
  expect((await admin.get(`/cards/${body.results[1].id}`)).status).toBe(404);
});

test("a cell that doesn't fit is refused with its field, and nothing is written", async () => {
  const name = unique("Bad ");
  const table = (head: string, cell: string) => `name,${head}\n${name},${cell}\n${unique("Good ")},\n`;
  for (const [head, cell] of [
    ["size", "150 k?"],
    ["grade", "Cloud"],
    ["made", "yesterday"],
    ["endOfLife", "some day"],
    ["spare", "perhaps"],
    ["parent", "Nobody of this name"],
    ["tags", "Nowhere / Nothing"],
    ["stakeholder:responsible", "nobody@example.com"],
    ["relation:partOf", "Nobody of this name"],
    ["reverse:partOf", crypto.randomUUID()],
    ["status", "SOLD"],
  ] as const) {
    const { body } = await send(table(head, cell), { dry_run: "true" });
    expect(body).toMatchObject({ refused: 1, created: 1 });
    expect(body.results[0]).toMatchObject({ name, field: expect.stringContaining(head) });
    expect((await send(table(head, cell))).status).toBe(422);
  }
  expect((await member.get(`/cards?search=${name}`)).body.total).toBe(0);
});

/** Returns a table, separated by semicolons, of rows with a name and cells by the heads. */
const csvOf = (rows: readonly Record<string, unknown>[]): string => {
  const heads = Object.keys(rows[0] ?? {});
  const cell = (value: unknown) => `"${String(value ?? "").replaceAll('"', '""')}"`;
  return [heads, ...rows.map((row) => heads.map((head) => row[head]))].map((row) => row.map(cell).join(",")).join("\n");
};

/** Returns the links of a card as an export shows them. */
async function linksOf(card: Row): Promise<Row> {
  const text = new TextDecoder().decode(
    await exported("csv", `type=Part&search=${encodeURIComponent(String(card["name"]))}`, admin),
  );
  const { data } = Papa.parse<Row>(text, { header: true });
  const found = data.find((row) => row["id"] === card["id"]) ?? {};
  return Object.fromEntries(
    ["tags", "stakeholder:responsible", "relation:partOf", "reverse:partOf", "parent"].map((head) => [
      head,
      found[head],
    ]),
  );
}

test("cells set tags, people, related cards and the parent, also of cards that other rows create, as one batch that can be undone", async () => {
  const [colour, only] = [unique("Colour / "), unique("Only ")];
  tagGroup(colour, ["Red", "Green; blue"]);
  tagGroup(only, ["One"]);
  const card = await part({ name: unique("Wheel ") });
  const [whole, other] = [await part({ name: unique("Car; red / ") }), await part({ name: unique("Lorry ") })];
  await relate(admin, "partOf", card, other);
  const { email } = (await (await server.as("member")).get("/auth/me")).body;
  const fresh = unique("Axle ");
  const before = await linksOf(card);
  const escaped = String(whole["name"]).replace(/[;/]/g, "\\$&");
  const csv = csvOf([
    {
      ...{
        id: card["id"],
        name: card["name"],
        parent: fresh,
        tags: `${colour.replace("/", "\\/")} / Green\\; blue; One`,
      },
      ...{
        "stakeholder:responsible": email.toUpperCase(),
        "relation:partOf": `${escaped};${fresh}`,
        "reverse:partOf": "",
      },
    },
    { id: "", name: fresh, "reverse:partOf": card["name"] },
  ]);
  const dry = await send(csv, { dry_run: "true" });
  expect(dry.body).toMatchObject({ created: 1, changed: 1, refused: 0 });
  expect(await linksOf(card)).toEqual(before);
  const { status, body } = await send(csv);
  expect(status).toBe(200);
  expect(body.results[0]).toMatchObject({
    status: "change",
    changes: {
      tags: { old: [], new: [`${colour} / Green; blue`, `${only} / One`] },
      "stakeholder:responsible": { old: [], new: [email] },
      "relation:partOf": { old: [other["name"]], new: [whole["name"], fresh] },
    },
  });
  expect(body.results[0].changes).toEqual({ ...dry.body.results[0].changes, parent_id: expect.anything() });
  expect(await linksOf(card)).toMatchObject({
    tags: `${colour.replace("/", "\\/")} / Green\\; blue; ${only} / One`,
    "stakeholder:responsible": email,
    "relation:partOf": `${escaped}; ${fresh}`,
    parent: fresh,
  });
  expect((await send(csv)).body).toMatchObject({ same: 2, changed: 0 });
  const [batch] = (await admin.get("/mutation-batches?page_size=1")).body.items;
  expect((await admin.post(`/mutation-batches/${batch.id}/rollback`, { dry_run: false })).status).toBe(200);
  expect(await linksOf(card)).toEqual(before);
});

test("an import of links publishes an event for each, and nothing for those that stay", async () => {
  const { tags } = tagGroup(unique("Group "), ["Stays", "Goes"]);
  const card = await part();
  const [stays, goes] = [await part({ name: unique("Stays ") }), await part({ name: unique("Goes ") })];
  for (const tag of tags) tagCard(card["id"], tag);
  for (const peer of [stays, goes]) await relate(admin, "partOf", card, peer);
  const published = await watch(admin);
  const table = csvOf([{ id: card["id"], tags: "Stays", "relation:partOf": stays["id"] }]);
  expect((await send(table)).body).toMatchObject({ changed: 1 });
  expect((await published()).map(({ event_type }) => event_type).sort()).toEqual([
    "card.untagged",
    // One at each end.
    "relation.deleted",
    "relation.deleted",
  ]);
  expect((await send(csvOf([{ id: card["id"], tags: "", "relation:partOf": "" }]))).body).toMatchObject({ same: 1 });
  expect(
    (await send(csvOf([{ id: card["id"], tags: "", "relation:partOf": "" }]), { empty: "clear" })).body,
  ).toMatchObject({ changed: 1 });
  expect(await linksOf(card)).toMatchObject({ tags: "", "relation:partOf": "" });
});

test("of rows whose links are refused nothing is written, nor of those that are linked to them, and others are", async () => {
  const [bad, linked, good] = [unique("Bad "), unique("Linked "), unique("Good ")];
  const table = csvOf([
    { name: bad, tags: "Nowhere / Nothing", "relation:partOf": "" },
    { name: linked, tags: "", "relation:partOf": bad },
    { name: good, tags: "", "relation:partOf": "" },
  ]);
  expect((await send(table)).body.detail).toStartWith("rows.0: tags: there is no tag of this name: Nowhere / Nothing");
  expect((await member.get(`/cards?search=${good}`)).body.total).toBe(0);
  for (const dry_run of ["true", "false"]) {
    const { body } = await send(table, { dry_run, on_error: "skip" });
    expect(body.results.map(({ status, field }: Row) => [status, field])).toEqual([
      ["refused", "tags"],
      ["refused", "relation:partOf"],
      ["create", null],
    ]);
  }
  for (const name of [bad, linked]) expect((await member.get(`/cards?search=${name}`)).body.total).toBe(0);
});

test("links need the rights that they need elsewhere, and the columns of links that may not be seen are unknown", async () => {
  tagGroup(unique("Group "), ["Needs a right"]);
  const creator = await server.as(role("inventory.view", "inventory.create", "relations.view", "stakeholders.view"));
  const [card, other] = [await part({ name: unique("Part ") }), await part({ name: unique("Part ") })];
  for (const [head, cell] of [
    ["tags", "Needs a right"],
    ["stakeholder:responsible", (await creator.get("/auth/me")).body.email],
    ["relation:partOf", other["id"]],
  ] as const) {
    const { body } = await send(csvOf([{ name: card["name"], [head]: cell }]), { dry_run: "true" }, creator);
    expect(body).toMatchObject({
      refused: 1,
      results: [{ field: head, error: expect.stringContaining("permissions") }],
    });
    expect((await send(csvOf([{ name: card["name"], [head]: cell }]), {}, creator)).status).toBe(403);
  }
  const blind = await server.as(role("inventory.view", "inventory.create", "inventory.edit"));
  const { body } = await send(csvOf([{ name: card["name"], "relation:partOf": other["id"] }]), {}, blind);
  expect(body).toMatchObject({ same: 1, columns: [{}, { use: "unknown" }] });
});

test("more than 5,000 changes of links are refused, so that an import can be undone", async () => {
  const peers = await Promise.all(Array.from({ length: 12 }, () => part()));
  const rows = Array.from({ length: 420 }, () => ({
    name: unique("Linked "),
    "relation:partOf": peers.map(({ id }) => id).join(";"),
  }));
  const { status, body } = await send(csvOf(rows), { dry_run: "true" });
  expect(status).toBe(422);
  expect(body.detail[0].msg).toContain("5000");
  expect((await send(csvOf(rows.slice(0, 2)))).body).toMatchObject({ created: 2 });
});

test("a cell with two tags of a group that allows one, or with a tag of other types, is refused", async () => {
  const group = (await admin.post("/tag-groups", { name: unique("Single "), mode: "single" })).body;
  for (const name of ["Only A", "Only B"]) await admin.post(`/tag-groups/${group.id}/tags`, { name });
  tagGroup(unique("Elsewhere "), ["Of applications"], { restrict_to_types: ["Application"] });
  const { name } = await part({ name: unique("Part ") });
  for (const tags of ["Only A; Only B", "Of applications"]) {
    const { body } = await send(csvOf([{ name, tags }]), { dry_run: "true" });
    expect(body).toMatchObject({ refused: 1, results: [{ field: "tags" }] });
  }
});

test("an empty cell clears a value only when asked for", async () => {
  const card = await part({ description: "d", attributes: { size: 1 } });
  const csv = `id,description,size\n${card["id"]},,\n`;
  expect((await send(csv)).body.same).toBe(1);
  expect((await send(csv, { empty: "clear" })).body.changed).toBe(1);
  expect(await cardNow(admin, card["id"])).toMatchObject({ description: null, attributes: {} });
});

test("a file that is no table is refused with 422", async () => {
  for (const file of ["", "\n\n", "PK nothing", new Uint8Array([255, 254, 0, 0])])
    expect((await send(file)).status).toBe(422);
  expect((await send("name\nx\n", { type: "Nonsense" })).status).toBe(422);
  expect((await send(`name\n${"x\n".repeat(10_001)}`)).status).toBe(422);
});

test("an import needs the right to create or edit", async () => {
  expect((await send("name\nx\n", {}, viewer)).status).toBe(403);
  const creator = await server.as(role("inventory.view", "inventory.create"));
  expect((await send(`name\n${unique("Created ")}\n`, {}, creator)).status).toBe(200);
  const card = await part();
  expect((await send(`id,alias\n${card["id"]},x\n`, {}, creator)).status).toBe(403);
});
