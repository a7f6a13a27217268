import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import type { Client } from "../../support/client";
import {
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  role,
  stakeholder,
  stakeholderRole,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

type Change = { field: string; old: unknown; new: unknown };
type Entry = { number: number; event_type: string; changes: Change[]; created_at: string };

let card: { id: string };
let peer: { id: string };
let author: Client;

beforeAll(async () => {
  cardType("Gadget", [field("price", "cost"), field("size", "number")]);
  stakeholderRole("Gadget", "reader", ["card.view"]);
  relationType("feeds", "Gadget", "Gadget", { attributes_schema: [field("fee", "cost"), field("share", "number")] });
  author = await server.as("member");
  [card, peer] = [await makeCard(admin, { type: "Gadget" }), await makeCard(admin, { type: "Gadget" })];
  await author.patch(`/cards/${card.id}`, { alias: "a", attributes: { price: 7, size: 1 } });
  const relation = await relate(admin, "feeds", peer, card, { attributes: { fee: 5, share: 1 } });
  await admin.patch(`/relations/${relation.id}`, { attributes: { fee: 6, share: 2 }, description: "by night" });
  await admin.patch(`/cards/${card.id}`, { attributes: { price: 8, size: 2 } });
  await admin.delete(`/relations/${relation.id}`);
});

const timeline = async (client: Client, query = "", id = card.id) =>
  (await client.get(`/cards/${id}/timeline${query}`)).body;

/** Returns the type of each event, with its changes as texts. */
const texts = (items: readonly Entry[]) =>
  items.map(({ event_type, changes }) => [
    event_type,
    ...changes.map((one) => `${one.field}: ${one.old} → ${one.new}`),
  ]);

describe("the timeline of a card", () => {
  test("has the fields of the card and of its relations before and after each event, newest first", async () => {
    const { items, next } = await timeline(admin);
    expect(next).toBe(null);
    expect(texts(items)).toEqual([
      ["relation.deleted", "attributes.fee: 6 → null", "attributes.share: 2 → null", "description: by night → null"],
      ["card.updated", "attributes.price: 7 → 8", "attributes.size: 1 → 2"],
      ["relation.updated", "attributes.fee: 5 → 6", "attributes.share: 1 → 2", "description: null → by night"],
      ["relation.created", "attributes.fee: null → 5", "attributes.share: null → 1"],
      ["card.updated", "attributes.price: null → 7", "attributes.size: null → 1", "alias: null → a"],
      ["card.created"],
    ]);
    expect(items.at(-2)).toMatchObject({ user_id: author.userId, user_display_name: expect.any(String) });
    const batch = await admin.get(`/mutation-batches/${items[0].batch_id}/events`);
    expect(batch.body.events.map((event: { id: string }) => event.id)).toContain(items[0].id);
    expect(texts((await timeline(admin, "?limit=3", peer.id)).items)).toEqual(texts([items[0], items[2], items[3]]));
  });

  test("is read in pages in either order, which are complete together", async () => {
    const { items } = await timeline(admin);
    for (const [order, whole] of [
      ["desc", items],
      ["asc", items.toReversed()],
    ] as const) {
      const pages: Entry[] = [];
      let after: number | null = null;
      do {
        const page = await timeline(admin, `?sort_dir=${order}&limit=4${after === null ? "" : `&after=${after}`}`);
        pages.push(...page.items);
        after = page.next;
      } while (after !== null);
      expect(pages).toEqual(whole);
    }
  });

  test("has no costs for a user who may not see them today, and no relations without the right to read them", async () => {
    expect(texts((await timeline(viewer)).items)).toEqual([
      ["relation.deleted", "attributes.share: 2 → null", "description: by night → null"],
      ["card.updated", "attributes.size: 1 → 2"],
      ["relation.updated", "attributes.share: 1 → 2", "description: null → by night"],
      ["relation.created", "attributes.share: null → 1"],
      ["card.updated", "attributes.size: null → 1", "alias: null → a"],
      ["card.created"],
    ]);
    const holder = await server.as(role());
    expect((await holder.get(`/cards/${card.id}/timeline`)).status).toBe(403);
    stakeholder(card.id, holder.userId, "reader");
    expect((await timeline(holder, "?limit=2")).items.map((entry: Entry) => entry.event_type)).toEqual([
      "card.updated",
      "card.updated",
    ]);
  });

  test("outlives the card with its relations and comments, and the names of its authors end with their accounts", async () => {
    const gone = await makeCard(author, { type: "Gadget" });
    const relation = await relate(admin, "feeds", gone, peer, { attributes: { share: 3 } });
    await admin.patch(`/relations/${relation.id}`, { attributes: { share: 4 } });
    await admin.post(`/cards/${gone.id}/comments`, { content: "Soon gone" });
    await author.patch(`/cards/${gone.id}`, { attributes: { price: 9, size: 9 } });
    await admin.delete(`/cards/${gone.id}`);
    transaction(() => statement("DELETE FROM users WHERE id = ?").run(author.userId as string));
    const { items } = await timeline(viewer, "", gone.id);
    expect(texts(items)).toEqual([
      ["card.deleted"],
      ["card.updated", "attributes.size: null → 9"],
      ["comment.created"],
      // The events lack what the relation held when it went with the card.
      ["relation.updated"],
      ["relation.created", "attributes.share: null → 3"],
      ["card.created"],
    ]);
    expect(items[5]).toMatchObject({ user_id: null, user_display_name: null });
    expect((await admin.get(`/cards/${crypto.randomUUID()}/timeline`)).status).toBe(404);
  });

  test.each(["limit=0", "limit=201", "after=0", "after=x", "sort_dir=up"])("is refused with ?%s", async (query) => {
    expect((await admin.get(`/cards/${card.id}/timeline?${query}`)).status).toBe(422);
  });
});
