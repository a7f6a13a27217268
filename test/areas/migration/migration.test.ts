/** Migrations from the upload to the end: what is staged, what is applied, what is published, and what is refused. */
import { describe, expect, test } from "bun:test";
import { clientAs, testServer } from "../../support/server";
import { applied, type Body, entity, parsed, relation, staged, table, unique } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

/** Returns the card of an entity. */
const cardOf = async (id: string, entityId: string) => {
  const record = (await staged(admin, id, "card")).find(({ source_id }) => source_id === entityId);
  return (await admin.get(`/cards/${record.target_id}`)).body;
};

describe("the entities of a workbook", () => {
  test("become cards with all their fields, tags, stakeholders and relations", async () => {
    const [shop, database, sales] = [unique("Shop"), unique("Database"), unique("Sales")];
    const app = entity("Application", shop, {
      description: "Sells",
      category: "businessApplication",
      "lifecycle:active": new Date("2020-02-01T00:00:00Z"),
      "lifecycle:phaseOut": "nonsense",
      "tags:Region": "EU, Unknown",
      "subscriptions:RESPONSIBLE:Application Owner": "Owner@Stoa.example",
      "subscriptions:RESPONSIBLE": "owner@stoa.example;other@stoa.example",
      annualBudget: 1200.5,
      launched: new Date("2021-03-04T00:00:00Z"),
      contact: "team@stoa.example",
    });
    const component = entity("ITComponent", database);
    const team = entity("UserGroup", sales);
    const region = unique("tag");
    const migration = await parsed(admin, {
      ReadMe: [
        ["Intro"],
        ["Column header", "Type", "Mandatory", "", "Remarks"],
        ["Fact Sheet type Application"],
        ["annualBudget", "money", "no", "", ""],
        ["contact", "email address", "no", "", ""],
        ["launched", "date", "no", "", ""],
        ["Relations to Sheets Mapping"],
        ["annualBudget", "string", "no", "", ""],
      ],
      TagGroups: table([{ id: "g1", name: "Region", mode: "SINGLE" }]),
      Tags: table([{ id: region, tagGroupId: "Region", name: "EU", backgroundColor: "#123456" }]),
      Application: table([app]),
      ITComponent: table([component]),
      UserGroup: table([team]),
      Relations: table([
        relation("applicationITComponentRelation", app, component, { technicalSuitability: "good" }),
        relation("applicationUserGroupRelation", app, team),
        relation("madeUpRelation", app, team),
        relation("applicationITComponentRelation", app, { ...component, displayName: "nowhere" }),
      ]),
      Documents: table([
        { id: `d-${shop}`, factSheet: shop, type: "Application", name: "Manual", url: "https://stoa.example/m" },
      ]),
      Comments: table([
        {
          factSheet: shop,
          type: "Application",
          message: "Nice",
          userEmail: "OTHER@stoa.example",
          createdAt: "2022-01-02T03:04:05",
          replyMessage: "Indeed",
          replierEmail: "nobody@stoa.example",
          replyCreatedAt: "2022-01-03T03:04:05",
        },
      ]),
    });
    expect(migration).toMatchObject({
      status: "parsed",
      snapshot_version: "xlsx",
      metamodel_diff: {},
      stats: {
        options: { include_archived: false },
        cards: { create: 3, update: 0, skip: 0, conflict: 0, archived: 0 },
        relations: { create: 3, conflict: 0 },
        tags: { groups_create: 1, tags_create: 1, links: 1 },
        users: { create: 2, invalid_email: 0 },
        subscriptions: { create: 2 },
        documents: { create: 1 },
        comments: { create: 2 },
        metamodel: { new_types: 0, new_fields: 3, new_relation_types: 1, type_conflicts: 3 },
        parse_errors: 1,
        entities: 3,
        relation_count: 3,
        create: 3,
      },
    });
    const done = await applied(admin, migration.id);
    expect(done).toMatchObject({
      status: "applied",
      error_message: null,
      stats: { apply: { errors: 0, conflicts: 0 } },
    });
    const card = await cardOf(migration.id, app.id as string);
    expect(card).toMatchObject({
      type: "Application",
      name: shop,
      description: "Sells",
      subtype: "businessApplication",
      external_id: app.id,
      status: "ACTIVE",
      approval_status: "DRAFT",
      lifecycle: { active: "2020-02-01" },
      attributes: { annualBudget: 1200.5, launched: "2021-03-04", contact: "mailto:team@stoa.example" },
      tags: [{ name: "EU", color: "#123456", group_name: "Region" }],
      created_by: admin.userId,
    });
    expect(
      card.stakeholders.map(({ user_email, role }: { user_email: string; role: string }) => [user_email, role]).sort(),
    ).toEqual([
      ["other@stoa.example", "responsible"],
      ["owner@stoa.example", "responsible"],
    ]);
    expect(card.data_quality).toBeGreaterThan(0);
    expect(await cardOf(migration.id, team.id as string)).toMatchObject({
      type: "Organization",
      subtype: "team",
      attributes: { source_origin: "leanix:UserGroup", leanix_origin: "UserGroup" },
    });
    const relations = (await admin.get(`/relations?card_id=${card.id}`)).body;
    expect(
      relations.map(({ type, source }: { type: string; source: { name: string } }) => [type, source.name]).sort(),
    ).toEqual([
      ["madeUpRelation", shop],
      ["relAppToITC", shop],
      ["relOrgToApp", sales],
    ]);
    expect((await admin.get(`/cards/${card.id}/documents`)).body).toMatchObject([
      { name: "Manual", url: "https://stoa.example/m" },
    ]);
    expect((await admin.get(`/cards/${card.id}/comments`)).body).toMatchObject([
      { content: "Nice", created_at: "2022-01-02T03:04:05.000Z" },
    ]);
  });
});

describe("the kinds of a migration", () => {
  test("are counted by what becomes of their records, and reported records are found", async () => {
    const [one, other, twelve] = [unique("One"), unique("Other"), unique("budget_")];
    const app = entity("Application", one, { [twelve]: "twelve" });
    const component = entity("ITComponent", other);
    const { id } = await parsed(admin, {
      ReadMe: [
        ["Column header", "Type", "Mandatory", "", "Remarks"],
        ["Fact Sheet type Application"],
        [twelve, "money", "no", "", ""],
      ],
      Application: table([app, entity("Application", unique("Fine"))]),
      ITComponent: table([component]),
      Relations: table([relation("applicationITComponentRelation", app, component)]),
    });
    const kindOf = async (entity_kind: string, card_type_key: string | null = null): Promise<Body> =>
      (await admin.get(`/migration/${id}/kinds`)).body.find(
        (row: Body) => row.entity_kind === entity_kind && row.card_type_key === card_type_key,
      );
    expect(await kindOf("card", "Application")).toMatchObject({
      create: 2,
      update: 0,
      skip: 0,
      conflict: 0,
      applied: 0,
    });
    expect(await kindOf("card", "ITComponent")).toMatchObject({ create: 1 });
    expect(await kindOf("relation")).toMatchObject({ create: 1 });
    await applied(admin, id);
    expect(await kindOf("card", "Application")).toMatchObject({ reported: 1, applied: 2 });
    expect(await staged(admin, id, "card", "&reported=true")).toMatchObject([{ display_name: one }]);
  });
});
