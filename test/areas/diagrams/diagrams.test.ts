/** Tests of diagrams: their fields, changes and refusals, versions, and dry runs. */
import { describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { checkDatabase } from "../../../db/check";
import { durable } from "../../../db/durability";
import { checks } from "../../../src/areas/diagrams/definitions";
import { newId } from "../../../src/platform/ids";
import { makeCard, storedCards, violationsOf } from "../../support/factories";
import { scenario, step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

const THUMBNAIL = "data:image/svg+xml;base64,PHN2Zy8+";
const xmlOf = (...ids: string[]) => `<mxGraphModel>${ids.map((id) => `<o cardId="${id}"/>`).join("")}</mxGraphModel>`;
const newCards = (count: number): string[] =>
  storedCards(
    Array.from({ length: count }, (_, index) => ({ type: "Application", name: `Drawn ${index} ${newId()}` })),
  );

async function create(fields: Record<string, unknown> = {}): Promise<string> {
  const answer = await member.post("/diagrams", { name: "Payments", ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

const read = async (id: string) => (await viewer.get(`/diagrams/${id}`)).body;
const listed = async (id: string) =>
  (await viewer.get("/diagrams")).body.find((diagram: { id: string }) => diagram.id === id);

test("a diagram is created, read, listed, changed and deleted", async () => {
  const [linked, drawn] = newCards(2) as [string, string];
  const data = { xml: xmlOf(drawn, drawn), thumbnail: THUMBNAIL, view: { kind: "card_type" }, unknown: [1, null] };
  const body = { name: " Payments ", description: "Who pays whom", data, card_ids: [linked, linked.toUpperCase()] };
  const { body: created } = await step({
    as: member,
    method: "POST",
    path: "/diagrams",
    body,
    status: 201,
    events: ({ id }) => [
      { event_type: "diagram.created", user_id: member.userId, payload: { id, name: " Payments " } },
    ],
  });
  const { id } = created;
  expect(created).toEqual({ id, name: " Payments ", card_ids: [linked] });
  const common = {
    id,
    name: " Payments ",
    description: "Who pays whom",
    card_ids: [linked],
    group_ids: [],
    created_by: member.userId,
    created_by_name: expect.any(String),
    is_favorite: false,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  };
  expect(await read(id)).toEqual({ ...common, data, card_refs: [drawn] });
  expect(await listed(id)).toEqual({ ...common, thumbnail: THUMBNAIL, card_count: 1 });
  const before = await read(id);
  const path = `/diagrams/${id}`;
  await step({
    as: member,
    method: "PATCH",
    path,
    body: { name: "", data: { xml: xmlOf(linked) }, nothing: 1 },
    status: 200,
    equals: { id, name: "", card_ids: [linked] },
    events: [{ event_type: "diagram.updated", payload: { id, name: "", fields: ["name", "data"] } }],
  });
  const after = await read(id);
  expect(after).toEqual({
    ...common,
    name: "",
    data: { xml: xmlOf(linked), card_refs: [linked] },
    card_refs: [linked],
  });
  expect(after.updated_at > before.updated_at).toBe(true);
  expect(await listed(id)).toMatchObject({ thumbnail: null, card_count: 1 });
  await member.post(`${path}/favorite`);
  await step({
    as: member,
    method: "DELETE",
    path,
    status: 204,
    events: [{ event_type: "diagram.deleted", payload: { id, name: "" } }],
  });
  for (const table of ["diagram_cards", "diagram_references", "diagram_favorites"])
    expect(statement(`SELECT 1 FROM ${table} WHERE diagram_id = ?`).get(id)).toBeNull();
  expect(await admin.get(`/cards/${linked}`)).toMatchObject({ status: 200 });
});

test("fields that are missing stay: a null clears the description alone, an empty list all links", async () => {
  const [one, other] = newCards(2) as [string, string];
  const id = await create({ description: "d", data: null, card_ids: [one] });
  expect(await read(id)).toMatchObject({ data: {}, card_refs: [], card_ids: [one] });
  const path = `/diagrams/${id}`;
  const unchanged = { name: null, data: null, card_ids: null };
  await step({ as: member, method: "PATCH", path, body: unchanged, status: 200, events: [] });
  const cleared = [{ event_type: "diagram.updated", data: { fields: ["description"] } }];
  await step({ as: member, method: "PATCH", path, body: { description: null }, status: 200, events: cleared });
  expect(await read(id)).toMatchObject({ name: "Payments", description: null, card_ids: [one] });
  const relinked = [{ event_type: "diagram.updated", data: { fields: ["card_ids"] } }];
  await step({
    as: member,
    method: "PATCH",
    path,
    body: { card_ids: [other, one, other] },
    status: 200,
    expects: { card_ids: [one, other].toSorted() },
    events: relinked,
  });
  await step({ as: member, method: "PATCH", path, body: { card_ids: [] }, status: 200, events: relinked });
  expect((await read(id)).card_ids).toEqual([]);
});

test("`updated_at` changes with the name, the description and the drawing, and with nothing else", async () => {
  const [card] = newCards(1) as [string];
  const id = await create({ data: { xml: "<x/>", view: { kind: "card_type", a: 1 }, card_refs: [] } });
  const path = `/diagrams/${id}`;
  const { updated_at } = await read(id);
  const { body: group } = await member.post("/diagram-groups", { name: "Group" });
  await member.patch(path, { card_ids: [card] });
  await member.put(`${path}/groups`, { group_ids: [group.id] });
  await viewer.post(`${path}/favorite`);
  await member.patch(path, { name: "Payments", data: { view: { a: 1, kind: "card_type" }, xml: "<x/>" } });
  expect(await read(id)).toMatchObject({ updated_at, card_ids: [card], group_ids: [group.id], is_favorite: true });
  await member.patch(path, { data: { xml: "<y/>" } });
  expect((await read(id)).updated_at > updated_at).toBe(true);
});

test("the data of a new diagram is stored unchanged, with the references that it names itself", async () => {
  const [card] = newCards(1) as [string];
  const data = { xml: xmlOf(card), card_refs: ["theirs"], thumbnail: null };
  const id = await create({ data });
  expect(await read(id)).toMatchObject({ data, card_refs: [card] });
});

describe("the version of a diagram", () => {
  test("prevents that a user overwrites an unseen change, and is optional", async () => {
    const [card] = newCards(1) as [string];
    const id = await create();
    const path = `/diagrams/${id}`;
    const versionNow = async () => (await viewer.get(path)).headers.get("etag") as string;
    const first = await versionNow();
    const saved = await member.patch(path, { name: "Mine" }, { "if-match": first });
    expect(saved.status).toBe(200);
    const second = await versionNow();
    expect(saved.headers.get("etag")).toBe(second);
    expect(second).not.toBe(first);
    const late = await admin.patch(path, { name: "Theirs" }, { "if-match": first });
    expect(late).toMatchObject({ status: 412 });
    expect(late.headers.get("etag")).toBe(second);
    await member.post(`${path}/cards`, { card_id: card });
    expect(await admin.patch(path, { card_ids: [] }, { "if-match": second })).toMatchObject({ status: 412 });
    expect(await read(id)).toMatchObject({ name: "Mine", card_ids: [card] });
    expect(await admin.patch(path, { card_ids: [] }, { "if-match": await versionNow() })).toMatchObject({
      status: 200,
    });
    expect(await admin.patch(path, { name: "Theirs" })).toMatchObject({ status: 200 });
  });
});

describe("a dry run of a change", () => {
  test("returns the result of the change, and changes nothing", async () => {
    const [one, other] = newCards(2) as [string, string];
    const id = await create({ data: { xml: xmlOf(one) }, card_ids: [one] });
    const before = await read(id);
    for (const dry_run of [true, "yes"])
      await step({
        as: member,
        method: "PATCH",
        path: `/diagrams/${id}`,
        body: { dry_run, name: "Other", description: "x", data: { xml: xmlOf(other) }, card_ids: [other] },
        status: 200,
        equals: { id, name: "Other", card_ids: [other] },
        events: [],
      });
    expect(await read(id)).toEqual(before);
    expect(await listed(id)).toMatchObject({ name: "Payments", card_count: 1 });
  });

  scenario("is refused like the change itself", async () => ({
    as: member,
    method: "PATCH",
    path: `/diagrams/${await create()}`,
    body: { dry_run: true, card_ids: [newId()] },
    status: 404,
    equals: { detail: "Card not found" },
    events: [],
  }));
});

describe("the request for a diagram", () => {
  const data = (fields: Record<string, unknown>) => ({ name: "x", data: fields });
  test.each([
    ["no name", {}, "body.name: missing"],
    ["a name that is too long", { name: "x".repeat(501) }, "body.name: string_too_long"],
    [
      "a description that is too long",
      { name: "x", description: "x".repeat(100_001) },
      "body.description: string_too_long",
    ],
    ["data that is a list", { name: "x", data: [] }, "body.data: model_attributes_type"],
    ["a drawing that is no text", data({ xml: { a: 1 } }), "body.data.xml: string_type"],
    ["a preview that is no text", data({ thumbnail: 7 }), "body.data.thumbnail: string_type"],
    ["a drawing with a DOCTYPE", data({ xml: "<!DoCtYpE x><x/>" }), "body.data.xml: value_error"],
    ["a preview that is too large", data({ thumbnail: "x".repeat(1_000_001) }), "body.data.thumbnail: string_too_long"],
    ["too much in addition to the drawing", data({ view: "x".repeat(50_000) }), "body.data: value_error"],
    ["links that are no list", { name: "x", card_ids: "x" }, "body.card_ids: list_type"],
    ["a link that is no id", { name: "x", card_ids: ["x"] }, "body.card_ids.0: uuid_parsing"],
  ])("is refused with %s", async (_, body, violation) => {
    const id = await create();
    for (const [method, path] of [
      ["POST", "/diagrams"],
      ["PATCH", `/diagrams/${id}`],
    ] as const) {
      if (method === "PATCH" && violation === "body.name: missing") continue;
      const answer = await step({ as: member, method, path, body, status: 422, events: [] });
      expect(violationsOf(answer.body)).toEqual([violation]);
    }
  });

  scenario("is refused with a card that doesn't exist", () => ({
    as: member,
    method: "POST",
    path: "/diagrams",
    body: { name: "x", card_ids: [newId()] },
    status: 404,
    equals: { detail: "Card not found" },
    events: [],
  }));

  test("is refused for a diagram that doesn't exist", async () => {
    for (const path of [`/diagrams/${newId()}`, "/diagrams/no-id"])
      for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const) {
        const equals = { detail: "Diagram not found" };
        await step({ as: member, method, path, ...(body && { body }), status: 404, equals, events: [] });
      }
  });

  test("is refused for any change by a viewer", async () => {
    const id = await create();
    const { body: group } = await member.post("/diagram-groups", { name: "Group" });
    const [card] = newCards(1) as [string];
    await member.post(`/diagrams/${id}/cards`, { card_id: card });
    for (const [method, path, body] of [
      ["POST", "/diagrams", { name: "x" }],
      ["PATCH", `/diagrams/${id}`, {}],
      ["DELETE", `/diagrams/${id}`],
      ["POST", `/diagrams/${id}/cards`, { card_id: card }],
      ["DELETE", `/diagrams/${id}/cards/${card}`],
      ["PUT", `/diagrams/${id}/groups`, { group_ids: [] }],
      ["POST", "/diagram-groups", { name: "x" }],
      ["PATCH", `/diagram-groups/${group.id}`, {}],
      ["DELETE", `/diagram-groups/${group.id}`],
    ] as const)
      await step({ as: viewer, method, path, ...(body && { body }), status: 403, events: [] });
  });
});

test("a diagram outlives its creator and loses the links to cards that are deleted", async () => {
  const leaver = await server.as("member");
  const { id: gone } = await makeCard(admin, { type: "Application" });
  const { body } = await leaver.post("/diagrams", { name: "Left", data: { xml: xmlOf(gone) }, card_ids: [gone] });
  await leaver.post(`/diagrams/${body.id}/favorite`);
  expect(await admin.delete(`/users/${leaver.userId}`)).toMatchObject({ status: 204 });
  await admin.delete(`/cards/${gone}`);
  expect(await read(body.id)).toMatchObject({
    created_by: null,
    created_by_name: null,
    card_ids: [],
    card_refs: [gone],
  });
});

test("`stoa check` finds a diagram whose number of cards is wrong", async () => {
  const id = await create({ data: { xml: xmlOf(...newCards(2)) } });
  const found = async () => {
    await durable();
    return checkDatabase(server.databaseFile, checks).find(({ check }) => check === "diagrams");
  };
  expect(await found()).toEqual({ check: "diagrams" });
  transaction(() => statement("UPDATE diagrams SET card_count = 1 WHERE id = ?").run(id));
  expect((await found())?.problem).toContain(id);
});
