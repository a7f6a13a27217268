/** Deciding about a card, archiving and deleting it. */
import { describe, expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { testServer } from "../support/server";
import { examplesOf } from "./support/examples";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const passenger = person(server, "admin", { viewport: SIZES.phone, hasTouch: true, isMobile: true });

let id = "";

/** Returns the place of the demo's most connected application. */
async function groupErp() {
  id ||= (await examplesOf(architect.account!))["/cards/$id"]!.params!["id"]!;
  return { params: { id } };
}

describe("the approval of a card", () => {
  test("is decided on a phone at the bottom of the screen", async () => {
    await passenger.opens(card, await groupErp());
    const approve = passenger.tab.getByRole("button", { name: "Approve again" });
    const { y = 0, height = 0 } = (await approve.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(SIZES.phone.height - 140);
    expect(height).toBeGreaterThanOrEqual(44);
    expect(await passenger.violations()).toEqual([]);
  });

  test("shows what changed since, is rejected with a reason, and Z takes back both", async () => {
    await architect.opens(card, await groupErp());
    await architect.sees(/Changed after the approval: .*Description/);
    await architect.clicks("See the change");
    await architect.tab.locator(".brk-changes ins").first().waitFor();
    await architect.clicks("Reject");
    await architect.fills("Reason", "The contract isn't signed.");
    expect(await architect.violations()).toEqual([]);
    await architect.presses("Enter");
    await architect.sees("Group ERP is rejected");
    await architect.tab.locator(".spoken", { hasText: "The contract isn't signed." }).waitFor();
    await architect.clicks("More");
    await architect.presses("Escape", "z");
    await architect.sees("Approval broken");
    await architect.tab
      .locator(".spoken .c3", { hasText: "Deleted" })
      .or(architect.tab.locator(".spoken"))
      .first()
      .waitFor();
    await architect.seesNo("The contract isn't signed.");
  });

  test("becomes a draft again, and is given", async () => {
    await architect.opens(card, await groupErp());
    await architect.clicks("Back to draft");
    await architect.sees("Group ERP is a draft again");
    await architect.clicks("Approve");
    await architect.sees("Group ERP is approved");
    await architect.seesNo("Back to draft");
  });
});

describe("a card that goes", () => {
  test("names in its page what goes along, is archived, and comes back with it", async () => {
    const client = architect.account ?? (await server.as("admin"));
    const parent = (await client.post("/cards", { type: "Organization", name: "Old Mill" })).body;
    await client.post("/cards", { type: "Organization", name: "Mill Shop", parent_id: parent.id });
    await architect.opens(card, { params: { id: parent.id } });
    await architect.clicks("More");
    await architect.clicks("Archive");
    await architect.sees(/1 card is below it/);
    await architect.tab.locator(".departure").getByText("Mill Shop").waitFor();
    expect(await architect.violations()).toEqual([]);
    await architect.clicks("go along");
    await architect.clicks("Archive it");
    await architect.sees("Old Mill archived");
    await architect.sees(/1 card went along/);
    await architect.clicks("Bring all of them back");
    await architect.sees("Old Mill is back");
    await architect.tab.locator(".relation-columns").getByText("Mill Shop").waitFor();
  });

  test("is reported as gone when somebody else deletes it while it is open", async () => {
    const client = architect.account ?? (await server.as("admin"));
    const { body } = await client.post("/cards", { type: "Application", name: "Short Life" });
    await architect.opens(card, { params: { id: body.id } });
    await architect.tab.getByRole("heading", { name: "Short Life" }).waitFor();
    await client.delete(`/cards/${body.id}`);
    await architect.sees("There is no such card");
  });

  test("is deleted for good after the page has named what that ends", async () => {
    const client = architect.account ?? (await server.as("admin"));
    const { body } = await client.post("/cards", { type: "Application", name: "Old Weighbridge" });
    await architect.opens(card, { params: { id: body.id } });
    await architect.clicks("More");
    await architect.clicks("Delete");
    await architect.sees("Delete Old Weighbridge for good?");
    await architect.clicks("Delete it");
    await architect.sees("There is no such card");
  });
});
