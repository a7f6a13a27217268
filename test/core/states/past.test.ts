/** The landscape as it was: `X-Stoa-At` and `as_of` on reads, over the real server and its threads. */
import { beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { inList, listOf, statement } from "../../../db";
import type { Client } from "../../support/client";
import { cardType, field, role, stakeholder, unique } from "../../support/factories";
import { testServer } from "../../support/server";

const server = testServer();
let admin: Client;
beforeAll(async () => {
  admin = await server.as("admin");
});

/** Returns an instant after everything so far and before everything else. */
async function moment(): Promise<string> {
  await Bun.sleep(3);
  const at = new Date().toISOString();
  await Bun.sleep(3);
  return at;
}

const at = (instant: string) => ({ "x-stoa-at": instant });

async function createCard(fields: object = {}): Promise<string> {
  const { status, body } = await admin.post("/cards", { type: "Application", name: "Zanzibar", ...fields });
  expect(status).toBe(201);
  return body.id;
}

test("a card, its relations, tags and people are read as they were", async () => {
  const ledger = await createCard({ description: "first" });
  const books = await createCard({ name: "Books" });
  const { body: types } = await admin.get("/metamodel/relation-types");
  const type = types.find((each: { source_type_key: string }) => each.source_type_key === "Application").key;
  const target = await createCard({
    type: types.find((each: { key: string }) => each.key === type).target_type_key,
    name: "Target",
  });
  const { body: relation } = await admin.post("/relations", { type, source_id: ledger, target_id: target });
  await admin.post(`/cards/${ledger}/stakeholders`, { user_id: admin.userId, role: "observer" });
  const before = await moment();
  await admin.patch(`/cards/${ledger}`, { name: "Zanzibar 2", description: "second" });
  await admin.delete(`/relations/${relation.id}`);
  const between = await moment();
  await admin.delete(`/cards/${books}`);
  await admin.delete(`/cards/${ledger}?permanent=true`);

  const was = await admin.get(`/cards/${ledger}`, at(before));
  expect(was.status).toBe(200);
  expect(was.body).toMatchObject({ name: "Zanzibar", description: "first" });
  expect(was.body.stakeholders).toMatchObject([{ user_id: admin.userId, role: "observer" }]);
  expect(Number(was.headers.get("x-stoa-entry"))).toBeGreaterThan(0);
  const relations = await admin.get(`/relations?card_id=${ledger}`, at(before));
  expect(relations.body.map(({ id }: { id: string }) => id)).toEqual([relation.id]);
  expect((await admin.get(`/relations?card_id=${ledger}&as_of=${between}`)).body).toEqual([]);
  expect((await admin.get(`/cards/${ledger}?as_of=${between}`)).body.name).toBe("Zanzibar 2");
  const names = async (headers: Record<string, string>) =>
    (await admin.get("/cards?search=Zanzibar", headers)).body.items.map(({ name }: { name: string }) => name);
  expect(await names(at(before))).toEqual(["Zanzibar"]);
  expect(await names(at(between))).toEqual(["Zanzibar 2"]);
});

test("the same card is read in turns from the present and from two states, with versions of their own", async () => {
  const id = await createCard({ name: "one" });
  const instants: string[] = [];
  for (const name of ["two", "three"]) {
    instants.push(await moment());
    await admin.patch(`/cards/${id}`, { name });
  }
  const [first, second] = instants as [string, string];
  const read = async (headers: Record<string, string>) => {
    const { body, headers: got } = await admin.get(`/cards/${id}`, headers);
    return [body.name, got.get("etag")];
  };
  const expected = [await read(at(first)), await read(at(second)), await read({})];
  expect(expected.map(([name]) => name)).toEqual(["one", "two", "three"]);
  expect(new Set(expected.map(([, etag]) => etag)).size).toBe(3);
  for (let round = 0; round < 5; round++)
    expect([await read(at(first)), await read(at(second)), await read({})]).toEqual(expected);
});

test("each entry of a card's timeline is a moment: the state after it has what it changed", async () => {
  const id = await createCard({ name: "first" });
  await Promise.all(["second", "third", "fourth"].map((name) => admin.patch(`/cards/${id}`, { name })));
  const { items } = (await admin.get(`/cards/${id}/timeline?sort_dir=asc`)).body;
  const renamed = items.flatMap(({ number, changes }: { number: number; changes: { field: string; new: string }[] }) =>
    changes.filter(({ field }) => field === "name").map(({ new: name }) => ({ number, name })),
  );
  expect(renamed.length).toBe(3);
  // Changes that are committed together are one moment, which is that of the last of them.
  const last = renamed.at(-1);
  const read = async (number: number) => (await admin.get(`/cards/${id}`, { "x-stoa-at": String(number) })).body.name;
  expect(await read(last.number)).toBe(last.name);
  expect(renamed.map(({ name }: { name: string }) => name)).toContain(await read(renamed[0].number));
  expect(await read(items[0].number - 1)).toBeUndefined();
  await admin.patch(`/cards/${id}`, { name: "fifth" });
  expect(await read(last.number)).toBe(last.name);
});

test("costs are hidden in a former state from whoever may not see them today", async () => {
  const type = cardType(unique("Costly"), [field("fee", "cost"), field("size", "number")]);
  const viewer = await server.as(role("inventory.view"));
  const id = await createCard({ type, name: "Costly", attributes: { fee: 100, size: 7 } });
  const ids = [stakeholder(id, viewer.userId, "responsible")];
  const before = await moment();
  statement(`DELETE FROM stakeholders WHERE ${inList("id")}`).run(listOf(ids));
  const attributesAt = async (client: Client, headers: Record<string, string>) =>
    (await client.get(`/cards/${id}`, headers)).body.attributes;
  // A part in the card opened its costs then, and does no more.
  expect(await attributesAt(viewer, at(before))).toEqual({ size: 7 });
  cardType(type, [field("fee", "cost"), field("size", "cost")]);
  const later = await moment();
  await admin.patch(`/cards/${id}`, { name: "Costlier" });
  // The size was no cost then, and is one today.
  expect(await attributesAt(viewer, at(later))).toEqual({});
  expect((await viewer.get(`/cards?type=${type}&as_of=${before}`)).body.items[0].attributes).toEqual({});
  expect(await attributesAt(admin, at(before))).toEqual({ fee: 100, size: 7 });
});

test.each<[name: string, path: string, headers: Record<string, string>, detail: RegExp]>([
  ["no instant", "/cards", at("yesterday"), /must be an instant/],
  ["a day", "/cards?as_of=2026-03-31", {}, /must be an instant/],
  ["the future", "/cards", at("2999-01-01T00:00:00Z"), /must not be in the future/],
  [
    "another instant in the header",
    "/cards?as_of=2026-03-31T12:00:00Z",
    at("2026-03-30T12:00:00Z"),
    /the same instant/,
  ],
  ["a moment twice", "/cards?as_of=1&as_of=1", {}, /must be given once/],
  ["before the history", "/cards", at("2000-01-01T00:00:00Z"), /from when on the past is complete/],
  ["an event that is missing", "/cards", at("999999999"), /nor an event that is missing/],
  ["what isn't of the landscape", "/users", at("2026-03-31T12:00:00Z"), /only for reads of the landscape/],
])("%s is refused", async (_name, path, headers, detail) => {
  const answer = await admin.get(path, headers);
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body.detail)).toMatch(detail);
});

test("a change of the past is refused, and changes nothing", async () => {
  const id = await createCard({ name: "fast" });
  const answer = await admin.patch(`/cards/${id}`, { name: "loose" }, at(await moment()));
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body.detail)).toMatch(/the past can't be changed/);
  expect((await admin.get(`/cards/${id}`)).body.name).toBe("fast");
});

test("fifty moments at once by one viewer are bounded, and others are served meanwhile", async () => {
  const viewer = await server.as("viewer");
  const instants: string[] = [];
  const id = await createCard({ name: "0" });
  for (let n = 1; n <= 50; n++) {
    instants.push(new Date().toISOString());
    await admin.patch(`/cards/${id}`, { name: String(n) });
  }
  const answers = await Promise.all(instants.map((instant) => viewer.get(`/cards/${id}`, at(instant))));
  const statuses = Map.groupBy(answers, ({ status }) => status);
  expect([...statuses.keys()].every((status) => [200, 429, 503].includes(status))).toBe(true);
  expect(statuses.get(429)?.length).toBeGreaterThan(0);
  for (const { headers } of statuses.get(429) ?? []) expect(headers.get("retry-after")).toBe("5");
  const files = readdirSync(server.folder).filter((name) => name.includes("state-"));
  expect(files.length).toBeLessThanOrEqual(8);
  expect((await admin.get(`/cards/${id}`)).body.name).toBe("50");
});
