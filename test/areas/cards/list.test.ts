import { beforeAll, describe, expect, test } from "bun:test";
import { cardType, field, role, stakeholder, storedCards, violationsOf } from "../../support/factories";
import { randomFrom } from "../../support/openapi";
import { clientAs, testServer } from "../../support/server";

type StoredCard = {
  id: string;
  type: string;
  subtype: string | null;
  name: string;
  status: string;
  approval_status: string;
  data_quality: number;
  parent_id: string | null;
  created_at: string;
  updated_at: string;
};

const random = randomFrom(20);
const types = ["Widget", "Gadget", "Gizmo", "Ghost", "Orphan"];
const statuses = ["ACTIVE", "ACTIVE", "ACTIVE", "ARCHIVED", "PHASING_OUT"];
const approvals = ["DRAFT", "APPROVED", "BROKEN", "REJECTED"];
// Few names, instants and scores, so that there are many ties; capitals and letters beyond ASCII sort by their bytes.
const names = ["alpha", "Alpha", "beta", "Zeta", "ähre", "Ähre", "жук", "日本", "\u{1F680}", "\uFB00", ""];
const instants = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "2026-02-01T00:00:00.000Z"];

const server = testServer();
const admin = clientAs(server, "admin");
let rows: StoredCard[];
let mine: Set<string>;

beforeAll(() => {
  for (const type of ["Widget", "Gadget", "Gizmo"]) cardType(type, [field("price", "cost")]);
  cardType("Ghost", [], { is_hidden: true });
  rows = [];
  for (let at = 0; at < 300; at++) {
    const row = {
      id: "",
      type: random.pick(types),
      subtype: random.pick([null, null, "one", "Two"]),
      name: random.pick(names),
      status: random.pick(statuses),
      approval_status: random.pick(approvals),
      data_quality: random.pick([0, 33.3, 66.7, 100]),
      parent_id: at > 10 && random() < 0.3 ? (rows[random.whole(5)] as StoredCard).id : null,
      created_at: random.pick(instants),
      updated_at: random.pick(instants),
    };
    const { id: _, ...stored } = row;
    row.id = storedCards([stored])[0] as string;
    rows.push(row);
  }
  mine = new Set(rows.filter((_, at) => at % 7 === 0).map((row) => row.id));
  for (const id of mine) stakeholder(id, admin.userId, "keeper");
  stakeholder([...mine][0] as string, admin.userId, "second part");
});

const ids = async (query: string, client = admin): Promise<string[]> => {
  const { status, body } = await client.get(`/cards?${query}`);
  expect(status).toBe(200);
  return body.items.map((card: { id: string }) => card.id);
};

const columns: Record<string, keyof StoredCard> = {
  name: "name",
  type: "type",
  status: "status",
  approval_status: "approval_status",
  data_quality: "data_quality",
  created_at: "created_at",
  updated_at: "updated_at",
  subtype: "subtype",
};

/** Returns the same order as the server's, worked out another way: by bytes, absent last, then by creation. */
function ordered(cards: StoredCard[], sortBy: string, descending: boolean): string[] {
  const column = columns[sortBy] ?? "name";
  const compare = (one: StoredCard, other: StoredCard) => {
    const [a, b] = [one[column], other[column]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === "number") return a - (b as number);
    return Buffer.compare(Buffer.from(a as string), Buffer.from(b as string));
  };
  const sorted = cards.toSorted((one, other) => compare(one, other) || rows.indexOf(one) - rows.indexOf(other));
  return (descending ? sorted.reverse() : sorted).map((card) => card.id);
}

/** Returns the entries of a comma list, or undefined when there is no list. */
const list = (text: string | null) =>
  text
    ?.split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

function expected(query: URLSearchParams): StoredCard[] {
  const wanted = {
    type: list(query.get("type")),
    status: list(query.get("status")) ?? (query.has("ids") ? undefined : ["ACTIVE"]),
    approval: list(query.get("approval_status")),
    ids: list(query.get("ids")),
  };
  return rows.filter(
    (row) =>
      row.type !== "Ghost" &&
      (!wanted.type?.length || wanted.type.includes(row.type)) &&
      (!wanted.status || wanted.status.includes(row.status)) &&
      (!wanted.approval || wanted.approval.includes(row.approval_status)) &&
      (!wanted.ids || wanted.ids.includes(row.id)) &&
      (!query.get("parent_id") || row.parent_id === query.get("parent_id")) &&
      (!query.has("mine") || mine.has(row.id)),
  );
}

test.each(Array.from({ length: 120 }, (_, at) => at))("a random query (%i) finds the right page", async () => {
  const query = new URLSearchParams();
  const maybe = (name: string, probability: number, value: () => string) => {
    if (random() < probability) query.set(name, value());
  };
  maybe("type", 0.5, () => random.sample([...types, " ", "nonsense"], 1 + random.whole(3)).join(" ,"));
  maybe("status", 0.4, () => random.sample(["ACTIVE", "ARCHIVED", "PHASING_OUT", "x"], random.whole(3)).join(","));
  maybe("approval_status", 0.3, () => random.sample(approvals, random.whole(3)).join(", "));
  maybe("parent_id", 0.2, () => (rows[random.whole(5)] as StoredCard).id);
  maybe("mine", 0.2, () => "stakeholder");
  maybe("ids", 0.2, () =>
    [
      "nonsense",
      ...random.sample(
        rows.map((row) => row.id),
        30,
      ),
    ].join(","),
  );
  maybe("sort_by", 0.8, () => random.pick([...Object.keys(columns), "nonsense", "attributes"]));
  maybe("sort_dir", 0.6, () => random.pick(["asc", "desc", "DESC", "x"]));
  const pageSize = 1 + random.whole(40);
  const all = expected(query);
  const page = 1 + random.whole(Math.ceil(all.length / pageSize) + 2);
  query.set("page", String(page));
  query.set("page_size", String(pageSize));

  const { status, body } = await admin.get(`/cards?${query}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: all.length, page, page_size: pageSize });
  const order = ordered(all, query.get("sort_by") ?? "name", query.get("sort_dir") === "desc");
  expect(body.items.map((card: { id: string }) => card.id)).toEqual(
    order.slice((page - 1) * pageSize, page * pageSize),
  );
});

test.each(Object.keys(columns).flatMap((column) => [`${column} asc`, `${column} desc`]))(
  "the pages by %s together have each card once",
  async (sorting) => {
    const [column, direction] = sorting.split(" ");
    const query = `sort_by=${column}&sort_dir=${direction}`;
    const whole = await ids(`${query}&page_size=200`);
    const pages: string[] = [];
    for (let page = 1; page * 7 - 7 < whole.length; page++)
      pages.push(...(await ids(`${query}&page_size=7&page=${page}`)));
    expect(pages).toEqual(whole);
    expect(new Set(pages).size).toBe(expected(new URLSearchParams()).length);
  },
);

test("pages stay as they are when later cards are created", async () => {
  const query = "type=Gizmo&sort_by=created_at&page_size=5";
  const before = [await ids(`${query}&page=1`), await ids(`${query}&page=2`)];
  const made = await admin.post("/cards", { type: "Gizmo", name: "later" });
  expect([await ids(`${query}&page=1`), await ids(`${query}&page=2`)]).toEqual(before);
  await admin.delete(`/cards/${made.body.id}`);
});

test("the list without parameters has the first 50 active cards by name", async () => {
  const { body } = await admin.get("/cards");
  expect(body).toMatchObject({ page: 1, page_size: 50, total: expected(new URLSearchParams()).length });
  expect(body.items.map((card: { id: string }) => card.id)).toEqual(
    ordered(expected(new URLSearchParams()), "name", false).slice(0, 50),
  );
  expect(body.items[0]).toEqual((await admin.get(`/cards/${body.items[0].id}`)).body);
});

describe("a list without matches", () => {
  test.each([
    ["of ids none of which is one", "ids=a,b&page=3&page_size=7", 3, 7],
    ["of ids that are blank", "ids=%20,", 1, 50],
    ["of statuses", "status=,", 1, 50],
    ["of approvals", "approval_status=%20", 1, 50],
    ["of cards of an unknown type", "type=nonsense", 1, 50],
    ["of cards of a hidden type", "type=Ghost&status=ACTIVE,ARCHIVED", 1, 50],
    ["of children of a card that isn't there", "parent_id=01900000-0000-7000-8000-000000000000", 1, 50],
    ["past the last page", "page=10000000&page_size=200", 10_000_000, 200],
  ])("is an empty page: a list %s", async (_, query, page, page_size) => {
    const { body } = await admin.get(`/cards?${query}`);
    expect(body).toMatchObject({ items: [], page, page_size });
    if (!query.startsWith("page=")) expect(body.total).toBe(0);
  });
});

test.each([
  ["a list of types that is only separators filters nothing", "type=,%20,", "page=1"],
  ["an empty parent filters nothing", "parent_id=", "page=1"],
  ["an empty search filters nothing", "search=", "page=1"],
  ["an unknown parameter is ignored", "nonsense=1&colour=blue", "page=1"],
  ["an id is found in any form", "ids=ID_IN_BRACES", "ids=ID"],
])("the list follows its rules: %s", async (_, query, same) => {
  const id = (rows.find((row) => row.status === "ARCHIVED" && row.type === "Widget") as StoredCard).id;
  const written = (text: string) =>
    text.replace("ID_IN_BRACES", encodeURIComponent(`{${id.toUpperCase()}}`)).replace("ID", id);
  expect(await ids(written(query))).toEqual(await ids(written(same)));
});

test("the parameter ids finds archived cards, unless a status is given too", async () => {
  const archived = rows.find((row) => row.status === "ARCHIVED" && row.type === "Widget") as StoredCard;
  expect(await ids(`ids=${archived.id}`)).toEqual([archived.id]);
  expect(await ids(`ids=${archived.id}&status=ACTIVE`)).toEqual([]);
  const ghost = rows.find((row) => row.type === "Ghost") as StoredCard;
  expect(await ids(`ids=${ghost.id}`)).toEqual([]);
});

test("a card with two stakeholder roles of one user counts once", async () => {
  const found = await ids("mine=stakeholder&status=ACTIVE,ARCHIVED,PHASING_OUT&page_size=200");
  expect(new Set(found).size).toBe(found.length);
  expect(await ids("mine=stakeholder", await server.as("member"))).toEqual([]);
});

test.each([
  ["page=0", "query.page: greater_than_equal"],
  ["page=-1", "query.page: greater_than_equal"],
  ["page=1.5", "query.page: int_parsing"],
  ["page=x", "query.page: int_parsing"],
  ["page=10000001", "query.page: less_than_equal"],
  ["page=99999999999999999999", "query.page: less_than_equal"],
  ["page_size=0", "query.page_size: greater_than_equal"],
  ["page_size=201", "query.page_size: less_than_equal"],
  ["page_size=100001", "query.page_size: less_than_equal"],
  ["page_size=", "query.page_size: int_parsing"],
  ["mine=me", "query.mine: string_pattern_mismatch"],
  ["mine=", "query.mine: string_pattern_mismatch"],
  ["parent_id=nonsense", "query.parent_id: uuid_parsing"],
  [`search=${"x".repeat(201)}`, "query.search: string_too_long"],
  ["search=a%00b", "query.search: string_unicode"],
  ["type=a&type=b", "query.type: string_type"],
])("the query ?%s is refused", async (query, violation) => {
  const { status, body } = await admin.get(`/cards?${query}`);
  expect(status).toBe(422);
  expect(new Set(violationsOf(body))).toEqual(new Set([violation]));
});

test("the token is checked before the query, and the query before the permission", async () => {
  expect(await (await server.as(role())).get("/cards?page=0")).toMatchObject({ status: 422 });
  expect(await server.nobody.get("/cards?page=0")).toMatchObject({ status: 401 });
});
