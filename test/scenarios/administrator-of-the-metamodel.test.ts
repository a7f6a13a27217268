/**
 * An administrator, through the API alone: designs a card type with a calculation, loads five hundred cards of it from CSV,
 * changes their options, and undoes it all, so that the landscape is what it was.
 */
import { beforeAll, expect, test } from "bun:test";
import { type Client, clientOf } from "../support/client";
import { findingsOf } from "../support/databases";
import { testServer } from "../support/server";

const ROBOTS = 500;

const server = testServer();
let admin: Client;
beforeAll(async () => {
  const registration = { email: "ada@company.io", display_name: "Ada", password: "Analytical-Engine-1" };
  const { access_token } = (await server.nobody.post("/auth/register", registration)).body;
  admin = clientOf(server.url, access_token);
});

type Json = Record<string, unknown>;

/** Returns all pages of a list. */
async function all(path: string): Promise<Json[]> {
  const items: Json[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await admin.get(`${path}${path.includes("?") ? "&" : "?"}page=${page}&page_size=200`);
    expect(status).toBe(200);
    items.push(...(body.items ?? body));
    if ((body.items ?? body).length < 200) return items;
  }
}

/** Returns the landscape as a client sees it, in its whole. */
const landscape = async () => ({
  types: await all("/metamodel/types?include_hidden=true"),
  relationTypes: await all("/metamodel/relation-types?include_hidden=true"),
  stakeholderRoles: await all("/stakeholder-roles"),
  calculations: await all("/calculations"),
  calculatedFields: (await admin.get("/calculations/calculated-fields")).body,
  tags: await all("/tag-groups"),
  cards: await all("/cards?include_archived=true&sort_by=created_at"),
  counts: (await admin.get("/cards/counts")).body,
  relations: await all("/relations"),
});

/** Parses the rows of a CSV text, each by the names of its header; quotes as RFC 4180 has them. */
function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end !== "," && end !== "") rows.push([]);
    if (end === "") break;
  }
  const [header = [], ...lines] = rows.filter((row) => row.length > 1);
  return lines.map((line) => Object.fromEntries(header.map((name, at) => [name, line[at] ?? ""])));
}

const kinds = ["arm", "rover", "drone"];

/** Returns a file that somebody has exported from a spreadsheet. */
function spreadsheet(): string {
  const lines = Array.from({ length: ROBOTS }, (_, at) => {
    const name = at % 50 === 0 ? `"Robot, ""the ${at}th"""` : `Robot ${at}`;
    const text = at % 7 === 0 ? `"Bought second-hand,\nrepaired since"` : "New";
    return [name, text, kinds[at % 3], at * 10, at % 2 === 0 ? "2024-05-01" : ""].join(",");
  });
  return ["name,description,kind,hours,active since", ...lines].join("\r\n");
}

const kind = (...keys: string[]) => ({
  key: "kind",
  label: "Kind",
  type: "single_select",
  required: true,
  options: keys.map((key) => ({ key, label: key[0]?.toUpperCase() + key.slice(1), color: "#00897b" })),
});
const schema = (...keys: string[]) => [
  {
    section: "Machine",
    fields: [
      kind(...keys),
      { key: "hours", label: "Hours", type: "number" },
      { key: "wear", label: "Wear", type: "number", readonly: true },
    ],
  },
];

let before: Awaited<ReturnType<typeof landscape>>;
let calculation: string;
const batches: string[] = [];
let robots: { id: string; name: string; attributes: Json }[];

/** Opens a batch that the writes which name it belong to. */
async function openBatch(tool_name: string): Promise<Record<string, string>> {
  const { status, body } = await admin.post("/mutation-batches", { tool_name });
  expect(status).toBe(201);
  batches.push(body.id);
  return { "x-stoa-batch": body.id };
}

const listRobots = () => all("/cards?type=Robot") as Promise<unknown> as Promise<typeof robots>;
const countsByKind = async () =>
  Object.fromEntries(
    (await admin.get("/cards?type=Robot&facets=attributes.kind&page_size=1")).body.facets["attributes.kind"].map(
      ({ value, count }: { value: string; count: number }) => [value, count],
    ),
  );

test("the landscape has its cards", async () => {
  const make = async (body: object) => (await admin.post("/cards", body)).body.id as string;
  const shop = await make({ type: "Application", name: "Shop", attributes: { costTotalAnnual: 5 } });
  const selling = await make({ type: "BusinessCapability", name: "Selling" });
  const archived = await make({ type: "Provider", name: "Gone" });
  expect((await admin.post(`/cards/${archived}/archive`)).status).toBe(200);
  const relation = { type: "relAppToBC", source_id: shop, target_id: selling };
  expect((await admin.post("/relations", relation)).status).toBe(201);
  before = await landscape();
  expect(before.cards).toHaveLength(3);
});

test("a type is designed, with three fields", async () => {
  const type = { key: "Robot", label: "Robot", color: "#00897b", has_hierarchy: true, fields_schema: schema(...kinds) };
  const made = await admin.post("/metamodel/types", type);
  expect(made).toMatchObject({ status: 201, body: { key: "Robot", built_in: false } });
  const { headers, body } = await admin.get("/metamodel/types/Robot");
  expect(body.fields_schema[0].fields.map((field: Json) => field["key"])).toEqual(["kind", "hours", "wear"]);
  // Two administrators don't overwrite each other in silence.
  const version = { "if-match": headers.get("etag") as string };
  expect((await admin.patch("/metamodel/types/Robot", { icon: "smart_toy" }, version)).status).toBe(200);
  expect((await admin.patch("/metamodel/types/Robot", { icon: "category" }, version)).status).toBe(412);
});

test("a calculation is written, tried and activated", async () => {
  const draft = { target_type_key: "Robot", formula: "round(data.hours / 1000" };
  expect((await admin.post("/calculations/validate", draft)).body).toMatchObject({
    valid: false,
    position: { line: 1 },
  });
  const formula = "round(data.hours / 1000, 2) if data.hours else None";
  expect((await admin.post("/calculations/validate", { ...draft, formula })).body).toMatchObject({ valid: true });
  const body = { name: "Wear", target_type_key: "Robot", target_field_key: "wear", formula };
  calculation = (await admin.post("/calculations", body)).body.id;
  expect((await admin.post(`/calculations/${calculation}/activate`)).body).toMatchObject({ is_active: true });
  expect((await admin.get("/calculations/calculated-fields")).body).toEqual({ Robot: ["wear"] });
});

test("five hundred cards are loaded from CSV, after a rehearsal", async () => {
  const rows = parseCsv(spreadsheet());
  expect(rows).toHaveLength(ROBOTS);
  const cards = rows.map((row, row_index) => ({
    row_index,
    type: "Robot",
    name: row["name"],
    description: row["description"],
    attributes: { kind: row["kind"], hours: Number(row["hours"]) },
    lifecycle: row["active since"] ? { active: row["active since"] } : {},
  }));
  const spoilt = [...cards, { ...cards[1], row_index: ROBOTS, parent_name: "Nobody" }];
  const rehearsal = await admin.post("/cards/bulk-create", { cards: spoilt, dry_run: true });
  expect(rehearsal.body).toMatchObject({ created: ROBOTS, failed: 1, dry_run: true });
  expect(rehearsal.body.results.at(-1)).toMatchObject({ row_index: ROBOTS, status: "failed" });
  expect((await admin.get("/cards?type=Robot")).body.total).toBe(0);

  const headers = await openBatch("load robots");
  const key = { "idempotency-key": "robots" };
  const loaded = await admin.post("/cards/bulk-create", { cards, on_error: "stop" }, { ...headers, ...key });
  expect(loaded.body).toMatchObject({ created: ROBOTS, failed: 0 });
  // The connection broke, so the script sends it again.
  const again = await admin.post("/cards/bulk-create", { cards, on_error: "stop" }, { ...headers, ...key });
  expect(again.body).toEqual(loaded.body);

  robots = await listRobots();
  expect(robots).toHaveLength(ROBOTS);
  for (const { name, attributes } of robots) {
    const row = rows.find((one) => one["name"] === name);
    const hours = Number(row?.["hours"]);
    expect(attributes).toEqual({ kind: row?.["kind"], hours, ...(hours > 0 && { wear: hours / 1_000 }) });
  }
  expect(robots.some(({ name }) => name === 'Robot, "the 50th"')).toBe(true);
  expect(await countsByKind()).toEqual({ arm: 167, rover: 167, drone: 166 });
  // The export equals the import.
  const exported = parseCsv((await admin.get("/cards/export/csv?type=Robot")).body);
  expect(exported.map((row) => [row["name"], row["description"]])).toEqual(
    rows.map((row) => [row["name"], row["description"]]),
  );
});

test("options of a field are removed: rovers become drones, and arms are removed from the type", async () => {
  const headers = await openBatch("rovers are drones");
  const rovers = robots.filter(({ attributes }) => attributes["kind"] === "rover");
  const changed = await Promise.all(
    rovers.map(({ id, attributes }) =>
      admin.patch(`/cards/${id}`, { attributes: { ...attributes, kind: "drone", hours: 100 } }, headers),
    ),
  );
  expect(new Set(changed.map(({ status, body }) => `${status} ${body.attributes.wear}`))).toEqual(new Set(["200 0.1"]));
  expect(await countsByKind()).toEqual({ arm: 167, drone: 333 });

  const usage = "/metamodel/types/Robot/impact?field_key=kind&option_key=arm";
  expect((await admin.get(usage)).body).toMatchObject({ card_count: 167, required: true });
  const quality = async () =>
    (await admin.get("/cards?type=Robot&where=kind:empty&page_size=1")).body.items[0]?.data_quality;
  const request = { fields_schema: schema("rover", "drone", "humanoid") };
  expect((await admin.patch("/metamodel/types/Robot", request, await openBatch("no more arms"))).status).toBe(200);
  expect(await countsByKind()).toEqual({ drone: 333, null: 167 });
  const without = robots.find(({ attributes }) => attributes["kind"] === "arm");
  expect(await quality()).toBeLessThan((without as unknown as { data_quality: number }).data_quality);
  // The history of a card shows why.
  const [latest] = (await admin.get(`/cards/${without?.id}/history`)).body;
  expect(latest).toMatchObject({
    event_type: "card.updated",
    data: { changes: { attributes: { old: { kind: "arm" } } } },
  });
});

/** Reviews the plan of a rollback, and then executes it. */
async function undo(batch: string | undefined, complete: boolean): Promise<Json[]> {
  const path = `/mutation-batches/${batch}/rollback`;
  const { body: plan } = await admin.post(path, { dry_run: true });
  expect(plan).toMatchObject({ conflicting_batches: [], obstacles: [], complete });
  const { status, body } = await admin.post(path, { dry_run: false });
  expect(status).toBe(200);
  expect((await admin.get(`/mutation-batches/${batch}`)).body.rolled_back_at).toBeString();
  return body.results.filter((result: Json) => result["op"] !== "unsupported");
}

test("all changes are undone, the last one first", async () => {
  // A batch whose cards somebody has changed since waits for those changes.
  const early = await admin.post(`/mutation-batches/${batches[0]}/rollback`, { dry_run: false });
  expect(early).toMatchObject({ status: 409, body: { detail: { error: "rollback_conflict" } } });
  expect(early.body.detail.conflicting_batches.map((batch: Json) => batch["batch_id"])).toEqual(
    batches.slice(1).reverse(),
  );

  // The type's own change isn't among those that a rollback undoes, as the plan reports; the schema is restored
  // manually.
  expect((await admin.patch("/metamodel/types/Robot", { fields_schema: schema(...kinds) })).status).toBe(200);
  expect(await undo(batches[2], false)).toHaveLength(167);
  expect(await countsByKind()).toEqual({ arm: 167, drone: 333 });
  expect(await undo(batches[1], true)).toHaveLength(167);
  const back = await listRobots();
  expect(back.map(({ attributes }) => attributes)).toEqual(robots.map(({ attributes }) => attributes));
  expect(await undo(batches[0], true)).toHaveLength(ROBOTS);
  expect((await admin.get("/cards?type=Robot&include_archived=true")).body.total).toBe(0);

  expect((await admin.delete(`/calculations/${calculation}`)).status).toBe(204);
  expect((await admin.delete("/metamodel/types/Robot")).body).toEqual({ status: "deleted", key: "Robot" });
  expect(await landscape()).toEqual(before);
});

test("the journal has all changes with their authors, and the database is sound", async () => {
  const counts = new Map<string, number>();
  const events = await all("/events?since=2000-01-01");
  for (const { event_type } of events) counts.set(event_type as string, (counts.get(event_type as string) ?? 0) + 1);
  expect(Object.fromEntries(counts)).toMatchObject({
    "metamodel.type.created": 1,
    "metamodel.type.updated": 3,
    "metamodel.type.deleted": 1,
    "calculation.created": 1,
    "calculation.activated": 1,
    "calculation.deleted": 1,
    "card.created": 3 + ROBOTS,
    "card.updated": 167 + 167,
    "rollback.delete_card": ROBOTS,
    "rollback.restore_card_fields": 167 + 167,
  });
  const { id } = (await admin.get("/auth/me")).body;
  const others = events.filter(
    ({ user_id, event_type }) => user_id !== id && !String(event_type).startsWith("rollback."),
  );
  expect(others).toEqual([]);
  expect(findingsOf(server.databaseFile).filter(({ problem }) => problem !== undefined)).toEqual([]);
});
