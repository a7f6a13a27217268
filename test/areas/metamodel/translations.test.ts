/** The translations of the built-in metamodel, in new and in existing databases. */

import { describe, expect, test } from "bun:test";
import { db, statement, tables, transaction } from "../../../db";
import {
  builtInCardTypes,
  builtInRegulations,
  builtInRelationTypes,
  builtInResourceTypes,
} from "../../../db/seed/metamodel";
import { glossary, translated } from "../../../db/seed/translations";
import { commit } from "../../../db/transaction";
import { seedMetamodel } from "../../../src/areas/metamodel/seed";
import { clientAs, testServer } from "../../support/server";

type Translations = Record<string, string>;
type Label = { text: string; translations: Translations };

const labels: Label[] = [
  ...builtInCardTypes.flatMap((type) => [
    { text: type.label, translations: type.translations["label"] as Translations },
    ...[...type.subtypes, ...type.stakeholder_roles].map((entry) => ({
      text: entry.label,
      translations: entry.translations as Translations,
    })),
    ...type.fields_schema.flatMap(({ section, translations, fields }) => [
      { text: section, translations: translations as Translations },
      ...fields.flatMap((field) =>
        [field, ...(field.options ?? [])].map((entry) => ({
          text: entry.label,
          translations: entry.translations as Translations,
        })),
      ),
    ]),
  ]),
  ...builtInRelationTypes.flatMap((type) => [
    { text: type.label, translations: type.translations["label"] as Translations },
    { text: type.reverse_label as string, translations: type.translations["reverse_label"] as Translations },
    ...type.attributes_schema.flatMap((field) =>
      [field, ...(field.options ?? [])].map((entry) => ({
        text: entry.label,
        translations: entry.translations as Translations,
      })),
    ),
  ]),
  ...[...builtInRegulations, ...builtInResourceTypes].map(({ label, translations }) => ({ text: label, translations })),
];
const descriptions: Label[] = builtInCardTypes.map((type) => ({
  text: type.description as string,
  translations: type.translations["description"] as Translations,
}));
const all = [...labels, ...descriptions];

const LOCALES = ["en", "de", "fr", "es"];
/** A shorter text may be the same in two languages. */
const LONG = 20;

describe("the glossary", () => {
  test("has every text of the built-in metamodel", () => {
    expect(all.length).toBeGreaterThan(300);
    const lacking = all.filter(({ translations }) => !Bun.deepEquals(Object.keys(translations ?? {}), LOCALES));
    expect(lacking.map(({ text }) => text)).toEqual([]);
    expect(all.filter(({ text, translations }) => translations["en"] !== text)).toEqual([]);
  });

  test("has no unused entry, and no context without a difference", () => {
    const used = new Set(all.map(({ translations }) => JSON.stringify(translations)));
    const unused = Object.entries(glossary).filter(([key, [de, fr, es]]) => {
      const en = key.replace(/^\w+: /, "");
      return (
        !used.has(JSON.stringify({ en, de, fr, es })) || (en !== key && Bun.deepEquals(glossary[en], [de, fr, es]))
      );
    });
    expect(unused).toEqual([]);
  });

  test("has no empty text, and none with spaces around it", () => {
    const texts = Object.values(glossary).flat();
    expect(texts.filter((text) => text === "" || text !== text.trim())).toEqual([]);
  });

  test("has labels of 80 characters at most", () => {
    const texts = labels.flatMap(({ translations }) => Object.values(translations));
    expect(texts.filter((text) => text.length > 80)).toEqual([]);
  });

  test("has no long text twice in one entry", () => {
    const repeated = all.filter(({ translations }) => {
      const long = Object.values(translations).filter((text) => text.length > LONG);
      return new Set(long).size < long.length;
    });
    expect(repeated).toEqual([]);
  });

  test("prefers the translation of a context to the general one", () => {
    expect(translated("High")).toEqual({ en: "High", de: "Hoch", fr: "Élevé", es: "Alto" });
    expect(translated("High", "strategicImportance")).toEqual({ en: "High", de: "Hoch", fr: "Élevée", es: "Alta" });
    expect(translated("High", "effort")).toEqual(translated("High"));
    expect(translated("Nowhere to be found")).toEqual({ en: "Nowhere to be found" });
  });
});

describe("an entry of an administrator", () => {
  const server = testServer();
  const admin = clientAs(server, "admin");
  const german = { de: "Länge" };
  const fields = [
    { key: "length", label: "Length", type: "number" },
    { key: "width", label: "Width", type: "number", translations: german },
    { key: "depth", label: "Depth", type: "number", translations: { en: "Deep", ...german } },
  ];
  const inEnglish = [{ en: "Length" }, { en: "Width", ...german }, { en: "Deep", ...german }];
  const translationsOf = (entries: { translations: Translations }[]) => entries.map(({ translations }) => translations);

  test("has its label as the English translation wherever that is missing", async () => {
    const type = {
      key: "Vessel",
      label: "Vessel",
      subtypes: [{ key: "tug", label: "Tug", translations: { de: "Schlepper" } }],
      fields_schema: [{ section: "Hull", translations: { de: "Rumpf" }, fields }],
    };
    expect((await admin.post("/metamodel/types", type)).status).toBe(201);
    const { body } = await admin.get("/metamodel/types/Vessel");
    expect(translationsOf(body.subtypes)).toEqual([{ en: "Tug", de: "Schlepper" }]);
    expect(translationsOf(body.fields_schema)).toEqual([{ en: "Hull", de: "Rumpf" }]);
    expect(translationsOf(body.fields_schema[0].fields)).toEqual(inEnglish);
  });

  test("has the label as English translation in attributes of relations too, at the creation and in changes", async () => {
    const ends = { source_type_key: "Application", target_type_key: "Provider" };
    const body = { key: "moors", label: "moors", ...ends, attributes_schema: fields };
    const made = (await admin.post("/metamodel/relation-types", body)).body;
    expect(translationsOf(made.attributes_schema)).toEqual(inEnglish);
    const path = "/metamodel/relation-types/relAppToITC";
    const builtIn = (await admin.get(path)).body.attributes_schema;
    const changed = (await admin.patch(path, { attributes_schema: [...builtIn, ...fields] })).body;
    expect(translationsOf(changed.attributes_schema)).toEqual([translated("Annual Cost"), ...inEnglish]);
  });
});

describe("a database of a version without other languages", () => {
  const server = testServer();
  const admin = clientAs(server, "admin");

  const content = () => ({
    cardTypes: db.select().from(tables.cardTypes).orderBy(tables.cardTypes.key).all(),
    relationTypes: db.select().from(tables.relationTypes).orderBy(tables.relationTypes.key).all(),
    regulations: db.select().from(tables.complianceRegulations).orderBy(tables.complianceRegulations.id).all(),
    resourceTypes: db.select().from(tables.resourceTypes).orderBy(tables.resourceTypes.id).all(),
    roles: db.select().from(tables.stakeholderRoleDefinitions).orderBy(tables.stakeholderRoleDefinitions.id).all(),
  });

  /** Returns a JSON text without the translations into other languages. */
  const onlyEnglish = (json: string): string =>
    JSON.stringify(
      JSON.parse(json, (_key, value) => {
        if (typeof value?.en !== "string") return value;
        return { en: value.en };
      }),
    );

  /** Turns the database into one of an older version. */
  const age = () =>
    transaction(() => {
      const columns: [table: string, key: string, column: string][] = [
        ["card_types", "key", "translations"],
        ["card_types", "key", "subtypes"],
        ["card_types", "key", "fields_schema"],
        ["relation_types", "key", "translations"],
        ["relation_types", "key", "attributes_schema"],
      ];
      for (const [table, key, column] of columns)
        for (const row of statement<{ key: string; json: string }>(
          `SELECT ${key} AS key, ${column} AS json FROM ${table}`,
        ).all())
          statement(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(onlyEnglish(row.json), row.key);
      statement(
        `UPDATE card_types SET stakeholder_roles = (SELECT json_group_array(json_remove(value, '$.translations'))
         FROM json_each(stakeholder_roles))`,
      ).run();
      for (const table of ["compliance_regulations", "resource_types", "stakeholder_role_definitions"])
        statement(`UPDATE ${table} SET translations = '{}'`).run();
      statement("UPDATE seeds SET version = 'older'").run();
    });

  test("gets every language at its next start", () => {
    const before = content();
    age();
    expect(JSON.stringify(content())).not.toContain("Geschäftsfähigkeit");
    seedMetamodel();
    expect(content()).toEqual(before);
    const changes = () => statement("SELECT total_changes() AS changes").get() as object;
    commit();
    const then = changes();
    seedMetamodel();
    expect(changes()).toEqual(then);
  });

  test("retains the labels that an administrator has given", async () => {
    const before = content();
    age();
    const own = (path: string, translations: object) => admin.patch(path, { translations });
    await own("/metamodel/types/Application", { label: { en: "Application", de: "Fachanwendung" } });
    await own("/metamodel/relation-types/relOrgToApp", { label: { en: "uses", de: "verwendet" } });
    const gdpr = before.regulations.find(({ key }) => key === "gdpr");
    await own(`/metamodel/compliance-regulations/${gdpr?.id}`, { de: "Datenschutz" });
    await own("/metamodel/types/Application/stakeholder-roles/observer", { label: { de: "Zuschauer" } });
    seedMetamodel();

    const expected = structuredClone(before);
    const label = (rows: { key: string; translations: Record<string, Translations> }[], key: string): Translations =>
      rows.find((row) => row.key === key)?.translations["label"] as Translations;
    label(expected.cardTypes, "Application")["de"] = "Fachanwendung";
    label(expected.relationTypes, "relOrgToApp")["de"] = "verwendet";
    const regulation = expected.regulations.find(({ key }) => key === "gdpr");
    (regulation?.translations as Translations)["de"] = "Datenschutz";
    const observers = expected.roles.filter((role) => role.card_type_key === "Application");
    label(observers, "observer")["de"] = "Zuschauer";
    const untimed = (rows: object[]) => rows.map((row) => ({ ...row, updated_at: null }));
    const now = content();
    expect(now.cardTypes).toEqual(expected.cardTypes);
    expect(now.relationTypes).toEqual(expected.relationTypes);
    expect(untimed(now.regulations)).toEqual(untimed(expected.regulations));
    expect(now.resourceTypes).toEqual(expected.resourceTypes);
    expect(untimed(now.roles)).toEqual(untimed(expected.roles));
  });

  test("gets no other languages where something was renamed, because they translate the former name", async () => {
    age();
    await admin.patch("/metamodel/types/Platform", { label: "Product", subtypes: [{ key: "digital", label: "App" }] });
    await admin.patch("/metamodel/relation-types/relOrgToITC", { label: "runs", translations: null });
    seedMetamodel();
    expect((await admin.get("/metamodel/types/Platform")).body).toMatchObject({
      translations: { label: { en: "Product" } },
      subtypes: [{ key: "digital", label: "App", translations: { en: "App" } }],
    });
    const { translations } = (await admin.get("/metamodel/types/Platform")).body;
    expect(translations.label).toEqual({ en: "Product" });
    expect((await admin.get("/metamodel/relation-types/relOrgToITC")).body.translations).toEqual({
      label: { en: "runs" },
      reverse_label: translated("is owned by"),
    });
  });

  test("gets the usual roles of new types in every language", async () => {
    await admin.post("/metamodel/types", { key: "Crew", label: "Crew" });
    const { body } = await admin.get("/metamodel/types/Crew/stakeholder-roles");
    expect(body.map((role: { translations: object }) => role.translations)).toEqual([
      { label: translated("Responsible") },
      { label: translated("Observer") },
    ]);
  });
});
