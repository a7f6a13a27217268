import { expect, test } from "bun:test";
import { storedCards, unique } from "../support/factories";
import { scenario, step } from "../support/scenario";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const viewer = clientAs(server, "viewer");

const newCard = (type: string) => storedCards([{ type, name: unique("Card ") }])[0] as string;
const NO_EVENTS = { events: [] } as const;

test("a star belongs to its user, and starring twice changes nothing", async () => {
  const [one, other] = [await server.as("viewer"), await server.as("viewer")];
  const card = newCard("Application");
  const star = { as: one, method: "POST", path: `/favorites/${card}`, status: 201, ...NO_EVENTS } as const;
  const first = await step({ ...star, expects: { card_id: card } });
  await step({ ...star, equals: { status: "already_favorited" } });
  await step({ as: one, path: "/favorites", status: 200, equals: [first.body], ...NO_EVENTS });
  await step({ as: other, path: "/favorites", status: 200, equals: [], ...NO_EVENTS });
});

test("stars are listed newest first, by type, and paged", async () => {
  const user = await server.as("viewer");
  const cards = [newCard("Application"), newCard("Provider"), newCard("Application")];
  for (const card of cards) await user.post(`/favorites/${card}`);
  const starred = async (query: string) =>
    (await user.get(`/favorites${query}`)).body.map((row: { card_id: string }) => row.card_id);
  expect(await starred("")).toEqual(cards.toReversed());
  expect(await starred("?type=Application")).toEqual([cards[2], cards[0]]);
  const slice = await user.get("/favorites?page=2&page_size=2");
  expect(slice.body).toHaveLength(1);
  expect(slice.headers.get("x-total-count")).toBe("3");
});

test("a star can be deleted once", async () => {
  const card = newCard("Application");
  await viewer.post(`/favorites/${card}`);
  const unstar = { as: viewer, method: "DELETE", path: `/favorites/${card}`, ...NO_EVENTS } as const;
  await step({ ...unstar, status: 204 });
  await step({ ...unstar, status: 404, equals: { detail: "Favorite not found" } });
});

for (const id of ["nonsense", "01900000-0000-7000-8000-000000000000"])
  scenario(`starring the unknown card ${id} is answered with 404`, () => ({
    as: viewer,
    method: "POST",
    path: `/favorites/${id}`,
    status: 404,
    equals: { detail: "Card not found" },
    ...NO_EVENTS,
  }));
