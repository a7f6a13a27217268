import { describe, expect, test } from "bun:test";
import { transaction } from "../../../db";
import { fieldsDerivedElsewhere, runCalculations } from "../../../src/areas/calculations/run";
import {
  cardNow,
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  storedCards,
  unique,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { activeCalculation, calculationNow, hostile } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

/** Creates a card type of its own for a test. */
const newType = (rest: Parameters<typeof cardType>[2] = {}) =>
  cardType(unique("Gauge"), [field("size", "number"), field("double", "number")], rest);

const attributesOf = async (card: { id: string }) => (await cardNow(admin, card.id)).attributes;

/**
 * Returns two types with a relation between them; the first counts its relations and adds up the sizes at their other ends.
 */
async function related() {
  const [whole, part] = [newType(), newType()];
  const key = relationType(unique("consists"), whole, part, { attributes_schema: [field("share", "number")] });
  await activeCalculation(admin, whole, "count", `relation_count.${key}`);
  await activeCalculation(admin, whole, "sum", `SUM(PLUCK(relations.${key}, "attributes.size"))`);
  await activeCalculation(admin, whole, "share", `SUM(PLUCK(relations.${key}, "rel_attributes.share"))`);
  await activeCalculation(admin, part, "users", `COUNT(relations.${key})`);
  return { whole, part, key };
}

describe("the calculations of a card", () => {
  test("run when it is created", async () => {
    const type = newType();
    const { id } = await activeCalculation(admin, type, "double", "data.size * 2");
    const card = await makeCard(admin, { type, attributes: { size: 3 } });
    expect(card.attributes).toEqual({ size: 3, double: 6 });
    expect(await attributesOf(card)).toEqual({ size: 3, double: 6 });
    const { last_run_at, last_error, updated_at } = await calculationNow(admin, id);
    expect({ last_error, updated_at }).toEqual({ last_error: null, updated_at: last_run_at });
    expect(last_run_at >= card.created_at).toBe(true);
  });

  test("run when it is changed, whatever the client sent for the field", async () => {
    const type = newType();
    await activeCalculation(admin, type, "double", "data.size * 2");
    const card = await makeCard(admin, { type, attributes: { size: 3 } });
    const patch = async (attributes: object) =>
      (await admin.patch(`/cards/${card.id}`, { attributes })).body.attributes;
    expect(await patch({ size: 5 })).toEqual({ size: 5, double: 10 });
    expect(await patch({ size: 5, double: 1 })).toEqual({ size: 5, double: 10 });
    expect(await patch({ size: 6, double: 1 })).toEqual({ size: 6, double: 12 });
  });

  test("run when it is created or changed in bulk", async () => {
    const type = newType();
    await activeCalculation(admin, type, "double", "data.size * 2");
    const cards = [1, 2, 3].map((size) => ({ row_index: size, type, name: unique("Card "), attributes: { size } }));
    const made = (await admin.post("/cards/bulk-create", { cards })).body.results as { id: string }[];
    expect(await Promise.all(made.map(attributesOf))).toEqual([1, 2, 3].map((size) => ({ size, double: size * 2 })));
    const changed = await admin.patch("/cards/bulk", {
      ids: made.map((card) => card.id),
      updates: { attributes: { size: 7 } },
    });
    expect(changed.status).toBe(200);
    expect(await Promise.all(made.map(attributesOf))).toEqual(made.map(() => ({ size: 7, double: 14 })));
  });

  test("don't run for a change that changes nothing, nor in a dry run", async () => {
    const type = newType();
    const { id } = await activeCalculation(admin, type, "double", "data.size * 2");
    const card = await makeCard(admin, { type, attributes: { size: 3 } });
    const before = await calculationNow(admin, id);
    await admin.patch(`/cards/${card.id}`, { name: card.name });
    await admin.patch("/cards/bulk", { ids: [card.id], updates: { attributes: { size: 9 } }, dry_run: true });
    expect(await calculationNow(admin, id)).toEqual(before);
    expect(await attributesOf(card)).toEqual({ size: 3, double: 6 });
  });

  test("run for a thousand cards at once, each with its own data", async () => {
    const { whole, part, key } = await related();
    const parts = await Promise.all([1, 2, 3].map((size) => makeCard(admin, { type: part, attributes: { size } })));
    const rows = Array.from({ length: 1_200 }, (_, row_index) => ({ row_index, type: whole, name: unique("Card ") }));
    const made = (await admin.post("/cards/bulk-create", { cards: rows })).body.results as { id: string }[];
    const operations = made.map(({ id }, place) => ({
      row_index: place,
      type: key,
      source: { id },
      target: { id: parts[place % 3].id },
      attributes: { share: place },
    }));
    expect((await admin.post("/relations/bulk", { operations })).body).toMatchObject({ upserted: 1_200, failed: 0 });
    for (const place of [0, 1, 2, 998, 999, 1_000, 1_199])
      expect(await attributesOf(made[place] as { id: string })).toEqual({
        count: 1,
        sum: (place % 3) + 1,
        share: place,
      });
    expect(await attributesOf(parts[0])).toEqual({ size: 1, users: 400 });
  });
});

describe("the calculations of both ends of a relation", () => {
  test("run when it is created, changed and deleted", async () => {
    const { whole, part, key } = await related();
    const source = await makeCard(admin, { type: whole });
    const target = await makeCard(admin, { type: part, attributes: { size: 4 } });
    expect([await attributesOf(source), await attributesOf(target)]).toEqual([
      { count: 0, sum: 0, share: 0 },
      { size: 4, users: 0 },
    ]);
    const relation = await relate(admin, key, source, target, { attributes: { share: 2 } });
    expect([await attributesOf(source), await attributesOf(target)]).toEqual([
      { count: 1, sum: 4, share: 2 },
      { size: 4, users: 1 },
    ]);
    await admin.patch(`/relations/${relation.id}`, { attributes: { share: 5 } });
    expect(await attributesOf(source)).toMatchObject({ share: 5 });
    expect((await admin.delete(`/relations/${relation.id}`)).status).toBe(204);
    expect([await attributesOf(source), await attributesOf(target)]).toEqual([
      { count: 0, sum: 0, share: 0 },
      { size: 4, users: 0 },
    ]);
  });

  test("run for the source first, so that the target can read the result", async () => {
    const [one, other] = [newType(), newType()];
    const key = relationType(unique("feeds"), one, other);
    await activeCalculation(admin, one, "double", `COUNT(relations.${key}) * 2`);
    await activeCalculation(admin, other, "double", `SUM(PLUCK(relations.${key}, "attributes.double"))`);
    const [source, target] = [await makeCard(admin, { type: one }), await makeCard(admin, { type: other })];
    await relate(admin, key, source, target);
    expect(await attributesOf(target)).toEqual({ double: 2 });
  });

  test("run even when the relation doesn't change", async () => {
    const { whole, part, key } = await related();
    const source = await makeCard(admin, { type: whole });
    const target = await makeCard(admin, { type: part, attributes: { size: 4 } });
    const relation = await relate(admin, key, source, target);
    await admin.patch(`/cards/${target.id}`, { attributes: { size: 9 } });
    expect(await attributesOf(source)).toMatchObject({ sum: 4 });
    expect((await admin.patch(`/relations/${relation.id}`, {})).status).toBe(200);
    expect(await attributesOf(source)).toMatchObject({ sum: 9 });
  });

  test("run when relations are created and deleted in bulk, but not in a dry run", async () => {
    const { whole, part, key } = await related();
    const source = await makeCard(admin, { type: whole });
    const targets = await Promise.all([1, 2].map((size) => makeCard(admin, { type: part, attributes: { size } })));
    const operations = targets.map((target, row_index) => ({
      row_index,
      type: key,
      source: { id: source.id },
      target: { id: target.id },
    }));
    await admin.post("/relations/bulk", { operations, dry_run: true });
    expect(await attributesOf(source)).toMatchObject({ count: 0 });
    await admin.post("/relations/bulk", { operations });
    expect(await attributesOf(source)).toMatchObject({ count: 2, sum: 3 });
    expect(await attributesOf(targets[0])).toMatchObject({ users: 1 });
    const removals = operations.slice(0, 1).map((operation) => ({ ...operation, action: "delete" }));
    await admin.post("/relations/bulk", { operations: removals });
    expect(await attributesOf(source)).toMatchObject({ count: 1, sum: 2 });
    expect(await attributesOf(targets[0])).toMatchObject({ users: 0 });
  });

  test("run for the remaining end when a card is deleted, alone and in bulk", async () => {
    const { whole, part, key } = await related();
    const source = await makeCard(admin, { type: whole });
    const targets = await Promise.all([1, 2, 4].map((size) => makeCard(admin, { type: part, attributes: { size } })));
    for (const target of targets) await relate(admin, key, source, target);
    await admin.delete(`/cards/${targets[0].id}`);
    expect(await attributesOf(source)).toMatchObject({ count: 2, sum: 6 });
    await admin.post("/cards/bulk-delete", { card_ids: [targets[1].id] });
    expect(await attributesOf(source)).toMatchObject({ count: 1, sum: 4 });
  });

  test("run when the relation type is deleted with its relations", async () => {
    const { whole, part, key } = await related();
    const source = await makeCard(admin, { type: whole });
    const target = await makeCard(admin, { type: part, attributes: { size: 4 } });
    await relate(admin, key, source, target);
    expect((await admin.delete(`/metamodel/relation-types/${key}?force=true`)).status).toBe(200);
    expect(await attributesOf(source)).toMatchObject({ sum: 0 });
    expect(await attributesOf(target)).toMatchObject({ users: 0 });
  });
});

describe("the relations in a formula", () => {
  test("are of both directions, oldest first, without archived cards, and once for a relation to itself", async () => {
    const type = newType();
    const key = relationType(unique("next"), type, type);
    await activeCalculation(admin, type, "names", `PLUCK(relations.${key}, "name")`);
    const [own, ...others] = await Promise.all(
      ["own", "a", "b", "c"].map((name) => makeCard(admin, { type, name: unique(name) })),
    );
    await relate(admin, key, own, others[0]);
    await relate(admin, key, others[1], own);
    await relate(admin, key, own, own);
    await relate(admin, key, own, others[2]);
    const names = [...others.slice(0, 2), own, others[2]].map((card) => card.name);
    expect(await attributesOf(own)).toEqual({ names });
    await admin.post(`/cards/${others[1].id}/archive`);
    await admin.patch(`/cards/${own.id}`, { description: "again" });
    expect(await attributesOf(own)).toEqual({ names: names.filter((name) => name !== others[1].name) });
  });

  test("have an entry for each relation, with the data of the card and of the relation", async () => {
    const [type, other] = [newType(), newType()];
    const key = relationType(unique("next"), type, other);
    await activeCalculation(admin, type, "entry", `relations.${key}[0]`);
    const target = await makeCard(admin, { type: other, attributes: { size: 1 } });
    const source = await makeCard(admin, { type });
    await relate(admin, key, source, target, { attributes: { weight: 2 } });
    expect(await attributesOf(source)).toEqual({
      entry: { id: target.id, name: target.name, type: other, attributes: { size: 1 }, rel_attributes: { weight: 2 } },
    });
  });

  test("have all types of the card's type, except hidden and unknown ones", async () => {
    const [type, other] = [newType(), newType()];
    const [there, back] = [relationType(unique("there"), type, other), relationType(unique("back"), other, type)];
    const hidden = relationType(unique("hidden"), type, other, { is_hidden: true });
    const elsewhere = relationType(unique("elsewhere"), other, other);
    await activeCalculation(admin, type, "keys", "sorted = list(relation_count.keys())\nsorted");
    await activeCalculation(admin, type, "none", `[relations.${hidden}, relations.${elsewhere}, relations.nothing]`);
    const card = await makeCard(admin, { type });
    const attributes = await attributesOf(card);
    expect(attributes.keys.toSorted()).toEqual([back, there].toSorted());
    expect(attributes.none).toEqual([null, null, null]);
  });
});

describe("the children in a formula", () => {
  const family = async () => {
    const type = newType({ has_hierarchy: true });
    await activeCalculation(admin, type, "sum", 'SUM(PLUCK(children, "attributes.size"))');
    await activeCalculation(admin, type, "count", "children_count");
    return type;
  };

  test("change as children are created, moved and deleted", async () => {
    const type = await family();
    const [one, other] = [await makeCard(admin, { type }), await makeCard(admin, { type })];
    const child = await makeCard(admin, { type, parent_id: one.id, attributes: { size: 3 } });
    expect(await attributesOf(one)).toEqual({ sum: 3, count: 1 });
    await admin.patch(`/cards/${child.id}`, { parent_id: other.id });
    expect([await attributesOf(one), await attributesOf(other)]).toEqual([
      { sum: 0, count: 0 },
      { sum: 3, count: 1 },
    ]);
    await admin.patch("/cards/bulk", { ids: [child.id], updates: { parent_id: one.id } });
    expect([await attributesOf(one), await attributesOf(other)]).toEqual([
      { sum: 3, count: 1 },
      { sum: 0, count: 0 },
    ]);
    await admin.delete(`/cards/${child.id}`);
    expect(await attributesOf(one)).toEqual({ sum: 0, count: 0 });
  });

  test("are complete for trees that are created in bulk, and for children that get another parent", async () => {
    const type = await family();
    const root = await makeCard(admin, { type });
    const middle = unique("Middle ");
    const cards = [
      { row_index: 0, type, name: middle, parent_id: root.id, attributes: { size: 1 } },
      { row_index: 1, type, name: unique("Leaf "), parent_name: middle, attributes: { size: 10 } },
      { row_index: 2, type, name: unique("Leaf "), parent_name: middle, attributes: { size: 20 } },
    ];
    const [made] = (await admin.post("/cards/bulk-create", { cards })).body.results;
    expect(await attributesOf(root)).toEqual({ sum: 1, count: 1 });
    expect(await attributesOf(made)).toEqual({ size: 1, sum: 30, count: 2 });
    await admin.send("DELETE", `/cards/${made.id}`, { child_strategy: "reparent" });
    expect(await attributesOf(root)).toEqual({ sum: 30, count: 2 });
  });

  test("don't cause a calculation of the parent when only their data change", async () => {
    const type = await family();
    const parent = await makeCard(admin, { type });
    const child = await makeCard(admin, { type, parent_id: parent.id, attributes: { size: 3 } });
    await admin.patch(`/cards/${child.id}`, { attributes: { size: 5 } });
    expect(await attributesOf(parent)).toMatchObject({ sum: 3 });
    await admin.post(`/calculations/recalculate/${type}`);
    expect(await attributesOf(parent)).toMatchObject({ sum: 5 });
  });
});

describe("the order of calculations", () => {
  test("is by dependency, whatever their own order is", async () => {
    const type = newType();
    await activeCalculation(admin, type, "c", "data.b * 2", { execution_order: 1 });
    await activeCalculation(admin, type, "b", "data.a + 1", { execution_order: 2 });
    await activeCalculation(admin, type, "a", "data.size", { execution_order: 3 });
    const card = await makeCard(admin, { type, attributes: { size: 3 } });
    expect(card.attributes).toEqual({ size: 3, a: 3, b: 4, c: 8 });
    expect((await admin.patch(`/cards/${card.id}`, { attributes: { size: 5 } })).body.attributes).toMatchObject({
      c: 12,
    });
  });

  test("is otherwise by execution_order, then by creation, and the last one that fills a field wins", async () => {
    const type = newType();
    await activeCalculation(admin, type, "x", '"second"', { execution_order: 2 });
    await activeCalculation(admin, type, "x", '"third"', { execution_order: 2 });
    await activeCalculation(admin, type, "x", '"first"', { execution_order: 1 });
    expect((await makeCard(admin, { type })).attributes).toEqual({ x: "third" });
  });

  test("follows every change of the calculations", async () => {
    const type = newType();
    const { id } = await activeCalculation(admin, type, "double", "data.size * 2");
    const card = await makeCard(admin, { type, attributes: { size: 3 } });
    const again = async () => (await admin.patch(`/cards/${card.id}`, { description: unique("d") })).body.attributes;
    await admin.patch(`/calculations/${id}`, { formula: "data.size * 3" });
    expect(await again()).toEqual({ size: 3, double: 9 });
    await admin.patch(`/calculations/${id}`, { target_field_key: "triple" });
    expect(await again()).toEqual({ size: 3, double: 9, triple: 9 });
    await admin.post(`/calculations/${id}/deactivate`);
    await admin.patch(`/cards/${card.id}`, { attributes: { size: 4 } });
    expect(await attributesOf(card)).toEqual({ size: 4 });
    await admin.post(`/calculations/${id}/activate`);
    expect(await attributesOf(card)).toEqual({ size: 4 });
    expect(await again()).toEqual({ size: 4, triple: 12 });
    await admin.delete(`/calculations/${id}`);
    await admin.patch(`/cards/${card.id}`, { attributes: { size: 5, triple: 12 } });
    expect(await attributesOf(card)).toEqual({ size: 5, triple: 12 });
  });
});

describe("the result of a calculation", () => {
  test.each<[string, unknown]>([
    ["1.5", 1.5],
    ["4 / 2", 2],
    ['"text"', "text"],
    ["False", false],
    ['["a", (1, 2), {"k": None}]', ["a", [1, 2], { k: null }]],
    ["data.size", 3],
  ])("is stored as it is for %j", async (formula, value) => {
    const type = newType();
    await activeCalculation(admin, type, "result", formula);
    expect((await makeCard(admin, { type, attributes: { size: 3 } })).attributes.result).toEqual(value);
  });

  test("deletes the field when it is null", async () => {
    const type = newType();
    await activeCalculation(admin, type, "double", "IF(data.size > 2, data.size, None)");
    const card = await makeCard(admin, { type, attributes: { size: 3, double: 9 } });
    expect(card.attributes).toEqual({ size: 3, double: 3 });
    const { body } = await admin.patch(`/cards/${card.id}`, { attributes: { size: 1, double: 3 } });
    expect(body.attributes).toEqual({ size: 1 });
  });

  test("may be stored in an attribute that is named like a field of the card", async () => {
    const type = newType();
    await activeCalculation(admin, type, "name", '"calculated"', { execution_order: 1 });
    await activeCalculation(admin, type, "seen", "data.name", { execution_order: 2 });
    const card = await makeCard(admin, { type });
    expect(card.attributes).toEqual({ name: "calculated", seen: "calculated" });
    expect(card.name).not.toBe("calculated");
  });

  test.each([
    ["is longer than a card can hold", '"x" * 60000', "result"],
    ["is nested deeper than a card can hold", "[[[[[[1]]]]]]", "result"],
    ["holds a NUL character", '"\\x00"', "result"],
    ["has a key that no body may have", '{"__proto__": 1}', "result"],
    ["goes into a field that no body may have", "1", "__proto__"],
  ])("is an error when it %s", async (_, formula, target) => {
    const type = newType();
    const { id } = await activeCalculation(admin, type, target, formula);
    const card = await makeCard(admin, { type, attributes: { size: 3 } });
    expect(card.attributes).toEqual({ size: 3 });
    expect(await calculationNow(admin, id)).toMatchObject({ last_error: "Evaluation error" });
    expect((await admin.patch(`/cards/${card.id}`, { attributes: card.attributes, alias: "sent back" })).status).toBe(
      200,
    );
  });

  test("counts for the data quality", async () => {
    const type = cardType(unique("Gauge"), [field("size", "number"), field("double", "number")], {
      section_config: { __dataQuality: { description: 0, lifecycle: 0, relations: 0, tags: 0, stakeholders: 0 } },
    });
    await activeCalculation(admin, type, "double", "IF(data.size > 2, 1, None)");
    const card = await makeCard(admin, { type, attributes: { size: 3 } });
    expect(card.data_quality).toBe(100);
    expect((await admin.patch(`/cards/${card.id}`, { attributes: { size: 1 } })).body.data_quality).toBe(50);
  });

  test("is not published: the event describes the request, and the approval and the author stay", async () => {
    const { whole, part, key } = await related();
    const member = await server.as("member");
    const source = await makeCard(member, { type: whole });
    const target = await makeCard(member, { type: part, attributes: { size: 2 } });
    await member.post(`/cards/${source.id}/approval-status?action=approve`);
    const published = await watch(admin);
    await relate(admin, key, source, target);
    expect(await cardNow(admin, source.id)).toMatchObject({
      attributes: { count: 1, sum: 2 },
      approval_status: "APPROVED",
      updated_by: member.userId,
    });
    await admin.patch(`/cards/${target.id}`, { attributes: { size: 3 } });
    const events = await published();
    expect(events.map((event) => event.event_type)).toEqual(["relation.created", "relation.created", "card.updated"]);
    expect(events[2].data.changes).toEqual({ attributes: { old: { size: 2, users: 1 }, new: { size: 3 } } });
  });
});

describe("a formula that fails", () => {
  test("leaves its field as it was, stores its error, and doesn't stop the others", async () => {
    const type = newType();
    const failing = await activeCalculation(admin, type, "double", "data.size / data.zero", { execution_order: 1 });
    const unknown = await activeCalculation(admin, type, "nope", "nope + 1", { execution_order: 2 });
    const broken = await activeCalculation(admin, type, "broken", "1 +", { execution_order: 3 });
    const good = await activeCalculation(admin, type, "good", "data.size", { execution_order: 4 });
    const card = await makeCard(admin, { type, attributes: { size: 4, zero: 0, double: 8 } });
    expect(card.attributes).toEqual({ size: 4, zero: 0, double: 8, good: 4 });
    const errors = async () =>
      Promise.all([failing, unknown, broken, good].map(async ({ id }) => (await calculationNow(admin, id)).last_error));
    expect(await errors()).toEqual([
      "Evaluation error",
      "Formula references an undefined name or function",
      "Evaluation error",
      null,
    ]);
    const { body } = await admin.patch(`/cards/${card.id}`, { attributes: { size: 4, zero: 2 } });
    expect(body.attributes).toMatchObject({ double: 2 });
    expect((await errors())[0]).toBeNull();
  });

  test.each(Object.entries(hostile))(
    "doesn't prevent the creation of a card because it tries %s",
    async (_, formula) => {
      const type = newType();
      const { id } = await activeCalculation(admin, type, "double", formula);
      await activeCalculation(admin, type, "good", "data.size + 1");
      const card = await makeCard(admin, { type, attributes: { size: 4, double: 8 } });
      expect(card.attributes).toEqual({ size: 4, double: 8, good: 5 });
      expect((await calculationNow(admin, id)).last_error).toBeString();
    },
  );

  test("is not evaluated for the remaining cards once it has taken too long", async () => {
    const type = newType();
    const slow = hostile["comparing long lists again and again"] as string;
    await activeCalculation(admin, type, "slow", `${slow}\n1`);
    await activeCalculation(admin, type, "good", "data.size");
    const names = Array.from({ length: 600 }, () => ({ type, name: unique("Card "), attributes: '{"size":1}' }));
    const [first] = storedCards(names);
    const { body } = await admin.post(`/calculations/recalculate/${type}`);
    expect(body).toMatchObject({ cards_processed: 600, calculations_succeeded: 600, calculations_failed: 600 });
    expect(body.errors).toHaveLength(50);
    expect(await attributesOf({ id: first as string })).toEqual({ size: 1, good: 1 });
  });
});

test("fields that another area derives are not calculated, card by card", async () => {
  const type = newType();
  await activeCalculation(admin, type, "double", "data.size * 2");
  await activeCalculation(admin, type, "half", "data.size / 2");
  const [skipped, other] = storedCards(
    [1, 2].map((size) => ({ type, name: unique("Card "), attributes: JSON.stringify({ size, double: 99 }) })),
  ) as [string, string];
  fieldsDerivedElsewhere.extend("test", () => new Map([[skipped, new Set(["double"])]])).install();
  const outcome = transaction(() => runCalculations([skipped, other].map((id) => ({ id, type }))));
  expect(outcome).toMatchObject({ succeeded: 3, failed: 0, filled: [skipped, other] });
  expect(await attributesOf({ id: skipped })).toEqual({ size: 1, double: 99, half: 0.5 });
  expect(await attributesOf({ id: other })).toEqual({ size: 2, double: 4, half: 1 });
});
