/** Imports of cards from workbooks and CSV. */
import { beforeAll, expect, test } from "bun:test";
import type { Answer } from "../../support/client";
import {
  cardNow,
  cardType,
  field,
  makeCard,
  role,
  stakeholder,
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

type Row = Record<string, unknown>;
const part = (more: Row = {}) => makeCard(admin, { type: "Part", ...more });

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
    `${fresh};;;a;a; ;;;`,
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
    ["spare", "perhaps"],
    ["parent", "Nobody of this name"],
    ["tags", "Region / EU"],
    ["status", "SOLD"],
  ] as const) {
    const { body } = await send(table(head, cell), { dry_run: "true" });
    expect(body).toMatchObject({ refused: 1, created: 1 });
    expect(body.results[0].field).toContain(head);
    expect((await send(table(head, cell))).status).toBe(422);
  }
  expect((await member.get(`/cards?search=${name}`)).body.total).toBe(0);
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
