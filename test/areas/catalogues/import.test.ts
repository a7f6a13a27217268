/** Cards made of entries of catalogues. */
import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import { batchAbout } from "../../support/batches";
import type { Client } from "../../support/client";
import { content, wheel } from "../../support/content-package";
import { cardNow, makeCard, role, storedCards, violationsOf } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { randomFrom } from "../../support/openapi";
import { clientAs, testServer } from "../../support/server";
import { deleteCards, useContent } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

beforeAll(() => useContent(admin));
beforeEach(deleteCards);

type CreatedEntry = { catalogue_id: string; card_id: string };

async function importFrom(path: string, ids: string[], rest: object = {}, client: Client = member) {
  const { status, body } = await client.post(`/${path}/import`, { catalogue_ids: ids, ...rest });
  expect(status).toBe(200);
  const cards = Object.fromEntries(
    (body.created as CreatedEntry[]).map(({ catalogue_id, card_id }) => [catalogue_id, card_id]),
  );
  return { ...body, cards };
}
const importCapabilities = (ids: string[], rest: object = {}) => importFrom("capability-catalogue", ids, rest);
const importProcesses = (ids: string[], rest: object = {}) => importFrom("process-catalogue", ids, rest);
const importStreams = (ids: string[], rest: object = {}) => importFrom("value-stream-catalogue", ids, rest);

/** Returns the relations that there are, as their type with the names of their ends. */
const relations = () =>
  statement<{ relation: string }>(
    `SELECT y.key || ': ' || s.name || ' → ' || t.name AS relation FROM relations r
     JOIN relation_types y ON y.seq = r.type_seq JOIN cards s ON s.seq = r.source_seq JOIN cards t ON t.seq = r.target_seq
     ORDER BY relation`,
  )
    .all()
    .map(({ relation }) => relation);

describe("imported capabilities", () => {
  test("become cards, parents first, with the attributes of the catalogue", async () => {
    const since = lastEvent();
    const result = await importCapabilities(["BC-1.1.1", "BC-1", "MC-10", "BC-1.1", "nothing", "BC-1"], {
      locale: "de",
    });
    expect(result).toMatchObject({
      skipped: [],
      relinked: [],
      catalogue_version: "2026.5.11.505",
      warnings: ["Capability BC-1 belongs to macros MC-10 and MC-20; MC-10 has it"],
    });
    const ids = (result.created as CreatedEntry[]).map(({ catalogue_id }) => catalogue_id);
    expect(ids).toEqual(["MC-10", "BC-1", "BC-1.1", "BC-1.1.1"]);
    const [macro, top, middle, leaf] = await Promise.all(ids.map((id) => cardNow(member, result.cards[id])));
    expect(macro).toMatchObject({ name: "Kundenerlebnis", parent_id: null, attributes: { capabilityLevel: "Macro" } });
    expect(top).toMatchObject({ name: "Kundenmanagement", parent_id: macro.id, subtype: null });
    expect(top.attributes).toEqual({
      ...{ capabilityLevel: "L1", industry: "Cross-Industry", catalogueId: "BC-1" },
      ...{ catalogueVersion: "2026.5.11.505", catalogueLocale: "de" },
      catalogueImportedAt: expect.stringMatching(/Z$/),
      catalogueCredit: expect.stringContaining("CC BY 4.0"),
    });
    expect(middle).toMatchObject({ name: "Customer Care", description: "Cares", parent_id: top.id });
    expect(leaf).toMatchObject({ type: "BusinessCapability", status: "ACTIVE", approval_status: "DRAFT" });
    expect(leaf.attributes).toMatchObject({ capabilityLevel: "L3", aliases: ["Ansprüche"], deprecated: true });
    expect(middle.data_quality).toBeGreaterThan(0);
    const events = eventsAfter(since);
    expect(events.map(({ event_type, card_id }) => [event_type, card_id])).toEqual(
      ids.map((id) => ["card.created", result.cards[id]]),
    );
  });

  test("are created in English unless the request or the user has another language", async () => {
    const { cards } = await importCapabilities(["BC-1"], { locale: null });
    const card = await cardNow(member, cards["BC-1"]);
    expect(card.name).toBe("Customer Management");
    expect(card.attributes).not.toHaveProperty("catalogueLocale");
  });

  test("are skipped when they have a card", async () => {
    const { cards } = await importCapabilities(["BC-2"]);
    const again = await importCapabilities(["BC-2", "BC-1"]);
    expect(again.skipped).toEqual([{ catalogue_id: "BC-2", card_id: cards["BC-2"], reason: "exists" }]);
    expect(Object.keys(again.cards)).toEqual(["BC-1"]);
  });

  test("have their level at any place, and don't obstruct one another", async () => {
    const manualCard = await makeCard(member, { type: "BusinessCapability", name: "Customer Care" });
    const { cards } = await importCapabilities(["BC-1.1.1"]);
    expect(await cardNow(member, cards["BC-1.1.1"])).toMatchObject({
      parent_id: manualCard.id,
      attributes: { capabilityLevel: "L3" },
    });
    await makeCard(member, { type: "BusinessCapability", name: "Customer Experience" });
    const { cards: macros } = await importCapabilities(["MC-10"]);
    expect(await cardNow(member, macros["MC-10"])).toMatchObject({ name: "Customer Experience", parent_id: null });
  });

  test("become the parents of existing cards, whose former parent is replaced", async () => {
    const archived = await makeCard(member, { type: "BusinessCapability" });
    const manualCard = await makeCard(member, {
      type: "BusinessCapability",
      name: "Customer Care",
      parent_id: archived.id,
    });
    await admin.post(`/cards/${archived.id}/archive`, { child_strategy: "disconnect" });
    const approved = await admin.post(`/cards/${manualCard.id}/approval-status?action=approve`);
    expect(approved.status).toBe(200);
    const since = lastEvent();
    const { cards, relinked } = await importCapabilities(["BC-1"]);
    expect(relinked).toEqual([{ catalogue_id: "BC-1.1", card_id: manualCard.id, new_parent_card_id: cards["BC-1"] }]);
    expect(await cardNow(member, manualCard.id)).toMatchObject({
      parent_id: cards["BC-1"],
      approval_status: "BROKEN",
      attributes: { capabilityLevel: "L1" },
    });
    expect(eventsAfter(since).map(({ event_type }) => event_type)).toEqual(["card.created", "card.updated"]);
  });

  test("stay where they are when a move would close a circle", async () => {
    const [child] = storedCards([{ type: "BusinessCapability", name: "Customer Care" }]);
    // Its catalogue parent comes below it, because that one's own parent is below it already.
    storedCards([{ type: "BusinessCapability", name: "x", parent_id: child, attributes: '{"catalogueId":"MC-10"}' }]);
    const { cards, relinked } = await importCapabilities(["BC-1"]);
    expect(relinked).toEqual([]);
    expect(Object.keys(cards)).toEqual(["BC-1"]);
    expect(await cardNow(member, child as string)).toMatchObject({ parent_id: null });
  });

  test("don't become parents of cards that the user may not edit", async () => {
    const [child] = storedCards([{ type: "BusinessCapability", name: "Customer Care" }]);
    const creator = await server.as(role("inventory.view", "inventory.create"));
    const { relinked } = await importFrom("capability-catalogue", ["BC-1"], {}, creator);
    expect(relinked).toEqual([]);
    expect(await cardNow(member, child as string)).toMatchObject({ parent_id: null });
  });

  test("are undone by one rollback", async () => {
    const manualCard = await makeCard(member, { type: "BusinessCapability", name: "Customer Care" });
    const { cards } = await importCapabilities(["MC-10", "BC-1", "BC-2"]);
    const batch = batchAbout(cards["BC-2"]);
    const { status } = await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: false });
    expect(status).toBe(200);
    expect(await cardNow(member, manualCard.id)).toMatchObject({ parent_id: null });
    for (const id of Object.values(cards)) expect((await member.get(`/cards/${id}`)).status).toBe(404);
  });
});

describe("imported processes and value streams", () => {
  test("become cards with the subtype of their level and the attributes of the catalogue", async () => {
    const { cards } = await importProcesses(["BP-1", "BP-1.1", "BP-1.1.1"]);
    const [category, group, leaf] = await Promise.all(Object.values(cards).map((id) => cardNow(member, id as string)));
    expect(category).toMatchObject({
      subtype: "category",
      attributes: { processLevel: "L1", frameworkRefs: [{ framework: "NEW", external_id: "1", code: 7 }] },
    });
    expect(group).toMatchObject({
      subtype: "group",
      parent_id: category.id,
      attributes: { realizesCapabilityIds: ["BC-1.1", "BC-9"] },
    });
    expect(leaf).toMatchObject({ subtype: "process", attributes: { processLevel: "L3", inScope: ["Calls"] } });
  });

  test("include the stream of a stage, and stages of the same name in different streams", async () => {
    const { created, cards } = await importStreams(["VS-1.2", "VS-1.1"]);
    expect((created as CreatedEntry[]).map(({ catalogue_id }) => catalogue_id)).toEqual(["VS-1", "VS-1.1", "VS-1.2"]);
    const stream = await cardNow(member, cards["VS-1"]);
    expect(stream).toMatchObject({ type: "BusinessContext", subtype: "valueStream", name: "Help" });
    expect(stream.attributes).toMatchObject({
      valueStreamLevel: "Stream",
      stageCount: 2,
      industries: ["Retail", "Banking"],
    });
    expect(await cardNow(member, cards["VS-1.2"])).toMatchObject({
      name: "Listen (Retail)",
      parent_id: stream.id,
      attributes: {
        ...{ valueStreamLevel: "Stage", stageOrder: 1, stageName: "Listen", industryVariant: "Retail" },
        ...{ notes: "In shops", capabilityIds: ["BC-1"] },
      },
    });
  });

  const all = {
    capabilities: () => importCapabilities(["BC-1", "BC-1.1"]),
    processes: () => importProcesses(["BP-1.1"]),
    streams: () => importStreams(["VS-1.1", "VS-1.2"]),
  };
  const orders = [
    ["capabilities", "processes", "streams"],
    ["streams", "processes", "capabilities"],
    ["processes", "streams", "capabilities"],
  ] as const;

  test.each(orders.map((order) => ({ order })))(
    "are related to the cards that they name: $order",
    async ({ order }) => {
      let created = 0;
      for (const name of order) created += (await all[name]()).auto_relations_created;
      expect(created).toBe(4);
      expect(relations()).toEqual([
        "relBizCtxToBC: Listen (Retail) → Customer Management",
        "relBizCtxToBC: Listen → Customer Care",
        "relProcessToBC: Handle → Customer Care",
        "relProcessToBizCtx: Handle → Listen",
      ]);
    },
  );

  test("publish their relations, and don't change existing relations or those of existing cards", async () => {
    await all.capabilities();
    await all.processes();
    statement("DELETE FROM relations").run();
    const since = lastEvent();
    const { auto_relations_created } = await importStreams(["VS-1.1"]);
    expect(auto_relations_created).toBe(2);
    expect(relations()).toHaveLength(2);
    const types = eventsAfter(since).map(({ event_type }) => event_type);
    expect(types).toEqual([...Array(2).fill("card.created"), ...Array(4).fill("relation.created")]);
  });

  test("are not related to archived cards, nor without the right to manage relations", async () => {
    const { cards } = await all.capabilities();
    await admin.post(`/cards/${cards["BC-1.1"]}/archive`, {});
    expect(await all.processes()).toMatchObject({ auto_relations_created: 0 });
    const creator = await server.as(role("inventory.view", "inventory.create"));
    const result = await importFrom("value-stream-catalogue", ["VS-1.2"], {}, creator);
    expect(result).toMatchObject({ auto_relations_created: 0 });
    expect(result.created).toHaveLength(2);
  });

  test("are created although attributes of other cards are malformed", async () => {
    storedCards([
      { type: "BusinessProcess", name: "x", attributes: '{"realizesCapabilityIds":"BC-2"}' },
      { type: "BusinessProcess", name: "y", attributes: '{"realizesCapabilityIds":[1,null,{"a":1},"BC-2"]}' },
    ]);
    await importCapabilities(["BC-2"]);
    expect(relations()).toEqual(["relProcessToBC: y → Finance"]);
  });
});

test.each([
  ["no ids", {}, "body.catalogue_ids: missing"],
  ["an empty list", { catalogue_ids: [] }, "body.catalogue_ids: too_short"],
  ["too many ids", { catalogue_ids: Array(2_001).fill("x") }, "body.catalogue_ids: too_long"],
  ["a number", { catalogue_ids: [1] }, "body.catalogue_ids.0: string_type"],
])("an import of %p is refused", async (_, body, violation) => {
  const { status, body: answer } = await member.post("/capability-catalogue/import", body);
  expect(status).toBe(422);
  expect(violationsOf(answer)).toEqual([violation]);
});

test("an import of 2,000 entries is one batch", async () => {
  const all = Array.from({ length: 2_100 }, (_, at) => ({ id: `BC-${at + 1}`, name: `Capability ${at}`, level: 1 }));
  const german = Object.fromEntries(all.map(({ id }) => [id, { name: `Fähigkeit ${id}` }]));
  const files = { "capabilities.json": all, "macro-capabilities.json": [], "i18n/de.json": german };
  await useContent(admin, wheel({ ...content("9999.1"), ...files }));
  const { created } = await importCapabilities(
    all.slice(0, 2_000).map(({ id }) => id),
    { locale: "de" },
  );
  expect(created).toHaveLength(2_000);
  const [first, last] = [created[0], created.at(-1)] as CreatedEntry[];
  expect((await cardNow(member, first?.card_id ?? "")).name).toBe(`Fähigkeit ${first?.catalogue_id}`);
  expect(batchAbout(first?.card_id ?? "")).toBe(batchAbout(last?.card_id ?? ""));
});

test("the right to import is checked before the validity of the import", async () => {
  const viewer = await server.as("viewer");
  expect((await viewer.post("/process-catalogue/import", {})).status).toBe(403);
  expect((await server.nobody.post("/process-catalogue/import", {})).status).toBe(401);
});

test("a tree that is imported in several parts, in any order, is the tree of the catalogue", async () => {
  const random = randomFrom(20_261_122);
  const nodes = Array.from({ length: 40 }, (_, at) => {
    const parent = at === 0 ? 0 : random.whole(at);
    const id = `BC-${at + 100}`;
    return { id, name: `Name ${at % 30}`, level: 1 + (at % 4), ...(parent > 0 && { parent_id: `BC-${parent + 100}` }) };
  });
  await useContent(admin, wheel({ ...content("9999.2"), "capabilities.json": nodes, "macro-capabilities.json": [] }));
  const cards = new Map<string, string>();
  const ids = random.sample(nodes, 30).map(({ id }) => id);
  for (let start = 0; start < ids.length; start += 6) {
    const { created } = await importCapabilities(ids.slice(start, start + 6));
    for (const { catalogue_id, card_id } of created as CreatedEntry[]) cards.set(catalogue_id, card_id);
  }
  expect(cards.size).toBe(30);
  const stored = statement<{ id: string; parent_id: string | null; level: string }>(
    "SELECT id, parent_id, attributes ->> '$.capabilityLevel' AS level FROM cards ORDER BY id",
  ).all();
  const expected = nodes
    .filter(({ id }) => cards.has(id))
    .map(({ id, level, parent_id = "" }) => ({
      id: cards.get(id) as string,
      parent_id: cards.get(parent_id) ?? null,
      level: `L${level}`,
    }));
  expect(stored).toEqual(expected.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
});
