/** Tests of the operations on a migration: uploads, lists, mappings, deletion, and their events. */
import { describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import { cardType, field } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { clientAs, testServer } from "../../support/server";
import { workbookOf } from "../../support/workbooks";
import { applied, entity, parsed, relation, settled, staged, table, unique, upload } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

const UNKNOWN = "01900000-0000-7000-8000-000000000000";
const small = () => ({ Sheet: table([entity("Application", unique("App"))]) });
const eventsOf = (seq: number) => eventsAfter(seq).map(({ event_type, user_id }) => [event_type, user_id]);

describe("an uploaded workbook", () => {
  test("is parsed, and published", async () => {
    const before = lastEvent();
    const { id } = await parsed(admin, small(), { name: "First", include_archived: "yes" });
    const { body } = await admin.get(`/migration/${id}`);
    expect(body).toMatchObject({
      name: "First",
      source_type: "leanix",
      status: "parsed",
      field_mappings: {},
      applied_at: null,
    });
    expect(body.stats.options).toEqual({ include_archived: true });
    expect(body.file_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(eventsOf(before)).toEqual([
      ["migration.uploaded", admin.userId as string],
      ["migration.parsed", admin.userId as string],
    ]);
  });

  test("is not stored twice with the same bytes", async () => {
    const bytes = await workbookOf(small());
    const first = (await upload(admin, bytes, { name: "One" })).body;
    await settled(admin, first.id);
    const before = lastEvent();
    const again = await upload(admin, bytes, { name: "Two" });
    expect(again).toMatchObject({ status: 201, body: { id: first.id, name: "One", status: "parsed" } });
    expect(eventsOf(before)).toEqual([]);
  });

  const zip = new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]);
  const refused: [string, Uint8Array<ArrayBuffer>, Record<string, string>, number, unknown][] = [
    ["an unknown source", zip, { source_key: "other" }, 400, "Unknown migration source: other"],
    ["an empty file", new Uint8Array(), {}, 400, "Empty snapshot file"],
    ["another format", new TextEncoder().encode("id,name"), {}, 400, "File does not match SAP LeanIX (.xlsx)."],
    ["no name", zip, { name: "" }, 422, [{ loc: ["body", "name"] }]],
    ["a long name", zip, { name: "x".repeat(256) }, 422, [{ loc: ["body", "name"] }]],
    ["a flag that is none", zip, { include_archived: "perhaps" }, 422, [{ loc: ["body", "include_archived"] }]],
  ];
  test.each(refused)("is refused with %s, and leaves nothing", async (_, bytes, fields, status, detail) => {
    const before = lastEvent();
    expect(await upload(admin, bytes, fields)).toMatchObject({ status, body: { detail } });
    expect(statement("SELECT id FROM migrations WHERE file_hash IS NULL").all()).toEqual([]);
    expect(
      statement(
        "SELECT p.seq FROM migration_pieces p LEFT JOIN migrations m ON m.id = p.migration_id WHERE m.id IS NULL",
      ).all(),
    ).toEqual([]);
    expect(eventsOf(before)).toEqual([]);
  });

  test("is refused without a file, or as no form", async () => {
    const form = new FormData();
    form.append("name", "x");
    form.append("source_key", "leanix");
    expect(await admin.post("/migration/upload", form)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "file"] }] },
    });
    expect((await admin.post("/migration/upload", { name: "x" })).status).toBe(422);
  });

  test("fails with the reason when it can't be read", async () => {
    const before = lastEvent();
    const { body } = await upload(admin, zip);
    expect(await settled(admin, body.id)).toMatchObject({
      status: "failed",
      error_message: "The file is not a complete zip archive",
      parsed_at: null,
    });
    expect(eventsOf(before).map(([type]) => type)).toEqual(["migration.uploaded", "migration.failed"]);
    expect((await admin.post(`/migration/${body.id}/apply`)).status).toBe(400);
    expect((await admin.delete(`/migration/${body.id}`)).status).toBe(204);
  });
});

describe("the lists of migrations", () => {
  test("include the sources with their file extensions", async () => {
    expect((await admin.get("/migration/sources")).body).toEqual([
      { key: "leanix", label: "SAP LeanIX", accepted_extensions: [".xlsx"] },
    ]);
  });

  test("are ordered newest first, by tool", async () => {
    const [one, two] = [await parsed(admin, small()), await parsed(admin, small())];
    const ids = (await admin.get("/migration?source_type=leanix")).body.map(({ id }: { id: string }) => id);
    expect(ids.slice(0, 2)).toEqual([two.id, one.id]);
    expect((await admin.get("/migration?source_type=other")).body).toEqual([]);
  });

  test("include a preview that is paged and filtered", async () => {
    const names = ["a", "b", "c"].map(unique);
    const { id } = await parsed(admin, {
      Sheet: table([
        entity("Application", names[0] as string),
        entity("Provider", names[1] as string),
        entity("Application", names[2] as string),
      ]),
    });
    const { body } = await admin.get(`/migration/${id}/preview?limit=1&offset=1`);
    expect(body).toMatchObject({
      total: 3,
      offset: 1,
      limit: 1,
      items: [
        {
          display_name: names[1],
          source_type: "leanix",
          entity_kind: "card",
          status: "pending",
          target_id: null,
          diff: null,
        },
      ],
    });
    expect(
      (await staged(admin, id, "card", "&card_type_key=Application")).map(({ display_name }) => display_name),
    ).toEqual([names[0], names[2]]);
    expect(await staged(admin, id, "card", "&action=skip")).toEqual([]);
    expect((await admin.get(`/migration/${id}/preview?limit=10001`)).status).toBe(422);
  });
});

describe("the field mappings of a migration", () => {
  test("offer the fields of the card type, and decide which values are stored", async () => {
    const native = unique("Gadget").replaceAll(" ", "");
    cardType(native, [field("zeta", "text"), field("alpha", "text")]);
    const gadget = entity(native, unique("Thing"), {
      dropped: "x",
      moved: "y",
      begun: "2024-05-06T07:08:09",
      odd: "soon",
      kept: "z",
    });
    const { id } = await parsed(admin, { Sheet: table([gadget]) });
    const { body } = await admin.get(`/migration/${id}/field-mappings`);
    expect(body.auto_mapped_columns[0]).toEqual({ source_column: "name", tea_target: "name" });
    expect(body.blocks).toMatchObject([
      {
        native_type: native,
        target_tea_type: native,
        target_type_label: native,
        source_fields: [
          { source_field_key: "begun" },
          { source_field_key: "dropped" },
          { source_field_key: "kept" },
          { source_field_key: "moved" },
          { source_field_key: "odd" },
        ],
      },
    ]);
    expect(body.blocks[0].available_targets.map(({ key }: { key: string }) => key)).toEqual([
      "alpha",
      "zeta",
      ...["plan", "phaseIn", "active", "phaseOut", "endOfLife"].map((phase) => `__lifecycle__:${phase}`),
    ]);
    const before = lastEvent();
    const field_mappings = {
      [native]: {
        dropped: "__skip__",
        moved: "alpha",
        begun: "__lifecycle__:active",
        odd: "__lifecycle__:plan",
        empty: "",
      },
      Empty: {},
    };
    const mapped = await admin.put(`/migration/${id}/field-mappings`, { field_mappings });
    const { empty: _, ...chosen } = field_mappings[native] as Record<string, string>;
    expect(mapped).toMatchObject({ status: 200, body: { status: "previewed" } });
    expect(mapped.body.field_mappings).toEqual({ [native]: chosen });
    expect(eventsOf(before)).toEqual([["migration.mapped", admin.userId as string]]);
    await applied(admin, id);
    const [card] = await staged(admin, id, "card");
    expect((await admin.get(`/cards/${card.target_id}`)).body).toMatchObject({
      lifecycle: { active: "2024-05-06" },
      attributes: { alpha: "y", kept: "z" },
    });
    const type = (await admin.get(`/metamodel/types/${native}`)).body;
    expect(type.fields_schema.at(-1)).toMatchObject({
      section: "Imported from leanix",
      fields: [{ key: "kept", weight: 0 }],
    });
    expect((await admin.put(`/migration/${id}/field-mappings`, { field_mappings })).status).toBe(400);
  });

  test("are refused in any other form", async () => {
    const { id } = await parsed(admin, small());
    for (const field_mappings of [undefined, null, [], { A: 1 }, { A: { b: 1 } }, { A: { b: null } }])
      expect([field_mappings, (await admin.put(`/migration/${id}/field-mappings`, { field_mappings })).status]).toEqual(
        [field_mappings, 422],
      );
  });
});

test("a migration is deleted with its records, unless it is being applied; its cards stay", async () => {
  const name = unique("Stays");
  const { id } = await parsed(admin, { Sheet: table([entity("Application", name)]) });
  statement("UPDATE migrations SET status = 'applying' WHERE id = ?").run(id);
  expect(await admin.delete(`/migration/${id}`)).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining("applying") },
  });
  expect((await admin.post(`/migration/${id}/apply`)).status).toBe(400);
  statement("UPDATE migrations SET status = 'parsed' WHERE id = ?").run(id);
  await applied(admin, id);
  expect((await admin.post(`/migration/${id}/apply`)).status).toBe(400);
  const before = lastEvent();
  expect((await admin.delete(`/migration/${id}`)).status).toBe(204);
  expect(eventsOf(before)).toEqual([["migration.deleted", admin.userId as string]]);
  expect((await admin.get(`/migration/${id}`)).status).toBe(404);
  expect(statement("SELECT seq FROM staged_records WHERE migration_id = ?").all(id)).toEqual([]);
  expect((await admin.get(`/cards?search=${encodeURIComponent(name)}`)).body.total).toBe(1);
});

test("every operation on a migration needs the right, and answers 404 for an unknown migration", async () => {
  const { id } = await parsed(admin, small());
  const calls: [string, string, unknown?][] = [
    ["GET", ""],
    ["GET", "/preview"],
    ["GET", "/field-mappings"],
    ["PUT", "/field-mappings", { field_mappings: {} }],
    ["GET", "/errors.csv"],
    ["POST", "/apply"],
    ["DELETE", ""],
  ];
  for (const [method, path, body] of calls) {
    expect([path, (await member.send(method, `/migration/${id}${path}`, body)).status]).toEqual([path, 403]);
    expect([path, (await admin.send(method, `/migration/${UNKNOWN}${path}`, body)).status]).toEqual([path, 404]);
  }
  expect((await upload(member, await workbookOf(small()))).status).toBe(403);
});

test("costs are hidden from users who may not see them", async () => {
  const native = unique("Costly").replaceAll(" ", "");
  cardType(native, [field("price", "cost")]);
  const [name, other] = [unique("A"), unique("B")];
  const card = (await admin.post("/cards", { type: native, name, attributes: { price: 41, note: "a" } })).body;
  const peer = (await admin.post("/cards", { type: "Application", name: other })).body;
  const { id } = await parsed(admin, {
    ReadMe: [["Column header", "Type"], ["Fact Sheet type x"], ["All Fact Sheet types"], ["fee", "money", "no"]],
    Sheet: table([entity(native, name, { price: 42, fee: 43, budget: 44, note: "b" }), entity("Application", other)]),
    Relations: table([relation("any", entity(native, name), entity("Application", other))]),
  });
  await admin.put(`/migration/${id}/field-mappings`, { field_mappings: { [native]: { budget: "price" } } });
  const role = (
    await admin.post("/roles", {
      key: unique("migrator").replace(/\W/g, "_"),
      label: "Migrator",
      permissions: { "admin.migrate": true, "inventory.view": true },
    })
  ).body;
  const migrator = await server.as(role.key);
  const shown = (await staged(admin, id, "card")).find(({ target_id }) => target_id === card.id);
  expect(Object.keys(shown.diff.attributes)).toEqual(["price", "fee", "budget", "note"]);
  const hidden = (await staged(migrator, id, "card")).find(({ target_id }) => target_id === card.id);
  expect(hidden.diff.attributes).toEqual({ note: { old: "a", new: "b" } });
  expect(peer.id).toBeString();
});
