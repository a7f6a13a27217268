import { afterAll, beforeAll, expect, test } from "bun:test";
import { statement, transaction } from "../../../db/client";
import { purgeArchivedCards } from "../../../src/core/cards/purge";
import { DAY, fromNow } from "../../../src/platform/clock";
import type { Client } from "../../support/client";
import { cardNow, cardType, makeCard, relate, relationType, storedCards, watch } from "../../support/factories";
import { startTestServer, type TestServer } from "../../support/server";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  cardType("Part");
  relationType("joins", "Part", "Part", { targetMandatory: true });
});
afterAll(() => server.stop());

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

test("what has been archived for longer than the settings say goes; 0 keeps all for ever", async () => {
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
  const told = await watch(admin);
  await purgeArchivedCards();
  expect(await Promise.all([old, recent, active].map(isThere))).toEqual([false, true, true]);
  expect(await told()).toEqual([]);
});

test("cards at the other end of a relation are scored anew", async () => {
  const [source, target] = [await makeCard(admin, { type: "Part" }), await makeCard(admin, { type: "Part" })];
  await relate(admin, "joins", source, target);
  const { data_quality } = await cardNow(admin, target.id);
  await admin.post(`/cards/${source.id}/archive`);
  age(source.id, 31);
  expect((await cardNow(admin, target.id)).data_quality).toBe(data_quality);
  await purgeArchivedCards();
  expect((await cardNow(admin, target.id)).data_quality).toBeLessThan(data_quality);
});

test("capabilities below one that goes become roots, with the levels of roots, and another version", async () => {
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

test("thousands go batch by batch, whole trees of them, parents before or after their children", async () => {
  const archivedAt = fromNow(-40 * DAY);
  const row = (name: string, parentId: string | null = null) => ({
    type: "Part",
    name,
    parentId,
    status: "ARCHIVED",
    archivedAt,
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
