import { beforeAll, describe, expect, test } from "bun:test";
import { cardType, makeCard, relate, relationType, storedCards, unique, violationsOf } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget");
  cardType("Ghost", [], { is_hidden: true });
  relationType("apes", "Widget", "Widget");
  relationType("feeds", "Widget", "Widget");
  relationType("hiddenOnes", "Widget", "Widget", { is_hidden: true });
  relationType("haunts", "Ghost", "Widget");
  relationType("hauntedBy", "Widget", "Ghost");
});

type Row = { id: string };
const widget = (): Promise<Row> => makeCard(admin, { type: "Widget", name: unique("W ") });
const list = async (query: string, client = admin) => {
  const answer = await client.get(`/relations${query}`);
  expect(answer.status).toBe(200);
  return answer;
};
const ids = async (query: string) => (await list(query)).body.map((row: Row) => row.id);

test("relations are listed oldest first, by a card at either end, by a type, or both; those of a card with itself once", async () => {
  const [one, other, third] = [await widget(), await widget(), await widget()];
  const relations: Row[] = [];
  for (const [type, source, target] of [
    ["apes", one, other],
    ["feeds", other, one],
    ["apes", other, third],
    ["apes", one, one],
    ["hiddenOnes", one, third],
  ] as const)
    relations.push(await relate(admin, type, source, target));
  const [a, b, c, d, e] = relations.map((relation) => relation.id);
  expect(await ids(`?card_id=${one.id}`)).toEqual([a, b, d, e]);
  expect(await ids(`?card_id=${other.id}`)).toEqual([a, b, c]);
  expect(await ids(`?card_id=${one.id}&type=apes`)).toEqual([a, d]);
  expect(await ids(`?card_id=${one.id}&type=hiddenOnes`)).toEqual([e]);
  expect(await ids("?type=feeds")).toEqual([b]);
  expect(await ids("?type=nonsense")).toEqual([]);
  expect(await ids("?card_id=01900000-0000-7000-8000-000000000000")).toEqual([]);
  expect((await ids("")).slice(-5)).toEqual([a, b, c, d, e]);
  expect((await list(`?card_id=${one.id}`)).body[0]).toEqual(relations[0]);
});

test("relations with an archived end or an end of a hidden type are omitted, but not those with other statuses or unknown types", async () => {
  const card = await widget();
  const [leaving, unknown, ghost] = [
    ...storedCards([
      { type: "Widget", name: unique("L "), status: "END_OF_LIFE" },
      { type: "Widget", name: unique("U ") },
    ]),
    (await makeCard(admin, { type: "Ghost" })).id,
  ] as [string, string, string];
  const peer = await widget();
  const shown = [
    await relate(admin, "apes", card, { id: leaving }),
    await relate(admin, "apes", { id: unknown }, card),
  ].map((relation) => relation.id);
  await relate(admin, "haunts", { id: ghost }, card);
  await relate(admin, "hauntedBy", card, { id: ghost });
  const between = await relate(admin, "apes", card, peer);
  const back = await relate(admin, "feeds", peer, card);
  expect(await ids(`?card_id=${card.id}`)).toEqual([...shown, between.id, back.id]);
  await admin.post(`/cards/${peer.id}/archive`);
  expect(await ids(`?card_id=${card.id}`)).toEqual(shown);
  expect(await ids(`?card_id=${ghost}`)).toEqual([]);
  await admin.post(`/cards/${peer.id}/restore`);
  expect(await ids(`?card_id=${card.id}`)).toEqual([...shown, between.id, back.id]);
  await admin.delete(`/cards/${peer.id}`);
  expect(await ids(`?card_id=${card.id}`)).toEqual(shown);
});

describe("the pages of relations", () => {
  test("are slices of the whole, with the total", async () => {
    const card = await widget();
    const made: string[] = [];
    for (let at = 0; at < 7; at++) made.push((await relate(admin, "apes", card, await widget())).id);
    const archived = await widget();
    await relate(admin, "apes", card, archived);
    await admin.post(`/cards/${archived.id}/archive`);
    const page = async (query: string) => {
      const { body, headers } = await list(`?card_id=${card.id}&${query}`);
      return [body.map((row: Row) => made.indexOf(row.id)), headers.get("x-total-count")];
    };
    expect(await page("")).toEqual([[0, 1, 2, 3, 4, 5, 6], null]);
    expect(await page("page_size=2")).toEqual([[0, 1, 2, 3, 4, 5, 6], null]);
    expect(await page("page=1&page_size=3")).toEqual([[0, 1, 2], "7"]);
    expect(await page("page=3&page_size=3")).toEqual([[6], "7"]);
    expect(await page("page=4&page_size=3")).toEqual([[], "7"]);
    expect(await page("page=1")).toEqual([[0, 1, 2, 3, 4, 5, 6], "7"]);
  });

  test.each([
    ["page=0", "query.page: greater_than_equal"],
    ["page=1&page_size=201", "query.page_size: less_than_equal"],
    ["card_id=x", "query.card_id: uuid_parsing"],
  ])("are refused with ?%s", async (query, violation) => {
    const { status, body } = await admin.get(`/relations?${query}`);
    expect([status, ...violationsOf(body)]).toEqual([422, violation]);
  });
});
