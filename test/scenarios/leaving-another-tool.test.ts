/**
 * Leaving another tool: the administrator of a company uploads the workbook that the tool exports, previews the result,
 * maps the fields, applies the migration, corrects the failures and repeats it, and in the end rolls all of it back.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement } from "../../db";
import { type Body, entity, relation, settled, staged, upload } from "../areas/migration/support";
import { clientAs, testServer } from "../support/server";
import { type CellValue, table, workbookOf } from "../support/workbooks";

const server = testServer();
const admin = clientAs(server, "admin");

type Row = Record<string, CellValue>;

const crm = entity("Application", "CRM", {
  description: "Knows the customers",
  "lifecycle:active": new Date("2019-04-01T00:00:00Z"),
  "tags:Hosting": "Cloud",
  "subscriptions:RESPONSIBLE:Application Owner": "ada@company.example",
  goLive: new Date("2019-03-15T00:00:00Z"),
  vendorName: "Acme",
  internalNote: "left out",
  licenceCosts: 42_000,
});
const erp = entity("Application", "ERP", {
  "subscriptions:OBSERVER:Observer": "ada@company.example; eve@company.example",
});
const customers = entity("BusinessCapability", "Customer Management");
const sales = entity("BusinessCapability", "Sales Management");
const landing = entity("LandingZone", "Europe");
const broken = entity("Application", `Far too long: ${"x".repeat(500)}`, { id: "broken", displayName: "Far too long" });
const gone = entity("Application", "Mainframe", { status: "ARCHIVED" });

const sheets: Record<string, CellValue[][]> = {
  ReadMe: [
    ["How to read this export"],
    ["Column header", "Type", "Mandatory", "", "Remarks"],
    ["Fact Sheet type Application"],
    ["licenceCosts", "money", "no"],
    ["goLive", "date", "no"],
    ["tier", "string", "no", "", "Possible values: one of gold, silver. Others are not."],
    ["Relations to Sheets Mapping"],
  ],
  TagGroups: table([{ id: "tg1", name: "Hosting", mode: "SINGLE" }]),
  Tags: table([{ id: "t1", tagGroupId: "Hosting", name: "Cloud", backgroundColor: "#00aaff" }]),
  Application: table([crm, { ...erp, tier: "gold" }, broken, gone]),
  BusinessCapability: table([customers, sales]),
  LandingZone: table([landing]),
  Relations: table([
    relation("childParentRelation", customers, sales),
    relation("applicationBusinessCapabilityRelation", crm, customers, { supportType: "leading" }),
    relation("applicationBusinessCapabilityRelation", broken, sales),
    relation("runsInRelation", crm, landing),
    relation("applicationBusinessCapabilityRelation", gone, sales),
  ]),
  Documents: table([
    { id: "d1", factSheet: "CRM", type: "Application", name: "Handbook", url: "https://company.example/crm" },
  ]),
  Comments: table([
    {
      factSheet: "CRM",
      type: "Application",
      message: "To be replaced",
      userEmail: "eve@company.example",
      createdAt: "2023-05-06T07:08:09Z",
    },
  ]),
};

let migration: Body;
/** Source id → card, once it is applied. */
const cards = new Map<string, Body>();
const count = (sql: string) => statement<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`).get()?.count;
let before: (number | undefined)[];
const landscape = () => [
  count("cards"),
  count("relations"),
  count("documents"),
  count("comments"),
  count("stakeholders"),
  count("card_tags"),
];

beforeAll(async () => {
  before = landscape();
  const { status, body } = await upload(admin, await workbookOf(sheets), { name: "The old tool" });
  expect(status).toBe(201);
  migration = await settled(admin, body.id);
});

describe("the administrator", () => {
  test("sees the contents of the workbook", () => {
    expect(migration).toMatchObject({
      status: "parsed",
      error_message: null,
      stats: {
        entities: 7,
        cards: { create: 6, update: 0, archived: 1 },
        relations: { create: 3, conflict: 1 },
        tags: { groups_create: 1, tags_create: 1, links: 1 },
        users: { create: 2 },
        subscriptions: { create: 3 },
        documents: { create: 1 },
        comments: { create: 1 },
        metamodel: { new_types: 1, new_relation_types: 1 },
        parse_errors: 0,
      },
    });
    expect(landscape()).toEqual(before);
  });

  test("looks at the relation that leads to an archived card", async () => {
    const conflicts = await staged(admin, migration.id, "relation", "&action=conflict");
    expect(conflicts).toMatchObject([{ diff: { reason: expect.stringContaining(gone["id"] as string) } }]);
  });

  test("maps the fields", async () => {
    const { body: options } = await admin.get(`/migration/${migration.id}/field-mappings`);
    const block = options.blocks.find(({ native_type }: Body) => native_type === "Application");
    expect(block.source_fields.map(({ source_field_key, tea_type }: Body) => [source_field_key, tea_type])).toEqual([
      ["goLive", "date"],
      ["internalNote", "text"],
      ["licenceCosts", "cost"],
      ["tier", "single_select"],
      ["vendorName", "text"],
    ]);
    const targets: string[] = block.available_targets.map(({ key }: Body) => key);
    expect(targets).toContain("costTotalAnnual");
    const Application = { goLive: "__lifecycle__:phaseIn", internalNote: "__skip__", licenceCosts: "costTotalAnnual" };
    const { status, body } = await admin.put(`/migration/${migration.id}/field-mappings`, {
      field_mappings: { Application },
    });
    expect({ status, state: body.status }).toEqual({ status: 200, state: "previewed" });
  });

  test("applies the migration, and one card fails", async () => {
    expect((await admin.post(`/migration/${migration.id}/apply`)).status).toBe(202);
    migration = await settled(admin, migration.id);
    expect(migration).toMatchObject({
      status: "failed",
      error_message: "1 entity error(s) · 1 unresolved conflict(s) skipped — see staged records",
    });
    const { body } = await admin.get(`/migration/${migration.id}/errors.csv`);
    expect(body.split("\r\n")[1]).toBe("card,broken,Application,create,name: must have at most 500 characters");
    for (const { source_id, target_id } of await staged(admin, migration.id, "card"))
      if (target_id) cards.set(source_id, (await admin.get(`/cards/${target_id}`)).body);
  });

  test("finds the landscape as it was in the other tool", async () => {
    expect(cards.get(crm["id"] as string)).toMatchObject({
      lifecycle: { active: "2019-04-01", phaseIn: "2019-03-15" },
      attributes: { vendorName: "Acme", costTotalAnnual: 42_000 },
      tags: [{ name: "Cloud", group_name: "Hosting" }],
      stakeholders: [{ user_email: "ada@company.example", role: "responsible" }],
    });
    expect(cards.get(customers["id"] as string).parent_id).toBe(cards.get(sales["id"] as string).id);
    expect(cards.get(landing["id"] as string)).toMatchObject({ type: "LandingZone" });
    const { body: type } = await admin.get("/metamodel/types/Application");
    const imported = type.fields_schema.find(({ section }: Body) => section === "Imported from leanix");
    expect(imported.fields.map(({ key }: Body) => key)).toEqual(["vendorName", "tier"]);
    const { body: users } = await admin.get("/users?include_inactive=true");
    expect(users.find(({ email }: Body) => email === "ada@company.example")).toMatchObject({
      is_active: false,
      role: "member",
    });
  });

  test("rolls all of it back", async () => {
    const { body: batches } = await admin.get("/mutation-batches?page_size=1");
    const { id } = batches.items[0];
    expect(batches.items[0].tool_name).toBe(`POST /api/v1/migration/${migration.id}/apply`);
    expect((await admin.post(`/mutation-batches/${id}/rollback`, { dry_run: false })).status).toBe(200);
    expect(landscape()).toEqual(before);
  });

  test("corrects the name, and migrates again", async () => {
    expect((await admin.delete(`/migration/${migration.id}`)).status).toBe(204);
    const mended: Row = { ...broken, name: "Short enough" };
    const { body } = await upload(
      admin,
      await workbookOf({ ...sheets, Application: table([crm, { ...erp, tier: "gold" }, mended]) }),
    );
    expect(await settled(admin, body.id)).toMatchObject({
      status: "parsed",
      stats: { cards: { create: 6 }, users: { create: 0, skip: 2 } },
    });
    await admin.post(`/migration/${body.id}/apply`);
    expect(await settled(admin, body.id)).toMatchObject({ status: "applied", stats: { apply: { errors: 0 } } });
  });
});
