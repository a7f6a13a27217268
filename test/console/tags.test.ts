/** Tags: groups with their rules, and what a deletion costs. */
import { expect, test } from "bun:test";
import { tags } from "../../src/console/pages/tags/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const client = clientAs(server, "admin");
const administrator = person(server, "admin");
const viewer = person(server, "viewer");

type Tag = { id: string; name: string; color: string | null };
type Group = { id: string; name: string; tags: Tag[] } & Record<string, unknown>;

const groupNow = async (name: string): Promise<Group | undefined> =>
  (await client.get("/tag-groups")).body.find((group: Group) => group.name === name);
const namesNow = async (group: string) => (await groupNow(group))?.tags.map(({ name }) => name) ?? [];
const holds = (look: () => Promise<boolean>) => until(look, "what was done on the server");

const row = (name: string) => administrator.tab.getByRole("button", { name, exact: true });
const region = (name: string) => administrator.tab.getByRole("region", { name: `Group ${name}`, exact: true });
const panel = (name: string) => administrator.tab.getByRole("complementary", { name, exact: true });

/** Makes something that needs only a name. */
async function makes(button: string, label: string, name: string): Promise<void> {
  await administrator.tab.getByRole("button", { name: button, exact: true }).click();
  const field = administrator.tab.getByRole("dialog").getByRole("textbox", { name: label });
  await field.fill(name);
  await administrator.presses("Enter");
  await field.waitFor({ state: "detached" });
}

test("groups are shown with their rules and how many cards have each tag, and axe finds nothing", async () => {
  const [group] = (await client.get("/tag-groups")).body as Group[];
  const usage = (await client.get("/tag-groups/usage")).body;
  const count = usage.find((one: { tag_group_id: string }) => one.tag_group_id === group!.id).card_count;
  await administrator.opens(tags, { search: { group: group!.id } });
  await region(group!.name).getByText(`${count} cards`, { exact: true }).waitFor();
  await administrator.sees(`${count} cards lose it, archived ones too.`);
  expect(await administrator.violations()).toEqual([]);
  await administrator.prefers("dark");
  expect(await administrator.violations()).toEqual([]);
});

test("a group is made with tags and rules, and each rule is taken back with Z", async () => {
  await administrator.opens(tags);
  await makes("New group", "Name of the group", "Region");
  await makes("New tag in Region", "Name of the tag", "North");
  await makes("New tag in Region", "Name of the tag", "South");
  await region("Region")
    .getByRole("button", { name: /^Region/ })
    .click();
  await panel("Region").getByRole("radio", { name: "one", exact: true }).click();
  await holds(async () => (await groupNow("Region"))?.["mode"] === "single");
  await panel("Region").getByText("No", { exact: true }).click();
  await holds(async () => (await groupNow("Region"))?.["mandatory"] === true);
  await panel("Region").getByRole("option", { name: "Application" }).click();
  await holds(async () => Bun.deepEquals((await groupNow("Region"))?.["restrict_to_types"], ["Application"]));
  await administrator.sees("one of them · must be set · only for Application");
  await administrator.tab.getByText("The group Region is changed").nth(2).waitFor();
  await administrator.tab.getByRole("heading", { name: "Tags", exact: true }).click();
  await administrator.presses("z");
  await holds(async () => (await groupNow("Region"))?.["restrict_to_types"] === null);
});

test("a tag is renamed with E, moved with ⌥↑ as often as it is pressed, and dragged", async () => {
  await administrator.opens(tags);
  await makes("New group", "Name of the group", "Size");
  for (const name of ["A", "B", "C", "D"]) await makes("New tag in Size", "Name of the tag", name);
  await row("D").focus();
  await administrator.presses("Alt+ArrowUp", "Alt+ArrowUp", "Alt+ArrowUp");
  await holds(async () => Bun.deepEquals(await namesNow("Size"), ["D", "A", "B", "C"]));
  await administrator.tab.getByText("D is moved", { exact: true }).nth(2).waitFor();
  await administrator.presses("z");
  await holds(async () => Bun.deepEquals(await namesNow("Size"), ["A", "D", "B", "C"]));
  await row("C").focus();
  await administrator.presses("e");
  await administrator.types("Huge");
  await administrator.presses("Enter");
  await holds(async () => (await namesNow("Size")).includes("Huge"));
  const grip = administrator.tab.locator("li", { has: row("Huge") }).locator(".grip");
  await grip.dragTo(administrator.tab.locator("li", { has: row("A") }));
  await holds(async () => Bun.deepEquals(await namesNow("Size"), ["Huge", "A", "D", "B"]));
});

test("the deletion of a tag names the cards that lose it before it is done", async () => {
  const { body } = await client.post("/tag-groups", { name: "Short-lived" });
  const tag = await client.post(`/tag-groups/${body.id}/tags`, { name: "Trial" });
  const cards = (await client.get("/cards?type=Application&page_size=2")).body.items;
  for (const { id } of cards) await client.post(`/cards/${id}/tags`, [tag.body.id]);
  await administrator.opens(tags, { search: { tag: tag.body.id } });
  await administrator.sees("2 cards lose it, archived ones too.");
  await panel("Trial").getByRole("link", { name: "Show" }).click();
  await administrator.sees(cards[0].name);
  await administrator.tab.goBack();
  await administrator.clicks("Delete the tag…");
  await administrator.tab.getByRole("button", { name: "Delete the tag", exact: true }).click();
  await administrator.sees("The tag Trial is deleted");
  await expectSoon(() => namesNow("Short-lived")).toEqual([]);
});

test("on a phone a group opens over the list, and nothing is wider than the screen", async () => {
  await administrator.tab.setViewportSize(SIZES.phone);
  await administrator.opens(tags);
  const [group] = (await client.get("/tag-groups")).body as Group[];
  await region(group!.name)
    .getByRole("button", { name: new RegExp(`^${group!.name}`) })
    .click();
  await panel(group!.name).waitFor();
  await expectSoon(() => administrator.tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    390,
  );
});

test("the page of tags isn't there for those who may not manage them", async () => {
  await viewer.opens(tags);
  await viewer.sees("You may not see “Tags”");
  await expectSoon(() => viewer.tab.getByRole("link", { name: "Tags" }).count()).toBe(0);
  await expectSoon(() => viewer.tab.getByRole("button", { name: "New group" }).count()).toBe(0);
});
