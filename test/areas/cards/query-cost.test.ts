/** Lists of cards leave the server's thread when their query is expensive. */
import { expect, test } from "bun:test";
import { rehearse, statement } from "../../../db";
import { CardQuery } from "../../../src/areas/cards/list/model";
import { readsMuch } from "../../../src/areas/cards/list/query-cost";
import { cardType } from "../../support/factories";
import { testServer } from "../../support/server";

testServer();

const readsMuchFor = (query: Record<string, string | undefined>) => readsMuch(CardQuery.parse(query));

test.each([
  {},
  { type: "Application", page: "200" },
  { page: "1800", sort_by: "name", sort_dir: "desc" },
  { type: "Application", page: "1800" },
  { tag: "01900000-0000-7000-8000-000000000000" },
])("a list with %j is answered on the server's thread", (query) => {
  expect(readsMuchFor(query)).toBe(false);
});

test.each([
  { facets: "type" },
  { group_by: "type" },
  { tree: "closed" },
  { type: "Application", where: "costTotalAnnual:1.." },
  { phase: "active" },
  { quality_min: "50" },
  { page: "1800", sort_by: "updated_at" },
  { page: "1800", type: "Application,Interface" },
  { page: "1800", status: "ACTIVE,ARCHIVED" },
])("a list with %j is answered on a reader thread", (query) => {
  expect(readsMuchFor(query)).toBe(true);
});

/** Runs work as if there were so many cards, and so many whose texts match in the index; all of it is undone. */
function among<T>(cards: number, holding: { text: string; times: number }, work: () => T): T {
  return rehearse(() => {
    statement("INSERT INTO card_counts VALUES ('Application', 'ACTIVE', 'DRAFT', 0) ON CONFLICT DO NOTHING").run();
    statement("UPDATE card_counts SET count = ? WHERE type = 'Application'").run(cards);
    for (let row = 1; row <= holding.times; row++)
      statement("INSERT INTO cards_search(rowid, name) VALUES (?, ?)").run(1_000_000 + row, holding.text);
    return work();
  });
}

test.each([
  { query: { sort_by: "attributes.costTotalAnnual" }, cards: 2_000, leaves: false },
  { query: { sort_by: "attributes.costTotalAnnual" }, cards: 2_001, leaves: true },
  { query: { search: "x" }, cards: 2_000, leaves: false },
  { query: { search: "x" }, cards: 2_001, leaves: true },
  { query: { search: "abc" }, cards: 2_001, text: "abc", times: 2_000, leaves: false },
  { query: { search: "abc" }, cards: 2_001, text: "abc", times: 2_001, leaves: true },
  { query: { search: "abc" }, cards: 2_000, text: "abc", times: 2_001, leaves: false },
  { query: { search: "abc" }, cards: 2_001, text: "xyz", times: 2_001, leaves: false },
  { query: { search: "abcde" }, cards: 2_001, text: "abcde", times: 500, leaves: false },
  { query: { search: "abcde" }, cards: 2_001, text: "abcde", times: 501, leaves: true },
  { query: { search: "abcde" }, cards: 2_001, text: "abcd", times: 501, leaves: false },
  { query: { search: "ÀBCdé" }, cards: 2_001, text: "abcde", times: 501, leaves: true },
])(
  "the thread of a list depends on its query and the number of cards: %j",
  ({ query, cards, text = "", times = 0, leaves }) => {
    expect(among(cards, { text, times }, () => readsMuchFor(query))).toBe(leaves);
  },
);

test("a deep page over hidden types is answered on a reader thread, because the index lacks the type", () => {
  cardType("Hidden", [], { is_hidden: true });
  expect(readsMuchFor({ page: "1800" })).toBe(true);
  expect(readsMuchFor({ page: "1800", type: "Application" })).toBe(false);
});
