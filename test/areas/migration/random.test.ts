/** Random workbooks against a naive recomputation, and damaged ones against the whole way from the upload on. */
import { expect, test } from "bun:test";
import { statement } from "../../../db";
import { clientAs, testServer } from "../../support/server";
import { type CellValue, damagedBy, type Random, randomOf, workbookOf } from "../../support/workbooks";
import { applied, type Body, entity, parsed, relation, settled, staged, table, unique, upload } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

const types = ["Application", "ITComponent", "Process", "OwnThing"] as const;
const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

/** Returns a random workbook, and what is expected of it. */
function randomWorkbook(random: Random, prefix: string) {
  const entities: Body[] = Array.from({ length: 5 + random(25) }, (_, at) =>
    entity(pick(random, types), `${prefix} ${at}`, {
      ...(random(5) === 0 && { status: "ARCHIVED" }),
      ...(random(3) === 0 && { fieldA: random(100) }),
      ...(random(3) === 0 && { fieldB: `text ${random(5)}` }),
      ...(random(4) === 0 && { "subscriptions:OBSERVER:": `user${random(3)}@stoa.example` }),
    }),
  );
  const relations = Array.from({ length: random(30) }, (_, at) => ({
    ...relation("randomRelation", pick(random, entities), pick(random, entities)),
    id: `${prefix} r${random(40)}${at % 2}`,
  }));
  return { entities, relations };
}

/** Returns the expected result of a migration of a workbook, in the simplest form. */
function expectedOf({ entities, relations }: ReturnType<typeof randomWorkbook>, include: boolean) {
  const imported = entities.filter(({ status }) => include || status !== "ARCHIVED");
  const ids = new Set(imported.map(({ id }) => id));
  const first = [...new Map(relations.toReversed().map((row) => [row.id, row])).values()];
  const idOf = (name: unknown) => entities.find(({ displayName }) => displayName === name)?.id;
  const joins = first.map(
    (row: Body) => [idOf(row.fromRelatedFactSheetDisplayName), idOf(row.toRelatedFactSheetDisplayName)] as const,
  );
  return {
    kept: imported,
    joined: joins.filter(([from, to]) => ids.has(from) && ids.has(to)).length,
    conflicts: joins.filter(([from, to]) => !ids.has(from) || !ids.has(to)).length,
    repeated: relations.length - first.length,
    users: new Set(imported.flatMap((row) => row["subscriptions:OBSERVER:"] ?? [])).size,
  };
}

test.each([1, 2, 3, 4])("a random workbook (%d) becomes the expected cards and relations", async (seed) => {
  const random = randomOf(seed);
  const workbook = randomWorkbook(random, unique("Random"));
  const include = random(2) === 0;
  const { kept: imported, joined, conflicts, repeated, users } = expectedOf(workbook, include);
  const migration = await parsed(
    admin,
    {
      Things: table(workbook.entities),
      Joins: table([...workbook.relations, relation("childParentRelation", {}, {})]),
    },
    { include_archived: String(include) },
  );
  expect(migration.stats).toMatchObject({
    entities: workbook.entities.length,
    cards: { create: imported.length, archived: workbook.entities.length - imported.length },
    relations: { create: joined, conflict: conflicts },
    parse_errors: repeated + 1,
  });
  expect(migration.stats.users.create + migration.stats.users.skip).toBe(users);
  const done = await applied(admin, migration.id);
  expect(done).toMatchObject({
    status: "applied",
    stats: {
      apply: { errors: 0, conflicts, per_pass: { card: { created: imported.length }, relation: { created: joined } } },
    },
  });
  const cards = statement<{ name: string; type: string; attributes: string; external_id: string }>(
    `SELECT c.name, c.type, c.attributes, c.external_id FROM staged_records s JOIN cards c ON c.id = s.target_id
     WHERE s.migration_id = ? AND s.entity_kind = 'card' ORDER BY s.seq`,
  ).all(migration.id);
  const own = ({ fieldA, fieldB }: Body) => ({
    ...(fieldA !== undefined && { fieldA }),
    ...(fieldB !== undefined && { fieldB }),
  });
  expect(cards.map(({ attributes, ...card }) => ({ ...card, attributes: own(JSON.parse(attributes)) }))).toEqual(
    imported.map((row) => ({
      name: row.name,
      type: row.type === "Process" ? "BusinessProcess" : row.type,
      external_id: row.id,
      attributes: own(row),
    })),
  );

  // The same again finds everything, and changes nothing.
  const again = await parsed(
    admin,
    { Things: table(workbook.entities), Joins: table(workbook.relations), ReadMe: [["again"]] },
    { include_archived: String(include) },
  );
  expect(again.stats).toMatchObject({
    cards: { create: 0, update: 0, skip: imported.length },
    relations: { create: 0, update: 0, skip: joined },
  });
});

/** Returns a value that nobody expects in a column. */
const oddValue = (random: Random): CellValue =>
  pick(random, [
    null,
    "",
    " ",
    0,
    -1.5,
    1e300,
    true,
    new Date(0),
    "x".repeat(600),
    "=1+1",
    "a,b;c",
    "@",
    "__proto__",
    '{"a":1}',
    "\u0001",
    "😀",
  ]);

test("odd values become records and messages, and never cause an unexpected error", async () => {
  const random = randomOf(11);
  for (let round = 0; round < 4; round++) {
    const odd = (columns: string) =>
      table(
        Array.from({ length: 12 }, () =>
          Object.fromEntries(
            columns
              .split(" ")
              .map((column) => [column, random(3) === 0 ? oddValue(random) : pick(random, ["Application", "a", "b"])]),
          ),
        ),
      );
    const ends =
      "fromRelatedFactSheetDisplayName fromRelatedFactSheetType toRelatedFactSheetDisplayName toRelatedFactSheetType";
    const migration = await parsed(admin, {
      ReadMe: [
        ["Column header", "Type"],
        ["All Fact Sheet types"],
        ["cost", "money"],
        ["site", "url", "", "", "Possible values: one of a, b."],
        [oddValue(random), oddValue(random), oddValue(random)],
      ],
      Types: odd("factSheetType fieldName one two"),
      TagGroups: odd("id name mode"),
      Tags: odd("id tagGroupId name backgroundColor"),
      Things: odd(
        "id type name displayName description status category lifecycle:active lifecycle:x tags:a subscriptions:RESPONSIBLE:Owner subscriptions: cost site __proto__ constructor",
      ),
      Joins: odd(`id type ${ends} weight __proto__`),
      Documents: odd("id factSheet type name url"),
      Comments: odd("factSheet type message userEmail createdAt replyMessage replierEmail replyCreatedAt"),
    });
    expect([migration.status, migration.error_message]).toEqual(["parsed", null]);
    const done = await applied(admin, migration.id);
    expect(done.error_message ?? "").not.toContain("unexpected");
    expect(["applied", "failed"]).toContain(done.status);
    const pending = statement("SELECT seq FROM staged_records WHERE migration_id = ? AND status = 'pending'").all(
      migration.id,
    );
    expect(pending).toEqual([]);
    expect((await admin.get(`/migration/${migration.id}/errors.csv`)).status).toBe(200);
  }
});

test("a damaged file is refused, parsed, or fails with a reason", async () => {
  const random = randomOf(5);
  const bytes = await workbookOf({ Things: table([entity("Application", unique("Damaged"))]) });
  for (let round = 0; round < 25; round++) {
    const { status, body } = await upload(admin, damagedBy(random, bytes));
    expect([201, 400]).toContain(status);
    if (status !== 201) continue;
    const { status: end, error_message } = await settled(admin, body.id);
    expect([end, end === "failed" && error_message]).toEqual(
      end === "parsed" ? ["parsed", false] : ["failed", expect.stringMatching(/^The (file|workbook) /)],
    );
  }
});

test("keys and names of the greatest length are accepted", async () => {
  const [type, name] = [`T${"y".repeat(300)}`, `relation${"z".repeat(390)}`];
  const [one, other] = [entity(type, unique("One"), { id: unique("i".repeat(300)) }), entity(type, unique("Other"))];
  const migration = await parsed(admin, {
    Things: table([one, other]),
    Joins: table([relation(name, one, other, { id: "r".repeat(400) })]),
  });
  expect(await applied(admin, migration.id)).toMatchObject({ status: "applied", stats: { apply: { errors: 0 } } });
  const [card] = await staged(admin, migration.id, "card");
  expect((await admin.get(`/relations?card_id=${card.target_id}`)).body).toMatchObject([{ type: name }]);
  expect((await admin.get(`/metamodel/relation-types/${name}`)).body).toMatchObject({
    label: name,
    reverse_label: name,
    cardinality: "n:m",
  });
});
