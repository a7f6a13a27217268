import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { db, statement, tables, transaction } from "../../../db";
import { translated } from "../../../db/seed/translations";
import { commit } from "../../../db/transaction";
import { ComplianceRegulation, Principle, ResourceType } from "../../../src/areas/metamodel/catalogue-model";
import { CardType, RelationType } from "../../../src/areas/metamodel/model";
import { seedMetamodel } from "../../../src/areas/metamodel/seed";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

type Types = CardType[];
const types = async (): Promise<Types> => (await admin.get("/metamodel/types?include_hidden=true")).body;
const type = async (key: string): Promise<CardType> => (await admin.get(`/metamodel/types/${key}`)).body;

describe("a new installation", () => {
  test("has 13 card types in their order, with their fields", async () => {
    const all = await types();
    expect(all.map(({ key }) => key)).toEqual([
      "Objective",
      "Platform",
      "Initiative",
      "Organization",
      "BusinessCapability",
      "BusinessContext",
      "BusinessProcess",
      "Application",
      "Interface",
      "DataObject",
      "ITComponent",
      "TechCategory",
      "Provider",
    ]);
    const fields = all.flatMap(({ fields_schema }) => fields_schema.flatMap((section) => section.fields));
    expect([all.flatMap((one) => one.fields_schema).length, fields.length]).toEqual([18, 50]);
    expect(all.flatMap((one) => one.subtypes)).toHaveLength(34);
    expect(all.every((one) => one.built_in && !one.is_hidden && one.description)).toBe(true);
  });

  test("has translations of everything that has a label", async () => {
    const application = await type("Application");
    expect(application.translations["label"]).toEqual({
      en: "Application",
      de: "Anwendung",
      fr: "Application",
      es: "Aplicación",
    });
    expect(application.translations["description"]).toEqual(translated(application.description as string));
    const section = application.fields_schema[1];
    const field = section?.fields.find(({ key }) => key === "timeModel");
    expect(section?.translations).toEqual({ en: "Assessment", de: "Bewertung", fr: "Évaluation", es: "Evaluación" });
    expect(field).toEqual({
      key: "timeModel",
      label: "TIME Model",
      type: "single_select",
      required: true,
      weight: 3,
      translations: translated("TIME Model"),
      options: expect.arrayContaining([
        { key: "tolerate", label: "Tolerate", color: "#ff9800", translations: translated("Tolerate") },
      ]),
    });
    expect(application.subtypes[2]).toEqual({
      key: "aiAgent",
      label: "AI Agent",
      translations: translated("AI Agent"),
      hidden_fields: [],
    });
  });

  test("has 45 relation types, whose attributes are built in and translated", async () => {
    const all: RelationType[] = (await admin.get("/metamodel/relation-types")).body;
    expect(all).toHaveLength(45);
    expect(all.filter(({ key }) => key.endsWith("Successor"))).toHaveLength(7);
    const withAttributes = all.filter(({ attributes_schema }) => attributes_schema.length > 0);
    expect(withAttributes).toHaveLength(8);
    expect(withAttributes.flatMap((one) => one.attributes_schema).every((field) => field.built_in)).toBe(true);
    expect(all.find(({ key }) => key === "relOrgToApp")).toMatchObject({
      label: "uses",
      reverse_label: "is used by",
      source_type_key: "Organization",
      target_type_key: "Application",
      cardinality: "n:m",
      translations: { label: { en: "uses" }, reverse_label: { en: "is used by" } },
      attributes_schema: [
        { key: "usageType", options: [{ key: "owner", label: "Owner", color: "#1976d2", built_in: true }, {}, {}] },
      ],
    });
    for (const { label, translations, options = [] } of withAttributes.flatMap((one) => one.attributes_schema))
      for (const entry of [{ label, translations }, ...options])
        expect(entry.translations).toEqual(translated(entry.label));
  });

  test("has 30 stakeholder roles, with the permissions of each", () => {
    const roles = db.select().from(tables.stakeholderRoleDefinitions).all();
    expect(roles).toHaveLength(30);
    const granted = (typeKey: string, key: string) =>
      Object.entries(roles.find((role) => role.card_type_key === typeKey && role.key === key)?.permissions ?? {})
        .filter(([, is]) => is)
        .map(([permission]) => permission)
        .sort();
    expect(granted("Provider", "observer")).toEqual(["card.create_comments", "card.view"]);
    expect(granted("BusinessProcess", "process_owner")).toContain("card.bpm_approve");
    expect(granted("Application", "responsible")).toContain("card.archive");
    expect(granted("Application", "responsible")).not.toContain("card.delete");
  });

  test("has six regulations with a scope, fifteen resource types, no principles", async () => {
    const regulations: ComplianceRegulation[] = (await admin.get("/metamodel/compliance-regulations")).body;
    expect(regulations.map(({ key, sort_order }) => [key, sort_order])).toEqual([
      ["eu_ai_act", 10],
      ["gdpr", 20],
      ["nis2", 30],
      ["dora", 40],
      ["soc2", 50],
      ["iso27001", 60],
    ]);
    expect(regulations.every((one) => one.description && one.is_enabled && one.built_in)).toBe(true);
    const resourceTypes: ResourceType[] = (await admin.get("/metamodel/resource-types")).body;
    expect(resourceTypes).toHaveLength(15);
    expect(resourceTypes.filter(({ kind, icon }) => kind === "link_type" && icon)).toHaveLength(8);
    expect(resourceTypes[0]).toMatchObject({ kind: "file_category", key: "architecture", icon: null, sort_order: 10 });
    expect((await admin.get("/metamodel/principles")).body).toEqual([]);
  });

  test.each([
    ["/metamodel/types", CardType.array()],
    ["/metamodel/types/Application", CardType],
    ["/metamodel/relation-types", RelationType.array()],
    ["/metamodel/relation-types/relOrgToApp", RelationType],
    ["/metamodel/principles", Principle.array()],
    ["/metamodel/compliance-regulations", ComplianceRegulation.array()],
    ["/metamodel/resource-types", ResourceType.array()],
  ] as const)("answers %s in the declared shape", async (path, shape) => {
    const { body } = await admin.get(path);
    expect(shape.parse(body) as unknown).toEqual(body);
  });
});

/** Makes the next seeding believe that the content is newer than what was put in before. */
const outdate = () => statement("UPDATE seeds SET version = 'older'").run();

describe("the next start of an installation", () => {
  test("changes nothing in the metamodel", async () => {
    commit();
    const before = statement("SELECT total_changes() AS changes").get();
    seedMetamodel();
    expect(statement("SELECT total_changes() AS changes").get()).toEqual(before as object);
  });

  test("creates missing entries", async () => {
    transaction(() => {
      db.delete(tables.relationTypes).where(eq(tables.relationTypes.key, "relITCSuccessor")).run();
      db.delete(tables.cardTypes).where(eq(tables.cardTypes.key, "TechCategory")).run();
      db.delete(tables.complianceRegulations).where(eq(tables.complianceRegulations.key, "dora")).run();
    });
    seedMetamodel();
    expect((await admin.get("/metamodel/relation-types/relITCSuccessor")).status).toBe(200);
    expect((await type("TechCategory")).label).toBe("Tech Category");
    expect((await admin.get("/metamodel/compliance-regulations")).body).toHaveLength(6);
    const roles = db.select().from(tables.stakeholderRoleDefinitions).all();
    expect(roles.filter((role) => role.card_type_key === "TechCategory")).toHaveLength(2);
  });

  test("leaves changes and deletions of an administrator as they are when the content is newer", async () => {
    const application = await type("Application");
    const sections = application.fields_schema.filter(({ section }) => section !== "Cost & Ownership");
    await admin.patch("/metamodel/types/Application", {
      label: "System",
      translations: { label: { en: "System", de: "Anwendung" } },
      has_successors: false,
      fields_schema: sections.map((section) => ({
        ...section,
        fields: section.fields.filter(({ key }) => key !== "hostingType"),
      })),
    });
    const changed = await type("Application");
    outdate();
    seedMetamodel();
    expect(await type("Application")).toEqual({
      ...changed,
      translations: { ...changed.translations, description: translated(application.description as string) },
    });
  });

  test("completes missing translations by the present labels when the content is newer", async () => {
    await admin.patch("/metamodel/types/Platform", {
      label: "Base",
      translations: { label: { fr: "Socle" } },
      subtypes: [{ key: "digital", label: "Digital" }],
    });
    outdate();
    seedMetamodel();
    expect(await type("Platform")).toMatchObject({
      label: "Base",
      translations: { label: { fr: "Socle", en: "Base" } },
      subtypes: [{ key: "digital", translations: { en: "Digital" }, hidden_fields: [] }],
    });
  });

  test("completes a database that Stoa never seeded", async () => {
    const whole = await type("Provider");
    await admin.patch("/metamodel/types/Interface", { has_successors: false });
    await admin.patch("/metamodel/types/Provider", { fields_schema: null, translations: null });
    statement("DELETE FROM seeds").run();
    seedMetamodel();
    expect(await type("Provider")).toEqual(whole);
    expect((await type("Interface")).has_successors).toBe(true);
  });

  test("leaves a custom type that has the key of a built-in one as it is", async () => {
    statement(
      "UPDATE card_types SET built_in = 0, fields_schema = '[]', translations = '{}' WHERE key = 'Objective'",
    ).run();
    statement("DELETE FROM seeds").run();
    seedMetamodel();
    expect(await type("Objective")).toMatchObject({ built_in: false, fields_schema: [], translations: {} });
  });
});
