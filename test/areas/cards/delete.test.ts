import { beforeAll, describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import {
  cardNow,
  cardType,
  makeCard,
  relate,
  relationType,
  stakeholder,
  stakeholderRole,
  storedCards,
  tagCard,
  tagGroup,
  unique,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget");
  cardType("Needy");
  relationType("uses", "Widget", "Widget");
  relationType("needs", "Needy", "Widget", { source_mandatory: true });
  stakeholderRole("Widget", "owner", ["card.view", "card.delete"]);
  stakeholderRole("Widget", "editor", ["card.view", "card.edit", "card.archive"]);
});

type Card = { id: string; name: string };
const nobodysId = "01900000-0000-7000-8000-000000000000";

const widget = (parent?: Card): Promise<Card> =>
  makeCard(admin, { type: "Widget", name: unique("W "), parent_id: parent?.id ?? null });
const remove = (card: { id: string }, body?: unknown, client = admin) => client.delete(`/cards/${card.id}`, body);
const isThere = async (...cards: Card[]) =>
  Promise.all(cards.map(async (card) => (await admin.get(`/cards/${card.id}`)).status === 200));

async function family() {
  const above = await widget();
  const card = await widget(above);
  const [first, second] = [await widget(card), await widget(card)];
  const grandchild = await widget(first);
  await admin.post(`/cards/${second.id}/approval-status?action=approve`);
  return { above, card, first, second, grandchild };
}

test.each(["ACTIVE", "ARCHIVED", "PHASING_OUT"])(
  "a card that is %s is deleted with all that belongs to it",
  async (status) => {
    const [id] = storedCards([{ type: "Widget", name: unique("W "), status }]) as [string];
    const other = await widget();
    await relate(admin, "uses", { id }, other);
    await relate(admin, "uses", other, { id });
    stakeholder(id, admin.userId, "editor");
    tagCard(id, tagGroup(unique("G "), ["t"]).tags[0]);
    await admin.post(`/favorites/${id}`);
    const name = (await cardNow(admin, id)).name;
    const published = await watch(admin);
    const { status: code, body } = await remove({ id });
    expect(code).toBe(200);
    expect(body).toEqual({ deleted_card_ids: [id], affected_children_ids: [], affected_related_card_ids: [] });
    expect(await admin.get(`/cards/${id}`)).toMatchObject({ status: 404, body: { detail: "Card not found" } });
    expect((await admin.get(`/relations?card_id=${other.id}`)).body).toEqual([]);
    expect((await admin.get(`/cards/${id}/history`)).body).toEqual([]);
    for (const table of ["stakeholders", "card_tags", "user_favorites"])
      expect(statement(`SELECT 1 FROM ${table} WHERE card_id = ?`).all(id)).toEqual([]);
    // The event outlives its card, and knows it by its payload alone.
    expect(await published()).toMatchObject([
      { event_type: "card.deleted", card_id: null, data: { id, type: "Widget", name }, user_id: admin.userId },
    ]);
  },
);

describe("the children of a deleted card", () => {
  test("need a strategy, archived ones too", async () => {
    const { card, first, second } = await family();
    const published = await watch(admin);
    expect(await remove(card)).toMatchObject({
      status: 409,
      body: { detail: { error: "children_present", child_count: 2 } },
    });
    expect(await published()).toEqual([]);
    expect(await isThere(card, first, second)).toEqual([true, true, true]);
  });

  test("are deleted with `cascade`, deepest first, the card last", async () => {
    const { above, card, first, second, grandchild } = await family();
    await admin.post(`/cards/${grandchild.id}/archive`);
    const published = await watch(admin);
    const { body } = await remove(card, { child_strategy: "cascade" });
    expect(body).toEqual({
      deleted_card_ids: [grandchild.id, first.id, second.id, card.id],
      affected_children_ids: [grandchild.id, first.id, second.id],
      affected_related_card_ids: [],
    });
    expect(await isThere(above, card, first, second, grandchild)).toEqual([true, false, false, false, false]);
    const events = await published();
    expect(events.map((event) => [event.event_type, event.card_id, event.data.id])).toEqual([
      ["card.deleted", null, grandchild.id],
      ["card.deleted", null, first.id],
      ["card.deleted", null, second.id],
      ["card.deleted", null, card.id],
      ["card.deleted.batch", null, card.id],
    ]);
    expect(events.at(-1).data).toMatchObject({
      type: "Widget",
      name: card.name,
      child_strategy: "cascade",
      affected_children_ids: [grandchild.id, first.id, second.id],
      affected_related_card_ids: [],
    });
  });

  test.each(["disconnect", "reparent"])("remain with `%s`", async (child_strategy) => {
    const { above, card, first, second, grandchild } = await family();
    const { body } = await remove(card, { child_strategy });
    expect(body).toMatchObject({ deleted_card_ids: [card.id], affected_children_ids: [] });
    const parent_id = child_strategy === "reparent" ? above.id : null;
    expect(await cardNow(admin, first.id)).toMatchObject({ parent_id, approval_status: "DRAFT" });
    expect(await cardNow(admin, second.id)).toMatchObject({ parent_id, approval_status: "BROKEN" });
    expect((await cardNow(admin, grandchild.id)).parent_id).toBe(first.id);
  });

  test("are deleted in a tree that is deeper than a recursive query goes", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 80; at++)
      ids.push(...storedCards([{ type: "Widget", name: unique("D "), parent_id: ids.at(-1) ?? null }]));
    const { status, body } = await remove({ id: ids[0] as string }, { child_strategy: "cascade" });
    expect(status).toBe(200);
    expect(body.deleted_card_ids).toEqual([...ids.slice(1, 65).reverse(), ids[0]]);
    expect((await cardNow(admin, ids[65] as string)).parent_id).toBeNull();
  });
});

describe("the related cards of a deleted card", () => {
  test("are deleted when they are named or all requested, and their children remain as roots", async () => {
    for (const how of ["named", "all"]) {
      const card = await widget();
      const [to, from, far] = [await widget(), await widget(), await widget()];
      const child = await widget(to);
      await relate(admin, "uses", card, to);
      await relate(admin, "uses", from, card);
      await relate(admin, "uses", from, far);
      await admin.post(`/cards/${from.id}/archive`);
      const published = await watch(admin);
      const { body } = await remove(
        card,
        how === "all" ? { cascade_all_related: true } : { related_card_ids: [to.id, from.id, nobodysId] },
      );
      expect(body.deleted_card_ids).toEqual([to.id, from.id, card.id]);
      expect(body.affected_related_card_ids).toEqual([to.id, from.id]);
      expect(await isThere(card, to, from, far, child)).toEqual([false, false, false, true, true]);
      expect((await cardNow(admin, child.id)).parent_id).toBeNull();
      expect((await published()).at(-1)).toMatchObject({
        event_type: "card.deleted.batch",
        data: { child_strategy: null, affected_related_card_ids: [to.id, from.id] },
      });
    }
  });

  test("have their quality updated when they remain", async () => {
    const needy = await makeCard(admin, { type: "Needy", description: "d" });
    const needed = await widget();
    await relate(admin, "needs", needy, needed);
    expect((await cardNow(admin, needy.id)).data_quality).toBe(66.7);
    await remove(needed);
    expect((await cardNow(admin, needy.id)).data_quality).toBe(33.3);
  });
});

describe("the right to delete", () => {
  test.each([
    ["admin", [], 200],
    ["bpm_admin", [], 403],
    ["member", [], 403],
    ["member", ["editor"], 403],
    ["member", ["owner"], 200],
    ["viewer", ["owner"], 200],
    ["viewer", [], 403],
  ] as [string, string[], number][])(
    "is checked for a %s with the stakeholder roles %j: status %i",
    async (name, parts, status) => {
      const card = await widget();
      const client = await server.as(name);
      for (const part of parts) stakeholder(card.id, client.userId, part);
      const answer = await remove(card, undefined, client);
      expect(answer.status).toBe(status);
      if (status === 403) expect(answer.body.detail).toMatch(/^Not enough permissions.*administrators/);
      expect(await isThere(card)).toEqual([status === 403]);
    },
  );

  test("is needed for all affected cards", async () => {
    const { card, first, second, grandchild } = await family();
    const viewer = await server.as("viewer");
    for (const one of [card, first]) stakeholder(one.id, viewer.userId, "owner");
    const published = await watch(admin);
    expect(await remove(card, { child_strategy: "cascade" }, viewer)).toMatchObject({
      status: 403,
      body: { detail: `Not enough permissions for cards: ${grandchild.id}, ${second.id}` },
    });
    expect(await published()).toEqual([]);
  });

  test("is nobody's without a login, and the refusal doesn't disclose whether the card exists", async () => {
    const member = await server.as("member");
    expect((await remove({ id: "x" }, undefined, server.nobody)).status).toBe(401);
    expect((await remove({ id: "x" }, undefined, member)).status).toBe(403);
    expect((await remove({ id: nobodysId })).body).toEqual({ detail: "Card not found" });
  });
});
