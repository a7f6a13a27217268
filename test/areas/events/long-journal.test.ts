import { beforeAll, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

const COUNT = 60_000;

beforeAll(() =>
  transaction(() =>
    statement(
      `INSERT INTO events (id, event_type, data, created_at)
       WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${COUNT})
       SELECT 'event ' || n, 'test.published', '{"number":' || n || '}', '2026-01-01T00:00:00.000Z' FROM numbers`,
    ).run(),
  ),
);

const total = () => statement<{ count: number }>("SELECT count(*) AS count FROM events").get()?.count as number;

test.each([
  ["a page deep inside", `page=${COUNT / 200}&page_size=200`],
  ["what has not happened yet", "since=2099-01-01"],
  ["a type that there isn't", "event_type=card.updated"],
])("other requests are answered while %s is searched in a long journal", async (_, query) => {
  const order: string[] = [];
  const journal = admin.get(`/events?${query}`).then(({ status }) => order.push(`journal ${status}`));
  const health = admin.get("/roles").then(({ status }) => order.push(`roles ${status}`));
  await Promise.all([journal, health]);
  expect(order).toEqual(["roles 200", "journal 200"]);
});

test("a deep page of the journal has the same events in both directions", async () => {
  const page = async (query: string): Promise<{ id: string }[]> => (await admin.get(`/events?${query}`)).body;
  const stored = statement<{ id: string }>("SELECT id FROM events ORDER BY seq").all();
  for (const [direction, all] of [
    ["asc", stored],
    ["desc", stored.toReversed()],
  ] as const)
    expect((await page(`page=250&page_size=200&sort_dir=${direction}`)).map(({ id }) => id)).toEqual(
      all.slice(249 * 200, 250 * 200).map(({ id }) => id),
    );
});

test("a page beyond the end is empty, and the last page is complete", async () => {
  expect((await admin.get("/events?page=10000000&page_size=200")).body).toEqual([]);
  const last = Math.ceil(total() / 200);
  expect((await admin.get(`/events?page=${last}&page_size=200`)).body).toHaveLength(total() - (last - 1) * 200);
  expect((await admin.get(`/events?page=${last + 1}&page_size=200`)).body).toEqual([]);
});
