/** The history of a card, with the undoing of one change in it. */
import { expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { testServer } from "../support/server";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");

test("one change is undone from the history, while later ones of other fields stay", async () => {
  const client = architect.account!;
  const { body } = await client.post("/cards", { type: "Application", name: "Weighing", description: "Old words" });
  await client.patch(`/cards/${body.id}`, { description: "New words" });
  await client.patch(`/cards/${body.id}`, { alias: "Scales" });
  await architect.opens(card, { params: { id: body.id }, search: { tab: "history" } });
  expect(await architect.violations()).toEqual([]);
  await architect.tab.locator(".hi", { hasText: "Description" }).getByRole("button", { name: "Undo field" }).click();
  await architect.sees("Description of Weighing is as it was");
  const { body: after } = await client.get(`/cards/${body.id}`);
  expect([after.description, after.alias]).toEqual(["Old words", "Scales"]);
});
