import { describe, expect, test } from "bun:test";
import { unique, violationsOf, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

const principles = "/metamodel/principles";
const regulations = "/metamodel/compliance-regulations";
const resourceTypes = "/metamodel/resource-types";
const stranger = "01900000-0000-7000-8000-000000000000";

const made = async (path: string, fields: object) => {
  const answer = await admin.post(path, fields);
  expect(answer.status).toBe(201);
  return answer.body;
};

describe("principles", () => {
  test("are created, changed, listed in order and deleted, and each change is published", async () => {
    const published = await watch(admin);
    const late = await made(principles, { title: "Late", sort_order: 5, is_active: false });
    expect(late).toEqual({
      id: late.id,
      title: "Late",
      description: null,
      rationale: null,
      implications: null,
      is_active: false,
      sort_order: 5,
      created_at: late.created_at,
      updated_at: late.created_at,
    });
    const first = await made(principles, { title: "First", rationale: "Because" });
    const second = await made(principles, { title: "Second" });
    const ids = async () => (await admin.get(principles)).body.map((principle: { id: string }) => principle.id);
    expect(await ids()).toEqual([first.id, second.id, late.id]);
    const changed = await admin.patch(`${principles}/${first.id}`, { rationale: null, implications: "Then" });
    expect(changed.body).toMatchObject({ title: "First", rationale: null, implications: "Then" });
    expect((await admin.patch(`${principles}/${first.id}`, { title: "First" })).status).toBe(200);
    expect((await admin.delete(`${principles}/${second.id}`)).status).toBe(204);
    expect(await ids()).toEqual([first.id, late.id]);
    expect(await published()).toMatchObject([
      { event_type: "metamodel.principle.created", data: { id: late.id, name: "Late" } },
      { event_type: "metamodel.principle.created" },
      { event_type: "metamodel.principle.created" },
      {
        event_type: "metamodel.principle.updated",
        data: { id: first.id, name: "First", changes: { rationale: { old: "Because", new: null } } },
      },
      { event_type: "metamodel.principle.deleted", data: { id: second.id, name: "Second" } },
    ]);
  });

  test.each([stranger, "nonsense"])("are answered with 404 for the unknown id %s, also at the deletion", async (id) => {
    expect(await admin.patch(`${principles}/${id}`, { title: "A" })).toMatchObject({
      status: 404,
      body: { detail: "Principle not found" },
    });
    expect((await admin.delete(`${principles}/${id}`)).status).toBe(204);
  });

  test("are listed in pages", async () => {
    const answer = await admin.get(`${principles}?page=2&page_size=1`);
    expect([answer.body.length, answer.headers.get("x-total-count")]).toEqual([1, "2"]);
  });

  test.each([
    [{}, "body.title: missing"],
    [{ title: "" }, "body.title: string_too_short"],
    [{ title: "x".repeat(301) }, "body.title: string_too_long"],
    [{ title: "A", sort_order: 1.5 }, "body.sort_order: int_from_float"],
    [{ title: "A", is_active: null }, "body.is_active: bool_type"],
  ])("are refused with %j", async (body, where) => {
    const answer = await admin.post(principles, body);
    expect(answer.status).toBe(422);
    expect(violationsOf(answer.body)).toContain(where);
  });
});

describe.each([
  ["regulation", regulations, "Regulation not found", {}],
  ["resource_type", resourceTypes, "Resource type not found", { kind: "link_type" }],
])("a %s", (subject, path, unknown, extra) => {
  const find = async (key: string) =>
    (await admin.get(path)).body.find((entry: { key: string; kind?: string }) => entry.key === key);

  test("is created with its key in lower case, changed and deleted, and each change is published", async () => {
    const published = await watch(admin);
    const entry = await made(path, { ...extra, key: "  My Rule ", label: " Mine ", translations: null });
    expect(entry).toMatchObject({
      ...extra,
      key: "my rule",
      label: "Mine",
      description: null,
      is_enabled: true,
      built_in: false,
      sort_order: 0,
      translations: {},
    });
    const one = `${path}/${entry.id}`;
    const changed = await admin.patch(one, { label: " Ours ", is_enabled: false, key: "other", sort_order: 7 });
    expect(changed.body).toMatchObject({ key: "my rule", label: "Ours", is_enabled: false, sort_order: 7 });
    expect((await admin.patch(one, { translations: { de: "U" } })).body.translations).toEqual({ de: "U" });
    expect((await admin.patch(one, { translations: null })).body.translations).toEqual({});
    expect((await admin.patch(one, { label: "Ours" })).status).toBe(200);
    expect((await admin.delete(one)).status).toBe(204);
    expect(await find("my rule")).toBeUndefined();
    const events = await published();
    expect(events.map((event) => event.event_type.split(".").slice(1).join("."))).toEqual([
      `${subject}.created`,
      `${subject}.updated`,
      `${subject}.updated`,
      `${subject}.updated`,
      `${subject}.deleted`,
    ]);
    expect(events[1].data).toMatchObject({ id: entry.id, changes: { is_enabled: { old: true, new: false } } });
  });

  test("can be changed and disabled, but not deleted, when it is built in", async () => {
    const [entry] = (await admin.get(path)).body;
    expect((await admin.patch(`${path}/${entry.id}`, { is_enabled: false })).body.is_enabled).toBe(false);
    const keys = async (query: string) =>
      (await admin.get(path + query)).body.map((one: { id: string }) => one.id) as string[];
    expect(await keys("?enabled_only=true")).not.toContain(entry.id);
    expect(await keys("")).toContain(entry.id);
    expect((await admin.delete(`${path}/${entry.id}`)).status).toBe(400);
    expect(await keys("")).toContain(entry.id);
  });

  test("needs a key of its own", async () => {
    const key = unique("key");
    await made(path, { ...extra, key, label: "A" });
    const again = await admin.post(path, { ...extra, key: ` ${key.toUpperCase()} `, label: "B" });
    expect([again.status, again.body.detail]).toEqual([400, expect.stringContaining(key)]);
    const blank = await admin.post(path, { ...extra, key: "  ", label: "B" });
    expect(blank).toMatchObject({ status: 400, body: { detail: "key is required" } });
  });

  test.each([stranger, "nonsense"])("is answered with 404 for the unknown id %s", async (id) => {
    const answer = { status: 404, body: { detail: unknown } };
    expect(await admin.patch(`${path}/${id}`, { label: "A" })).toMatchObject(answer);
    expect(await admin.delete(`${path}/${id}`)).toMatchObject(answer);
  });

  test.each([
    [{ label: "A" }, "body.key: missing"],
    [{ key: "", label: "A" }, "body.key: string_too_short"],
    [{ key: "x".repeat(101), label: "A" }, "body.key: string_too_long"],
    [{ key: "a", label: " " }, "body.label: value_error"],
    [{ key: "a", label: "A", translations: { de: 1 } }, "body.translations.de: string_type"],
    [{ key: "a", label: "A", is_enabled: "perhaps" }, "body.is_enabled: bool_parsing"],
  ])("is refused with %j", async (body, where) => {
    const answer = await admin.post(path, { ...extra, ...body });
    expect(answer.status).toBe(422);
    expect(violationsOf(answer.body)).toContain(where);
  });
});

describe("resource types", () => {
  test("have a kind, and a key that is unique in it", async () => {
    const key = unique("kind");
    const link = await made(resourceTypes, { kind: " link_type ", key, label: "L", icon: "" });
    const file = await made(resourceTypes, { kind: "file_category", key, label: "F", icon: "star" });
    expect([link.kind, link.icon, file.icon]).toEqual(["link_type", null, "star"]);
    expect((await admin.patch(`${resourceTypes}/${file.id}`, { icon: "", kind: "link_type" })).body).toMatchObject({
      icon: null,
      kind: "file_category",
    });
    const refused = await admin.post(resourceTypes, { kind: "other", key, label: "O" });
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining("kind must be")]);
  });

  test.each([
    ["?kind=link_type", ["link_type"]],
    ["?kind=file_category", ["file_category"]],
    ["?kind=Link_Type", []],
    ["", ["file_category", "link_type"]],
  ])("are listed by kind: %s", async (query, kinds) => {
    const { body } = await admin.get(resourceTypes + query);
    expect([...new Set(body.map((one: { kind: string }) => one.kind))]).toEqual(kinds);
  });
});
