import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { purgeArchivedCards } from "../../../src/areas/cards/lifecycle/purge";
import { DAY, fromNow } from "../../../src/platform/clock";
import {
  cardNow,
  cardType,
  makeCard,
  relate,
  relationType,
  stakeholder,
  storedCards,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Part");
  relationType("joins", "Part", "Part", { target_mandatory: true });
});

const keep = async (archiveRetentionDays: number) =>
  expect((await admin.patch("/settings/archive-retention-days", { days: archiveRetentionDays })).status).toBe(200);

/** Makes a card look as if it had been archived so many days ago. */
const age = (id: string, days: number) =>
  transaction(() => statement("UPDATE cards SET archived_at = ? WHERE id = ?").run(fromNow(-days * DAY), id));

const isThere = async (id: string) => (await admin.get(`/cards/${id}`)).status === 200;

async function archived(days: number): Promise<string> {
  const { id } = await makeCard(admin, { type: "Part" });
  await admin.post(`/cards/${id}/archive`);
  age(id, days);
  return id;
}

test("cards that have been archived for longer than the setting are deleted; 0 preserves all for ever", async () => {
  const [old, older] = [await archived(31), await archived(400)];
  const recent = await archived(29);
  const active = (await makeCard(admin, { type: "Part" })).id;
  await keep(0);
  await purgeArchivedCards();
  expect(await Promise.all([old, older, recent, active].map(isThere))).toEqual([true, true, true, true]);
  await keep(100);
  await purgeArchivedCards();
  expect(await Promise.all([old, older, recent, active].map(isThere))).toEqual([true, false, true, true]);
  await keep(30);
  const published = await watch(admin);
  await purgeArchivedCards();
  expect(await Promise.all([old, recent, active].map(isThere))).toEqual([false, true, true]);
  expect(await published()).toMatchObject([{ event_type: "card.deleted", data: { id: old } }]);
});

describe("the journal of a purge", () => {
  const batches = async () =>
    (await admin.get("/mutation-batches?tool_name=archived-card-purge&page_size=200")).body.items as { id: string }[];

  test("has the events of a manual deletion, without an author", async () => {
    const make = (parent_id: string | null = null) => makeCard(admin, { type: "Part", parent_id });
    /** Returns a card with a child and a grandchild, and a related card; the card is archived alone. */
    const family = async () => {
      const top = await make();
      const child = await make(top.id);
      const grandchild = await make(child.id);
      const peer = await make();
      await relate(admin, "joins", top, peer);
      await relate(admin, "joins", peer, child);
      expect((await admin.post(`/cards/${child.id}/approval-status?action=approve`)).status).toBe(200);
      await admin.post(`/cards/${top.id}/archive`, { child_strategy: "cascade" });
      await admin.post(`/cards/${child.id}/restore`, { also_restore_card_ids: [grandchild.id] });
      return { top, child };
    };
    const [deleted, purged] = [await family(), await family()];
    const wanted = await watch(admin);
    await admin.delete(`/cards/${deleted.top.id}`, { child_strategy: "disconnect" });
    const ofDelete = await wanted();
    age(purged.top.id, 31);
    const before = await cardNow(admin, purged.child.id);
    const published = await watch(admin);
    await purgeArchivedCards();
    const events = await published();
    const inTheirPlace = (text: string) =>
      text
        .replaceAll(purged.top.id, deleted.top.id)
        .replaceAll(purged.child.id, deleted.child.id)
        .replaceAll(purged.top.name, deleted.top.name);
    const bare = (all: typeof events) => all.map(({ event_type, card_id, data }) => ({ event_type, card_id, data }));
    expect(events.map((event) => event.event_type)).toEqual(["card.updated", "card.deleted"]);
    expect(JSON.parse(inTheirPlace(JSON.stringify(bare(events))))).toEqual(bare(ofDelete));
    expect(events.map(({ user_id, data }) => [user_id, data.origin])).toEqual([
      [null, undefined],
      [null, undefined],
    ]);
    const after = await cardNow(admin, purged.child.id);
    expect(after).toMatchObject({ parent_id: null, approval_status: "BROKEN", updated_by: before.updated_by });
  });

  test("has one batch for each run, which can't be undone", async () => {
    const known = (await batches()).length;
    storedCards(
      Array.from({ length: 1_200 }, (_, at) => ({
        type: "Part",
        name: `Old ${at}`,
        status: "ARCHIVED",
        archived_at: fromNow(-31 * DAY),
      })),
    );
    await purgeArchivedCards();
    await purgeArchivedCards();
    const made = await batches();
    expect(made).toHaveLength(known + 1);
    expect(made[0]).toMatchObject({ actor_user_id: null, origin: "api", dry_run: false });
    const id = made[0]?.id as string;
    const events = statement<{ count: number }, [string]>(
      "SELECT count(*) AS count FROM events WHERE batch_id = ? AND event_type = 'card.deleted'",
    ).get(id);
    expect(events?.count).toBe(1_200);
    const plan = (await admin.post(`/mutation-batches/${id}/rollback`, { dry_run: true })).body;
    expect(plan).toMatchObject({ operations: [], event_count: 1_200 });
    expect(plan.unsupported_events).toHaveLength(1_200);
    const owner = await server.as("member");
    expect((await owner.post(`/mutation-batches/${id}/rollback`, { dry_run: true })).status).toBe(403);
  });

  test("has no event when no card is deleted", async () => {
    const [published, known] = [await watch(admin), (await batches()).length];
    await purgeArchivedCards();
    expect(await published()).toEqual([]);
    expect(await batches()).toHaveLength(known);
  });
});

test("nobody is notified of a purge", async () => {
  const holder = await server.as("member");
  const parent = await makeCard(admin, { type: "Part" });
  const child = await makeCard(admin, { type: "Part", parent_id: parent.id });
  for (const card of [parent, child]) stakeholder(card.id, holder.userId, "responsible");
  await admin.post(`/cards/${parent.id}/archive`, { child_strategy: "cascade" });
  await admin.post(`/cards/${child.id}/restore`);
  const notified = async () => (await holder.get("/notifications")).body.total;
  const before = await notified();
  age(parent.id, 31);
  await purgeArchivedCards();
  expect(await notified()).toBe(before);
  // A manual change notifies them.
  await admin.patch(`/cards/${child.id}`, { alias: "told" });
  expect(await notified()).toBe(before + 1);
});

test("a purge stops between two batches when the server stops, and continues in the next run", async () => {
  storedCards(
    Array.from({ length: 220 }, (_, at) => ({
      type: "Part",
      name: `Late ${at}`,
      status: "ARCHIVED",
      archived_at: fromNow(-31 * DAY),
    })),
  );
  const left = () => statement<{ count: number }>("SELECT count(*) AS count FROM cards WHERE name LIKE 'Late %'").get();
  await purgeArchivedCards(() => true);
  expect(left()?.count).toBe(120);
  await purgeArchivedCards();
  expect(left()?.count).toBe(0);
});

test("the quality of cards at the other end of a relation is updated", async () => {
  const [source, target] = [await makeCard(admin, { type: "Part" }), await makeCard(admin, { type: "Part" })];
  await relate(admin, "joins", source, target);
  const { data_quality } = await cardNow(admin, target.id);
  await admin.post(`/cards/${source.id}/archive`);
  age(source.id, 31);
  expect((await cardNow(admin, target.id)).data_quality).toBe(data_quality);
  await purgeArchivedCards();
  expect((await cardNow(admin, target.id)).data_quality).toBeLessThan(data_quality);
});

test("capabilities below a deleted one become roots, with the levels of roots, and another version", async () => {
  const make = (name: string, parent_id: string | null): Promise<{ id: string }> =>
    makeCard(admin, { type: "BusinessCapability", name, parent_id });
  const top = await make("Top", null);
  const middle = await make("Middle", top.id);
  const leaf = await make("Leaf", middle.id);
  await admin.post(`/cards/${top.id}/archive`, { child_strategy: "cascade" });
  await admin.post(`/cards/${middle.id}/restore`, { also_restore_card_ids: [leaf.id] });
  const level = async ({ id }: { id: string }) => (await cardNow(admin, id)).attributes.capabilityLevel;
  expect([await level(middle), await level(leaf)]).toEqual(["L2", "L3"]);
  const version = (await admin.get(`/cards/${middle.id}`)).headers.get("etag") as string;
  age(top.id, 31);
  await Bun.sleep(2);
  await purgeArchivedCards();
  expect((await cardNow(admin, middle.id)).parent_id).toBeNull();
  expect([await level(middle), await level(leaf)]).toEqual(["L1", "L2"]);
  expect((await admin.patch(`/cards/${middle.id}`, { alias: "a" }, { "if-match": version })).status).toBe(412);
});

test("thousands of cards are deleted batch by batch, as whole trees, in any order of parents and children", async () => {
  const archivedAt = fromNow(-40 * DAY);
  const row = (name: string, parentId: string | null = null) => ({
    type: "Part",
    name,
    parent_id: parentId,
    status: "ARCHIVED",
    archived_at: archivedAt,
  });
  const roots = storedCards(Array.from({ length: 300 }, (_, at) => row(`Root ${at}`)));
  const children = storedCards(roots.flatMap((id, at) => [row(`Child ${at}`, id), row(`Sister ${at}`, id)]));
  // The other way round: the parent was made after its child.
  transaction(() =>
    statement("UPDATE cards SET parent_id = ? WHERE id = ?").run(children.at(-1) as string, roots[0] as string),
  );
  await purgeArchivedCards();
  const left = statement<{ count: number }>("SELECT count(*) AS count FROM cards WHERE archived_at <= ?").get(
    archivedAt,
  );
  expect(left?.count).toBe(0);
  expect(statement("PRAGMA foreign_key_check").all()).toEqual([]);
});
