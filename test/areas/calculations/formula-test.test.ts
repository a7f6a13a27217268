import { beforeAll, describe, expect, test } from "bun:test";
import {
  cardNow,
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  role,
  storedCards,
  unique,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { activeCalculation, calculation, calculationNow, hostile } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  const options = [
    { key: "high", label: "High" },
    { key: "low", label: "Low" },
  ];
  cardType("Gauge", [
    field("price", "cost"),
    field("size", "number"),
    field("live", "boolean"),
    field("risk", "single_select", { options }),
    field("tags", "multiple_select", { options }),
    field("empty", "single_select"),
    field("note", "text"),
    field("since", "date"),
  ]);
  cardType("Part", [field("price", "cost"), field("size", "number")]);
  relationType("gaugeToPart", "Gauge", "Part", {
    attributes_schema: [field("share", "number"), field("fee", "cost")],
  });
});

describe("the check of a formula", () => {
  const check = (formula: string, type = "Gauge") =>
    admin.post("/calculations/validate", { formula, target_type_key: type });

  test.each<[string, unknown]>([
    ["1 + 1", 2],
    ["data.name", "Test"],
    ["data.description", ""],
    ["data.status", "ACTIVE"],
    ["data.approval_status", "DRAFT"],
    ["data.subtype", null],
    ["data.lifecycle", {}],
    ["data.price + data.size", 0],
    ["data.live", false],
    ["data.risk", "high"],
    ["data.tags", "high"],
    ["data.empty", null],
    ["[data.note, data.since]", ["", ""]],
    ["relations", {}],
    ["relation_count", {}],
    ["[children, children_count]", [[], 0]],
    ["COUNT(relations.gaugeToPart)", 0],
    ["data.nothing", null],
    ["IF(data.live, unknown_name, 3)", 3],
    ["# a note\nx = 2\nx * 2", 4],
  ])("evaluates %j to %j for an empty card", async (formula, preview) => {
    expect(await check(formula)).toMatchObject({ status: 200 });
    expect((await check(formula)).body).toEqual({ valid: true, error: null, preview_result: preview });
  });

  test.each([
    "1 / data.size",
    "relation_count.gaugeToPart > 1",
    "len(relations.gaugeToPart)",
    "relations.gaugeToPart[0].attributes.size",
    "relations.gaugeToPart[0].rel_attributes.share + 1",
    "children[0].name",
    "data.lifecycle.active[:4]",
    "int(data.note)",
    'data.note.split(", ")[1]',
    "data.since[0]",
  ])("has no preview of %j, which needs a card with data", async (formula) => {
    expect((await check(formula)).body).toEqual({ valid: true, error: null, preview_result: null });
  });

  test.each<[string, string, line: number, column: number]>([
    ["1 +", "Formula validation failed", 1, 4],
    ["", "Formula validation failed", 1, 1],
    ["# only a note", "Formula validation failed", 1, 1],
    ["1\nx = (2", "Formula validation failed", 2, 7],
    ["a = b = 3", "Formula validation failed", 1, 7],
    ["import os", "Formula validation failed", 1, 1],
    ["1 / 0", "Formula validation failed", 1, 3],
    ["IF(data.size, 1)", "Formula validation failed", 1, 1],
    ['float("nan")', "Formula validation failed", 1, 1],
    ["SUM", "Formula validation failed", 1, 1],
    ["data.size + nope", "Formula references an undefined name or function", 1, 13],
    ["1\nnope(2)", "Formula references an undefined name or function", 2, 1],
  ])("refuses %j: %s at line %d, column %d", async (formula, error, line, column) => {
    const { status, body } = await check(formula);
    expect(status).toBe(200);
    expect(body).toEqual({ valid: false, error, position: { line, column, message: expect.any(String) } });
  });

  test.each(Object.entries(hostile))("answers %s with an error in bounded time", async (_, formula) => {
    const { status, body } = await check(formula);
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: false, error: expect.any(String) });
    expect(body).not.toHaveProperty("preview_result");
  });

  test("names an unknown type", async () => {
    expect((await check("1", "Nowhere")).body).toEqual({ valid: false, error: "Card type 'Nowhere' not found" });
  });

  test.each([
    ["a formula that is too long", { formula: "1".padEnd(5_001), target_type_key: "Gauge" }],
    ["no formula", { target_type_key: "Gauge" }],
    ["no type", { formula: "1" }],
  ])("refuses a request with %s", async (_, body) => {
    expect((await admin.post("/calculations/validate", body)).status).toBe(422);
  });
});

describe("the trial of a calculation", () => {
  const tried = async (formula: string, card: { id: string }, client = admin, target = "size") => {
    const { id } = await calculation(admin, "Gauge", target, formula);
    return client.post(`/calculations/${id}/test`, { card_id: card.id });
  };

  test("returns its value for the card and stores nothing", async () => {
    const card = await makeCard(admin, { type: "Gauge", attributes: { size: 4 } });
    const part = await makeCard(admin, { type: "Part", attributes: { size: 6 } });
    await relate(admin, "gaugeToPart", card, part, { attributes: { share: 0.5 } });
    const before = await cardNow(admin, card.id);
    const { id } = await calculation(admin, "Gauge", "size", "data.size + relations.gaugeToPart[0].attributes.size");
    expect((await admin.post(`/calculations/${id}/test`, { card_id: card.id })).body).toEqual({
      success: true,
      error: null,
      computed_value: 10,
      card_name: card.name,
    });
    expect(await cardNow(admin, card.id)).toEqual(before);
    expect(await calculationNow(admin, id)).toMatchObject({ last_run_at: null, last_error: null, is_active: false });
  });

  test("is possible before the formula is stored, and stores nothing either", async () => {
    const card = await makeCard(admin, { type: "Gauge", attributes: { size: 4 } });
    const before = await cardNow(admin, card.id);
    const trial = { formula: "data.size * 3", target_type_key: "Gauge", target_field_key: "size", card_id: card.id };
    expect((await admin.post("/calculations/trial", trial)).body).toEqual({
      success: true,
      error: null,
      computed_value: 12,
      card_name: card.name,
    });
    expect((await admin.post("/calculations/trial", { ...trial, formula: "data.size +" })).body).toMatchObject({
      success: false,
      computed_value: 4,
      position: { line: 1, column: 12 },
    });
    expect((await admin.post("/calculations/trial", { ...trial, target_type_key: "Part" })).status).toBe(400);
    expect(await cardNow(admin, card.id)).toEqual(before);
  });

  test("counts over all cards of the type what a formula would change, and shows some of them", async () => {
    cardType("Scale", [field("size", "number"), field("price", "cost"), field("result", "number")]);
    const made = (name: string, attributes: object) => makeCard(admin, { type: "Scale", name, attributes });
    const [filled, changed, emptied, same, failed] = [
      await made("Filled", { size: 4 }),
      await made("Changed", { size: 3, result: 7 }),
      await made("Emptied", { result: 1 }),
      await made("Same", { size: 2, result: 4 }),
      await made("Failed", { size: "many" }),
    ];
    const asked = {
      formula: 'data.size * 2 + (0 / (1 if data.size != "many" else 0)) if data.size else None',
      target_type_key: "Scale",
      target_field_key: "result",
    };
    const { body } = await admin.post("/calculations/preview", asked);
    expect(body).toMatchObject({
      card_count: 5,
      compared_count: 5,
      filled_count: 1,
      changed_count: 1,
      emptied_count: 1,
      failed_count: 1,
    });
    expect(body.cards.slice(0, 3)).toEqual([
      { card_id: filled.id, card_name: "Filled", before: null, after: 8, outcome: "filled" },
      { card_id: changed.id, card_name: "Changed", before: 7, after: 6, outcome: "changed" },
      { card_id: emptied.id, card_name: "Emptied", before: 1, after: null, outcome: "emptied" },
    ]);
    expect(body.cards[3]).toMatchObject({ card_id: failed.id, outcome: "failed", position: { line: 1 } });
    expect(body.cards[4]).toMatchObject({ card_id: same.id, outcome: "same" });
    const chosen = await admin.post("/calculations/preview", { ...asked, card_ids: [same.id] });
    expect(chosen.body).toMatchObject({ filled_count: 1, cards: [{ card_id: same.id, before: 4, after: 4 }] });
    expect(await cardNow(admin, filled.id)).toMatchObject({ attributes: { size: 4 } });
    expect((await admin.post("/calculations/preview", { ...asked, formula: "data." })).body).toMatchObject({
      failed_count: 5,
      cards: [{ position: { line: 1 } }, {}, {}, {}, {}],
    });
    expect((await admin.post("/calculations/preview", { ...asked, target_type_key: "None" })).status).toBe(404);
  });

  test("counts without the costs that the administrator of the metamodel may not see", async () => {
    cardType("Ledger", [field("price", "cost"), field("result", "number")]);
    await makeCard(admin, { type: "Ledger", attributes: { price: 900 } });
    const blind = await server.as(role("admin.metamodel", "inventory.view"));
    const asked = { formula: "1 if data.price else None", target_type_key: "Ledger", target_field_key: "result" };
    expect((await admin.post("/calculations/preview", asked)).body).toMatchObject({ filled_count: 1 });
    expect((await blind.post("/calculations/preview", asked)).body).toMatchObject({ filled_count: 0 });
  });

  test("knows the functions that a formula may call", async () => {
    const { body } = await admin.get("/calculations/functions");
    expect(body).toContainEqual({ name: "ROUND", parameters: ["value", "decimals"], required: 1 });
    expect(body).toContainEqual({ name: "CONCAT", parameters: ["…"], required: 0 });
  });

  test("is possible for an archived card, and with the result null", async () => {
    const [id] = storedCards([{ type: "Gauge", name: unique("Old "), status: "ARCHIVED", attributes: '{"size":2}' }]);
    expect((await tried("data.size * data.size", { id: id as string })).body).toMatchObject({ computed_value: 4 });
    expect((await tried("data.nothing", { id: id as string })).body).toMatchObject({
      success: true,
      computed_value: null,
    });
  });

  test.each([
    ["data.size / 0", { line: 1, column: 11 }],
    ["1 +", { line: 1, column: 4 }],
    ["\nnope", { line: 2, column: 1 }],
    ['"x" * 60000', { line: 1, column: 1 }],
    ['"\\x00"', { line: 1, column: 1 }],
  ])("returns the position of the failure of %j, and the present value of the card", async (formula, position) => {
    const card = await makeCard(admin, { type: "Gauge", attributes: { size: 4 } });
    const { status, body } = await tried(formula, card);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: false,
      error: "Calculation failed",
      computed_value: 4,
      card_name: card.name,
      position,
    });
  });

  test.each(Object.entries(hostile))("fails soon for a formula that is %s", async (_, formula) => {
    const card = await makeCard(admin, { type: "Gauge", attributes: { size: 4 } });
    expect(await tried(formula, card)).toMatchObject({ status: 200, body: { success: false, computed_value: 4 } });
  });

  test("needs a card of its type", async () => {
    const part = await makeCard(admin, { type: "Part" });
    const { status, body } = await tried("1", part);
    expect(status).toBe(400);
    expect(body.detail).toContain("Part");
    expect(body.detail).toContain("Gauge");
    expect(await tried("1", { id: "01900000-0000-7000-8000-000000000000" })).toMatchObject({
      status: 404,
      body: { detail: "Card not found" },
    });
    expect((await tried("1", { id: "nonsense" })).status).toBe(422);
  });

  test("reveals no costs that are hidden from the user", async () => {
    const card = await makeCard(admin, { type: "Gauge", attributes: { price: 7, size: 1 } });
    const part = await makeCard(admin, { type: "Part", attributes: { price: 40, size: 2 } });
    await relate(admin, "gaugeToPart", card, part, { attributes: { fee: 300, share: 3 } });
    const formula = `p = relations.gaugeToPart[0]
[data.price, data.size, p.attributes.price, p.attributes.size, p.rel_attributes.fee, p.rel_attributes.share]`;
    const blind = await server.as(role("admin.metamodel"));
    expect((await tried(formula, card)).body.computed_value).toEqual([7, 1, 40, 2, 300, 3]);
    expect((await tried(formula, card, blind)).body.computed_value).toEqual([null, 1, null, 2, null, 3]);
    const { body } = await tried("1 / 0", card, blind, "price");
    expect(body).toMatchObject({ success: false, computed_value: null });
  });

  test("doesn't change the last run of an active calculation", async () => {
    const { id } = await activeCalculation(admin, "Gauge", "other", "data.size");
    const card = await makeCard(admin, { type: "Gauge", attributes: { size: 4 } });
    const before = await calculationNow(admin, id);
    expect(before.last_run_at).not.toBeNull();
    expect((await admin.post(`/calculations/${id}/test`, { card_id: card.id })).body.success).toBe(true);
    expect(await calculationNow(admin, id)).toEqual(before);
  });
});
