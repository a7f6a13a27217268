/** Comments on a card, and names in them. */
import { expect, test } from "bun:test";
import { fits, mentionAt, withMention } from "../../src/console/pages/card/mention";
import { card } from "../../src/console/pages/card/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { examplesOf } from "./support/examples";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");

test("a name after @ is completed in a comment", async () => {
  const { params } = (await examplesOf(architect.account!))["/cards/$id"]!;
  await architect.opens(card, { params: params! });
  await architect.tab.getByLabel(/Comment, or mention/).click();
  await architect.types("Does @Helen");
  await architect.tab.getByRole("option", { name: /Helen Storr/ }).waitFor();
  expect(await architect.violations()).toEqual([]);
  await architect.presses("Enter");
  await architect.types("agree?");
  await architect.presses("Enter");
  const spoken = architect.tab.locator(".spoken", { hasText: "Does @Helen Storr agree?" });
  await spoken.getByRole("button", { name: "Change" }).click();
  await architect.tab.getByRole("textbox", { name: "The comment" }).fill("Does she agree?");
  expect(await architect.violations()).toEqual([]);
  await architect.presses("Enter");
  await architect.tab.locator(".spoken", { hasText: "Does she agree?" }).waitFor();
  await spoken.waitFor({ state: "detached" });
});

test("a card is watched, and no longer", async () => {
  const { params } = (await examplesOf(architect.account!))["/cards/$id"]!;
  const isWatching = async () => (await architect.account!.get(`/cards/${params!["id"]}/me/observe`)).body.is_observer;
  await architect.opens(card, { params: params! });
  await architect.clicks("Watch this card");
  await expectSoon(isWatching).toBe(true);
  await architect.clicks("Watch it no longer");
  await expectSoon(isWatching).toBe(false);
});

test("a mention is what follows an @ up to the caret, and no part of an address", () => {
  expect(mentionAt("Ask @He", 7)).toEqual({ start: 4, text: "He" });
  expect(mentionAt("Ask @李", 6)).toEqual({ start: 4, text: "李" });
  expect(mentionAt("write to me@example", 19)).toBeUndefined();
  expect(mentionAt("Ask @", 5)).toBeUndefined();
  expect(withMention("Ask @He now", 7, { start: 4, text: "He" }, "Helen Storr").text).toBe("Ask @Helen Storr  now");
});

test("a name that stands there whole is not completed again, nor one that doesn't have what was typed since it was found", () => {
  const typed = (text: string) => ({ start: 4, text });
  expect(fits("Helen Storr", typed("Hel"), false)).toBe(true);
  expect(fits("Helen Storr", typed("hel"), true)).toBe(true);
  expect(fits("Helen Storr", typed("Helen Storr agree?"), false)).toBe(false);
  expect(fits("Helena Wu", typed("Helen Storr a"), true)).toBe(false);
});
