/**
 * Tests of the list of diagrams: filters, search, order, pages; random diagrams and queries are compared with a naive
 * recomputation.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { randomFrom } from "../../../bench/random";
import { statement, transaction } from "../../../db";
import { DiagramSummary } from "../../../src/areas/diagrams/model";
import { newId } from "../../../src/platform/ids";
import { storedCards, violationsOf } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const member = clientAs(server, "member");
const other = clientAs(server, "member");

const DIAGRAMS = 60;
const QUERIES = 150;
const WORDS = ["Zahlung", "ÄRGER", "ärger", "Über_Maß", "100 %", "a_b", "axb", "Łódź", "ПЛАТЁЖ", "ok", "\\", "x y"];

type Summary = {
  id: string;
  name: string;
  description: string | null;
  card_ids: string[];
  group_ids: string[];
  created_by: string;
  created_by_name: string;
  created_at: string;
  updated_at: string;
};

const random = randomFrom(12);
const one = <T>(list: readonly T[]): T => random.one(list);
const some = <T>(list: readonly T[]): T[] => list.filter(() => random.whole(0, 4) === 0);
const text = () => Array.from({ length: random.whole(0, 3) }, () => one(WORDS)).join(" ");

const cards = new Map<string, string>();
const groups: string[] = [];
/** Diagram → the cards that its drawing refers to. */
const drawn = new Map<string, string[]>();

const list = async (query = "", as = member): Promise<Summary[]> => {
  const answer = await as.get(`/diagrams?${query}`);
  expect(answer).toMatchObject({ status: 200 });
  return DiagramSummary.array().parse(answer.body) as Summary[];
};
const idsOf = async (query = "", as = member) => (await list(query, as)).map(({ id }) => id);

/** Spells an id as an editor of another kind might. */
const spelled = (id: string) => (random.whole(0, 1) ? id : id.toUpperCase());

beforeAll(async () => {
  const names = Array.from({ length: 20 }, (_, index) => `${one(WORDS)} ${index}`);
  const ids = storedCards(
    names.map((name, index) => ({ type: "Application", name, status: index % 3 ? "ACTIVE" : "ARCHIVED" })),
  );
  for (const [index, id] of ids.entries()) cards.set(id, names[index] as string);
  for (let index = 0; index < 4; index++)
    groups.push((await member.post("/diagram-groups", { name: "Group" })).body.id);
  for (let index = 0; index < DIAGRAMS; index++) {
    const refs = [...some(ids), ...(index % 5 ? [] : [newId()])];
    const xml = refs.map((id) => `<o cardId="${spelled(id)}"/>`).join("");
    const body = { name: text(), description: index % 4 ? text() : null, data: { xml }, card_ids: some(ids) };
    const { id } = (await one([member, other]).post("/diagrams", body)).body;
    drawn.set(id, refs);
    await member.put(`/diagrams/${id}/groups`, { group_ids: some(groups) });
    if (index % 3 === 0) await member.post(`/diagrams/${id}/favorite`);
    if (index % 7 === 0) await other.patch(`/diagrams/${id}`, { description: text() || "changed" });
  }
});

describe("the list of random diagrams", () => {
  const holds = (value: string | null | undefined, searched: string) =>
    (value ?? "").toLowerCase().includes(searched.toLowerCase());
  const shows = (diagram: Summary, searched: string) =>
    holds(diagram.name, searched) ||
    holds(diagram.description, searched) ||
    holds(diagram.created_by_name, searched) ||
    [...diagram.card_ids, ...(drawn.get(diagram.id) ?? [])].some((id) => holds(cards.get(id), searched));

  test("is for all random queries that of a naive recomputation", async () => {
    const all = await list();
    expect(all).toHaveLength(DIAGRAMS);
    const starred: string[] = (await member.get("/diagrams/favorites")).body;
    for (let round = 0; round < QUERIES; round++) {
      const maybe = <T>(value: T): T | undefined => (random.whole(0, 2) ? undefined : value);
      const asked = {
        card_id: maybe(one([...cards.keys()])),
        group_id: maybe(one(groups)),
        mine: maybe("1"),
        favorites: maybe("yes"),
        search: maybe(` ${one([...WORDS, "member", one(WORDS).slice(0, 2), one(WORDS).slice(1, 4)])} `),
        sort_by: maybe(one(["name", "created_at", "updated_at", "color"])),
        sort_dir: maybe(one(["asc", "desc", "up"])),
      };
      const field = asked.sort_by === "name" || asked.sort_by === "created_at" ? asked.sort_by : "updated_at";
      const direction = asked.sort_dir === "asc" ? 1 : -1;
      const key = (diagram: Summary) => `${diagram[field].toLowerCase()}\u0000${diagram.id}`;
      const searched = asked.search?.trim();
      const wanted = all
        .filter((diagram) => asked.card_id === undefined || diagram.card_ids.includes(asked.card_id))
        .filter((diagram) => asked.group_id === undefined || diagram.group_ids.includes(asked.group_id))
        .filter((diagram) => !asked.mine || diagram.created_by === member.userId)
        .filter((diagram) => !asked.favorites || starred.includes(diagram.id))
        .filter((diagram) => searched === undefined || shows(diagram, searched))
        .toSorted((first, second) => Buffer.compare(Buffer.from(key(first)), Buffer.from(key(second))) * direction);
      const given = Object.entries(asked).filter(([, value]) => value !== undefined) as [string, string][];
      const query = new URLSearchParams(given).toString();
      expect({ query, found: await idsOf(query) }).toEqual({ query, found: wanted.map(({ id }) => id) });
    }
  }, 60_000);
});

describe("the list of diagrams", () => {
  test("doesn't read the drawings", async () => {
    const before = await list();
    const [{ id } = { id: "" }] = before;
    const { data } = statement<{ data: string }>("SELECT data FROM diagrams WHERE id = ?").get(id) as { data: string };
    const write = (text: string) =>
      transaction(() => statement("UPDATE diagrams SET data = ? WHERE id = ?").run(text, id));
    write("no JSON at all");
    expect(await list()).toEqual(before);
    write(data);
  });

  test("is paged when a page is requested", async () => {
    const all = await idsOf("sort_by=name");
    const page = await member.get("/diagrams?sort_by=name&page=2&page_size=25");
    expect(page.body.map(({ id }: Summary) => id)).toEqual(all.slice(25, 50));
    expect(page.headers.get("x-total-count")).toBe(String(DIAGRAMS));
    const beyond = await member.get("/diagrams?page=1000");
    expect(beyond).toMatchObject({ status: 200, body: [] });
    expect((await member.get("/diagrams")).headers.has("x-total-count")).toBe(false);
  });

  test("ignores empty and unknown values, and refuses invalid flags and ids", async () => {
    const all = await idsOf();
    expect(await idsOf("card_id=&group_id=&search=%20&sort_by=color&sort_dir=&color=red")).toEqual(all);
    expect(await idsOf(`card_id=${newId()}`)).toEqual([]);
    expect(await idsOf(`group_id=${newId()}`)).toEqual([]);
    for (const [query, violation] of [
      ["mine=perhaps", "query.mine: bool_parsing"],
      ["favorites=", "query.favorites: bool_parsing"],
      ["card_id=x", "query.card_id: uuid_parsing"],
      ["group_id=1", "query.group_id: uuid_parsing"],
    ]) {
      const answer = await member.get(`/diagrams?${query}`);
      expect({ query, violations: violationsOf(answer.body) }).toEqual({ query, violations: [violation as string] });
    }
  });

  test("finds the names of cards in any status, linked or drawn, with `%` and `_` as plain letters", async () => {
    const [hidden] = storedCards([{ type: "Application", name: "Ünïqüe_Kärte", status: "ARCHIVED" }]) as [string];
    const { id } = (await member.post("/diagrams", { name: "x", data: { xml: `cardId="${hidden.toUpperCase()}"` } }))
      .body;
    for (const search of ["ÜNÏQÜE", "ünïqüe_kärte", "Ï", "_k"])
      expect({ search, found: (await idsOf(`search=${encodeURIComponent(search)}`)).includes(id) }).toEqual({
        search,
        found: true,
      });
    expect(await idsOf("search=%25k%C3%A4rte")).not.toContain(id);
    expect(await idsOf(`search=${encodeURIComponent("ünïqüe%kärte")}`)).toEqual([]);
    expect(await member.delete(`/diagrams/${id}`)).toMatchObject({ status: 204 });
  });

  test("finds the diagrams of very many users", async () => {
    const count = 1_200;
    transaction(() => {
      statement(
        `INSERT INTO users (id, email, display_name, role, created_at, updated_at)
         SELECT 'many-' || value, value || '@stoa.example', 'Crowd ' || value, 'member', '', '' FROM json_each(?)`,
      ).run(JSON.stringify(Array.from({ length: count }, (_, index) => index)));
      statement(
        `INSERT INTO diagrams (id, name, name_key, created_by, created_at, updated_at, card_count, card_refs, data)
         SELECT id, '', '', id, '', '', 0, '[]', '{}' FROM users WHERE id LIKE 'many-%'`,
      ).run();
    });
    const answer = await member.get("/diagrams?search=CROWD");
    expect(answer.body).toHaveLength(count);
    transaction(() => {
      statement("DELETE FROM diagrams WHERE id LIKE 'many-%'").run();
      statement("DELETE FROM users WHERE id LIKE 'many-%'").run();
    });
  });

  test("is complete, however large the previews are", async () => {
    const thumbnail = `data:image/png;base64,${"A".repeat(600_000)}`;
    const made: string[] = [];
    for (let index = 0; index < 6; index++)
      made.push((await other.post("/diagrams", { name: `Large ${index}`, data: { thumbnail } })).body.id);
    const found = await list("search=large&sort_by=name&sort_dir=asc", other);
    expect(found.map(({ id }) => id)).toEqual(made);
    expect(found.map((diagram) => (diagram as Summary & { thumbnail: string }).thumbnail)).toEqual(
      made.map(() => thumbnail),
    );
    for (const id of made) await other.delete(`/diagrams/${id}`);
  });
});
