/** Undoing what a migration has added to cards that were there before. */
import { expect, test } from "bun:test";
import { statement } from "../../../db";
import { clientAs, testServer } from "../../support/server";
import { applied, entity, parsed, table, unique } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

test("tags and stakeholders of a card that stays are taken back, and tags that nothing else has", async () => {
  const [name, group, kept] = [unique("Stays"), unique("Group"), unique("Kept")];
  const card = (await admin.post("/cards", { type: "Application", name, description: "Before" })).body;
  const own = (await admin.post("/tag-groups", { name: kept })).body;
  const used = (await admin.post(`/tag-groups/${own.id}/tags`, { name: "used" })).body;
  await admin.post(`/cards/${card.id}/tags`, [used.id]);
  const before = (await admin.get(`/cards/${card.id}`)).body;
  const migration = await parsed(admin, {
    Tags: table([
      { id: unique("t"), tagGroupId: group, name: "new" },
      { id: unique("t"), tagGroupId: kept, name: "used" },
    ]),
    Sheet: table([
      entity("Application", name, {
        description: "After",
        [`tags:${group}`]: "new",
        [`tags:${kept}`]: "used",
        "subscriptions:RESPONSIBLE:Owner": "undone@stoa.example",
      }),
    ]),
  });
  await applied(admin, migration.id);
  const { body: changed } = await admin.get(`/cards/${card.id}`);
  expect([changed.description, changed.tags.length, changed.stakeholders.length]).toEqual(["After", 2, 1]);
  const batch = statement<{ batch_id: string }>("SELECT batch_id FROM migrations WHERE id = ?").get(migration.id);
  const { body: plan } = await admin.post(`/mutation-batches/${batch?.batch_id}/rollback`, { dry_run: true });
  expect(plan.operations.map(({ op }: { op: string }) => op)).toEqual([
    "remove_stakeholder",
    "untag_card",
    "delete_tag",
    "delete_tag_group",
    "restore_card_fields",
  ]);
  expect(plan.unsupported_events.map(({ event_type }: { event_type: string }) => event_type)).toEqual([
    "migration.applied",
    "user.created",
  ]);
  expect(plan.obstacles).toEqual([]);
  expect((await admin.post(`/mutation-batches/${batch?.batch_id}/rollback`, { dry_run: false })).status).toBe(200);
  const { updated_at: _, ...after } = (await admin.get(`/cards/${card.id}`)).body;
  const { updated_at: __, ...wanted } = before;
  expect(after).toEqual(wanted);
  const groups = (await admin.get("/tag-groups")).body.map(({ name }: { name: string }) => name);
  expect([groups.includes(group), groups.includes(kept)]).toEqual([false, true]);
});
