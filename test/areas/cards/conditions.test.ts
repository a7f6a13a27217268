/** Filters that match few cards look these up, however many there are, as the plans of SQLite show. */
import { Database } from "bun:sqlite";
import { beforeAll, expect, test } from "bun:test";
import { clause, orderBy, valuesOf } from "../../../db/query";
import { conditionsOf } from "../../../src/areas/cards/list/conditions";
import { CardQuery } from "../../../src/areas/cards/list/model";
import { orderOf } from "../../../src/areas/cards/list/order";
import type { Actor } from "../../../src/core/access/actor";
import { cardType, field } from "../../support/factories";
import { testServer } from "../../support/server";

const server = testServer();
beforeAll(() => {
  cardType("Part", [field("size", "number")]);
});

const id = "01900000-0000-7000-8000-000000000000";
const actor = { userId: id, permissions: { "*": true } } as unknown as Actor;

/** Returns the lines of SQLite's plans that are about the cards, for a page of a query and for its total. */
function plansFor(text: string): string[] {
  const query = CardQuery.parse(Object.fromEntries(new URLSearchParams(text)));
  const { countable, others } = conditionsOf(actor, query);
  const conditions = [...countable, ...others];
  const order = orderOf(actor, query);
  // A connection of its own is needed: SQLite takes a statement that was explained for one that is still being read.
  const connection = new Database(server.databaseFile, { readonly: true });
  const plan = (sql: string, ...more: (string | number | null)[]) =>
    connection
      .prepare<{ detail: string }, (string | number | null)[]>(`EXPLAIN QUERY PLAN ${sql.replaceAll("?", "+?")}`)
      .all(...valuesOf(conditions), ...more)
      .map((row) => row.detail)
      .filter((detail) => /^(SEARCH|SCAN) c\b/.test(detail));
  using _ = { [Symbol.dispose]: () => connection.close() };
  return [
    ...plan(`SELECT c.seq FROM ${order.from} ${clause(conditions)} ${orderBy(order)} LIMIT 50`, ...order.values),
    ...plan(`SELECT count(*) FROM cards c ${clause(conditions)}`),
  ];
}

test.each([
  [`related_to=${id}`, "INTEGER PRIMARY KEY"],
  [`related_to=${id}&relation_type=x&type=Part&approval_status=DRAFT`, "INTEGER PRIMARY KEY"],
  [`stakeholder=${id}`, "cards_id_unique"],
  [`stakeholder=${id}&stakeholder_role=x&status=ACTIVE,ARCHIVED`, "cards_id_unique"],
  ["mine=stakeholder&type=Part", "cards_id_unique"],
  [`tag=${id}&type=Part&sort_by=created_at`, "cards_id_unique"],
  [`ids=${id},${id}&status=ACTIVE`, "cards_id_unique"],
  ["search=anything&type=Part&sort_by=name", "INTEGER PRIMARY KEY"],
  [`parent_id=${id}`, "cards_parent_status_name"],
  ["type=Part", "cards_status_type_name"],
  ["type=Part&subtype=x", "cards_status_type_subtype"],
  ["type=Part&where=size:1..", "cards_status_type_name"],
])("the list with %s finds its cards by %s", (query, index) => {
  const plans = plansFor(query);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).toStartWith("SEARCH c USING");
    expect(plan).toContain(index);
  }
});

test("a search by relevance reads its cards from an index that has all the columns it needs", () => {
  expect(plansFor("search=anything")).toEqual([
    "SEARCH c USING COVERING INDEX cards_found (seq=?)",
    "SEARCH c USING INTEGER PRIMARY KEY (rowid=?)",
  ]);
});

test.each([
  "",
  "sort_by=name",
  "sort_by=type",
  "sort_by=approval_status",
  "sort_by=data_quality",
  "sort_by=created_at",
  "sort_by=updated_at",
  "sort_by=subtype",
  "subtype=x",
  "approval_status=BROKEN",
  "quality_min=90",
  "phase=active",
])("the list with ?%s reads the cards of one status from an index", (query) => {
  for (const plan of plansFor(query))
    expect(plan).toMatch(/^SEARCH c USING (COVERING )?INDEX cards_status_\w+ \(status=\?/);
});
