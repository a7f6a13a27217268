import { beforeAll, describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import type { Client } from "../../support/client";
import {
  cardNow,
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  role,
  stakeholder,
  stakeholderRole,
  unique,
  violationsOf,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget");
  cardType("Gadget");
  stakeholderRole("Widget", "linker", ["card.manage_relations"]);
  stakeholderRole("Gadget", "linker", ["card.manage_relations"]);
  stakeholderRole("Widget", "reader", ["card.view"]);
  relationType("feeds", "Widget", "Gadget", {
    label: "feeds",
    reverse_label: "eats from",
    attributes_schema: [field("fee", "cost"), field("usage", "text")],
  });
  relationType("apes", "Widget", "Widget", { label: "apes", reverse_label: null });
  relationType("oneToOne", "Widget", "Gadget", { cardinality: "1:1" });
  relationType("oneToMany", "Widget", "Gadget", { cardinality: "1:n" });
  relationType("hiddenOnes", "Widget", "Gadget", { is_hidden: true });
});

type Card = { id: string; name: string };
const nobodysId = "01900000-0000-7000-8000-000000000000";
const widget = (): Promise<Card> => makeCard(admin, { type: "Widget", name: unique("W ") });
const gadget = (): Promise<Card> => makeCard(admin, { type: "Gadget", name: unique("G ") });
const stored = (id: string) =>
  statement<{ attributes: string | null; description: string | null }>(
    "SELECT attributes, description FROM relations WHERE id = ?",
  ).get(id);

describe("a new relation", () => {
  test("is returned with its ends, and is published in the history of both", async () => {
    const [source, target] = [await widget(), await gadget()];
    const published = await watch(admin);
    const { status, body } = await admin.post("/relations", {
      type: "feeds",
      source_id: source.id.toUpperCase(),
      target_id: target.id,
      attributes: { usage: "much", fee: 3, other: [1] },
      description: "why",
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      type: "feeds",
      source_id: source.id,
      target_id: target.id,
      source: { id: source.id, type: "Widget", name: source.name },
      target: { id: target.id, type: "Gadget", name: target.name },
      attributes: { usage: "much", fee: 3, other: [1] },
      description: "why",
      created_at: expect.stringMatching(/Z$/),
    });
    const both = {
      id: body.id,
      type: "feeds",
      relation_label: "feeds",
      relation_reverse_label: "eats from",
      source_id: source.id,
      target_id: target.id,
      source_name: source.name,
      target_name: target.name,
      source_type: "Widget",
      target_type: "Gadget",
    };
    expect((await published()).map(({ event_type, card_id, data }) => ({ event_type, card_id, data }))).toEqual([
      {
        event_type: "relation.created",
        card_id: source.id,
        data: {
          ...both,
          direction: "outgoing",
          peer_id: target.id,
          peer_name: target.name,
          peer_type: "Gadget",
          directional_label: "feeds",
          summary: `feeds → ${target.name}`,
        },
      },
      {
        event_type: "relation.created",
        card_id: target.id,
        data: {
          ...both,
          direction: "incoming",
          peer_id: source.id,
          peer_name: source.name,
          peer_type: "Widget",
          directional_label: "eats from",
          summary: `eats from ← ${source.name}`,
        },
      },
    ]);
  });

  test("doesn't change the cards' own fields", async () => {
    const [source, target] = [await widget(), await gadget()];
    await admin.post(`/cards/${source.id}/approval-status?action=approve`);
    const before = [await cardNow(admin, source.id), await cardNow(admin, target.id)];
    await relate(await server.as("member"), "feeds", source, target);
    expect([await cardNow(admin, source.id), await cardNow(admin, target.id)]).toEqual(before);
  });

  test.each([
    ["nothing", {}, {}],
    ["null", { attributes: null, description: null }, {}],
    ["an empty object", { attributes: {} }, {}],
  ])("has no attributes when they are given as %s", async (_, fields, attributes) => {
    const relation = await relate(admin, "feeds", await widget(), await gadget(), fields);
    expect(relation).toMatchObject({ attributes, description: null });
  });

  test("may be of a hidden type, with archived cards, and of a card with itself, which publishes two events", async () => {
    const [source, target] = [await widget(), await gadget()];
    await relate(admin, "hiddenOnes", source, target);
    await admin.post(`/cards/${target.id}/archive`);
    await relate(admin, "feeds", source, target);
    const published = await watch(admin);
    await relate(admin, "apes", source, source);
    expect((await published()).map(({ card_id, data }) => [card_id, data.direction, data.summary])).toEqual([
      [source.id, "outgoing", `apes → ${source.name}`],
      [source.id, "incoming", `apes ← ${source.name}`],
    ]);
  });

  test.each([
    ["an unknown type", { type: "nonsense" }, 422, ["body.type: value_error"]],
    ["no type", { type: undefined }, 422, ["body.type: missing"]],
    ["a source that is no id", { source_id: "x" }, 422, ["body.source_id: uuid_parsing"]],
    ["a target that is null", { target_id: null }, 422, ["body.target_id: string_type"]],
    ["a source that there isn't", { source_id: nobodysId }, 404, []],
    ["a target that there isn't", { target_id: nobodysId }, 404, []],
    ["attributes that are a list", { attributes: [] }, 422, ["body.attributes: dict_type"]],
    [
      "attributes that are too deep",
      { attributes: { a: { b: { c: { d: { e: [] } } } } } },
      422,
      ["body.attributes: value_error"],
    ],
    [
      "a description that is too long",
      { description: "x".repeat(100_001) },
      422,
      ["body.description: string_too_long"],
    ],
  ])("is refused with %s", async (_, fields, status, violations) => {
    const sent = { type: "feeds", source_id: (await widget()).id, target_id: (await gadget()).id, ...fields };
    const published = await watch(admin);
    const answer = await admin.post("/relations", sent);
    expect(answer.status).toBe(status);
    expect(violationsOf(answer.body)).toEqual(violations);
    expect(await published()).toEqual([]);
  });

  test("is refused with cards of other types than the relation's, for each end", async () => {
    const [one, other] = [await widget(), await gadget()];
    const refusal = async (type: string, source: Card, target: Card) =>
      violationsOf((await admin.post("/relations", { type, source_id: source.id, target_id: target.id })).body);
    expect(await refusal("feeds", other, one)).toEqual(["body.source_id: value_error"]);
    expect(await refusal("feeds", one, one)).toEqual(["body.target_id: value_error"]);
    expect(await refusal("apes", one, other)).toEqual(["body.target_id: value_error"]);
  });

  test("is refused a second time; the other direction and another type are other relations", async () => {
    const [one, other] = [await widget(), await widget()];
    const first = await relate(admin, "apes", one, other);
    const answer = await admin.post("/relations", { type: "apes", source_id: one.id, target_id: other.id });
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain(first.id);
    await relate(admin, "apes", other, one);
    await admin.delete(`/relations/${first.id}`);
    await relate(admin, "apes", one, other);
  });

  test("is created once by concurrent requests", async () => {
    const [one, other] = [await widget(), await widget()];
    const sent = { type: "apes", source_id: one.id, target_id: other.id };
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.post("/relations", sent)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  test.each([
    ["oneToOne", "same source", 422],
    ["oneToOne", "same target", 422],
    ["oneToMany", "same source", 422],
    ["oneToMany", "same target", 201],
    ["feeds", "same source", 201],
    ["feeds", "same target", 201],
  ])(
    "is checked for its cardinality: a second one of the type %s with the %s is answered with %i",
    async (type, what, status) => {
      const [source, target] = [await widget(), await gadget()];
      await relate(admin, type, source, target);
      const answer = await admin.post("/relations", {
        type,
        source_id: what === "same source" ? source.id : (await widget()).id,
        target_id: what === "same target" ? target.id : (await gadget()).id,
      });
      expect(answer.status).toBe(status);
      if (status === 422) expect(JSON.stringify(answer.body.detail)).toContain("Cardinality");
    },
  );
});

describe("a changed relation", () => {
  test.each([
    ["attributes as a whole", { attributes: { usage: "less" } }, { usage: "less" }, "why", ["attributes"]],
    ["attributes to nothing", { attributes: null }, null, "why", ["attributes"]],
    ["the description", { description: "because" }, { usage: "much" }, "because", ["description"]],
    ["the description to nothing", { description: null }, { usage: "much" }, null, ["description"]],
    [
      "both to their present values, which is published too",
      { description: "why", attributes: { usage: "much" } },
      { usage: "much" },
      "why",
      ["attributes", "description"],
    ],
  ])("publishes the changed fields: %s", async (_, sent, attributes, description, fields) => {
    const [source, target] = [await widget(), await gadget()];
    const relation = await relate(admin, "feeds", source, target, {
      attributes: { usage: "much" },
      description: "why",
    });
    const published = await watch(admin);
    const { status, body } = await admin.patch(`/relations/${relation.id}`, sent);
    expect(status).toBe(200);
    expect(body).toEqual({ ...relation, attributes, description });
    expect((await admin.get(`/relations?card_id=${source.id}`)).body).toEqual([body]);
    expect(await published()).toMatchObject([
      { event_type: "relation.updated", card_id: source.id, data: { id: relation.id, direction: "outgoing", fields } },
      { event_type: "relation.updated", card_id: target.id, data: { id: relation.id, direction: "incoming", fields } },
    ]);
  });

  test("retains fields that are missing in the request, null attributes too", async () => {
    const relation = await relate(admin, "feeds", await widget(), await gadget());
    await admin.patch(`/relations/${relation.id}`, { attributes: null });
    const { body } = await admin.patch(`/relations/${relation.id}`, { description: "d" });
    expect(body).toMatchObject({ attributes: null, description: "d" });
    expect(stored(relation.id)).toEqual({ attributes: null, description: "d" });
  });

  test.each([[{}], [{ type: "apes", source_id: nobodysId, target_id: nobodysId, id: 1 }]])(
    "is unchanged without an event by %j",
    async (sent) => {
      const relation = await relate(admin, "feeds", await widget(), await gadget());
      const published = await watch(admin);
      expect(await admin.patch(`/relations/${relation.id}`, sent)).toMatchObject({ status: 200, body: relation });
      expect(await published()).toEqual([]);
    },
  );

  test.each([
    [{ attributes: [] }, "body.attributes: dict_type"],
    [{ attributes: "x" }, "body.attributes: dict_type"],
    [{ description: 1 }, "body.description: string_type"],
  ])("is refused with %j", async (sent, violation) => {
    const relation = await relate(admin, "feeds", await widget(), await gadget());
    const { status, body } = await admin.patch(`/relations/${relation.id}`, sent);
    expect([status, ...violationsOf(body)]).toEqual([422, violation]);
  });
});

describe("a deleted relation", () => {
  test("is gone, and is shown in the history of both ends", async () => {
    const [source, target] = [await widget(), await gadget()];
    const relation = await relate(admin, "feeds", source, target);
    const published = await watch(admin);
    const answer = await admin.delete(`/relations/${relation.id}`);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(await published()).toMatchObject([
      { event_type: "relation.deleted", card_id: source.id, data: { id: relation.id, peer_name: target.name } },
      { event_type: "relation.deleted", card_id: target.id, data: { id: relation.id, peer_name: source.name } },
    ]);
    expect((await admin.get(`/relations?card_id=${source.id}`)).body).toEqual([]);
    expect(await admin.delete(`/relations/${relation.id}`)).toMatchObject({
      status: 404,
      body: { detail: "Relation not found" },
    });
  });
});

describe("the costs of a relation", () => {
  const attributes = { fee: 5, usage: "much" };
  const costs = async () => {
    const [source, target] = [await widget(), await gadget()];
    const relation = await relate(admin, "feeds", source, target, { attributes });
    return { source, target, relation };
  };
  const clerk = () => server.as(role("relations.view", "relations.manage"));

  test("are shown to users who see costs, or who are stakeholders of the source, but not of the target", async () => {
    const { source, target, relation } = await costs();
    const viewer = await server.as("viewer");
    const seen = async (client: Client) => (await client.get(`/relations?card_id=${source.id}`)).body[0].attributes;
    expect(await seen(await server.as("member"))).toEqual(attributes);
    stakeholder(target.id, viewer.userId, "any");
    expect(await seen(viewer)).toEqual({ usage: "much" });
    stakeholder(source.id, viewer.userId, "any");
    expect(await seen(viewer)).toEqual(attributes);
    expect(relation.attributes).toEqual(attributes);
  });

  test.each([
    ["other attributes", { usage: "less" }, { fee: 5, usage: "less" }],
    ["another cost", { fee: 1 }, { fee: 5 }],
    ["nothing", {}, { fee: 5 }],
    ["null", null, { fee: 5 }],
  ])("stay when a user who can't see them sends %s", async (_, sent, remaining) => {
    const { relation } = await costs();
    const { body } = await (await clerk()).patch(`/relations/${relation.id}`, { attributes: sent });
    expect(body.attributes ?? {}).not.toHaveProperty("fee");
    expect(JSON.parse(stored(relation.id)?.attributes as string)).toEqual(remaining);
  });

  test("may be set by the creator of the relation, and are not shown to them", async () => {
    const made = await relate(await clerk(), "feeds", await widget(), await gadget(), { attributes });
    expect(made.attributes).toEqual({ usage: "much" });
    expect(JSON.parse(stored(made.id)?.attributes as string)).toEqual(attributes);
  });
});

describe("the right to manage relations", () => {
  test.each([
    ["admin", "", "", true],
    ["bpm_admin", "", "", true],
    ["member", "", "", true],
    ["viewer", "", "", false],
    ["viewer", "reader", "", false],
    ["viewer", "linker", "", true],
    ["viewer", "", "linker", true],
  ])(
    "is checked for a %s with %p on the source and %p on the target: %p",
    async (name, onSource, onTarget, allowed) => {
      const [source, target] = [await widget(), await gadget()];
      const client = await server.as(name);
      if (onSource) stakeholder(source.id, client.userId, onSource);
      if (onTarget) stakeholder(target.id, client.userId, onTarget);
      const existing = await relate(admin, "hiddenOnes", source, target);
      const answers = [
        await client.post("/relations", { type: "feeds", source_id: source.id, target_id: target.id }),
        await client.patch(`/relations/${existing.id}`, { description: "x" }),
        await client.delete(`/relations/${existing.id}`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(allowed ? [201, 200, 204] : [403, 403, 403]);
      if (!allowed) for (const answer of answers) expect(answer.body).toEqual({ detail: "Not enough permissions" });
    },
  );

  test("is needed to learn whether a relation or a card exists", async () => {
    const [viewer, member] = [await server.as("viewer"), await server.as("member")];
    for (const id of [nobodysId, "nonsense"]) {
      expect((await viewer.patch(`/relations/${id}`, {})).status).toBe(403);
      expect((await viewer.delete(`/relations/${id}`)).status).toBe(403);
      expect(await member.patch(`/relations/${id}`, {})).toMatchObject({
        status: 404,
        body: { detail: "Relation not found" },
      });
      expect((await member.delete(`/relations/${id}`)).status).toBe(404);
      expect((await server.nobody.delete(`/relations/${id}`)).status).toBe(401);
    }
    const sent = { type: "nonsense", source_id: nobodysId, target_id: nobodysId };
    expect((await viewer.post("/relations", sent)).status).toBe(403);
    expect((await viewer.post("/relations", { ...sent, source_id: 1 })).status).toBe(422);
  });
});
