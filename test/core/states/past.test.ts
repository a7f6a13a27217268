/** The landscape as it was: `X-Stoa-At` and `as_of` on reads, over the real server and its threads. */
import { beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { inList, listOf, statement } from "../../../db";
import { commit } from "../../../db/transaction";
import { FILE_LIMITS } from "../../../src/core/states/file-cache";
import { bytesOf, download, formOf, MIB } from "../../areas/file-attachments/support";
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

test("files of a card are listed and read as of a moment, until their content is deleted", async () => {
  const card = await createCard({ name: "With files" });
  const path = `/cards/${card}/file-attachments`;
  const [small, large] = [bytesOf("as it was"), bytesOf("%PDF-1.7 ".padEnd(MIB, "x"))];
  const note = (await admin.post(path, formOf(small, "text/plain", "note.txt"))).body.id;
  const plan = (await admin.post(path, formOf(large, "application/pdf", "plan.pdf"))).body.id;
  const before = await moment();
  await admin.delete(`/file-attachments/${note}`);
  const names = async (headers = {}) => (await admin.get(path, headers)).body.map(({ name }: { name: string }) => name);
  expect([await names(at(before)), await names()]).toEqual([["plan.pdf", "note.txt"], ["plan.pdf"]]);
  const read = await download(server.url, admin, plan, { headers: at(before) });
  expect(await read.bytes()).toEqual(large);
  expect(await admin.get(`/file-attachments/${note}/download?as_of=${before}`)).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining("content was deleted") },
  });
});

test("a person who was deleted since has no name in a former state", async () => {
  const id = await createCard({ name: "With a person" });
  const author = await server.as("member");
  const { display_name } = (await author.get("/auth/me")).body;
  await author.post(`/cards/${id}/comments`, { content: "Still here" });
  await admin.post(`/cards/${id}/stakeholders`, { user_id: author.userId, role: "observer" });
  const before = await moment();
  const read = async () => {
    const answers = [];
    for (const path of [`/cards/${id}`, `/cards/${id}/comments`, `/cards/${id}/stakeholders`])
      answers.push((await admin.get(path, at(before))).body);
    return JSON.stringify(answers);
  };
  expect(await read()).toContain(display_name);
  expect((await admin.delete(`/users/${author.userId}`)).status).toBe(204);
  const then = await read();
  expect(then).toContain("Still here");
  expect(then).not.toContain(display_name);
});

test("the same card is read in turns from the present, two states and a scenario, with versions and lists of their own", async () => {
  const type = cardType(unique("Alternating"));
  const id = await createCard({ type, name: "one" });
  await createCard({ type, name: "in the middle" });
  const instants: string[] = [];
  const rename = async (name: string, headers?: Record<string, string>) => {
    await admin.patch(`/cards/${id}`, { name }, headers);
    await admin.patch(`/metamodel/types/${type}`, { label: name }, headers);
  };
  for (const name of ["two", "three"]) {
    instants.push(await moment());
    await rename(name);
  }
  const [first, second] = instants as [string, string];
  const planned = { "x-stoa-scenario": (await admin.post("/scenarios", { name: "Alternating" })).body.id };
  await rename("four", planned);
  const states = [at(first), at(second), {}, planned];
  const read = async (headers: Record<string, string>) => {
    const { body, headers: got } = await admin.get(`/cards/${id}`, headers);
    const list = await admin.get(`/cards?type=${type}&sort_by=name&page_size=1&page=2`, headers);
    const { headers: ofType } = await admin.get(`/metamodel/types/${type}`, headers);
    return [body.name, list.body.items[0].name, ofType.get("etag") as string, got.get("etag") as string];
  };
  const expected: Awaited<ReturnType<typeof read>>[] = [];
  for (const state of states) expected.push(await read(state));
  expect(expected.map(([name, last]) => [name, last])).toEqual([
    ["one", "one"],
    ["two", "two"],
    ["three", "three"],
    ["four", "in the middle"],
  ]);
  for (let round = 0; round < 5; round++)
    for (const [at, state] of states.entries()) {
      expect(await read(state)).toEqual(expected[at] as string[]);
      for (const [other, [, , etag]] of expected.entries()) {
        const { status } = await admin.get(`/metamodel/types/${type}`, { ...state, "if-none-match": etag as string });
        expect(status).toBe(other === at ? 304 : 200);
      }
    }
  const change = async (state: Record<string, string>, [, , , etag = ""]: string[] = []) =>
    (await admin.patch(`/cards/${id}`, { description: "changed" }, { ...state, "if-match": etag })).status;
  const [, , present, inside] = expected;
  expect([await change({}, inside), await change(planned, present)]).toEqual([412, 412]);
  expect([await change({}, present), await change(planned, inside)]).toEqual([200, 200]);
  // A key stands for one change in each of the two that can be changed.
  const key = { "idempotency-key": crypto.randomUUID() };
  const make = async (headers: Record<string, string>) =>
    (await admin.post("/cards", { type, name: "made" }, { ...headers, ...key })).body.id;
  const [there, here] = [await make(planned), await make({})];
  expect([await make({}), await make(planned)]).toEqual([here, there]);
  expect(there).not.toBe(here);
  expect((await admin.get(`/cards/${there}`)).status).toBe(404);
});

test("each entry of a card's timeline is a moment: the state after it has what it changed", async () => {
  // Changes that are committed together are one moment.
  commit();
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
  const { headers } = await admin.get(`/cards/${id}`, { "x-stoa-at": String(last.number) });
  expect(headers.get("x-stoa-entry")).toBe(String(last.number));
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
  const files = () => readdirSync(server.folder).filter((name) => name.includes(".scratch-"));
  const isBounded = () =>
    files().filter((name) => /-\d+$/.test(name)).length <= FILE_LIMITS.files &&
    files().reduce((sum, name) => sum + Bun.file(join(server.folder, name)).size, 0) <= FILE_LIMITS.bytes;
  let answered = 0;
  const burst = Promise.all(
    instants.map(async (instant) => {
      const answer = await viewer.get(`/cards/${id}`, at(instant));
      answered++;
      expect(isBounded()).toBe(true);
      return answer;
    }),
  );
  for (let n = 0; n < 3; n++) expect((await admin.get(`/cards/${id}`)).body.name).toBe("50");
  expect(answered).toBeLessThan(instants.length);
  const statuses = Map.groupBy(await burst, ({ status }) => status);
  expect([...statuses.keys()].every((status) => [200, 429, 503].includes(status))).toBe(true);
  expect(statuses.get(429)?.length).toBeGreaterThan(0);
  for (const { headers, body } of [...(statuses.get(429) ?? []), ...(statuses.get(503) ?? [])]) {
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(body.detail).toMatch(/\w+ \w+/);
  }
});
