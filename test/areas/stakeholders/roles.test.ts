import { expect, test } from "bun:test";
import {
  cardNow,
  cardType,
  stakeholder,
  stakeholderRole,
  storedCards,
  unique,
  violationsOf,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

/** Returns a card type with these active stakeholder roles, and the path of its definitions. */
function typeWith(...roleKeys: string[]): { type: string; path: string } {
  const type = cardType(unique("Type"));
  for (const key of roleKeys) stakeholderRole(type, key);
  return { type, path: `/metamodel/types/${type}/stakeholder-roles` };
}

const keys = (answer: { body: { key: string }[] }) => answer.body.map((row) => row.key);

test("a stakeholder role is created, last in the order, and published", async () => {
  const { type, path } = typeWith();
  const events = await watch(admin);
  const translations = { label: { de: "Eigner" } };
  const body = { key: "owner", label: "Owner", permissions: { "card.edit": true }, translations };
  const answer = await admin.post(path, body);
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    ...body,
    id: expect.any(String),
    card_type_key: type,
    description: null,
    color: "#757575",
    is_archived: false,
    sort_order: 0,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    archived_at: null,
    archived_by: null,
    stakeholder_count: 0,
  });
  expect((await admin.post(path, { key: "watcher", label: "Watcher" })).body.sort_order).toBe(1);
  expect(keys(await admin.get(path))).toEqual(["owner", "watcher"]);
  expect((await events())[0]).toMatchObject({
    event_type: "stakeholder_role.created",
    user_id: admin.userId,
    data: { id: answer.body.id, name: "owner", card_type_key: type },
  });
});

test("the permissions of a new stakeholder role take effect at once", async () => {
  const { type, path } = typeWith();
  await admin.post(path, { key: "editor", label: "Editor", permissions: { "card.edit": true } });
  const [card] = storedCards([{ type, name: unique("Card") }]) as [string];
  const viewer = await server.as("viewer");
  stakeholder(card, viewer.userId, "editor");
  expect((await viewer.patch(`/cards/${card}`, { description: "Edited" })).status).toBe(200);
  await admin.patch(`${path}/editor`, { permissions: { "card.edit": false } });
  expect((await viewer.patch(`/cards/${card}`, { description: "Again" })).status).toBe(403);
});

test.each([
  [{ key: "No" }, "body.key"],
  [{ key: "Owner" }, "body.key"],
  [{ key: "owner_" }, "body.key"],
  [{ label: "" }, "body.label"],
  [{ permissions: { "*": true } }, "body.permissions.*"],
  [{ permissions: { "inventory.view": true } }, "body.permissions.inventory.view"],
  [{ translations: { label: "Eigner" } }, "body.translations.label"],
  [{ translations: { label: { de: 1 } } }, "body.translations.label.de"],
  [{ translations: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`p${at}`, {}])) }, "body.translations"],
])("a stakeholder role with %j is refused", async (fields, loc) => {
  const { path } = typeWith();
  const answer = await admin.post(path, { key: "owner", label: "Owner", ...fields });
  expect(answer.status).toBe(422);
  expect(violationsOf(answer.body).map((violation) => violation.split(":")[0])).toContain(loc);
});

test("a key may be in camel case, and is used in assignments", async () => {
  const { type, path } = typeWith("watcher");
  const created = await admin.post(path, { key: "technicalOwner2", label: "Technical owner" });
  expect(created).toMatchObject({ status: 201, body: { key: "technicalOwner2" } });
  expect(await admin.patch(`${path}/technicalOwner2`, { label: "Keeper" })).toMatchObject({ status: 200 });
  const card = storedCards([{ type, name: unique("Card") }])[0] as string;
  const part = { user_id: admin.userId, role: "technicalOwner2" };
  expect(await admin.post(`/cards/${card}/stakeholders`, part)).toMatchObject({
    status: 201,
    body: { role: "technicalOwner2", role_label: "Keeper" },
  });
});

test("a key is unique in a type, archived roles included, but not across types", async () => {
  const { path } = typeWith("owner", "watcher");
  await admin.post(`${path}/owner/archive`);
  expect((await admin.post(path, { key: "owner", label: "Owner" })).status).toBe(409);
  expect((await admin.post(typeWith().path, { key: "owner", label: "Owner" })).status).toBe(201);
});

test("a stakeholder role is changed, and a change without differences publishes nothing", async () => {
  const { path } = typeWith("owner");
  const events = await watch(admin);
  const changes = {
    label: "Keeper",
    description: "Keeps",
    color: "#000000",
    sort_order: 4,
    translations: { label: { fr: "G" } },
  };
  expect((await admin.patch(`${path}/owner`, changes)).body).toMatchObject(changes);
  expect((await admin.patch(`${path}/owner`, { label: "Keeper" })).status).toBe(200);
  const [event, ...more] = await events();
  expect(event).toMatchObject({
    event_type: "stakeholder_role.updated",
    data: { name: "owner", changes: { label: { old: "owner", new: "Keeper" }, sort_order: { old: 0, new: 4 } } },
  });
  expect(more).toEqual([]);
  for (const body of [{ label: null }, { color: null }, { permissions: null }, { translations: null }])
    expect((await admin.patch(`${path}/owner`, body)).status).toBe(422);
});

test("a stakeholder role is archived and restored; assignments stay but grant nothing", async () => {
  const { type, path } = typeWith("owner", "watcher");
  await admin.patch(`${path}/owner`, { permissions: { "card.edit": true } });
  const [card] = storedCards([{ type, name: unique("Card") }]) as [string];
  const viewer = await server.as("viewer");
  stakeholder(card, viewer.userId, "owner");
  const events = await watch(admin);

  const one = (await admin.get(`${path}/owner`)).body.stakeholder_count;
  const archived = await admin.post(`${path}/owner/archive`);
  expect(archived).toMatchObject({
    status: 200,
    body: { is_archived: true, archived_by: admin.userId, affected_stakeholders_count: one },
  });
  expect(keys(await admin.get(path))).toEqual(["watcher"]);
  expect(keys(await admin.get(`${path}?include_archived=true`))).toEqual(["owner", "watcher"]);
  expect((await viewer.patch(`/cards/${card}`, { description: "Edited" })).status).toBe(403);
  const add = { user_id: viewer.userId, role: "owner" };
  expect((await admin.post(`/cards/${card}/stakeholders`, add)).status).toBe(400);
  expect((await admin.patch(`${path}/owner`, { label: "X" })).status).toBe(400);
  expect((await admin.post(`${path}/owner/archive`)).status).toBe(400);
  expect((await admin.post(`${path}/watcher/archive`)).status).toBe(409);

  expect((await admin.post(`${path}/owner/restore`)).body).toMatchObject({ is_archived: false, archived_at: null });
  expect((await admin.post(`${path}/owner/restore`)).status).toBe(400);
  expect((await viewer.patch(`/cards/${card}`, { description: "Edited" })).status).toBe(200);
  const eventTypes = (await events())
    .map((event) => event.event_type)
    .filter((type) => type.startsWith("stakeholder_role"));
  expect(eventTypes).toEqual(["stakeholder_role.archived", "stakeholder_role.restored"]);
});

test("the number of active roles counts for the quality of the type's cards", async () => {
  const { type, path } = typeWith("owner");
  const [card] = storedCards([{ type, name: unique("Card"), description: "Told" }]) as [string];
  stakeholder(card, (await server.as("viewer")).userId, "owner");
  const quality = async () => (await cardNow(admin, card)).data_quality;
  // Description and owner are there, the life cycle is missing.
  await admin.post(path, { key: "watcher", label: "Watcher" });
  expect(await quality()).toBe(50);
  await admin.post(`${path}/watcher/archive`);
  expect(await quality()).toBe(66.7);
  await admin.post(`${path}/watcher/restore`);
  expect(await quality()).toBe(50);
});

test("assignments are counted across types", async () => {
  const key = unique("counted");
  const types = [typeWith(key), typeWith(key)];
  const viewer = await server.as("viewer");
  for (const { type } of types)
    stakeholder(storedCards([{ type, name: unique("Card") }])[0] as string, viewer.userId, key);
  expect((await admin.get(`${types[0]?.path}/${key}`)).body.stakeholder_count).toBe(2);
});

test.each(["GET", "POST"])("the request %s for the roles of an unknown type is answered with 404", async (method) => {
  const body = method === "GET" ? undefined : { key: "owner", label: "Owner" };
  const answer = await admin.send(method, "/metamodel/types/Nonsense/stakeholder-roles", body);
  expect(answer).toMatchObject({ status: 404, body: { detail: "Card type not found" } });
});

test("an unknown role of a type is answered with 404", async () => {
  const { path } = typeWith();
  for (const [method, end, body] of [
    ["GET", "", undefined],
    ["PATCH", "", { label: "X" }],
    ["POST", "/archive", undefined],
    ["POST", "/restore", undefined],
  ] as const)
    expect(await admin.send(method, `${path}/nonsense${end}`, body)).toMatchObject({
      status: 404,
      body: { detail: "Stakeholder role not found" },
    });
});

test("the schema shows every permission on a card", async () => {
  const { body } = await admin.get("/stakeholder-roles/permissions-schema");
  expect(Object.keys(body)).toHaveLength(15);
  expect(Object.keys(body)[0]).toBe("card.view");
});

test("the roles to choose from are the type's own, else its older list, else two defaults", async () => {
  const viewer = await server.as("viewer");
  const options = async (type: string) => (await viewer.get(`/stakeholder-roles?type_key=${type}`)).body;
  const { type, path } = typeWith("owner", "watcher");
  await admin.patch(`${path}/watcher`, {
    label: "Watcher",
    sort_order: -1,
    translations: { label: { de: "Wächter" } },
  });
  expect(await options(type)).toEqual([
    { key: "watcher", label: "Watcher", translations: { label: { de: "Wächter" } } },
    { key: "owner", label: "owner", translations: {} },
  ]);
  const older = cardType(unique("Older"), [], { stakeholder_roles: [{ key: "keeper", label: "Keeper" }] });
  expect(await options(older)).toEqual([{ key: "keeper", label: "Keeper", translations: {} }]);
  const defaults = [
    { key: "responsible", label: "Responsible", translations: {} },
    { key: "observer", label: "Observer", translations: {} },
  ];
  expect(await options(typeWith().type)).toEqual(defaults);
  expect(await options("Nonsense")).toEqual(defaults);
});

test("the list without a type has every key once, ordered by key", async () => {
  typeWith("zz_shared");
  typeWith("zz_shared", "aa_first");
  const listed = keys(await admin.get("/stakeholder-roles"));
  expect(listed.filter((key) => key === "zz_shared")).toHaveLength(1);
  expect(listed).toEqual(listed.toSorted());
  expect(listed).toContain("responsible");
});
