/** Pages of relations, of which there are more than one piece of a long list holds. */
import { beforeAll, expect, test } from "bun:test";
import { cardNumber, relationTypeNumber, statement, transaction, uuidBytes } from "../../../db";
import { newId } from "../../../src/platform/ids";
import { cardType, relate, relationType, storedCards, unique } from "../../support/factories";
import { type Random, randomFrom } from "../../support/openapi";
import { clientAs, testServer } from "../../support/server";

const RELATIONS = 1_400;

type Row = { id: string; type: string; created_at: string; source_id: string; target_id: string };

const server = testServer();
const admin = clientAs(server, "admin");
let widgets: string[] = [];
let gone: string[] = [];

/** Relations between random cards, some of them archived or of a hidden type. */
function insertRelations(random: Random, cards: readonly string[]): void {
  transaction(() => {
    for (let made = 0; made < RELATIONS; made++)
      statement(
        `INSERT INTO relations (uuid, type_seq, source_seq, target_seq, attributes, created_ms)
         VALUES (${uuidBytes()}, ${relationTypeNumber()}, ${cardNumber()}, ${cardNumber()}, '{}', ?)`,
      ).run(newId(), random.pick(["zips", "apes", "feeds"]), random.pick(cards), random.pick(cards), 0);
  });
}

beforeAll(() => {
  cardType("Widget");
  cardType("Ghost", [], { is_hidden: true });
  // The types are created in another order than that of their keys.
  for (const key of ["zips", "apes", "feeds"]) relationType(key, "Widget", "Widget");
  const stored = (rows: { type: string; status?: string }[]) =>
    storedCards(rows.map((row) => ({ ...row, name: unique("W ") })));
  widgets = stored(Array.from({ length: 40 }, () => ({ type: "Widget" })));
  gone = [
    ...stored(Array.from({ length: 4 }, () => ({ type: "Widget", status: "ARCHIVED" }))),
    ...stored(Array.from({ length: 2 }, () => ({ type: "Ghost" }))),
  ];
  insertRelations(randomFrom(1), [...widgets, ...gone]);
});

async function read(query: string): Promise<{ rows: Row[]; total: string | null }> {
  const { status, body, headers } = await admin.get(`/relations?${query}`);
  expect(status).toBe(200);
  return { rows: body, total: headers.get("x-total-count") };
}
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

/** Reads the rows of all pages, put together. */
async function readPages(query: string, size: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { rows, total } = await read(`${query}&page=${page}&page_size=${size}`);
    ids.push(...idsOf(rows));
    if (page * size >= Number(total)) return ids;
  }
}

const byAge = (one: Row, other: Row) => (one.id < other.id ? -1 : 1);
const byType = (one: Row, other: Row) => (one.type < other.type ? -1 : one.type > other.type ? 1 : 0);

test.each([
  ["", byAge],
  ["sort_by=created_at&sort_dir=desc", (one: Row, other: Row) => byAge(other, one)],
  ["sort_by=type", (one: Row, other: Row) => byType(one, other) || byAge(one, other)],
  ["sort_by=type&sort_dir=desc", (one: Row, other: Row) => byType(other, one) || byAge(one, other)],
])("the pages of a list with %p are together the whole list, in its order", async (sorting, compare) => {
  for (const filter of ["", "type=apes", `card_id=${widgets[0]}`]) {
    const query = `${filter}&${sorting}`;
    const { rows } = await read(query);
    expect(rows.length).toBeGreaterThan(10);
    expect(idsOf(rows)).toEqual(idsOf(rows.toSorted(compare)));
    expect(rows.filter((row) => gone.includes(row.source_id) || gone.includes(row.target_id))).toEqual([]);
    expect(await readPages(query, 97)).toEqual(idsOf(rows));
    expect((await read(`${query}&page=1`)).total).toBe(String(rows.length));
  }
});

test("the list of all relations has each relation between visible cards", async () => {
  const shown = statement<{ id: string }>(
    `SELECT r.id FROM relations r JOIN cards s ON s.seq = r.source_seq JOIN cards t ON t.seq = r.target_seq
     WHERE s.status <> 'ARCHIVED' AND t.status <> 'ARCHIVED' AND s.type <> 'Ghost' AND t.type <> 'Ghost' ORDER BY r.seq`,
  ).all();
  expect(shown.length).toBeGreaterThan(1_000);
  expect(idsOf((await read("")).rows)).toEqual(shown.map(({ id }) => id));
});

test("a page beyond the last is empty, and has the total", async () => {
  const { rows } = await read("");
  expect(await read("page=10000000&page_size=200")).toEqual({ rows: [], total: String(rows.length) });
});

test("the total follows relations that are created, deleted, archived and restored", async () => {
  const total = async () => Number((await read("page=1&page_size=1")).total);
  const before = await total();
  const [one, other] = storedCards([
    { type: "Widget", name: unique("W ") },
    { type: "Widget", name: unique("W ") },
  ]).map((id) => ({ id })) as [{ id: string }, { id: string }];
  const relation = await relate(admin, "apes", one, other);
  await relate(admin, "zips", one, other);
  expect(await total()).toBe(before + 2);
  await admin.post(`/cards/${other.id}/archive`);
  expect(await total()).toBe(before);
  await admin.post(`/cards/${other.id}/restore`);
  expect(await total()).toBe(before + 2);
  await admin.delete(`/relations/${relation.id}`);
  expect(await total()).toBe(before + 1);
  await admin.delete(`/cards/${one.id}`);
  expect(await total()).toBe(before);
});
