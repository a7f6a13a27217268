/** The orders of lists that are cached: any page costs what the first one costs, and a change drops the orders of its type. */
import { afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { randomFrom } from "../../../bench/random";
import { statement } from "../../../db";
import { cachedOrders, limitOrders } from "../../../src/areas/cards/list/cached-orders";
import { cardType, storedCards, unique } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { until } from "../../support/waiting";

const server = testServer();
const admin = clientAs(server, "admin");
const random = randomFrom(23);

const APPROVALS = ["DRAFT", "APPROVED", "REJECTED"];
const TYPES = ["Widget", "Gadget", "Gizmo"] as const;
beforeAll(() => {
  for (const type of TYPES) cardType(type);
  storedCards(
    Array.from({ length: 300 }, (_, at) => ({
      type: TYPES[at % 3] as string,
      name: `Card ${random.whole(0, 40)}`,
      approval_status: random.one(APPROVALS),
      data_quality: random.whole(0, 100),
    })),
  );
});
beforeEach(() => limitOrders());
afterEach(() => limitOrders());

type Query = { type: string; approval?: string | undefined; sort_by: string; sort_dir: "asc" | "desc"; page: number };

const randomQuery = (): Query => ({
  type: random.one(TYPES),
  approval: random.chance(0.5) ? random.one(APPROVALS) : undefined,
  sort_by: random.one(["name", "data_quality", "updated_at", "subtype"]),
  sort_dir: random.one(["asc", "desc"] as const),
  page: random.whole(1, 6),
});

const SIZE = 20;

/** Returns the ids of a page and the total, read from the table alone. */
function expected({ type, approval, sort_by, sort_dir, page }: Query): { ids: string[]; total: number } {
  const nulls = sort_dir === "asc" ? "NULLS LAST" : "NULLS FIRST";
  const rows = statement<{ id: string }>(
    `SELECT id FROM cards WHERE status = 'ACTIVE' AND type = ? AND (?2 IS NULL OR approval_status = ?2)
     ORDER BY ${sort_by} ${sort_dir} ${nulls}, seq ${sort_dir}`,
  ).all(type, approval ?? null);
  return { ids: rows.map(({ id }) => id).slice((page - 1) * SIZE, page * SIZE), total: rows.length };
}

async function listed({ approval, ...query }: Query): Promise<{ ids: string[]; total: number }> {
  const parameters = new URLSearchParams({ ...query, page: String(query.page), page_size: String(SIZE) });
  if (approval) parameters.set("approval_status", approval);
  const { body } = await admin.get(`/cards?${parameters}`);
  return { ids: body.items.map(({ id }: { id: string }) => id), total: body.total };
}

/** Changes a random card in a random way. */
async function change(): Promise<void> {
  const rows = statement<{ id: string }>("SELECT id FROM cards WHERE status = 'ACTIVE'").all();
  const { id } = random.one(rows);
  const way = random.whole(0, 3);
  if (way === 0) await admin.patch(`/cards/${id}`, { name: unique("Card ") });
  else if (way === 1) await admin.post(`/cards/${id}/approval-status?action=${random.one(["approve", "reject"])}`);
  else if (way === 2) await admin.post(`/cards/${id}/archive`);
  else await admin.post("/cards", { type: random.one(TYPES), name: unique("Card ") });
}

test("every page of every list is right whatever has changed before, through the API or past it", async () => {
  for (let round = 0; round < 150; round++) {
    if (random.chance(0.3)) await change();
    if (random.chance(0.1))
      statement("UPDATE cards SET data_quality = ? WHERE seq % 7 = ?").run(random.whole(0, 100), random.whole(0, 6));
    const query = randomQuery();
    expect({ query, ...(await listed(query)) }).toEqual({ query, ...expected(query) });
  }
});

test("both directions and all pages of a list share one order", async () => {
  const list = { type: "Widget", sort_by: "data_quality", page: 1 };
  for (const sort_dir of ["asc", "desc"] as const)
    for (const page of [1, 2, 3]) {
      const query = { ...list, sort_dir, page };
      expect(await listed(query)).toEqual(expected(query));
    }
  expect(cachedOrders().count).toBe(1);
});

test("the orders of a type are patched for few changes and dropped for many, and those of other types stay", async () => {
  const queries = TYPES.map((type): Query => ({ type, sort_by: "name", sort_dir: "asc", page: 2 }));
  for (const query of queries) await listed(query);
  expect(cachedOrders().count).toBe(TYPES.length);
  const bytes = cachedOrders().bytes;
  storedCards([{ type: "Widget", name: unique("New ") }]);
  await listed(queries[1] as Query);
  expect(cachedOrders()).toEqual({ count: TYPES.length, bytes: bytes + 4 });
  storedCards(Array.from({ length: 20 }, () => ({ type: "Widget", name: unique("New ") })));
  await listed(queries[1] as Query);
  expect(cachedOrders().count).toBe(TYPES.length - 1);
});

test("cached orders stay within their bytes, and the lists used last stay longest", async () => {
  limitOrders(3_000);
  const used = { type: "Widget", sort_by: "name", sort_dir: "asc", page: 2 } as const;
  for (let round = 0; round < 40; round++) {
    await listed(randomQuery());
    await listed(used);
    expect(cachedOrders().bytes).toBeLessThanOrEqual(3_000);
  }
  expect(cachedOrders().count).toBeGreaterThan(1);
});

test("the order of a long list is made on a reader thread, and then gives its far pages", async () => {
  storedCards(Array.from({ length: 10_200 }, () => ({ type: "Gizmo", name: unique("Gizmo ") })));
  const far = "/cards?type=Gizmo&sort_by=updated_at&page_size=100&page=102";
  const { body } = await admin.get(far);
  await until(() => cachedOrders().count === 1, "the order of the long list");
  const again = await admin.get(far);
  expect(again.body).toEqual(body);
  expect(again.body.items).toHaveLength(100);
});
