/** Undoing what a migration has added to cards that were there before. */
import { expect, test } from "bun:test";
import { statement } from "../../../db";
import { batchAbout } from "../../support/batches";
import { clientAs, testServer } from "../../support/server";
import { applied, entity, parsed, relation, table, unique } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

test("a rollback removes tags and stakeholders from a card that stays, and deletes tags without other uses", async () => {
  const [name, group, existing] = [unique("Stays"), unique("Group"), unique("Kept")];
  const card = (await admin.post("/cards", { type: "Application", name, description: "Before" })).body;
  const own = (await admin.post("/tag-groups", { name: existing })).body;
  const used = (await admin.post(`/tag-groups/${own.id}/tags`, { name: "used" })).body;
  await admin.post(`/cards/${card.id}/tags`, [used.id]);
  const before = (await admin.get(`/cards/${card.id}`)).body;
  const migration = await parsed(admin, {
    Tags: table([
      { id: unique("t"), tagGroupId: group, name: "new" },
      { id: unique("t"), tagGroupId: existing, name: "used" },
    ]),
    Sheet: table([
      entity("Application", name, {
        description: "After",
        [`tags:${group}`]: "new",
        [`tags:${existing}`]: "used",
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
  expect([groups.includes(group), groups.includes(existing)]).toEqual([false, true]);
});

test("a rollback deletes types, fields and types of relations without other uses", async () => {
  const [type, field, name] = [unique("Type"), unique("field"), unique("relation")];
  const [own, app] = [entity(type, unique("Own")), entity("Application", unique("App"), { [field]: "x" })];
  const before = (await admin.get("/metamodel/types/Application")).body;
  const migration = await parsed(admin, {
    Own: table([own]),
    Applications: table([app]),
    Joins: table([relation(name, own, app)]),
  });
  expect(await applied(admin, migration.id)).toMatchObject({ status: "applied" });
  const status = async () => [
    (await admin.get(`/metamodel/types/${encodeURIComponent(type)}`)).status,
    (await admin.get(`/metamodel/relation-types/${encodeURIComponent(name)}`)).status,
  ];
  expect(await status()).toEqual([200, 200]);
  const batch = statement<{ batch_id: string }>("SELECT batch_id FROM migrations WHERE id = ?").get(migration.id);
  const { status: answered, body } = await admin.post(`/mutation-batches/${batch?.batch_id}/rollback`, {
    dry_run: false,
  });
  expect({ answered, body }).toMatchObject({ answered: 200 });
  expect(await status()).toEqual([404, 404]);
  expect((await admin.get("/metamodel/types/Application")).body).toEqual(before);
});

test("later uses are an obstacle of a rollback, and stay when it is forced", async () => {
  const key = unique("Used").replace(/\W/g, "");
  await admin.post("/metamodel/types", { key, label: key });
  const group = (await admin.post("/tag-groups", { name: unique("Group") })).body;
  const tag = (await admin.post(`/tag-groups/${group.id}/tags`, { name: "used" })).body;
  const card = (await admin.post("/cards", { type: key, name: unique("Card") })).body;
  await admin.post(`/cards/${card.id}/tags`, [tag.id]);
  for (const [id, path] of [
    [key, `/metamodel/types/${key}`],
    [group.id, ""],
    [tag.id, ""],
  ]) {
    const rollback = (force: boolean) =>
      admin.post(`/mutation-batches/${batchAbout(id)}/rollback`, { dry_run: false, force });
    const refused = await rollback(false);
    expect({ id, ...refused }).toMatchObject({ status: 409, body: { detail: { error: "rollback_conflict" } } });
    expect(JSON.stringify(refused.body)).toContain("in_use");
    expect((await rollback(true)).body.results).toMatchObject([{ status: "skipped", reason: "in_use" }]);
    if (path) expect((await admin.get(path)).status).toBe(200);
  }
  expect((await admin.get(`/cards/${card.id}`)).body.tags).toMatchObject([{ id: tag.id }]);
});

test("a rollback restores a tag that was removed from a card", async () => {
  const group = (await admin.post("/tag-groups", { name: unique("Group") })).body;
  const tag = (await admin.post(`/tag-groups/${group.id}/tags`, { name: "taken" })).body;
  const card = (await admin.post("/cards", { type: "Application", name: unique("Card") })).body;
  await admin.post(`/cards/${card.id}/tags`, [tag.id]);
  await admin.delete(`/cards/${card.id}/tags/${tag.id}`);
  const { body } = await admin.post(`/mutation-batches/${batchAbout(card.id)}/rollback`, { dry_run: false });
  expect(body.results).toMatchObject([{ op: "tag_card", status: "ok" }]);
  expect((await admin.get(`/cards/${card.id}`)).body.tags).toMatchObject([{ id: tag.id }]);
});
