/**
 * The finished JSON of cards is cached until it changes: after changes of every kind, drawn at random, the answers from
 * memory equal those that are read anew. `SEQUENCES=50` draws more than the usual run.
 */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { connection } from "../../../db/connection";
import { CARD_SOURCES, cachedCard, cachedNumber } from "../../../src/areas/cards/card-cache";
import { CARD_STATEMENTS, serializeCards } from "../../../src/areas/cards/serialize";
import { type Actor, permissionsOf } from "../../../src/core/access/actor";
import type { Client } from "../../support/client";
import {
  cardType,
  field,
  makeCard,
  role,
  stakeholder,
  stakeholderRole,
  tagCard,
  tagGroup,
  unique,
} from "../../support/factories";
import { type Random, randomFrom } from "../../support/openapi";
import { clientAs, testServer } from "../../support/server";

const SEQUENCES = Number(process.env["SEQUENCES"] ?? 3);
const STEPS = 80;
const CARDS = 12;

const server = testServer();
const admin = clientAs(server, "admin");
const viewerRole = { key: "" };
let viewer: Client;
let keeper: Client;
let other: Database;

beforeAll(async () => {
  cardType("Widget", [field("price", "cost"), field("size", "number"), field("note", "text")]);
  stakeholderRole("Widget", "keeper", ["card.view"]);
  stakeholderRole("Widget", "reader", ["card.view"]);
  viewerRole.key = role("inventory.view");
  viewer = await server.as(viewerRole.key);
  keeper = await server.as(viewerRole.key);
  other = new Database(server.databaseFile);
  other.run("PRAGMA busy_timeout = 5000");
});
afterAll(() => other.close());

/** Creates a new card with two of the tags; one user sees its costs as its stakeholder, and another doesn't. */
async function newCard(group: { tags: string[] }): Promise<string> {
  const { id } = await makeCard(admin, { type: "Widget", name: unique("W "), attributes: { price: 1, note: "ä €" } });
  for (const tag of group.tags.slice(0, 2)) tagCard(id, tag);
  stakeholder(id, keeper.userId, "keeper");
  return id;
}

const numberOf = (id: string) => statement<{ seq: number }>("SELECT seq FROM cards WHERE id = ?").get(id)?.seq;

/** Reads a card as it is now, read anew: in a transaction nothing is taken from memory. */
function readAnew(client: Client, roleKey: string, id: string): unknown {
  const actor: Actor = {
    userId: client.userId as string,
    email: "",
    displayName: "",
    role: roleKey,
    ownRole: roleKey,
    permissions: permissionsOf(roleKey),
    expires: Number.POSITIVE_INFINITY,
  };
  const seq = numberOf(id);
  if (seq === undefined) return undefined;
  return JSON.parse(transaction(() => serializeCards(actor, [seq])).toString());
}

/** Requires that lists and single cards are what is read anew, for users who see different costs. */
async function expectFresh(ids: readonly string[], step: string): Promise<void> {
  for (const [client, roleKey] of [
    [admin, "admin"],
    [viewer, viewerRole.key],
    [keeper, viewerRole.key],
  ] as const) {
    const { body } = await client.get(`/cards?include_archived=true&page_size=200&ids=${ids.join(",")}`);
    const listed = new Map((body.items as { id: string }[]).map((card) => [card.id, card]));
    for (const id of ids) {
      const single = await client.get(`/cards/${id}`);
      const fresh = readAnew(client, roleKey, id);
      expect({ step, card: listed.get(id) }).toEqual({ step, card: fresh as { id: string } | undefined });
      expect({ step, card: single.status === 404 ? undefined : single.body }).toEqual({ step, card: fresh });
    }
  }
}

type World = { random: Random; ids: string[]; group: { id: string; tags: string[] } };
/** A change; it returns true when it was made. */
type Change = (world: World) => unknown;

const isRefusal = (answer: unknown) =>
  typeof answer === "object" && answer !== null && "status" in answer && Number(answer.status) >= 400;

const tagPath = ({ group, random }: World) => `/tag-groups/${group.id}/tags/${random.pick(group.tags.slice(0, 2))}`;

/** The transactions of a turn are committed at its end. */
const committed = () => new Promise((resolve) => setImmediate(resolve));

const changes: Record<string, Change> = {
  "a card's fields": ({ random, ids }) =>
    admin.patch(`/cards/${random.pick(ids)}`, {
      name: unique("W "),
      attributes: { price: random.whole(100), size: random.whole(9), note: "ö" },
    }),
  "tags on a card": ({ random, ids, group }) => admin.post(`/cards/${random.pick(ids)}/tags`, group.tags),
  "a tag off a card": ({ random, ids, group }) =>
    admin.delete(`/cards/${random.pick(ids)}/tags/${random.pick(group.tags.slice(0, 2))}`),
  "a tag's name": (world) => admin.patch(tagPath(world), { name: unique("T ") }),
  "a tag's color": (world) => admin.patch(tagPath(world), { color: world.random.pick(["#112233", "#445566"]) }),
  "a tag's place": (world) => admin.patch(tagPath(world), { sort_order: world.random.pick([-9, 9]) }),
  "a tag group's name": ({ group }) => admin.patch(`/tag-groups/${group.id}`, { name: unique("G ") }),
  "a user's name": () => admin.patch(`/users/${keeper.userId}`, { display_name: unique("User ") }),
  "a user's address": () => admin.patch(`/users/${keeper.userId}`, { email: `${unique("user")}@stoa.example` }),
  "a part in a card": ({ random, ids }) =>
    admin.post(`/cards/${random.pick(ids)}/stakeholders`, { user_id: viewer.userId, role: "reader" }),
  "a part given up": async ({ random, ids }) => {
    const { body } = await admin.get(`/cards/${random.pick(ids)}/stakeholders`);
    const part = (body as { id: string; user_id: string }[]).find(({ user_id }) => user_id === viewer.userId);
    if (part) return admin.delete(`/stakeholders/${part.id}`);
  },
  "another part": async ({ random, ids }) => {
    const { body } = await admin.get(`/cards/${random.pick(ids)}/stakeholders`);
    const parts = body as { id: string; user_id: string; role: string }[];
    const part = parts.find(({ user_id }) => user_id === keeper.userId);
    const role = part?.role === "keeper" ? "reader" : "keeper";
    if (part) return admin.patch(`/stakeholders/${part.id}`, { user_id: keeper.userId, role });
  },
  "which fields are costs": ({ random }) => {
    const [one, two] = random.pick([
      ["price", "size"],
      ["size", "price"],
    ]) as [string, string];
    cardType("Widget", [field(one, "cost"), field(two, "number"), field("note", "text")]);
  },
  "what a role may see": ({ random }) =>
    admin.patch(`/roles/${viewerRole.key}`, {
      permissions: { "inventory.view": true, "costs.view": random.pick([true, false]) },
    }),
  "many cards": ({ random, ids }) =>
    admin.patch("/cards/bulk", { ids: random.sample(ids, 4), updates: { attributes: { size: random.whole(9) } } }),
  "an archived card": ({ random, ids }) => admin.post(`/cards/${random.pick(ids)}/archive`, {}),
  "a restored card": async ({ random, ids }) => {
    const id = random.pick(ids);
    await admin.post(`/cards/${id}/archive`, {});
    return admin.post(`/cards/${id}/restore`, {});
  },
  "an approved card": ({ random, ids }) => admin.post(`/cards/${random.pick(ids)}/approval-status?action=approve`),
  "a deleted card, and a new one": async ({ random, ids, group }) => {
    const at = random.whole(ids.length);
    const deleted = await admin.delete(`/cards/${ids[at]}`);
    ids.push(await newCard(group));
    if (ids.length > 2 * CARDS) ids.shift();
    return deleted;
  },
  "an undone change": async ({ random, ids }) => {
    await admin.patch(`/cards/${random.pick(ids)}`, { alias: unique("alias ") });
    const [batch] = (await admin.get("/mutation-batches?page_size=1")).body.items;
    return admin.post(`/mutation-batches/${batch.id}/rollback`, { dry_run: false, force: true });
  },
  "a rehearsed change": ({ random, ids }) =>
    admin.patch("/cards/bulk", { ids: random.sample(ids, 4), updates: { alias: "never" }, dry_run: true }),
  "a change that fails": ({ random, ids }) => {
    const id = random.pick(ids);
    expect(() =>
      transaction(() => {
        statement("UPDATE cards SET name = 'never' WHERE id = ?").run(id);
        throw new Error("no");
      }),
    ).toThrow("no");
  },
  "another process's card": async ({ random, ids }) => {
    await committed();
    other.run("UPDATE cards SET alias = ? WHERE id = ?", [unique("by another "), random.pick(ids)]);
  },
  "another process's user": async () => {
    await committed();
    other.run("UPDATE users SET display_name = ? WHERE id = ?", [unique("by another "), keeper.userId as string]);
  },
  "a statement of no service": ({ random, ids }) =>
    transaction(() => statement("UPDATE cards SET alias = ? WHERE id = ?").run(unique("alias "), random.pick(ids))),
};

test.each(Array.from({ length: SEQUENCES }, (_, index) => index + 1))(
  "the random sequence %d gets no stale answer",
  async (seed) => {
    const group = tagGroup(unique("Group "), [unique("red "), unique("blue "), unique("green ")]);
    const world: World = { random: randomFrom(seed), ids: [], group };
    for (let card = 0; card < CARDS; card++) world.ids.push(await newCard(group));
    await expectFresh(world.ids, "at the start");
    for (let step = 0; step < STEPS; step++) {
      const name = world.random.pick(Object.keys(changes));
      await changes[name]?.(world);
      await expectFresh(world.random.sample(world.ids, 4), `${step}: ${name}`);
    }
  },
);

test.each(Object.keys(changes))("no answer is stale after %s", async (name) => {
  const group = tagGroup(unique("Group "), [unique("red "), unique("blue "), unique("green ")]);
  const ids = [await newCard(group), await newCard(group)];
  await expectFresh(ids, "at the start");
  const answer = await changes[name]?.({ random: randomFrom(1), ids, group });
  expect(isRefusal(answer) ? answer : undefined).toBeUndefined();
  await expectFresh(ids, name);
});

test("a card that was read is cached, and one that was changed is not", async () => {
  const group = tagGroup(unique("Group "), [unique("red ")]);
  const [read, changed] = [await newCard(group), await newCard(group)];
  await admin.get(`/cards?ids=${read},${changed}`);
  expect([cachedNumber(read), cachedNumber(changed)]).toEqual([numberOf(read), numberOf(changed)]);
  statement("UPDATE cards SET alias = 'x' WHERE id = ?").run(changed);
  await admin.get(`/cards/${read}`);
  expect([cachedNumber(read), cachedNumber(changed)]).toEqual([numberOf(read), undefined]);
});

test("a card that is read in a transaction is not cached", async () => {
  const group = tagGroup(unique("Group "), [unique("red ")]);
  const id = await newCard(group);
  const seq = numberOf(id) as number;
  statement("UPDATE cards SET alias = 'x' WHERE id = ?").run(id);
  await admin.get("/cards?page_size=1&page=1000");
  readAnew(admin, "admin", id);
  expect(cachedCard(seq, true)).toBeUndefined();
});

test("every table that the JSON of a card is read from is watched for changes", () => {
  const watched = [...Object.keys(CARD_SOURCES.rows), ...Object.keys(CARD_SOURCES.shared)];
  const roots = new Map(
    (
      connection().query("SELECT rootpage, tbl_name FROM sqlite_master WHERE rootpage > 0").all() as {
        rootpage: number;
        tbl_name: string;
      }[]
    ).map(({ rootpage, tbl_name }) => [rootpage, tbl_name]),
  );
  const read = CARD_STATEMENTS.flatMap((sql) =>
    (connection().query(`EXPLAIN ${sql}`).all() as { opcode: string; p2: number }[])
      .filter(({ opcode }) => opcode === "OpenRead")
      .flatMap(({ p2 }) => roots.get(p2) ?? []),
  );
  expect([...new Set(read)].toSorted()).toEqual(watched.toSorted());
});
