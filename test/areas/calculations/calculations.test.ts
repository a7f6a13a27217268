import { describe, expect, test } from "bun:test";
import { db, tables, transaction } from "../../../db";
import { now } from "../../../src/platform/clock";
import { newId } from "../../../src/platform/ids";
import { cardType, field, unique, violationsOf, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { activeCalculation, calculation, calculationNow } from "./support";

const nobodysId = "01900000-0000-7000-8000-000000000000";

const server = testServer();
const admin = clientAs(server, "admin");

const valid = { name: "Cost", target_type_key: "Nowhere", target_field_key: "cost", formula: "1" };

describe("a new calculation", () => {
  test("is stored unchanged, not active, for a type and a field that need not exist, and published", async () => {
    const published = await watch(admin);
    const { status, body } = await admin.post("/calculations", {
      ...valid,
      description: "All of it",
      execution_order: 3,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...valid,
      id: expect.any(String),
      description: "All of it",
      execution_order: 3,
      is_active: false,
      last_error: null,
      last_run_at: null,
      created_by: admin.userId,
      created_at: expect.any(String),
      updated_at: body.created_at,
    });
    expect(await calculationNow(admin, body.id)).toEqual(body);
    expect(await published()).toMatchObject([
      { event_type: "calculation.created", user_id: admin.userId, data: { id: body.id, name: "Cost" } },
    ]);
  });

  test.each([
    ["empty texts", { name: "", target_type_key: "", target_field_key: "", formula: "" }],
    ["a formula that is none", { ...valid, formula: "1 +" }],
    ["a formula of 5,000 characters", { ...valid, formula: "1".padEnd(5_000, " ") }],
    ["an order given as text", { ...valid, execution_order: "7" }],
    ["a description of null", { ...valid, description: null }],
  ])("may have %s", async (_, body) => {
    expect(await admin.post("/calculations", body)).toMatchObject({ status: 201, body: { is_active: false } });
  });

  test.each([
    ["no name", { name: undefined }, "body.name: missing"],
    ["a name of null", { name: null }, "body.name: string_type"],
    ["a name that is too long", { name: "x".repeat(301) }, "body.name: string_too_long"],
    ["no type", { target_type_key: undefined }, "body.target_type_key: missing"],
    ["a type that is too long", { target_type_key: "x".repeat(101) }, "body.target_type_key: string_too_long"],
    ["no field", { target_field_key: undefined }, "body.target_field_key: missing"],
    ["a field that is too long", { target_field_key: "x".repeat(201) }, "body.target_field_key: string_too_long"],
    ["no formula", { formula: undefined }, "body.formula: missing"],
    ["a formula that is too long", { formula: "1".padEnd(5_001) }, "body.formula: string_too_long"],
    ["an order that is not whole", { execution_order: 1.5 }, "body.execution_order: int_from_float"],
    ["an immense order", { execution_order: 1e12 }, "body.execution_order: less_than_equal"],
  ])("is refused with %s", async (_, change, violation) => {
    const { status, body } = await admin.post("/calculations", { ...valid, ...change });
    expect(status).toBe(422);
    expect(violationsOf(body)).toEqual([violation]);
  });
});

describe("the list of calculations", () => {
  test("is ordered by type, execution order and creation, filtered by type, and paged", async () => {
    const [one, other] = [unique("Alpha"), unique("Beta")];
    const names = async (query: string) =>
      (await admin.get(`/calculations${query}`)).body.map((row: { name: string }) => row.name);
    await calculation(admin, other, "x", "1", { name: "b" });
    await calculation(admin, one, "x", "1", { name: "second", execution_order: 1 });
    await calculation(admin, one, "y", "1", { name: "third", execution_order: 1 });
    await calculation(admin, one, "z", "1", { name: "first", execution_order: -1 });
    expect(await names(`?type_key=${one}`)).toEqual(["first", "second", "third"]);
    expect(await names("?type_key=Nothing")).toEqual([]);
    const all = await names("");
    expect(all.indexOf("third")).toBeLessThan(all.indexOf("b"));
    const slice = await admin.get(`/calculations?type_key=${one}&page=2&page_size=2`);
    expect(slice.body).toMatchObject([{ name: "third" }]);
    expect(slice.headers.get("x-total-count")).toBe("3");
  });

  test("has each calculated field of active calculations once in the list of fields", async () => {
    const type = unique("Gauge");
    await calculation(admin, type, "idle", "1");
    await activeCalculation(admin, type, "total", "1");
    await activeCalculation(admin, type, "total", "2");
    await activeCalculation(admin, type, "count", "1");
    const { body } = await admin.get("/calculations/calculated-fields");
    expect(body[type].toSorted()).toEqual(["count", "total"]);
    expect(Object.keys(body)).not.toContain("Nowhere");
  });
});

describe("a change of a calculation", () => {
  test.each([
    ["name", "Renamed"],
    ["description", "Why"],
    ["description", null],
    ["target_type_key", "Elsewhere"],
    ["target_field_key", "other"],
    ["formula", "2"],
    ["execution_order", -4],
  ])("sets %s to %j, changes nothing else and is published", async (name, value) => {
    const before = await calculation(admin, unique("Gauge"), "x", "1", { description: "Before" });
    const published = await watch(admin);
    const { status, body } = await admin.patch(`/calculations/${before.id}`, { [name]: value });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, [name]: value, updated_at: expect.any(String) });
    expect(await calculationNow(admin, before.id)).toEqual(body);
    expect(await published()).toMatchObject([
      {
        event_type: "calculation.updated",
        data: { id: before.id, name: body.name, changes: { [name]: { old: before[name], new: value } } },
      },
    ]);
  });

  test("does nothing and publishes nothing when it sets the present values", async () => {
    const before = await calculation(admin, unique("Gauge"), "x", "1");
    const published = await watch(admin);
    expect((await admin.patch(`/calculations/${before.id}`, { formula: "1", is_active: true })).body).toEqual(before);
    expect((await admin.patch(`/calculations/${before.id}`, {})).body).toEqual(before);
    expect(await published()).toEqual([]);
  });

  test.each(["name", "target_type_key", "target_field_key", "formula", "execution_order"])(
    "can't set %s to null",
    async (name) => {
      const { id } = await calculation(admin, unique("Gauge"), "x", "1");
      const { status, body } = await admin.patch(`/calculations/${id}`, { [name]: null });
      expect(status).toBe(422);
      expect(body.detail[0].loc).toEqual(["body", name]);
    },
  );
});

test("activation and deactivation are published, and repeating them changes nothing", async () => {
  const { id } = await calculation(admin, unique("Gauge"), "x", "1 +");
  const published = await watch(admin);
  for (const [word, state] of [
    ["activate", true],
    ["activate", true],
    ["deactivate", false],
    ["deactivate", false],
  ])
    expect(await admin.post(`/calculations/${id}/${word}`)).toMatchObject({
      status: 200,
      body: { id, is_active: state },
    });
  expect(await published()).toMatchObject([
    { event_type: "calculation.activated", data: { id, changes: { is_active: { old: false, new: true } } } },
    { event_type: "calculation.deactivated", data: { id, changes: { is_active: { old: true, new: false } } } },
  ]);
});

test("a deleted calculation is gone, and its deletion is published", async () => {
  const type = unique("Gauge");
  const { id, name } = await activeCalculation(admin, type, "x", "1");
  const published = await watch(admin);
  expect((await admin.delete(`/calculations/${id}`)).status).toBe(204);
  expect((await admin.get(`/calculations/${id}`)).body).toEqual({ detail: "Calculation not found" });
  expect((await admin.delete(`/calculations/${id}`)).status).toBe(404);
  expect((await admin.get("/calculations/calculated-fields")).body[type]).toBeUndefined();
  expect(await published()).toMatchObject([{ event_type: "calculation.deleted", data: { id, name } }]);
});

test("the deletion of a card type deletes its calculations, and publishes each deletion", async () => {
  const [type, other] = [unique("Passing"), unique("Staying")];
  for (const key of [type, other]) await admin.post("/metamodel/types", { key, label: key });
  const make = async (target_type_key: string) => {
    const body = { name: "c", target_type_key, target_field_key: "a", formula: "1" };
    const { id } = (await admin.post("/calculations", body)).body;
    await admin.post(`/calculations/${id}/activate`);
    return id as string;
  };
  const [gone, remaining] = [await make(type), await make(other)];
  const published = await watch(admin);
  expect((await admin.delete(`/metamodel/types/${type}`)).status).toBe(200);
  expect((await admin.get(`/calculations/${gone}`)).status).toBe(404);
  expect((await admin.get(`/calculations/${remaining}`)).status).toBe(200);
  expect((await admin.get("/calculations/calculated-fields")).body).not.toHaveProperty(type);
  expect((await published()).map(({ event_type, data }) => [event_type, data.id])).toEqual([
    ["calculation.deleted", gone],
    ["metamodel.type.deleted", type],
  ]);
});

test("at most 100 calculations of a type are active", async () => {
  const type = unique("Gauge");
  const row = { name: "x", target_type_key: type, formula: "1", is_active: true, created_at: now(), updated_at: now() };
  transaction(() =>
    db
      .insert(tables.calculations)
      .values(Array.from({ length: 100 }, (_, place) => ({ ...row, id: newId(), target_field_key: `field${place}` })))
      .run(),
  );
  const { id } = await calculation(admin, type, "more", "1");
  const { status, body } = await admin.post(`/calculations/${id}/activate`);
  expect(status).toBe(400);
  expect(body.detail).toContain("At most 100");
});

describe("circles of calculations", () => {
  const start = async () => {
    const type = unique("Ring");
    await activeCalculation(admin, type, "a", "data.b + 1");
    return type;
  };

  test.each<[string, field: string, formula: string, pair: RegExp]>([
    ["a field that reads itself", "x", "data.x + 1", /x -> x$/],
    ["a field that reads itself by index", "x", 'data["x"]', /x -> x$/],
    ["a field that reads itself by get", "x", 'data.get("x", 0)', /x -> x$/],
    ["two fields that read each other", "b", "data.a", /b -> a$/],
    ["two fields that read each other under another name", "b", "d = data\nd.a", /b -> a$/],
  ])("are refused at the activation of %s", async (_, target, formula, pair) => {
    const { id } = await calculation(admin, await start(), target, formula);
    const published = await watch(admin);
    const { status, body } = await admin.post(`/calculations/${id}/activate`);
    expect(status).toBe(400);
    expect(body.detail).toMatch(pair);
    expect(await calculationNow(admin, id)).toMatchObject({ is_active: false });
    expect(await published()).toEqual([]);
  });

  test.each([
    ["in a comment", "1 # data.a"],
    ["in a text", '"data.a"'],
    ["of a related card", 'SUM(PLUCK(relations.any, "attributes.a"))'],
    ["of a variable", "a = {'a': 1}\na['a']"],
  ])("are not seen in a mention %s", async (_, formula) => {
    expect(await activeCalculation(admin, await start(), "b", formula)).toMatchObject({ is_active: true });
  });

  test("are found when they are longer, and a fork is none", async () => {
    const type = await start();
    await activeCalculation(admin, type, "b", "data.c + data.d");
    await activeCalculation(admin, type, "c", "data.d");
    const { id } = await calculation(admin, type, "d", "data.a");
    const { status, body } = await admin.post(`/calculations/${id}/activate`);
    expect(status).toBe(400);
    expect(body.detail).toMatch(/d -> [bc]$/);
    await activeCalculation(admin, type, "e", "data.a + data.b + data.c");
  });

  test.each([
    ["the formula", { formula: "data.a" }],
    ["the field", { target_field_key: "b2", formula: "data.b2" }],
  ])(
    "are refused when a change of %s closes one in an active calculation, and nothing is stored",
    async (_, change) => {
      const before = await activeCalculation(admin, await start(), "b", "1");
      const published = await watch(admin);
      const { status, body } = await admin.patch(`/calculations/${before.id}`, { ...change, name: "Changed" });
      expect(status).toBe(400);
      expect(body.detail).toMatch(/\w+ -> \w+$/);
      expect(await calculationNow(admin, before.id)).toEqual(before);
      expect(await published()).toEqual([]);
    },
  );

  test("are refused when an active calculation moves to a type where it would close one", async () => {
    const { id } = await activeCalculation(admin, unique("Ring"), "b", "data.a");
    const { status, body } = await admin.patch(`/calculations/${id}`, { target_type_key: await start() });
    expect(status).toBe(400);
    expect(body.detail).toMatch(/b -> a$/);
  });

  test("are possible among inactive calculations, and an active calculation may be renamed", async () => {
    const type = await start();
    const idle = await calculation(admin, type, "b", "1");
    expect((await admin.patch(`/calculations/${idle.id}`, { formula: "data.a" })).status).toBe(200);
    const active = await activeCalculation(admin, type, "c", "data.a");
    expect((await admin.patch(`/calculations/${active.id}`, { name: "Other", formula: "data.a" })).status).toBe(200);
  });
});

const onOne: [method: string, path: string, body: object | undefined][] = [
  ["GET", "/calculations/ID", undefined],
  ["PATCH", "/calculations/ID", { name: "x" }],
  ["DELETE", "/calculations/ID", undefined],
  ["POST", "/calculations/ID/activate", {}],
  ["POST", "/calculations/ID/deactivate", {}],
  ["POST", "/calculations/ID/test", { card_id: nobodysId }],
];

test.each(onOne)("%s %s of an unknown calculation is answered with 404", async (method, path, body) => {
  for (const id of [nobodysId, "nonsense", "%00", "a/../b".replaceAll("/", "%2F")])
    expect(await admin.send(method, path.replace("ID", id), body)).toMatchObject({
      status: 404,
      body: { detail: "Calculation not found" },
    });
});

test("the impact of removing a field or an option counts the calculations that refer to it", async () => {
  const options = [
    { key: "high", label: "High" },
    { key: "low", label: "Low" },
  ];
  const type = cardType(unique("Gauge"), [
    field("cost", "number"),
    field("risk", "single_select", { options }),
    field("note", "text"),
  ]);
  await calculation(admin, type, "total", "data.cost * 2");
  await calculation(admin, type, "cost", 'IF(data.risk == "high", 1, 0)');
  await calculation(admin, unique("Other"), "cost", "data.cost");
  await calculation(admin, type, "broken", "data.cost +");
  await calculation(admin, type, "below", 'SUM(PLUCK(children, "attributes.cost"))');
  const impact = async (query: string) => (await admin.get(`/metamodel/types/${type}/impact?${query}`)).body.references;
  expect(await impact("field_key=cost")).toMatchObject({ calculations: 3 });
  expect(await impact("field_key=risk")).toMatchObject({ calculations: 1 });
  expect(await impact("field_key=risk&option_key=high")).toMatchObject({ calculations: 1 });
  expect(await impact("field_key=risk&option_key=low")).toMatchObject({ calculations: 0 });
  expect(await impact("field_key=note")).toMatchObject({ calculations: 0 });
});
