/**
 * Sequences of operations drawn at random, and what must hold after each of them, worked out another way than the
 * server does. `SEQUENCES=500` draws more of them than the usual run.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { statement } from "../../../db/client";
import type { Answer, Client } from "../../support/client";
import {
  cardType,
  field,
  relationType,
  role,
  stakeholderRole,
  tagCard,
  tagGroup,
  unique,
} from "../../support/factories";
import { type Random, randomFrom } from "../../support/openapi";
import { startTestServer, type TestServer } from "../../support/server";

const SEQUENCES = Number(process.env["SEQUENCES"] ?? 25);
const STEPS = 60;

const CAPABILITY = "BusinessCapability";
const types = ["Widget", "Gadget", CAPABILITY];
const relationTypes: Record<string, { ends: [string, string]; cardinality: string; mandatory: [boolean, boolean] }> = {
  feeds: { ends: ["Widget", "Gadget"], cardinality: "n:m", mandatory: [true, true] },
  apes: { ends: ["Widget", "Widget"], cardinality: "1:1", mandatory: [true, false] },
  supports: { ends: ["Gadget", CAPABILITY], cardinality: "1:n", mandatory: [false, true] },
};
const weights: Record<string, Record<string, number>> = { Widget: { price: 2, size: 1, note: 0 }, Gadget: { size: 3 } };
const buckets: Record<string, Record<string, number>> = {
  Widget: { description: 1, lifecycle: 2, relations: 1, tags: 1, stakeholders: 1 },
  Gadget: { description: 1, lifecycle: 0, relations: 3, tags: 0, stakeholders: 1 },
};
const parts: Record<string, string[]> = { Widget: ["keeper", "reader"], Gadget: ["keeper"] };

let server: TestServer;
let admin: Client;
let clerk: Client;
let group: { id: string; tags: string[] };

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  // Somebody who sees no costs, so that they have to survive what is sent without them.
  clerk = await server.as(role("inventory.view", "inventory.create", "inventory.edit", "inventory.archive"));
  for (const type of ["Widget", "Gadget"])
    cardType(
      type,
      Object.entries(weights[type] ?? {}).map(([key, weight]) =>
        field(key, key === "price" ? "cost" : key === "size" ? "number" : "text", { weight }),
      ),
      {
        sectionConfig: { __dataQuality: buckets[type] },
        subtypes: [{ key: "small", label: "Small", hidden_fields: ["size"] }],
      },
    );
  for (const [type, roles] of Object.entries(parts)) for (const one of roles) stakeholderRole(type, one);
  for (const [key, { ends, cardinality, mandatory }] of Object.entries(relationTypes))
    relationType(key, ...ends, { cardinality, sourceMandatory: mandatory[0], targetMandatory: mandatory[1] });
  group = tagGroup("Colour", ["red", "blue"], { mandatory: true, restrictToTypes: ["Widget"] });
});
afterAll(() => server.stop());

type Card = {
  seq: number;
  id: string;
  type: string;
  subtype: string | null;
  name: string;
  description: string | null;
  parent_id: string | null;
  lifecycle: string | null;
  attributes: string | null;
  status: string;
  approval_status: string;
  data_quality: number;
  alias: string | null;
};
type Relation = { id: string; type: string; source_id: string; target_id: string };

const all = <Row>(sql: string) => statement<Row>(sql).all();
const cards = () => all<Card>("SELECT * FROM cards ORDER BY seq");
const relations = () => all<Relation>("SELECT * FROM relations ORDER BY seq");
const lastSeq = () => all<{ seq: number | null }>("SELECT max(seq) AS seq FROM events")[0]?.seq ?? 0;

/** What the journal can't tell of a card that was made: all but its type and name. */
const madeAs = new Map<string, Record<string, unknown>>();

const attributesOf = (random: Random, type: string) => ({
  ...(random() < 0.5 && { price: random.whole(100) }),
  ...(random() < 0.5 && { size: random.pick([0, 1, null, "", false]) }),
  ...(random() < 0.3 && { note: "n" }),
  ...(type === CAPABILITY && random() < 0.2 && { capabilityLevel: random.pick(["Macro", "L5", null]) }),
});
const fieldsOf = (random: Random, type: string): Record<string, unknown> => ({
  ...(random() < 0.4 && { description: random.pick(["d", " ", null]) }),
  ...(random() < 0.4 && { lifecycle: random.pick([{ active: "2026-01-01" }, {}, { other: 1 }, null]) }),
  ...(random() < 0.5 && { attributes: random() < 0.1 ? null : attributesOf(random, type) }),
  ...(random() < 0.3 && { subtype: random.pick(["small", "other", null]) }),
  ...(random() < 0.3 && { alias: random.pick(["a", "b", null]) }),
});

/** Names of which many are the same, so that siblings come into each other's way. */
const nameOf = (random: Random) => `Name ${random.whole(30)}`;

const cascade = (random: Random, ids: string[]) => ({
  child_strategy: random.pick([undefined, "cascade", "disconnect", "reparent"]),
  cascade_all_related: random() < 0.2,
  related_card_ids: random() < 0.2 ? random.sample(ids, 2) : [],
});

/** One operation, drawn at random. */
async function step(random: Random, user: Client): Promise<Answer> {
  const existing = cards();
  const ids = existing.map((card) => card.id);
  const card = existing.length > 0 ? random.pick(existing) : undefined;
  const chance = random();
  if (card === undefined || chance < 0.2) {
    const type = random.pick(types);
    const sent = {
      type,
      name: nameOf(random),
      parent_id: random() < 0.6 && ids.length > 0 ? random.pick(ids) : null,
      ...fieldsOf(random, type),
    };
    const answer = await user.post("/cards", sent);
    if (answer.status === 201) madeAs.set(answer.body.id, sent);
    return answer;
  }
  const path = `/cards/${card.id}`;
  if (chance < 0.35)
    return user.patch(path, { ...fieldsOf(random, card.type), ...(random() < 0.3 && { name: nameOf(random) }) });
  if (chance < 0.5) return user.patch(path, { parent_id: random() < 0.8 ? random.pick(ids) : null });
  if (chance < 0.55)
    return user.patch(path, { status: random.pick(["ACTIVE", "ARCHIVED", "PHASING_OUT", "END_OF_LIFE"]) });
  if (chance < 0.62)
    return admin.post(`${path}/approval-status?action=${random.pick(["approve", "approve", "reject", "reset"])}`);
  if (chance < 0.67) return user.post(`${path}/archive`, cascade(random, ids));
  if (chance < 0.73) return user.post(`${path}/restore`, { also_restore_card_ids: random.sample(ids, 3) });
  if (chance < 0.78) return admin.delete(path, cascade(random, ids));
  if (chance < 0.9) {
    const [type, { ends }] = random.pick(Object.entries(relationTypes));
    const end = (side: 0 | 1) => {
      const fitting = existing.filter((one) => one.type === ends[side]);
      return fitting.length > 0 && random() < 0.95 ? random.pick(fitting).id : card.id;
    };
    return admin.post("/relations", { type, source_id: end(0), target_id: end(1) });
  }
  if (chance < 0.94) {
    const there = relations();
    if (there.length > 0) return admin.delete(`/relations/${random.pick(there).id}`);
  }
  if (chance < 0.96 && card.type === "Widget") {
    const tag = random.pick(group.tags);
    if (all<object>(`SELECT 1 FROM card_tags WHERE card_id = '${card.id}' AND tag_id = '${tag}'`).length === 0)
      tagCard(card.id, tag);
    // Tags have endpoints of their own; here any change of the card scores it.
    return admin.patch(path, { alias: unique("tagged ") });
  }
  const held = all<{ id: string }>("SELECT id FROM stakeholders ORDER BY id");
  if (random() < 0.3 && held.length > 0) return admin.delete(`/stakeholders/${random.pick(held).id}`);
  return admin.post(`${path}/stakeholders`, {
    user_id: random.pick([admin, clerk]).userId,
    role: random.pick(["keeper", "reader"]),
  });
}

// ---- what must hold ----

const parse = (text: string | null) => JSON.parse(text ?? "{}") as Record<string, unknown>;

/** The way up from a card, nearest first. Fails when it leads in a circle. */
function wayUp(card: Card, byId: Map<string, Card>): Card[] {
  const way: Card[] = [];
  for (let above = card.parent_id; above !== null; ) {
    const parent = byId.get(above) as Card;
    expect(parent).toBeDefined();
    expect(way.includes(parent) || parent === card).toBe(false);
    way.push(parent);
    above = parent.parent_id;
  }
  return way;
}

function expectLevels(byId: Map<string, Card>) {
  for (const card of byId.values()) {
    const way = wayUp(card, byId);
    if (card.type !== CAPABILITY || card.status === "ARCHIVED") continue;
    const own = parse(card.attributes)["capabilityLevel"];
    if (own === "Macro") continue;
    const root = way.at(-1);
    const above = way.length - (root && parse(root.attributes)["capabilityLevel"] === "Macro" ? 1 : 0);
    expect(own).toBe(`L${Math.min(5, Math.max(0, above) + 1)}`);
  }
}

function expectQuality(byId: Map<string, Card>) {
  const links = relations();
  const tagged = new Set(all<{ card_id: string }>("SELECT card_id FROM card_tags").map((row) => row.card_id));
  const held = all<{ card_id: string; role: string }>("SELECT DISTINCT card_id, role FROM stakeholders");
  for (const card of byId.values()) {
    if (card.type === CAPABILITY) continue;
    const bucket = buckets[card.type] as Record<string, number>;
    const [attributes, lifecycle] = [parse(card.attributes), parse(card.lifecycle)];
    const marks: [weight: number, filled: boolean][] = Object.entries(weights[card.type] ?? {})
      .filter(([key]) => !(card.subtype === "small" && key === "size"))
      .map(([key, weight]) => [weight, ![undefined, null, "", false].includes(attributes[key] as never)]);
    marks.push([bucket["description"] as number, (card.description ?? "").trim() !== ""]);
    const phases = ["plan", "phaseIn", "active", "phaseOut", "endOfLife"];
    marks.push([bucket["lifecycle"] as number, phases.some((phase) => Boolean(lifecycle[phase]))]);
    for (const [key, { ends, mandatory }] of Object.entries(relationTypes))
      for (const side of [0, 1] as const)
        if (ends[side] === card.type && mandatory[side])
          marks.push([
            bucket["relations"] as number,
            links.some((link) => link.type === key && [link.source_id, link.target_id][side] === card.id),
          ]);
    if (card.type === "Widget") marks.push([bucket["tags"] as number, tagged.has(card.id)]);
    for (const part of parts[card.type] ?? [])
      marks.push([bucket["stakeholders"] as number, held.some((row) => row.card_id === card.id && row.role === part)]);
    const sum = (some: typeof marks) => some.reduce((total, [weight]) => total + weight, 0);
    const score = (1_000 * sum(marks.filter(([, filled]) => filled))) / sum(marks);
    // Half to even: between two tenths, the even one.
    const below = Math.floor(score);
    const tenths = score - below === 0.5 ? below + (below % 2) : Math.round(score);
    expect([card.id, card.data_quality]).toEqual([card.id, tenths / 10]);
  }
}

function expectCounts() {
  const counted = all<object>(
    "SELECT type, status, approval_status, count FROM card_counts WHERE count <> 0 ORDER BY 1, 2, 3",
  );
  const real = all<object>(
    "SELECT type, status, approval_status, count(*) AS count FROM cards GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
  );
  expect(counted).toEqual(real);
}

function expectRelations(byId: Map<string, Card>) {
  expect(all<object>("PRAGMA foreign_key_check")).toEqual([]);
  const seen = new Set<string>();
  for (const link of relations()) {
    const type = relationTypes[link.type];
    expect([byId.get(link.source_id)?.type, byId.get(link.target_id)?.type]).toEqual(type?.ends as string[]);
    const keys = [`${link.type}|${link.source_id}|${link.target_id}`];
    if (type?.cardinality !== "n:m") keys.push(`${link.type}|${link.source_id}|out`);
    if (type?.cardinality === "1:1") keys.push(`${link.type}|${link.target_id}|in`);
    for (const key of keys) {
      expect(seen.has(key)).toBe(false);
      seen.add(key);
    }
  }
}

/** Tells the journal anew, event by event, and compares what comes out with the tables. */
function expectReplay(byId: Map<string, Card>) {
  type State = Record<string, unknown>;
  type Told = { event_type: string; data: string };
  const told = new Map<string, State>();
  const links = new Map<string, State>();
  const breaking = ["name", "description", "lifecycle", "attributes", "subtype", "alias", "parent_id"];
  /** A value without what the server derives: the level of a capability, which so has attributes in any case. */
  const plain = (value: unknown, name: string, type: unknown) => {
    if (name !== "attributes" || type !== CAPABILITY) return value ?? null;
    const { capabilityLevel: _, ...rest } = (value ?? {}) as State;
    return rest;
  };
  for (const { event_type, data: text } of all<Told>("SELECT event_type, data FROM events ORDER BY seq")) {
    const data = parse(text);
    const id = data["id"] as string;
    const state = told.get(id) as State;
    if (event_type === "card.created") {
      const made = madeAs.get(id) ?? {};
      told.set(id, {
        name: data["name"],
        type: data["type"],
        parent_id: made["parent_id"] ?? null,
        description: made["description"] ?? null,
        subtype: made["subtype"] ?? null,
        alias: made["alias"] ?? null,
        attributes: made["attributes"] ?? {},
        lifecycle: made["lifecycle"] ?? {},
        status: "ACTIVE",
        approval_status: "DRAFT",
      });
    } else if (event_type === "card.updated") {
      const changes = data["changes"] as Record<string, { old: unknown; new: unknown }>;
      for (const [name, { old, new: value }] of Object.entries(changes)) {
        const before = plain(state[name], name, state["type"]);
        expect([id, name, plain(old, name, state["type"])]).toEqual([id, name, before]);
        state[name] = value;
      }
      if (state["approval_status"] === "APPROVED" && Object.keys(changes).some((name) => breaking.includes(name)))
        state["approval_status"] = "BROKEN";
    } else if (event_type.startsWith("card.approval_status.")) state["approval_status"] = data["approval_status"];
    else if (event_type === "card.archived") state["status"] = "ARCHIVED";
    else if (event_type === "card.restored") state["status"] = "ACTIVE";
    else if (event_type === "card.deleted") {
      expect(told.delete(id)).toBe(true);
      for (const [link, ends] of links) if (ends["source_id"] === id || ends["target_id"] === id) links.delete(link);
    } else if (event_type === "relation.created")
      links.set(id, { type: data["type"], source_id: data["source_id"], target_id: data["target_id"] });
    else if (event_type === "relation.deleted") links.delete(id);
  }
  expect([...told.keys()].sort()).toEqual([...byId.keys()].sort());
  for (const [id, state] of told) {
    const card = byId.get(id) as Card;
    const { name, type, parent_id, description, subtype, alias, status, approval_status } = card;
    const attributes = card.attributes === null ? null : parse(card.attributes);
    const lifecycle = card.lifecycle === null ? null : parse(card.lifecycle);
    expect({ id, ...state, attributes: plain(state["attributes"], "attributes", type) }).toEqual({
      ...{ id, name, type, parent_id, description, subtype, alias, status, approval_status, lifecycle },
      attributes: plain(attributes, "attributes", type),
    });
  }
  expect(Object.fromEntries(links)).toEqual(
    Object.fromEntries(relations().map(({ id, type, source_id, target_id }) => [id, { type, source_id, target_id }])),
  );
}

function expectAll() {
  const byId = new Map(cards().map((card) => [card.id, card]));
  expectLevels(byId);
  expectQuality(byId);
  expectCounts();
  expectRelations(byId);
  // Throws when the full-text index and the cards differ.
  statement("INSERT INTO cards_search(cards_search, rank) VALUES ('integrity-check', 1)").run();
  expectReplay(byId);
}

const outcomes = new Map<number, number>();

test.each(Array.from({ length: SEQUENCES }, (_, seed) => seed))(
  "sequence %i leaves everything in order",
  async (seed) => {
    const random = randomFrom(7_000 + seed);
    for (let at = 0; at < STEPS; at++) {
      const before = lastSeq();
      const { status, body } = await step(random, random() < 0.4 ? clerk : admin);
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      if (status >= 400) {
        expect([400, 403, 404, 409, 422]).toContain(status);
        expect(body.detail).toBeDefined();
        // What is refused is not told.
        expect(lastSeq()).toBe(before);
      }
    }
    expectAll();
  },
);

test("operations of every outcome were drawn", () => {
  expect([...outcomes.keys()].sort()).toEqual([200, 201, 204, 400, 409, 422]);
  expect(outcomes.get(200)).toBeGreaterThan((SEQUENCES * STEPS) / 5);
});
