/** Which lists of cards leave the server's thread. */
import { expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { readsMuch } from "../../../src/areas/cards/list/extent";
import { CardQuery } from "../../../src/areas/cards/model";
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
])("%j stays", (query) => {
  expect(readsMuchFor(query)).toBe(false);
});

test.each([
  { facets: "type" },
  { type: "Application", where: "costTotalAnnual:1.." },
  { phase: "active" },
  { quality_min: "50" },
  { page: "1800", sort_by: "updated_at" },
  { page: "1800", type: "Application,Interface" },
  { page: "1800", status: "ACTIVE,ARCHIVED" },
])("%j leaves it", (query) => {
  expect(readsMuchFor(query)).toBe(true);
});

test.each([{ search: "abc" }, { type: "Application", sort_by: "attributes.costTotalAnnual" }])(
  "%j leaves it among many cards",
  (query) => {
    const count = (cards: number) =>
      transaction(() => statement("UPDATE card_counts SET count = ? WHERE type = 'Application'").run(cards));
    transaction(() =>
      statement("INSERT INTO card_counts VALUES ('Application', 'ACTIVE', 'DRAFT', 0) ON CONFLICT DO NOTHING").run(),
    );
    expect(readsMuchFor(query)).toBe(false);
    count(2_001);
    expect(readsMuchFor(query)).toBe(true);
    count(0);
  },
);

test("a deep page over hidden types leaves it, because the index doesn't hold the type", () => {
  cardType("Hidden", [], { is_hidden: true });
  expect(readsMuchFor({ page: "1800" })).toBe(true);
  expect(readsMuchFor({ page: "1800", type: "Application" })).toBe(false);
});
