/** Activity: batches as sentences, with what they did, and how they are taken back. */
import { describe, expect, test } from "bun:test";
import { activity } from "../../src/console/pages/activity/page";
import { unique } from "../support/factories";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const member = person(server, "member");

const list = () => architect.tab.getByRole("navigation", { name: "Batches" });

/** Makes a card and changes it. @returns its name */
async function changedCard(): Promise<{ id: string; name: string }> {
  const name = unique("Ledger ");
  const { body } = await architect.account!.post("/cards", { type: "Application", name, description: "Old words" });
  await architect.account!.patch(`/cards/${body.id}`, { description: "New words" });
  return { id: body.id, name };
}

describe("activity", () => {
  test("shows the newest batch as a sentence with what was and what is, and axe finds nothing in it", async () => {
    const { name } = await changedCard();
    await architect.opens(activity);
    await list().getByText(`changed ${name}`).first().waitFor();
    await architect.tab.locator(".diff").getByText("Old words").waitFor();
    await architect.tab.locator(".diff").getByText("New words").waitFor();
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("undoes a batch, and lists the undoing as a batch of its own", async () => {
    const { id } = await changedCard();
    await architect.opens(activity);
    await architect.sees("Undoing takes back 1 change.");
    await architect.clicks(/^Undo$/);
    await architect.sees("The batch is undone");
    await list().getByText("undid a batch").first().waitFor();
    expect((await architect.account!.get(`/cards/${id}`)).body.description).toBe("Old words");
  });

  test("shows beforehand what stands in the way, and offers to undo the rest", async () => {
    const { id, name } = await changedCard();
    await architect.account!.patch(`/cards/${id}`, { description: "Newest words" });
    await architect.opens(activity);
    await list().getByText(`made ${name}`).click();
    await architect.sees(/In the way:/);
    await architect.sees("Undo what can be");
  });

  test("shows an account its own batches only, unless it may see those of everybody", async () => {
    await changedCard();
    await member.opens(activity);
    await member.sees("Nothing has changed yet");
    await expectSoon(() => member.tab.getByText("Everybody's").count()).toBe(0);
    await architect.opens(activity, { search: { all: true } });
    await list().getByText("Tomas Brandt").first().waitFor();
  });

  test("goes from batch to batch with arrows", async () => {
    await changedCard();
    await architect.opens(activity);
    await list().locator("button.ba").first().focus();
    await architect.presses("ArrowDown");
    await architect.tab.locator("button.ba[aria-current=true]:focus").waitFor();
    await architect.arrivesAt(/batch=/);
  });

  test("undoes one field of a batch alone, by its word and by Backspace, and takes that back with Z", async () => {
    const name = unique("Ledger ");
    const { body } = await architect.account!.post("/cards", {
      ...{ type: "Application", name, description: "Old words" },
      lifecycle: { active: "2020-01-01" },
    });
    await architect.account!.patch(`/cards/${body.id}`, {
      ...{ description: "New words", alias: "The new one" },
      lifecycle: { active: "2021-01-01", endOfLife: "2031-01-01" },
    });
    const now = async () => (await architect.account!.get(`/cards/${body.id}`)).body;
    const { items } = (await architect.account!.get("/mutation-batches?mine=true&page_size=1")).body;
    await architect.opens(activity, { search: { batch: items[0].id } });
    const rows = architect.tab.getByRole("list", { name: "What the batch did" }).locator("li");
    await rows.filter({ hasText: "Description" }).getByText("Undo field").click();
    await architect.sees(/Description of .* is as it was/);
    await expectSoon(() => now()).toMatchObject({ description: "Old words", alias: "The new one" });
    await architect.presses("z");
    await architect.sees(/Undone/);
    await expectSoon(() => now()).toMatchObject({ description: "New words", alias: "The new one" });
    await architect.opens(activity, { search: { batch: items[0].id } });
    await rows.filter({ hasText: "End of life" }).locator(".row-main").focus();
    await architect.presses("Backspace");
    await architect.sees(/End of life of .* is as it was/);
    await expectSoon(() => now()).toMatchObject({ description: "New words", lifecycle: { active: "2021-01-01" } });
    expect((await now()).lifecycle).not.toHaveProperty("endOfLife");
  });

  test("lists events without their batches, with their file, for whoever may see everybody's", async () => {
    const { name } = await changedCard();
    await architect.opens(activity);
    await architect.clicks("Events");
    await architect.arrivesAt(/events=true/);
    const events = architect.tab.getByRole("list", { name: "Events" });
    await events.locator("li", { hasText: name }).first().getByText("New words").waitFor();
    expect(await architect.violations()).toEqual([]);
    const { id } = (await architect.account!.get("/auth/me")).body;
    await events.locator("li", { hasText: name }).first().locator(".plain-name").click();
    await architect.arrivesAt(new RegExp(`by=${id}`));
    await architect.tab.getByRole("combobox", { name: "Kind of event" }).fill("card.updated");
    await architect.presses("Enter");
    await architect.arrivesAt(/kind=card\.updated/);
    await events.locator("li", { hasText: name }).first().getByText("New words").waitFor();
    const file = await architect.tab.getByRole("link", { name: "Export" }).getAttribute("href");
    expect(file).toContain(`user_id=${id}&event_type=card.updated`);
    const { status } = await architect.account!.get(file!.replace("/api/v1", ""));
    expect(status).toBe(200);
    await architect.clicks("Remove the filter of a person");
    await architect.arrivesAt(/^(?!.*by=).*kind=/);
    await member.opens(activity, { search: { events: true } });
    await member.sees("Nothing has changed yet");
    await expectSoon(() => member.tab.getByText("Events", { exact: true }).count()).toBe(0);
  });
});
