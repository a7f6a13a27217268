/**
 * Sequences of operations drawn at random, and what must hold after each of them, worked out another way than the
 * server does. `SEQUENCES=500` draws more of them than the usual run.
 */

import { beforeAll, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { purgeArchivedCards } from "../../../src/areas/cards/lifecycle/purge";
import type { Answer, Client } from "../../support/client";
import { cardType, field, relationType, role, stakeholderRole, tagGroup, unique } from "../../support/factories";
import { type Random, randomFrom } from "../../support/openapi";
import { clientAs, testServer } from "../../support/server";

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

const server = testServer();
const admin = clientAs(server, "admin");
let clerk: Client;
let group: { id: string; tags: string[] };

beforeAll(async () => {
  // A user who sees no costs, so that costs have to survive requests without them.
  clerk = await server.as(role("inventory.view", "inventory.create", "inventory.edit", "inventory.archive"));
  for (const type of ["Widget", "Gadget"])
    cardType(
      type,
      Object.entries(weights[type] ?? {}).map(([key, weight]) =>
        field(key, key === "price" ? "cost" : key === "size" ? "number" : "text", { weight }),
      ),
      {
        section_config: { __dataQuality: buckets[type] },
        subtypes: [{ key: "small", label: "Small", hidden_fields: ["size"] }],
      },
    );
  for (const [type, roles] of Object.entries(parts)) for (const one of roles) stakeholderRole(type, one);
  for (const [key, { ends, cardinality, mandatory }] of Object.entries(relationTypes))
    relationType(key, ...ends, { cardinality, source_mandatory: mandatory[0], target_mandatory: mandatory[1] });
  group = tagGroup("Colour", ["red", "blue"], { mandatory: true, restrict_to_types: ["Widget"] });
});

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
const relations = () =>
  all<Relation>(
    `SELECT r.id, y.key AS type, s.id AS source_id, t.id AS target_id FROM relations r
     LEFT JOIN relation_types y ON y.seq = r.type_seq
     LEFT JOIN cards s ON s.seq = r.source_seq LEFT JOIN cards t ON t.seq = r.target_seq ORDER BY r.seq`,
  );
const lastSeq = () => all<{ seq: number | null }>("SELECT max(seq) AS seq FROM events")[0]?.seq ?? 0;

/** The fields of a created card that the journal lacks: all but its type and name. */
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

/** Returns names of which many are the same, so that siblings come into each other's way. */
const nameOf = (random: Random) => `Name ${random.whole(30)}`;

const cascade = (random: Random, ids: string[]) => ({
  child_strategy: random.pick([undefined, "cascade", "disconnect", "reparent"]),
  cascade_all_related: random() < 0.2,
  related_card_ids: random() < 0.2 ? random.sample(ids, 2) : [],
});

/** Creates rows of new cards, some of them below one another. */
function newRows(random: Random, ids: string[]): Record<string, unknown>[] {
  const names = [nameOf(random), nameOf(random), unique("Row ")];
  return names.map((name, row_index) => {
    const type = random.pick(types);
    const parent =
      random() < 0.5 ? { parent_id: random.pick(ids) } : random() < 0.6 ? { parent_name: random.pick(names) } : {};
    const approval_status = random() < 0.2 ? "APPROVED" : undefined;
    return { row_index, type, name, ...parent, approval_status, ...fieldsOf(random, type) };
  });
}

/** Makes cards in bulk, and remembers how those were made that were. */
async function makeMany(random: Random, user: Client, ids: string[]): Promise<Answer> {
  const rows = newRows(random, ids);
  const answer = await user.post("/cards/bulk-create", { cards: rows, on_error: random.pick(["skip", "stop"]) });
  const { results = [] } = answer.body as { results?: { id: string | null; row_index: number }[] };
  for (const { id, row_index } of results) {
    if (id === null) continue;
    const parent_id = all<{ parent_id: string | null }>(`SELECT parent_id FROM cards WHERE id = '${id}'`)[0]?.parent_id;
    madeAs.set(id, { ...rows[row_index], parent_id });
  }
  return answer;
}

/** Returns one operation on several cards or relations, drawn at random; or the undoing of an earlier operation. */
async function bulkStep(random: Random, user: Client, existing: Card[]): Promise<Answer> {
  const ids = existing.map((card) => card.id);
  const card_ids = [random.pick(ids), ...random.sample(ids, random.whole(4))];
  const on_error = random.pick(["skip", "stop"]);
  const { child_strategy, cascade_all_related } = cascade(random, ids);
  const chance = random();
  if (chance < 0.2) return makeMany(random, user, ids);
  if (chance < 0.45) {
    const updates = {
      ...fieldsOf(random, random.pick(types)),
      ...(random() < 0.3 && { parent_id: random() < 0.8 ? random.pick(ids) : null }),
      ...(random() < 0.3 && { status: random.pick(["ACTIVE", "ARCHIVED", "PHASING_OUT"]) }),
    };
    return user.patch("/cards/bulk", { ids: card_ids, updates, on_error, dry_run: random() < 0.1 });
  }
  if (chance < 0.5) return user.post("/cards/bulk-archive", { card_ids, child_strategy, cascade_all_related });
  if (chance < 0.55) return user.post("/cards/bulk-restore", { card_ids });
  if (chance < 0.58)
    return admin.post("/cards/bulk-delete", { card_ids: card_ids.slice(0, 2), child_strategy, cascade_all_related });
  if (chance < 0.75) {
    const operations = [0, 1, 2].map((row_index) => {
      const [type, { ends }] = random.pick(Object.entries(relationTypes));
      const end = (side: 0 | 1) => ({ id: random.pick(existing.filter((one) => one.type === ends[side]))?.id });
      return { row_index, type, action: random.pick(["upsert", "upsert", "delete"]), source: end(0), target: end(1) };
    });
    return admin.post("/relations/bulk", { operations, on_error });
  }
  const { items } = (await admin.get("/mutation-batches?page_size=15")).body;
  return admin.post(`/mutation-batches/${random.pick<{ id: string }>(items).id}/rollback`, {
    dry_run: random() < 0.2,
    force: random() < 0.5,
  });
}

/** Returns one operation, drawn at random. */
async function step(random: Random, user: Client): Promise<Answer> {
  const existing = cards();
  if (existing.length > 0 && random() < 0.3) return bulkStep(random, user, existing);
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
    return random() < 0.7 ? admin.post(`${path}/tags`, [tag]) : admin.delete(`${path}/tags/${tag}`);
  }
  const held = all<{ id: string }>("SELECT id FROM stakeholders ORDER BY id");
  if (random() < 0.3 && held.length > 0) return admin.delete(`/stakeholders/${random.pick(held).id}`);
  return admin.post(`${path}/stakeholders`, {
    user_id: random.pick([admin, clerk]).userId,
    role: random.pick(["keeper", "reader"]),
  });
}

/** Lets the purge come by after some of what is archived has been so for long. */
async function purge(random: Random) {
  const archived = cards().filter((card) => card.status === "ARCHIVED" && random() < 0.5);
  const ids = JSON.stringify(archived.map((card) => card.id));
  transaction(() =>
    statement("UPDATE cards SET archived_at = '2020-01-01' WHERE id IN (SELECT value FROM json_each(?))").run(ids),
  );
  await purgeArchivedCards();
  for (const { id } of archived) expect((await admin.get(`/cards/${id}`)).status).toBe(404);
}

// ---- what must hold ----

const parse = (text: string | null) => JSON.parse(text ?? "{}") as Record<string, unknown>;

/** Returns the way up from a card, nearest first. Fails when it leads in a circle. */
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
    const isMacro = root?.type === CAPABILITY && parse(root.attributes)["capabilityLevel"] === "Macro";
    const above = way.length - (isMacro ? 1 : 0);
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

/** Replays the journal event by event and compares what comes out with the tables. */
function expectReplay(byId: Map<string, Card>) {
  type State = Record<string, unknown>;
  type JournalEvent = { id: string; event_type: string; data: string };
  const published = new Map<string, State>();
  const links = new Map<string, State>();
  const payloads = new Map<string, State>();
  const breaking = ["name", "description", "lifecycle", "attributes", "subtype", "alias", "parent_id"];
  /** Returns a value without what the server derives: the level of a capability, which so has attributes in any case. */
  const plain = (value: unknown, name: string, type: unknown) => {
    if (name !== "attributes" || type !== CAPABILITY) return value ?? null;
    const { capabilityLevel: _, ...rest } = (value ?? {}) as State;
    return rest;
  };
  const forget = (id: string) => {
    expect(published.delete(id)).toBe(true);
    for (const [link, ends] of links) if (ends["source_id"] === id || ends["target_id"] === id) links.delete(link);
  };
  const relate = (id: string, { type, source_id, target_id }: State) => links.set(id, { type, source_id, target_id });
  /** Returns an object with those keys as they were before that a change had changed; the others stay. */
  const putBack = (now: unknown, { old, new: after }: { old: unknown; new: unknown }) => {
    const [before, since, result] = [(old ?? {}) as State, (after ?? {}) as State, { ...(now as State | null) }];
    for (const key of new Set([...Object.keys(before), ...Object.keys(since)])) {
      if (key in before && Bun.deepEquals(before[key], since[key]) && key in since) continue;
      if (key in before) result[key] = before[key];
      else delete result[key];
    }
    return old === null && Object.keys(result).length === 0 ? null : result;
  };
  /** Returns the result of a step of a rollback: its event names the one that it undoes. */
  const rollBack = (data: State) => {
    if (data["outcome"] !== "ok") return;
    const undone = payloads.get(data["event_id"] as string) as State;
    const [cardId, relationId] = [data["card_id"] as string, data["relation_id"] as string];
    const state = published.get(cardId) as State;
    if (data["op"] === "delete_card") return forget(cardId);
    if (data["op"] === "delete_relation") return links.delete(relationId);
    if (data["op"] === "restore_relation") return relate(relationId, undone);
    if (data["op"] === "archive_card") state["status"] = "ARCHIVED";
    if (data["op"] === "restore_card") state["status"] = data["card_status"];
    if (data["op"] === "restore_card_fields") {
      const changes = (undone["changes"] ?? {}) as Record<string, { old: unknown; new: unknown }>;
      for (const [name, old] of Object.entries(data["fields"] as State)) {
        if (name in ((data["not_restored"] ?? {}) as State)) continue;
        const isObject = name === "attributes" || name === "lifecycle";
        state[name] = isObject ? putBack(state[name], changes[name] as { old: unknown; new: unknown }) : old;
      }
    }
    if (data["approval_status"]) state["approval_status"] = data["approval_status"];
  };
  for (const { id: eventId, event_type, data: text } of all<JournalEvent>(
    "SELECT id, event_type, data FROM events ORDER BY seq",
  )) {
    const data = parse(text);
    payloads.set(eventId, data);
    const id = data["id"] as string;
    const state = published.get(id) as State;
    if (event_type === "card.created") {
      const made = madeAs.get(id) ?? {};
      published.set(id, {
        name: data["name"],
        type: data["type"],
        parent_id: made["parent_id"] ?? null,
        description: made["description"] ?? null,
        subtype: made["subtype"] ?? null,
        alias: made["alias"] ?? null,
        attributes: made["attributes"] ?? {},
        lifecycle: made["lifecycle"] ?? {},
        status: "ACTIVE",
        approval_status: made["approval_status"] ?? "DRAFT",
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
    else if (event_type === "card.deleted") forget(id);
    else if (event_type === "relation.created") relate(id, data);
    else if (event_type === "relation.deleted") links.delete(id);
    else if (event_type.startsWith("rollback.")) rollBack(data);
  }
  expect([...published.keys()].sort()).toEqual([...byId.keys()].sort());
  for (const [id, state] of published) {
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
  "the random sequence %i violates no invariant",
  async (seed) => {
    const random = randomFrom(7_000 + seed);
    for (let at = 0; at < STEPS; at++) {
      if (random() < 0.05) await purge(random);
      const before = lastSeq();
      const { status, body } = await step(random, random() < 0.4 ? clerk : admin);
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      if (status >= 400) {
        expect([400, 403, 404, 409, 422]).toContain(status);
        expect(body.detail).toBeDefined();
        // A refused request publishes nothing.
        expect(lastSeq()).toBe(before);
      }
    }
    expectAll();
  },
);

test("the random operations had every outcome", () => {
  expect([...outcomes.keys()].sort()).toEqual([200, 201, 204, 400, 403, 409, 422]);
  expect(outcomes.get(200)).toBeGreaterThan((SEQUENCES * STEPS) / 5);
});
