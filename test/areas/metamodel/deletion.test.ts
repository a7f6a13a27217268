/** The impact of a deletion as it is reported beforehand, and what the deletion then does. */
import { describe, expect, test } from "bun:test";
import { cardNumber, relationTypeNumber, statement } from "../../../db";
import {
  cardNow,
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  stakeholderRole,
  storedCards,
  tagGroup,
  unique,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

const typePath = (key: string) => `/metamodel/types/${key}`;
const relationPath = (key: string) => `/metamodel/relation-types/${key}`;

async function impactOf(path: string) {
  const { status, body } = await admin.get(`${path}/deletion-impact`);
  expect(status).toBe(200);
  return body;
}

const KEYS: Record<string, string> = {
  cards: "id",
  relations: "id",
  card_types: "key",
  relation_types: "key",
  calculations: "name",
  tag_groups: "name",
  stakeholder_role_definitions: "card_type_key || ' ' || key",
};
const rows = () =>
  Object.entries(KEYS).map(([table, key]): [string, string[]] => [
    table,
    statement<[string], []>(`SELECT ${key} FROM ${table} ORDER BY 1`)
      .values()
      .map(([name]) => String(name)),
  ]);

/** Returns the deleted rows, by table; tables that lost nothing are omitted. */
async function goneAfter(work: () => Promise<unknown>): Promise<Record<string, string[]>> {
  const before = rows();
  await work();
  const after = new Map(rows());
  return Object.fromEntries(
    before
      .map(([table, names]): [string, string[]] => [table, names.filter((name) => !after.get(table)?.includes(name))])
      .filter(([, names]) => names.length > 0),
  );
}

async function calculation(typeKey: string, formula: string): Promise<string> {
  const name = unique("calculation ");
  const body = { name, target_type_key: typeKey, target_field_key: "size", formula };
  expect((await admin.post("/calculations", body)).status).toBe(201);
  return name;
}

/** Returns a card type in the middle of others: everything that may refer to one does. */
async function connectedType(rest: { built_in?: boolean } = {}) {
  const key = cardType(unique("Hub"), [field("size", "number")], rest);
  const other = cardType(unique("Spoke"), [field("size", "number")]);
  for (const part of ["keeper", "reader"]) stakeholderRole(key, part);
  stakeholderRole(other, "keeper");
  const relationTypes = [
    relationType(unique("out"), key, other),
    relationType(unique("in"), other, key, { built_in: true }),
    relationType(unique("self"), key, key, { is_hidden: true }),
  ];
  relationType(unique("elsewhere"), other, other);
  const own = await calculation(key, "data.size");
  const reader = await calculation(other, `relation_count.${relationTypes[1]}`);
  await calculation(other, "1");
  const group = unique("Group ");
  tagGroup(group, ["a"], { restrict_to_types: [key, other] });
  tagGroup(unique("Group "), ["b"], { restrict_to_types: [other] });
  tagGroup(unique("Group "), ["c"]);
  return { key, other, relationTypes, own, reader, group };
}

describe("the deletion of a card type", () => {
  test("deletes what the impact listed, and leaves the rest", async () => {
    const { key, relationTypes, own } = await connectedType();
    const impact = await impactOf(typePath(key));
    expect(impact).toMatchObject({
      key,
      outcome: "deleted",
      reason: null,
      card_count: 0,
      cards_by_status: {},
      relation_count: 0,
      removed: { calculations: 1, tag_groups: 0 },
      references: { calculations: 1, tag_groups: 1 },
    });
    let answer: unknown;
    const gone = await goneAfter(async () => {
      answer = (await admin.delete(typePath(key))).body;
    });
    expect(answer).toMatchObject({ status: impact.outcome, key });
    const keysOf = (list: { key: string }[]) => list.map((entry) => entry.key).sort();
    expect(gone).toEqual({
      card_types: [key],
      relation_types: keysOf(impact.relation_types),
      stakeholder_role_definitions: keysOf(impact.stakeholder_roles).map((role) => `${key} ${role}`),
      calculations: [own],
    });
    expect(keysOf(impact.relation_types)).toEqual(relationTypes.toSorted());
    expect((await admin.get(`${typePath(key)}/deletion-impact`)).status).toBe(404);
  });

  test("deletes relations of its relation types that were imported with other ends", async () => {
    const { key, other, relationTypes } = await connectedType();
    const [one, two] = storedCards([
      { type: other, name: "One" },
      { type: other, name: "Two" },
    ]) as [string, string];
    statement(
      `INSERT INTO relations (uuid, type_seq, source_seq, target_seq, created_ms)
       VALUES (x'01', ${relationTypeNumber()}, ${cardNumber()}, ${cardNumber()}, 0)`,
    ).run(relationTypes[0] as string, one, two);
    const impact = await impactOf(typePath(key));
    expect(impact).toMatchObject({ outcome: "deleted", relation_count: 1 });
    const gone = await goneAfter(() => admin.delete(typePath(key)));
    expect(gone["relations"]).toHaveLength(impact.relation_count);
  });

  test("is refused while there are cards, with the listed reason, and deletes nothing", async () => {
    const { key } = await connectedType();
    storedCards([
      { type: key, name: "One" },
      { type: key, name: "Two" },
      { type: key, name: "Old", status: "ARCHIVED" },
    ]);
    const impact = await impactOf(typePath(key));
    expect(impact).toMatchObject({
      outcome: "refused",
      card_count: 3,
      cards_by_status: { ACTIVE: 2, ARCHIVED: 1 },
    });
    let answer: unknown;
    const gone = await goneAfter(async () => {
      answer = await admin.delete(typePath(key));
    });
    expect(answer).toMatchObject({ status: 400, body: { detail: impact.reason } });
    expect(gone).toEqual({});
  });

  test("hides a built-in type, with cards or without, and deletes nothing", async () => {
    const { key, relationTypes } = await connectedType({ built_in: true });
    for (const cards of [0, 1]) {
      if (cards > 0) storedCards([{ type: key, name: "One" }]);
      const impact = await impactOf(typePath(key));
      expect(impact).toMatchObject({ outcome: "hidden", reason: null, card_count: cards });
      expect(impact.relation_types).toHaveLength(relationTypes.length);
      let answer: unknown;
      const gone = await goneAfter(async () => {
        answer = (await admin.delete(typePath(key))).body;
      });
      expect(answer).toEqual({ status: impact.outcome, key, instance_count: impact.card_count });
      expect(gone).toEqual({});
    }
  });

  test("is answered with 404 for an unknown type", async () => {
    const answer = await admin.get(`${typePath("Nothing")}/deletion-impact`);
    expect(answer).toMatchObject({ status: 404, body: { detail: "Card type not found" } });
  });
});

describe("the deletion of a relation type", () => {
  const pair = (rest: { built_in?: boolean; is_hidden?: boolean } = {}) => {
    const [source, target] = [cardType(unique("From"), [field("size", "number")]), cardType(unique("To"))];
    return { source, target, key: relationType(unique("joins"), source, target, { source_mandatory: true, ...rest }) };
  };

  test.each([
    ["one's own", false, "deleted"],
    ["built-in", true, "hidden"],
  ])("deletes what the impact listed: %s", async (_, builtIn, outcome) => {
    const { source, target, key } = pair({ built_in: builtIn });
    const [one, two] = [await makeCard(admin, { type: source }), await makeCard(admin, { type: source })];
    const shared = await makeCard(admin, { type: target });
    const relations = [await relate(admin, key, one, shared), await relate(admin, key, two, shared)];
    const reader = await calculation(source, `relation_count.${key}`);
    await calculation(source, "relation_count.other");
    const impact = await impactOf(relationPath(key));
    expect(impact).toEqual({
      key,
      outcome,
      needs_force: true,
      instance_count: 2,
      card_count: 3,
      rescored_types: [source],
      removed: { calculations: 0, tag_groups: 0, web_portals: 0 },
      references: { calculations: 1, tag_groups: 0, web_portals: 0 },
    });
    expect(await goneAfter(() => admin.delete(relationPath(key)))).toEqual({});
    const before = (await cardNow(admin, one.id)).data_quality;
    let answer: unknown;
    const gone = await goneAfter(async () => {
      answer = (await admin.delete(`${relationPath(key)}?force=true`)).body;
    });
    expect(answer).toEqual({ status: impact.outcome, key, instances_removed: impact.instance_count });
    expect(gone).toEqual({
      relations: relations.map((relation) => relation.id).sort(),
      ...(!builtIn && { relation_types: [key] }),
    });
    expect((await cardNow(admin, one.id)).data_quality).not.toBe(before);
    const names = (await admin.get("/calculations")).body.map((one: { name: string }) => one.name);
    expect(names).toContain(reader);
  });

  test("needs no force without relations, and a hidden one is not mandatory any more", async () => {
    const { key } = pair({ is_hidden: true });
    expect(await impactOf(relationPath(key))).toMatchObject({
      outcome: "deleted",
      needs_force: false,
      instance_count: 0,
      card_count: 0,
      rescored_types: [],
    });
    expect(await goneAfter(() => admin.delete(relationPath(key)))).toEqual({ relation_types: [key] });
  });

  test("is answered with 404 for an unknown type", async () => {
    const answer = await admin.get(`${relationPath("nothing")}/deletion-impact`);
    expect(answer).toMatchObject({ status: 404, body: { detail: "Relation type not found" } });
  });
});
