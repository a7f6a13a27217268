/** Tests of workbooks that aren't the tool's, of mappings that are remembered, and of values and conflicts that are reported. */
import { describe, expect, test } from "bun:test";
import { field } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { applied, type Body, entity, parsed, relation, staged, table, unique } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

const cardOf = async (migrationId: string, sourceId: string): Promise<Body> => {
  const records = await staged(admin, migrationId, "card");
  return (await admin.get(`/cards/${records.find(({ source_id }) => source_id === sourceId).target_id}`)).body;
};
const reportOf = async (migrationId: string, kind = "card"): Promise<Body[]> =>
  (await staged(admin, migrationId, kind)).map(({ error_message }) => error_message);
const errorsOf = async (id: string): Promise<string[]> =>
  (await admin.get(`/migration/${id}/errors.csv`)).body.trimEnd().split("\r\n").slice(1);
const mappingsOf = async (id: string): Promise<Body> => (await admin.get(`/migration/${id}`)).body.field_mappings;

/** Adds fields to Application, as an administrator does. */
async function addFields(...fields: ReturnType<typeof field>[]): Promise<void> {
  const { body } = await admin.get("/metamodel/types/Application");
  const fields_schema = [...body.fields_schema, { section: unique("Section"), fields }];
  expect(await admin.patch("/metamodel/types/Application", { fields_schema })).toMatchObject({ status: 200 });
}

describe("a workbook that isn't the tool's", () => {
  test.each<[string, Parameters<typeof parsed>[1]]>([
    ["an empty sheet", { Sheet: [] }],
    [
      "columns alone",
      {
        Sheet: [
          ["id", "type", "name"],
          ["Id", "Type", "Name"],
        ],
      },
    ],
    [
      "other columns",
      {
        Budget: [
          ["Month", "Cost"],
          ["", ""],
          ["May", 5],
          ["June", 6],
        ],
      },
    ],
    ["rows without a type", { Sheet: table([{ id: "1", name: "x" }]) }],
  ])("fails with the reason where it has %s", async (_, sheets) => {
    const migration = await parsed(admin, { ...sheets, Note: [[unique("note")]] });
    expect(migration).toMatchObject({ status: "failed", parsed_at: null });
    expect(migration.error_message).toStartWith("The workbook holds nothing that SAP LeanIX exports: ");
    expect((await admin.post(`/migration/${migration.id}/apply`)).status).toBe(400);
  });
});

describe("a mapping", () => {
  const book = (...columns: string[]) => ({
    Sheet: table([entity("Application", unique("App"), Object.fromEntries(columns.map((key) => [key, "2024-01-02"])))]),
  });
  const put = (id: string, field_mappings: object) => admin.put(`/migration/${id}/field-mappings`, { field_mappings });

  test("is there in the next workbook of the tool, also when the first one is deleted", async () => {
    const first = await parsed(admin, book("live", "gone", "stays"));
    const chosen = { Application: { live: "__lifecycle__:active", gone: "__skip__" } };
    expect((await put(first.id, chosen)).status).toBe(200);
    await admin.delete(`/migration/${first.id}`);
    const next = await parsed(admin, book("live", "gone"));
    expect(next).toMatchObject({ status: "parsed", field_mappings: chosen });
    const { blocks } = (await admin.get(`/migration/${next.id}/field-mappings`)).body;
    expect(blocks[0].source_fields).toMatchObject([{ mapped_to: "__skip__" }, { mapped_to: "__lifecycle__:active" }]);
    await applied(admin, next.id);
    const [record] = await staged(admin, next.id, "card");
    const card = (await admin.get(`/cards/${record.target_id}`)).body;
    expect([card.lifecycle, card.attributes]).toEqual([{ active: "2024-01-02" }, {}]);
  });

  test("is there only for the fields of the workbook, and of other fields it stays remembered", async () => {
    const one = await parsed(admin, book("one", "two"));
    await put(one.id, { Application: { one: "__skip__", two: "__skip__" } });
    const narrow = await parsed(admin, book("one"));
    expect(await mappingsOf(narrow.id)).toEqual({ Application: { one: "__skip__" } });
    await put(narrow.id, { Application: {} });
    expect(await mappingsOf((await parsed(admin, book("one", "two"))).id)).toEqual({
      Application: { two: "__skip__" },
    });
  });

  test("to a field that is gone is not there any more", async () => {
    const [target, source] = [`target${Date.now()}`, unique("source")];
    const migration = await parsed(admin, book(source));
    await put(migration.id, { Application: { [source]: target } });
    expect(await mappingsOf((await parsed(admin, book(source))).id)).toEqual({});
    await addFields(field(target, "text"));
    expect(await mappingsOf((await parsed(admin, book(source))).id)).toEqual({ Application: { [source]: target } });
  });
});

describe("a value that doesn't fit", () => {
  test("is reported and left out, while what fits is stored in the form of its field", async () => {
    const options = ["low", "high"].map((key) => ({ key, label: `${key} risk` }));
    const keys = Object.fromEntries(
      ["count", "spent", "flag", "day", "one", "many", "site"].map((key) => [key, `${key}${process.pid}`]),
    ) as Record<"count" | "spent" | "flag" | "day" | "one" | "many" | "site", string>;
    await addFields(
      field(keys.count, "number"),
      field(keys.spent, "cost"),
      field(keys.flag, "boolean"),
      field(keys.day, "date"),
      field(keys.one, "single_select", { options }),
      field(keys.many, "multiple_select", { options }),
      field(keys.site, "url"),
    );
    const good = entity("Application", unique("Good"), {
      category: "Business Application",
      [keys.count]: "12",
      [keys.spent]: 7,
      [keys.flag]: "Yes",
      [keys.day]: "2024-02-29T10:00:00",
      [keys.one]: "High risk",
      [keys.many]: "low; HIGH",
      [keys.site]: "https://stoa.example",
    });
    const bad = entity("Application", unique("Bad"), {
      category: "Spaceship",
      "lifecycle:active": "soon",
      "lifecycle:endOfLife": "2024-02-30",
      [keys.count]: "twelve",
      [keys.spent]: "a secret sum",
      [keys.flag]: "perhaps",
      [keys.day]: "31.12.2024",
      [keys.one]: "extreme",
      [keys.many]: "low, odd",
      [keys.site]: "javascript:x",
    });
    const migration = await parsed(admin, { Sheet: table([good, bad]) });
    const reports = [
      'lifecycle:active: "soon" is no date',
      'lifecycle:endOfLife: "2024-02-30" is no date',
      'subtype: Application has none that is called "Spaceship"',
      `${keys.count}: "twelve" is no number`,
      `${keys.spent}: its value is no number`,
      `${keys.flag}: "perhaps" is neither true nor false`,
      `${keys.day}: "31.12.2024" is no date`,
      `${keys.one}: "extreme" is none of its options`,
      `${keys.many}: "odd" is none of its options`,
      `${keys.site}: "javascript:x" is no link that begins with http://, https:// or mailto:`,
    ].join("; ");
    expect(await reportOf(migration.id)).toEqual([null, reports]);
    expect(await applied(admin, migration.id)).toMatchObject({
      status: "applied",
      stats: { apply: { created: expect.any(Number), errors: 0, partial: 1 } },
    });
    expect(await cardOf(migration.id, good["id"] as string)).toMatchObject({
      subtype: "businessApplication",
      attributes: {
        [keys.count]: 12,
        [keys.spent]: 7,
        [keys.flag]: true,
        [keys.day]: "2024-02-29",
        [keys.one]: "high",
        [keys.many]: ["low", "high"],
        [keys.site]: "https://stoa.example",
      },
    });
    const card = await cardOf(migration.id, bad["id"] as string);
    expect([card.subtype, card.lifecycle, card.attributes]).toEqual([null, {}, { [keys.many]: ["low"] }]);
    expect(await reportOf(migration.id)).toEqual([null, reports]);
    const [line, ...more] = await errorsOf(migration.id);
    expect(line).toStartWith(`card,${bad["id"]},Application,create,`);
    expect(line).toContain("twelve");
    expect(line).not.toContain("secret");
    expect(more).toEqual([]);

    // The same content in another file changes nothing, and is reported again.
    const again = await parsed(admin, { Sheet: table([good, bad]), Note: [[unique("note")]] });
    expect((await staged(admin, again.id, "card")).map(({ action }) => action)).toEqual(["skip", "skip"]);
    expect(await reportOf(again.id)).toEqual([null, reports]);
  });

  test("is reported where the field comes with the workbook, or is mapped to a phase", async () => {
    const [level, live] = [unique("level"), unique("live")];
    const app = entity("Application", unique("App"), { [level]: "12 %", [live]: "next year" });
    const migration = await parsed(admin, {
      ReadMe: [
        ["Column header", "Type", "Mandatory", "", "Remarks"],
        ["Fact Sheet type Application"],
        [level, "double", "no", "", ""],
      ],
      Sheet: table([app]),
    });
    await admin.put(`/migration/${migration.id}/field-mappings`, {
      field_mappings: { Application: { [live]: "__lifecycle__:active" } },
    });
    await applied(admin, migration.id);
    expect(await reportOf(migration.id)).toEqual([`${live}: "next year" is no date; ${level}: "12 %" is no number`]);
    const card = await cardOf(migration.id, app["id"] as string);
    expect([card.lifecycle, card.attributes]).toEqual([{}, {}]);
  });
});

test("a value of a relation that doesn't fit its relation type is reported and left out", async () => {
  const attributes_schema = [
    field("users", "number"),
    field("use", "single_select", { options: [{ key: "daily", label: "Every day" }] }),
    field("fee", "cost"),
  ];
  expect((await admin.patch("/metamodel/relation-types/relAppSuccessor", { attributes_schema })).status).toBe(200);
  const [one, other] = [entity("Application", unique("One")), entity("Application", unique("Other"))];
  const good = relation("relApplicationSuccessor", one, other, { users: "12", use: "every day", fee: 7, other: "x" });
  const bad = relation("relApplicationSuccessor", other, one, { users: "twelve", use: "never", fee: "a secret sum" });
  const sheets = { Sheet: table([one, other]), Relations: table([good, bad]) };
  const migration = await parsed(admin, sheets);
  const report = 'users: "twelve" is no number; use: "never" is none of its options; fee: its value is no number';
  expect(await reportOf(migration.id, "relation")).toEqual([null, report]);
  expect(await applied(admin, migration.id)).toMatchObject({ stats: { apply: { errors: 0, partial: 1 } } });
  const { id } = await cardOf(migration.id, one["id"] as string);
  const stored = (await admin.get(`/relations?card_id=${id}`)).body.map(({ attributes }: Body) => attributes);
  expect(stored).toEqual([{ users: 12, use: "daily", fee: 7, other: "x" }, {}]);
  expect(await reportOf(migration.id, "relation")).toEqual([null, report]);
  expect(await errorsOf(migration.id)).toEqual([expect.stringContaining("twelve")]);

  const again = await parsed(admin, { ...sheets, Note: [[unique("note")]] });
  expect((await staged(admin, again.id, "relation")).map(({ action }) => action)).toEqual(["skip", "skip"]);
  expect(await reportOf(again.id, "relation")).toEqual([null, report]);
});

test("conflicts stand in errors.csv with their reasons, before and after a migration is applied", async () => {
  const app = entity("Application", unique("App"), { "subscriptions:RESPONSIBLE:Owner": "nobody" });
  const archived = entity("Application", unique("Archived"), { status: "ARCHIVED" });
  const migration = await parsed(admin, {
    Sheet: table([app, archived]),
    Relations: table([relation("relApplicationSuccessor", app, archived)]),
    Documents: table([{ id: unique("doc"), factSheet: app["displayName"] as string, type: "Application", name: "x" }]),
  });
  const expected = [
    /^document,.*,conflict,The document has no URL$/,
    /^relation,.*,conflict,Neither staged nor migrated before: /,
    /^subscription,.*,conflict,/,
    /^user,nobody,,conflict,/,
  ].map((line) => expect.stringMatching(line));
  expect(await errorsOf(migration.id)).toEqual(expected);
  await applied(admin, migration.id);
  expect(await errorsOf(migration.id)).toEqual(expected);
});
