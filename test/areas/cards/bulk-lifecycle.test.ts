import { beforeAll, describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import {
  cardNow,
  cardType,
  makeCard,
  relate,
  relationType,
  role,
  stakeholder,
  stakeholderRole,
  storedCards,
  watch,
} from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Part");
  relationType("joins", "Part", "Part");
  stakeholderRole("Part", "keeper", ["card.view", "card.archive", "card.delete"]);
});

type Row = Record<string, unknown>;
type Card = Row & { id: string; name: string };

const part = (more: Row = {}): Promise<Card> => makeCard(admin, { type: "Part", ...more });
const idsOf = (cards: readonly { id: string }[]) => cards.map((card) => card.id);
const bulk = (what: string, cards: readonly { id: string }[], more: Row = {}, client = admin) =>
  client.post(`/cards/bulk-${what}`, { card_ids: idsOf(cards), ...more });
const nobody = { id: "01900000-0000-7000-8000-000000000000" };
const statusOf = async (card: Card) => (await admin.get(`/cards/${card.id}`)).body.status ?? "gone";
const eventsOf = async (published: () => Promise<Row[]>) =>
  (await published()).map(({ event_type, data, card_id }) => [event_type, (data as Row)["id"] ?? data, card_id]);

/** Returns a card with a child, which has a child. */
async function tree(): Promise<[Card, Card, Card]> {
  const root = await part();
  const child = await part({ parent_id: root.id });
  return [root, child, await part({ parent_id: child.id })];
}

describe("archiving in bulk", () => {
  test("archives each existing active card once, and reports each in one batch", async () => {
    const [one, other, gone] = [await part(), await part(), await part()];
    await bulk("archive", [gone]);
    const published = await watch(admin);
    const { status, body } = await bulk("archive", [other, nobody, one, gone, other]);
    expect(status).toBe(200);
    expect(body).toEqual({
      requested: 4,
      archived_card_ids: [other.id, one.id],
      cascaded_card_ids: [],
      skipped: [
        { card_id: nobody.id, reason: "not_found" },
        { card_id: gone.id, reason: "already_archived" },
      ],
    });
    expect(await cardNow(admin, one.id)).toMatchObject({ status: "ARCHIVED", archived_at: expect.any(String) });
    expect(await eventsOf(published)).toEqual([
      ["card.archived", other.id, other.id],
      ["card.archived", one.id, one.id],
    ]);
    const [batch] = (await admin.get("/mutation-batches?page_size=1")).body.items;
    expect((await admin.get(`/mutation-batches/${batch.id}/events`)).body.events).toHaveLength(2);
  });

  test("does nothing for archived or unknown cards", async () => {
    const published = await watch(admin);
    expect((await bulk("archive", [nobody])).body).toEqual({
      requested: 1,
      archived_card_ids: [],
      cascaded_card_ids: [],
      skipped: [{ card_id: nobody.id, reason: "not_found" }],
    });
    expect(await published()).toEqual([]);
  });

  test("needs a strategy for children, and names the first card that has some", async () => {
    const [alone, [root, child]] = [await part(), await tree()];
    const { status, body } = await bulk("archive", [alone, root, child]);
    expect([status, body.detail]).toEqual([409, { error: "children_present", card_id: root.id, child_count: 1 }]);
    expect(await statusOf(alone)).toBe("ACTIVE");
  });

  test("archives whole trees with `cascade`, and lists them", async () => {
    const [root, child, leaf] = await tree();
    const published = await watch(admin);
    const { body } = await bulk("archive", [root], { child_strategy: "cascade" });
    expect(body).toMatchObject({ archived_card_ids: [root.id], cascaded_card_ids: [leaf.id, child.id], skipped: [] });
    expect(await eventsOf(published)).toEqual([
      ...[root, leaf, child].map((card) => ["card.archived", card.id, card.id]),
      ["card.archived.bulk", { primary_count: 1, cascaded_count: 2, child_strategy: "cascade" }, null],
    ]);
    expect((await cardNow(admin, leaf.id)).parent_id).toBe(child.id);
    // The cards that a bulk archive took along are not those that a single restore offers.
    expect((await admin.get(`/cards/${root.id}/restore-impact`)).body).toEqual({ passengers: [] });
  });

  test("archives trees within one another once with `cascade`, and cards that are related to them", async () => {
    const [root, child, leaf] = await tree();
    const [other, below] = [await part(), await part()];
    const peer = await part({ parent_id: below.id });
    await relate(admin, "joins", leaf, root);
    await relate(admin, "joins", other, peer);
    await relate(admin, "joins", other, child);
    const request = { child_strategy: "cascade", cascade_all_related: true };
    const { body } = await bulk("archive", [child, other, root], request);
    expect(body).toMatchObject({
      archived_card_ids: [child.id, other.id, root.id],
      cascaded_card_ids: [leaf.id, peer.id],
      skipped: [],
    });
    expect(await Promise.all([leaf, peer, below].map(statusOf))).toEqual(["ARCHIVED", "ARCHIVED", "ACTIVE"]);
    expect((await cardNow(admin, leaf.id)).parent_id).toBe(child.id);
  });

  test.each([
    ["disconnect", () => null],
    ["reparent", ([root]: Card[]) => root?.id],
  ])("leaves children active with `%s`, and publishes their parents", async (child_strategy, parent) => {
    const [root, child, leaf] = await tree();
    const published = await watch(admin);
    expect((await bulk("archive", [child], { child_strategy })).body).toMatchObject({ cascaded_card_ids: [] });
    expect(await cardNow(admin, leaf.id)).toMatchObject({ status: "ACTIVE", parent_id: parent([root]) ?? null });
    expect(await eventsOf(published)).toEqual([
      ["card.updated", leaf.id, leaf.id],
      ["card.archived", child.id, child.id],
    ]);
  });

  test("moves the children of each card to its former parent with `reparent`, whatever the order of the cards", async () => {
    for (const isUpwards of [true, false]) {
      const [root, child, leaf] = await tree();
      const below = await part({ parent_id: leaf.id });
      const cards = isUpwards ? [leaf, child] : [child, leaf];
      const published = await watch(admin);
      expect((await bulk("archive", cards, { child_strategy: "reparent" })).status).toBe(200);
      expect((await cardNow(admin, leaf.id)).parent_id).toBe(root.id);
      expect((await cardNow(admin, below.id)).parent_id).toBe(isUpwards ? root.id : child.id);
      const moved = isUpwards ? [below.id, leaf.id, below.id] : [leaf.id, below.id];
      expect((await eventsOf(published)).slice(0, moved.length)).toEqual(moved.map((id) => ["card.updated", id, id]));
    }
  });

  test.each(["archive", "delete"])("refuses to %s cards when too many others would be changed", async (what) => {
    const parent = await part();
    const rows = Array.from({ length: 10_001 }, (_, at) => ({
      type: "Part",
      name: `Child ${at}`,
      parent_id: parent.id,
    }));
    storedCards(rows);
    const { status, body } = await bulk(what, [parent], { child_strategy: "disconnect" });
    expect(status).toBe(400);
    expect(body.detail).toContain("more than 10000 other cards would be changed");
    expect(await statusOf(parent)).toBe("ACTIVE");
  });

  test("archives cards that are one relation away with `cascade_all_related`", async () => {
    const [one, near, far] = [await part(), await part(), await part()];
    await relate(admin, "joins", near, one);
    await relate(admin, "joins", near, far);
    expect((await bulk("archive", [one], { cascade_all_related: true })).body).toMatchObject({
      archived_card_ids: [one.id],
      cascaded_card_ids: [near.id],
    });
    expect(await statusOf(far)).toBe("ACTIVE");
  });
});

describe("restoring in bulk", () => {
  test("restores each card that isn't active, and no other", async () => {
    const [root, child, leaf] = await tree();
    const [phasing, active] = [await part(), await part()];
    await admin.patch(`/cards/${phasing.id}`, { status: "PHASING_OUT" });
    await bulk("archive", [root], { child_strategy: "cascade" });
    const published = await watch(admin);
    const { status, body } = await bulk("restore", [root, leaf, phasing, active, nobody]);
    expect(status).toBe(200);
    expect(body).toEqual({
      requested: 5,
      restored_card_ids: [root.id, leaf.id, phasing.id],
      skipped: [
        { card_id: active.id, reason: "already_active" },
        { card_id: nobody.id, reason: "not_found" },
      ],
    });
    expect(await Promise.all([root, child, leaf, phasing].map(statusOf))).toEqual([
      "ACTIVE",
      "ARCHIVED",
      "ACTIVE",
      "ACTIVE",
    ]);
    expect((await cardNow(admin, root.id)).archived_at).toBeNull();
    expect(await eventsOf(published)).toEqual([root, leaf, phasing].map((card) => ["card.restored", card.id, card.id]));
  });
});

describe("deleting in bulk", () => {
  test("deletes cards in any status with their trees, deepest first, and lists them", async () => {
    const [root, child, leaf] = await tree();
    const archived = await part();
    await bulk("archive", [archived]);
    const published = await watch(admin);
    const { status, body } = await bulk("delete", [root, archived, nobody], { child_strategy: "cascade" });
    expect(status).toBe(200);
    expect(body).toEqual({
      requested: 3,
      deleted_card_ids: [root.id, archived.id],
      cascaded_card_ids: [leaf.id, child.id],
      skipped: [{ card_id: nobody.id, reason: "not_found" }],
    });
    expect(await Promise.all([root, child, leaf, archived].map(statusOf))).toEqual(["gone", "gone", "gone", "gone"]);
    expect(await eventsOf(published)).toEqual([
      ...[leaf, child, root, archived].map((card) => ["card.deleted", card.id, null]),
      ["card.deleted.bulk", { primary_count: 2, cascaded_count: 2, child_strategy: "cascade" }, null],
    ]);
  });

  test("needs a strategy for children, and leaves them with `disconnect`", async () => {
    const [root, child] = await tree();
    const { status, body } = await bulk("delete", [root]);
    expect([status, body.detail]).toEqual([409, { error: "children_present", card_id: root.id, child_count: 1 }]);
    expect((await bulk("delete", [root], { child_strategy: "disconnect" })).status).toBe(200);
    expect((await cardNow(admin, child.id)).parent_id).toBeNull();
  });
});

describe("deleting thousands of cards", () => {
  const COUNT = 4_500;
  const stored = () => storedCards(Array.from({ length: COUNT }, (_, at) => ({ type: "Part", name: `Many ${at}` })));

  test("leaves out, on request, cards that somebody has brought back", async () => {
    const [back, archived] = [await part(), await part()];
    await bulk("archive", [archived]);
    const { body } = await bulk("delete", [back, archived], { archived_only: true });
    expect(body).toEqual({
      requested: 2,
      deleted_card_ids: [archived.id],
      cascaded_card_ids: [],
      skipped: [{ card_id: back.id, reason: "not_archived" }],
    });
    expect([await statusOf(back), await statusOf(archived)]).toEqual(["ACTIVE", "gone"]);
  });

  test("is one batch of several transactions, in which each card is deleted once", async () => {
    const ids = stored();
    const below = await part({ parent_id: ids.at(-1) });
    const before = lastEvent();
    const { status, body, headers } = await bulk(
      "delete",
      ids.map((id) => ({ id })),
      { child_strategy: "disconnect" },
    );
    expect([status, body.deleted_card_ids]).toEqual([200, ids]);
    expect(eventsAfter(before).map(({ data }) => data["id"])).toEqual([below.id, ...ids]);
    const batches = statement("SELECT DISTINCT batch_id AS id FROM events WHERE seq > ?").all(before);
    expect(batches).toEqual([{ id: headers.get("X-Stoa-Batch") }]);
    expect((await cardNow(admin, below.id)).parent_id).toBeNull();
    expect(await statusOf({ id: ids.at(-1) as string, name: "" })).toBe("gone");
  });

  test("does nothing of it when one card has children and there is no strategy for them", async () => {
    const ids = stored();
    await part({ parent_id: ids.at(-1) });
    const before = lastEvent();
    const { status, body } = await bulk(
      "delete",
      ids.map((id) => ({ id })),
    );
    expect([status, body.detail.card_id]).toEqual([409, ids.at(-1)]);
    expect(eventsAfter(before)).toEqual([]);
  });

  test("leaves children that a card gets meanwhile, and passes over cards that somebody else deletes", async () => {
    const ids = stored();
    const child = await part();
    const [first, other, last] = [ids[0], ids[COUNT - 2], ids[COUNT - 1]];
    statement(
      `CREATE TRIGGER meanwhile AFTER DELETE ON cards WHEN old.id = '${first}' BEGIN
         UPDATE cards SET parent_id = '${last}' WHERE id = '${child.id}'; DELETE FROM cards WHERE id = '${other}'; END`,
    ).run();
    const before = lastEvent();
    const { status } = await bulk(
      "delete",
      ids.map((id) => ({ id })),
    );
    statement("DROP TRIGGER meanwhile").run();
    expect(status).toBe(200);
    expect((await cardNow(admin, child.id)).parent_id).toBeNull();
    const deleted = eventsAfter(before).filter(({ event_type }) => event_type === "card.deleted");
    expect(deleted.map(({ data }) => data["id"])).toEqual(ids.filter((id) => id !== other));
  });
});

describe("the right to change cards in bulk", () => {
  test.each(["archive", "restore", "delete"])(
    "is needed for each card to %s it, and one refusal refuses all",
    async (what) => {
      const key = what === "delete" ? "inventory.delete" : "inventory.archive";
      const [by, keeper] = [await server.as(role(key)), await server.as(role("inventory.view"))];
      const ready = async () => {
        const cards = [await part(), await part()];
        if (what === "restore") await bulk("archive", cards);
        return cards;
      };
      expect((await bulk(what, await ready(), {}, by)).status).toBe(200);
      const [own, other] = (await ready()) as [Card, Card];
      stakeholder(own.id, keeper.userId, "keeper");
      const denied = await bulk(what, [own, other], {}, keeper);
      expect([denied.status, denied.body.detail]).toEqual([403, `Not enough permissions for cards: ${other.id}`]);
      expect((await bulk(what, [own], {}, keeper)).status).toBe(200);
    },
  );

  test("is needed for affected cards, too, and a refusal names at most five", async () => {
    const keeper = await server.as(role("inventory.view"));
    const root = await part();
    for (let at = 0; at < 6; at++) await part({ parent_id: root.id });
    stakeholder(root.id, keeper.userId, "keeper");
    const { status, body } = await bulk("archive", [root], { child_strategy: "cascade" }, keeper);
    expect(status).toBe(403);
    expect(body.detail).toEndWith("…");
    expect(body.detail.split(",")).toHaveLength(5);
    expect(await statusOf(root)).toBe("ACTIVE");
  });
});

test.each(["archive", "restore", "delete"])(
  "bulk-%s of no card, of too many cards or of a wrong id is refused",
  async (what) => {
    expect((await bulk(what, [])).status).toBe(422);
    expect((await bulk(what, [{ id: "x" }])).body.detail[0]).toMatchObject({
      loc: ["body", "card_ids", 0],
      type: "uuid_parsing",
    });
    expect(
      (
        await bulk(
          what,
          Array.from({ length: 10_001 }, () => nobody),
        )
      ).status,
    ).toBe(422);
  },
);
