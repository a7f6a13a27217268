import { describe, expect, test } from "bun:test";
import { db, tables, transaction } from "../../../db";
import { refreshQuality } from "../../../src/areas/cards/quality";
import {
  cardNow,
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  stakeholder,
  stakeholderRole,
  tagCard,
  tagGroup,
  unique,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

const noBuckets = { description: 0, lifecycle: 0, relations: 0, tags: 0, stakeholders: 0 };
/** Returns a type whose quality depends on its fields alone, unless its options differ. */
const typeWith = (fields: Parameters<typeof cardType>[1], buckets: object = {}, rest: object = {}) =>
  cardType(unique("Type"), fields, { section_config: { __dataQuality: { ...noBuckets, ...buckets } }, ...rest });
const scoreOf = async (type: string, card: object = {}) => (await makeCard(admin, { type, ...card })).data_quality;

describe("the quality of a field", () => {
  test.each([
    ["text", 100],
    ["", 0],
    [" ", 100],
    [0, 100],
    [-1.5, 100],
    [true, 100],
    [false, 0],
    [null, 0],
    [[], 100],
    [{}, 100],
    [undefined, 0],
  ])("is for the value %j the score %i", async (value, score) => {
    expect(await scoreOf(typeWith([field("a", "text")]), { attributes: { a: value } })).toBe(score);
  });

  test.each([
    [undefined, 50],
    [null, 50],
    ["many", 50],
    [1, 50],
    [3, 75],
    [0.5, 33.3],
    [0, 0],
    [-2, 0],
  ])("is weighted by %j next to an empty field of weight 1: %d", async (weight, score) => {
    const type = typeWith([field("a", "text", { weight: weight as number }), field("b", "text")]);
    expect(await scoreOf(type, { attributes: { a: "x" } })).toBe(score);
  });

  test("counts in any section, and not at all where the subtype hides it", async () => {
    const type = cardType(unique("Type"), [], {
      fields_schema: [
        { section: "One", fields: [field("a", "text"), field("b", "text")] },
        { section: "__description", fields: [field("c", "text")] },
      ],
      subtypes: [
        { key: "small", label: "Small", hidden_fields: ["a", "nonsense"] },
        { key: "plain", label: "Plain" },
      ],
      section_config: { __dataQuality: noBuckets },
    });
    const attributes = { b: 1 };
    expect(await scoreOf(type, { attributes })).toBe(33.3);
    expect(await scoreOf(type, { attributes, subtype: "small" })).toBe(50);
    expect(await scoreOf(type, { attributes, subtype: "plain" })).toBe(33.3);
    expect(await scoreOf(type, { attributes, subtype: "unknown" })).toBe(33.3);
    const card = await makeCard(admin, { type, attributes });
    const { body } = await admin.patch(`/cards/${card.id}`, { subtype: "small" });
    expect(body.data_quality).toBe(50);
  });
});

describe("the rounding of a score to one decimal, a tie to the even digit,", () => {
  test.each([
    [0, 16, 0],
    [1, 16, 6.2],
    [3, 16, 18.8],
    [5, 16, 31.2],
    [7, 16, 43.8],
    [9, 16, 56.2],
    [11, 16, 68.8],
    [13, 16, 81.2],
    [15, 16, 93.8],
    [16, 16, 100],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 7, 14.3],
    [1, 8, 12.5],
    [1, 32, 3.1],
    [3, 32, 9.4],
    [1, 400, 0.2],
    [399, 400, 99.8],
    [1, 1000, 0.1],
    [1, 3000, 0],
    [2999, 3000, 100],
  ])("makes of %i of %i the score %d", async (filled, total, score) => {
    const type = typeWith([field("a", "text", { weight: filled }), field("b", "text", { weight: total - filled })]);
    expect(await scoreOf(type, { attributes: { a: 1 } })).toBe(score);
  });
});

describe("the score of a card", () => {
  test.each([
    [null, 0],
    ["", 0],
    ["  \n\t ", 0],
    [" x ", 100],
  ])("counts the description %j as %i", async (description, score) => {
    expect(await scoreOf(typeWith([], { description: 1 }), { description })).toBe(score);
  });

  test.each([
    [{}, 0],
    [null, 0],
    [{ plan: "" }, 0],
    [{ plan: null, active: null }, 0],
    [{ retired: "2026-01-01" }, 0],
    [{ plan: "2026-01-01" }, 100],
    [{ phaseIn: "x" }, 100],
    [{ active: true }, 100],
    [{ phaseOut: 1 }, 100],
    [{ endOfLife: "2026-01-01", plan: "" }, 100],
  ])("counts the life cycle %j as %i", async (lifecycle, score) => {
    expect(await scoreOf(typeWith([], { lifecycle: 1 }), { lifecycle })).toBe(score);
  });

  test("counts each mandatory side of relations, and is updated when relations are created and deleted", async () => {
    const type = typeWith([], { relations: 2, description: 1 });
    const peer = typeWith([]);
    const [out, back, self] = [unique("out"), unique("back"), unique("self")];
    relationType(out, type, peer, { source_mandatory: true });
    relationType(back, peer, type, { target_mandatory: true });
    relationType(self, type, type, { source_mandatory: true, target_mandatory: true });
    relationType(unique("hidden"), type, peer, { source_mandatory: true, is_hidden: true });
    relationType(unique("voluntary"), type, peer, { target_mandatory: true });
    const card = await makeCard(admin, { type, description: "d" });
    const [other, another] = [await makeCard(admin, { type: peer }), await makeCard(admin, { type: peer })];
    const score = async () => (await cardNow(admin, card.id)).data_quality;
    expect(card.data_quality).toBe(11.1);
    const first = await relate(admin, out, card, other);
    expect(await score()).toBe(33.3);
    const second = await relate(admin, out, card, another);
    expect(await score()).toBe(33.3);
    await relate(admin, back, other, card);
    expect(await score()).toBe(55.6);
    await relate(admin, self, card, card);
    expect(await score()).toBe(100);
    await admin.post(`/cards/${other.id}/archive`);
    expect(await score()).toBe(100);
    await admin.delete(`/relations/${first.id}`);
    expect(await score()).toBe(100);
    await admin.delete(`/relations/${second.id}`);
    expect(await score()).toBe(77.8);
    await admin.delete(`/cards/${other.id}`);
    expect(await score()).toBe(55.6);
  });

  test("counts each mandatory tag group that applies and has tags, and is updated with them", async () => {
    const type = typeWith([], { tags: 1, description: 1 });
    const groups = [
      tagGroup(unique("G "), ["a", "b"], { mandatory: true, restrict_to_types: [type] }),
      tagGroup(unique("G "), ["c"], { mandatory: true, restrict_to_types: [type, "Other"] }),
    ];
    tagGroup(unique("G "), ["d"], { mandatory: true, restrict_to_types: ["Other"] });
    tagGroup(unique("G "), [], { mandatory: true, restrict_to_types: [type] });
    tagGroup(unique("G "), ["e"], { restrict_to_types: [type] });
    const card = await makeCard(admin, { type });
    const refreshed = async () => {
      transaction(() => refreshQuality([card.id]));
      return (await cardNow(admin, card.id)).data_quality;
    };
    expect(card.data_quality).toBe(0);
    tagCard(card.id, groups[0]?.tags[0]);
    tagCard(card.id, groups[0]?.tags[1]);
    expect(await refreshed()).toBe(33.3);
    tagCard(card.id, groups[1]?.tags[0]);
    expect(await refreshed()).toBe(66.7);
    // Any change of the card scores it too.
    transaction(() => db.delete(tables.cardTags).run());
    expect((await admin.patch(`/cards/${card.id}`, { description: "d" })).body.data_quality).toBe(33.3);
  });

  test("counts each stakeholder role that is defined and not archived, once", async () => {
    const type = typeWith([], { stakeholders: 1, description: 1 });
    stakeholderRole(type, "one");
    stakeholderRole(type, "two");
    stakeholderRole(type, "gone", [], { is_archived: true });
    const card = await makeCard(admin, { type });
    const [user, other] = [await server.as("viewer"), await server.as("viewer")];
    const refreshed = async () => {
      transaction(() => refreshQuality([card.id]));
      return (await cardNow(admin, card.id)).data_quality;
    };
    stakeholder(card.id, user.userId, "one");
    stakeholder(card.id, other.userId, "one");
    expect(await refreshed()).toBe(33.3);
    stakeholder(card.id, user.userId, "gone");
    stakeholder(card.id, user.userId, "undefined part");
    expect(await refreshed()).toBe(33.3);
    stakeholder(card.id, user.userId, "two");
    expect(await refreshed()).toBe(66.7);
  });

  test("is updated when stakeholders are created and deleted through the API", async () => {
    const type = typeWith([], { stakeholders: 1 });
    stakeholderRole(type, "one");
    const card = await makeCard(admin, { type });
    const user = await server.as("viewer");
    const given = await admin.post(`/cards/${card.id}/stakeholders`, { user_id: user.userId, role: "one" });
    expect(given.status).toBe(201);
    expect((await cardNow(admin, card.id)).data_quality).toBe(100);
    expect((await admin.delete(`/stakeholders/${given.body.id}`)).status).toBe(204);
    expect((await cardNow(admin, card.id)).data_quality).toBe(0);
  });

  test.each([
    [{}, 50],
    [{ description: 3 }, 75],
    [{ description: "3" }, 50],
    [{ description: null }, 50],
    [{ description: 0 }, 0],
    [{ description: -1 }, 0],
    [{ lifecycle: 0 }, 100],
    [{ description: 0, lifecycle: 0 }, 0],
  ])("is weighted by the type: %j gives %i", async (weights, score) => {
    const type = cardType(unique("Type"), [], { section_config: { __dataQuality: weights } });
    expect(await scoreOf(type, { description: "d" })).toBe(score);
  });
});

test("the quality is 0 for a type without anything to fill", async () => {
  expect(await scoreOf(typeWith([]), { description: "d" })).toBe(0);
});

test("the quality changes the card's time only when it changes itself", async () => {
  const [type, peer] = [typeWith([], { relations: 1 }), typeWith([])];
  const key = relationType(unique("rel"), type, peer, { source_mandatory: true });
  const card = await makeCard(admin, { type });
  await Bun.sleep(2);
  await relate(admin, key, card, await makeCard(admin, { type: peer }));
  const after = await cardNow(admin, card.id);
  expect(after.updated_at > card.updated_at).toBe(true);
  expect(after.updated_by).toBe(card.updated_by);
  await Bun.sleep(2);
  await relate(admin, key, card, await makeCard(admin, { type: peer }));
  expect((await cardNow(admin, card.id)).updated_at).toBe(after.updated_at);
});

test("the quality of a card of a built-in type follows the type's schema", async () => {
  const application = await makeCard(admin, { type: "Application", name: "Scored" });
  expect(application.data_quality).toBe(0);
  const { body } = await admin.patch(`/cards/${application.id}`, {
    description: "d",
    lifecycle: { active: "2026-01-01" },
    attributes: {
      ...{ hostingType: "x", hasAiFeatures: true, businessCriticality: "x", functionalSuitability: "x" },
      ...{ technicalSuitability: "x", timeModel: "x", costTotalAnnual: 0 },
    },
  });
  const roles = db.select().from(tables.stakeholderRoleDefinitions).all();
  const parts = roles.filter((role) => role.card_type_key === "Application").length;
  // Fields of weights 1, 1, 2, 2, 2, 3, 1, description, lifecycle; and the parts that nobody has.
  expect(body.data_quality).toBe(Number(((100 * 14) / (14 + parts)).toFixed(1)));
});
