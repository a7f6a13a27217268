/** Activity: batches as sentences, with what they did, and how they are taken back. */
import { describe, expect, test } from "bun:test";
import { activity } from "../../src/console/pages/activity/page";
import { unique } from "../support/factories";
import { testServer } from "../support/server";
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
    await architect.clicks("Undo");
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
    expect(await member.tab.getByText("Everybody's").count()).toBe(0);
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
});
