import { beforeAll, expect, test } from "bun:test";
import { cardType, storedCards, violationsOf } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer({ PAGE_SIZE_DEFAULT: "3", PAGE_SIZE_MAX: "5" });
const viewer = clientAs(server, "viewer");
beforeAll(() => {
  cardType("Widget");
  storedCards(Array.from({ length: 8 }, (_, at) => ({ type: "Widget", name: `Card ${at}` })));
});

test.each([
  ["", 3, 3],
  ["?page_size=5", 5, 5],
  ["?page_size=5&page=2", 5, 3],
  ["?page_size=1", 1, 1],
])("an installation can configure other page sizes: %p", async (query, page_size, count) => {
  const { body } = await viewer.get(`/cards${query}`);
  expect(body).toMatchObject({ page_size, total: 8 });
  expect(body.items).toHaveLength(count);
});

test("the largest page is configurable too, and the refusal names it", async () => {
  const { status, body } = await viewer.get("/cards?page_size=6");
  expect(status).toBe(422);
  expect(violationsOf(body)).toEqual(["query.page_size: less_than_equal"]);
  expect(body.detail[0].ctx).toEqual({ le: 5 });
});
