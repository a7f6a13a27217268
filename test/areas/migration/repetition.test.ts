/** Migrating again: what is found again, what is undone, tried again, and finished after a stop. */
import { expect, test } from "bun:test";
import { statement, transactionInTurn } from "../../../db";
import { applying, parsing } from "../../../src/areas/migration/runs";
import { enqueue } from "../../../src/core/runs/runs";
import { eventsAfter, lastEvent } from "../../support/journal";
import { clientAs, testServer } from "../../support/server";
import { applied, type Body, entity, parsed, relation, settled, staged, table, unique } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

const actions = async (id: string, kind: string) => (await staged(admin, id, kind)).map(({ action }) => action);
const batchOf = (id: string) =>
  statement<{ batch_id: string }>("SELECT batch_id FROM migrations WHERE id = ?").get(id)?.batch_id as string;
const countCards = (name: string) =>
  statement<{ count: number }>("SELECT count(*) AS count FROM cards WHERE name = ?").get(name)?.count;

/** Returns a workbook of two related applications with a document and a comment. */
function landscape() {
  const [one, other] = [entity("Application", unique("One")), entity("Application", unique("Other"))];
  const about = { factSheet: one.name as string, type: "Application" };
  return {
    one,
    other,
    sheets: {
      Application: table([
        { ...one, "subscriptions:RESPONSIBLE:Owner": "again@stoa.example", vendor: "Acme" },
        { ...other, description: "As it was" },
      ]),
      Relations: table([relation("relApplicationSuccessor", one, other, { reason: "old" })]),
      Documents: table([{ id: unique("d"), ...about, name: "Manual", url: "https://stoa.example/m" }]),
      Comments: table([
        { ...about, message: "Nice", userEmail: "again@stoa.example", createdAt: "2022-01-02T03:04:05Z" },
      ]),
    },
  };
}

test("a second migration finds the same entities by their identity, and doubles none", async () => {
  const { one, other, sheets } = landscape();
  const first = await parsed(admin, sheets);
  await applied(admin, first.id);
  const again = await parsed(admin, { ...sheets, ReadMe: [["once more"]] });
  expect(await actions(again.id, "card")).toEqual(["skip", "skip"]);
  for (const kind of ["relation", "document", "comment", "user"])
    expect([kind, await actions(again.id, kind)]).toEqual([kind, ["skip"]]);
  const before = lastEvent();
  expect(await applied(admin, again.id)).toMatchObject({
    status: "applied",
    stats: { apply: { created: 0, updated: 0 } },
  });
  expect(eventsAfter(before).map(({ event_type }) => event_type)).toEqual(["migration.started", "migration.applied"]);

  // Renamed there, and changed in a field: the card is still the same.
  const renamed = { ...one, name: unique("Renamed"), vendor: "Other Inc" };
  const third = await parsed(admin, { Application: table([renamed, { ...other, description: "As it is" }]) });
  const [change, description] = await staged(admin, third.id, "card");
  expect(change).toMatchObject({
    action: "update",
    diff: {
      name: { old: one.name, new: renamed.name },
      attributes: { vendor: { old: "Acme", new: "Other Inc" } },
    },
  });
  expect(description.diff).toEqual({ description: { old: "As it was", new: "As it is" } });
  await applied(admin, third.id);
  expect((await admin.get(`/cards/${change.target_id}`)).body).toMatchObject({
    name: renamed.name,
    attributes: { vendor: "Other Inc" },
  });
});

test("relations of succession lead from the successor, and attributes are merged", async () => {
  const { one, other, sheets } = landscape();
  await applied(admin, (await parsed(admin, sheets)).id);
  const again = await parsed(admin, {
    Application: table([one, other]),
    Relations: table([relation("relApplicationSuccessor", one, other, { since: 2024 })]),
  });
  const [record] = await staged(admin, again.id, "relation");
  expect(record).toMatchObject({
    action: "update",
    card_type_key: "relAppSuccessor",
    diff: { attributes: { since: { old: null, new: 2024 } } },
  });
  await applied(admin, again.id);
  const [source] = (await staged(admin, again.id, "card")).filter(({ source_id }) => source_id === other.id);
  expect((await admin.get(`/relations?card_id=${source.target_id}`)).body).toMatchObject([
    { source: { name: other.name }, target: { name: one.name }, attributes: { reason: "old", since: 2024 } },
  ]);
});

test("an entity becomes the existing card with its external id or its name and type", async () => {
  const [byId, byName] = [unique("By id"), unique("By name")];
  const known = (await admin.post("/cards", { type: "Provider", name: unique("Else"), external_id: `id-${byId}` }))
    .body;
  const named = (await admin.post("/cards", { type: "Application", name: byName, attributes: { own: 1 } })).body;
  const migration = await parsed(admin, { Sheet: table([entity("Application", byId), entity("Application", byName)]) });
  expect(await staged(admin, migration.id, "card")).toMatchObject([
    { action: "update", target_id: known.id },
    { action: "update", target_id: named.id, diff: { external_id: { old: null, new: `id-${byName}` } } },
  ]);
  await applied(admin, migration.id);
  expect((await admin.get(`/cards/${named.id}`)).body).toMatchObject({
    external_id: `id-${byName}`,
    attributes: { own: 1 },
  });
});

test("the changes of a migration are one batch, whose rollback leaves no created card", async () => {
  const { one, sheets } = landscape();
  const migration = await parsed(admin, sheets);
  await applied(admin, migration.id);
  expect(countCards(one.name as string)).toBe(1);
  const before = statement<{ count: number }>(
    "SELECT count(DISTINCT batch_id) AS count FROM events WHERE batch_id = ?",
  ).get(batchOf(migration.id));
  expect(before?.count).toBe(1);
  const { status, body } = await admin.post(`/mutation-batches/${batchOf(migration.id)}/rollback`, { dry_run: false });
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(countCards(one.name as string)).toBe(0);

  // The file has to be uploaded again, because its records are deleted.
  expect((await admin.delete(`/migration/${migration.id}`)).status).toBe(204);
  const again = await parsed(admin, sheets);
  expect(again.id).not.toBe(migration.id);
  expect(await actions(again.id, "card")).toEqual(["create", "create"]);
  expect(await applied(admin, again.id)).toMatchObject({ status: "applied" });
});

test("a failed record is reported, doesn't stop the others, and can be applied again", async () => {
  const [good, bad] = [
    entity("Application", unique("Good")),
    entity("Application", unique("Bad"), { name: "x".repeat(501) }),
  ];
  const migration = await parsed(admin, {
    Sheet: table([bad, good]),
    Relations: table([relation("relApplicationSuccessor", good, bad)]),
  });
  const failed = await applied(admin, migration.id);
  expect(failed).toMatchObject({
    status: "failed",
    error_message: "1 entity error(s) — see staged records",
    stats: { apply: { created: 1, skipped: 2, errors: 1, per_pass: { card: { created: 1, errors: 1 } } } },
  });
  const csv = (await admin.get(`/migration/${migration.id}/errors.csv`)).body;
  expect(csv.split("\r\n")).toEqual([
    "entity_kind,source_id,card_type_key,action,error_message",
    `card,${bad.id},Application,create,name: must have at most 500 characters`,
    expect.stringMatching(/^relation,.*,relAppSuccessor,create,A card at an end was not migrated$/),
    "",
  ]);
  expect(countCards(good.name as string)).toBe(1);
  await transactionInTurn(() => {
    statement(
      "UPDATE staged_records SET source_data = json_set(source_data, '$.name', ?) WHERE migration_id = ? AND source_id = ?",
    ).run("Mended", migration.id, bad.id as string);
  });
  expect(await applied(admin, migration.id)).toMatchObject({
    status: "applied",
    error_message: null,
    stats: { apply: { created: 3, skipped: 1, errors: 0, per_pass: { relation: { created: 1, skipped: 0 } } } },
  });
  expect(countCards("Mended")).toBe(1);
  expect(countCards(good.name as string)).toBe(1);
});

/** Puts a migration back to a status, with a run for it, as a crash would leave it. */
const leave = (id: string, status: "uploaded" | "applying", userId: string | null = admin.userId ?? null) =>
  transactionInTurn(() => {
    statement("UPDATE migrations SET status = ? WHERE id = ?").run(status, id);
    enqueue(status === "uploaded" ? parsing : applying, { id }, { userId });
  });

test("a migration that a stop has interrupted is completed", async () => {
  const { one, sheets } = landscape();
  const migration: Body = await parsed(admin, sheets);
  await transactionInTurn(() => void statement("DELETE FROM staged_records WHERE migration_id = ?").run(migration.id));
  await leave(migration.id, "uploaded");
  expect(await settled(admin, migration.id)).toMatchObject({ status: "parsed", stats: migration.stats });

  await applied(admin, migration.id);
  const cards = statement<{ count: number }>("SELECT count(*) AS count FROM cards").get();
  await transactionInTurn(() => {
    statement("DELETE FROM relations WHERE source_seq IN (SELECT seq FROM cards WHERE name = ?)").run(
      one.name as string,
    );
    statement(
      "UPDATE staged_records SET status = 'pending' WHERE migration_id = ? AND entity_kind IN ('relation', 'comment', 'document')",
    ).run(migration.id);
  });
  await leave(migration.id, "applying");
  expect(await settled(admin, migration.id)).toMatchObject({ status: "applied" });
  expect(statement<{ count: number }>("SELECT count(*) AS count FROM cards").get()).toEqual(cards);
});

test("a migration fails when its user may no longer migrate", async () => {
  const helper = await server.as("admin");
  const migration = await parsed(helper, landscape().sheets);
  await transactionInTurn(() => {
    statement("UPDATE users SET is_active = 0 WHERE id = ?").run(helper.userId as string);
  });
  await leave(migration.id, "applying", helper.userId);
  expect(await settled(admin, migration.id)).toMatchObject({
    status: "failed",
    error_message: "Whoever started it is gone or deactivated",
    stats: { cards: { create: 2 } },
  });
});
