import { afterAll, beforeAll, expect, test } from "bun:test";
import { db, tables, transaction } from "../../db";
import { now } from "../../src/platform/clock";
import { newId } from "../../src/platform/ids";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function newCard(type: string): string {
  const id = newId();
  transaction(() =>
    db.insert(tables.cards).values({ id, type, name: id, name_key: id, created_at: now(), updated_at: now() }).run(),
  );
  return id;
}

test("a star is the user's own, and starring twice changes nothing", async () => {
  const [one, other] = [await server.as("viewer"), await server.as("viewer")];
  const card = newCard("Application");
  const first = await one.post(`/favorites/${card}`);
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({ card_id: card });
  expect((await one.post(`/favorites/${card}`)).body).toEqual({ status: "already_favorited" });
  expect((await one.get("/favorites")).body).toEqual([first.body]);
  expect((await other.get("/favorites")).body).toEqual([]);
});

test("stars are listed newest first, by type, and in slices", async () => {
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

test("a star can be taken away once", async () => {
  const user = await server.as("viewer");
  const card = newCard("Application");
  await user.post(`/favorites/${card}`);
  expect((await user.delete(`/favorites/${card}`)).status).toBe(204);
  expect((await user.delete(`/favorites/${card}`)).body).toEqual({ detail: "Favorite not found" });
});

test.each(["nonsense", "01900000-0000-7000-8000-000000000000"])("starring %s finds no card", async (id) => {
  const user = await server.as("viewer");
  expect(await user.post(`/favorites/${id}`)).toMatchObject({ status: 404, body: { detail: "Card not found" } });
});
