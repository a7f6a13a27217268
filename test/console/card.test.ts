/** The page of a card, and the card in the peek. */
import { describe, expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { inventory } from "../../src/console/pages/inventory/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { examplesOf } from "./support/examples";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const viewer = person(server, "viewer");

let id = "";

/** Returns the page of the demo's most connected application. */
async function groupErp() {
  id ||= (await examplesOf(architect.account!))["/cards/$id"]!.params!["id"]!;
  return { params: { id } };
}

describe("the page of a card", () => {
  test("shows facts, life cycle, relations, quality and people, and axe finds nothing in it", async () => {
    await architect.opens(card, await groupErp());
    await architect.sees("Approval broken");
    await architect.sees("Business Architecture");
    await architect.sees("General Ledger");
    await architect.sees("Cloud ERP");
    await architect.sees(/points are there/);
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("saves a fact that is chosen in its place, and takes it back with Z", async () => {
    await architect.opens(card, await groupErp());
    const fact = architect.tab.locator(".facts-strip [data-fact=hostingType]");
    await fact.focus();
    await architect.presses("e");
    await architect.tab.getByRole("option", { name: "Hybrid" }).click();
    await architect.sees(/Hosting Type of Group ERP changed/);
    await fact.getByText("Hybrid").waitFor();
    await architect.presses("z");
    await architect.sees(/Undone/);
    await fact.getByText("On-Premise").waitFor();
  });

  test("takes the day of a phase, and shows it in the life cycle", async () => {
    await architect.opens(card, await groupErp());
    await architect.tab.locator("[data-fact=endOfLife]").click();
    await architect.fills("End of life", "2030-07-31");
    await architect.presses("Enter");
    await architect.sees(/End of life Jul 2030/);
    await architect.presses("z");
    await architect.sees(/End of life May 2029/);
  });

  test("relates a card by a few letters, reads the relation from the card, and undoes it", async () => {
    await architect.opens(card, await groupErp());
    await architect.sees("General Ledger");
    await architect.clicks("Relate");
    await architect.types("Treasury");
    await architect.tab
      .getByRole("option", { name: /Treasury/ })
      .first()
      .click();
    await architect.sees(/Group ERP and Treasury.* are related/);
    await architect.tab.locator(".relation-columns").getByText("Treasury").first().waitFor();
    await architect.clicks("Close the line");
    await architect.presses("z");
    await architect.sees(/Undone/);
    await architect.tab.locator(".relation-columns").getByText("Treasury").first().waitFor({ state: "hidden" });
  });

  test("changes what a relation holds at its row", async () => {
    await architect.opens(card, await groupErp());
    const row = architect.tab.locator(".relation-columns .rel", { hasText: "General Ledger" });
    await row.hover();
    await architect.clicks("Attributes of the relation to General Ledger");
    await architect.tab.locator(".relation-editor [data-fact]").first().click();
    await architect.tab.getByRole("option", { name: "Supporting" }).click();
    await architect.sees(/of the relation to General Ledger changed/);
    await row.getByText("supporting").waitFor();
  });

  test("assigns the role that is missing, by the name of a person", async () => {
    await architect.opens(card, await groupErp());
    await architect.clicks("Assign: Responsible");
    await architect.types("Storr");
    await architect.tab.getByRole("option", { name: /Helen Storr/ }).click();
    await architect.sees("Helen Storr has a part in Group ERP");
    await architect.tab
      .getByText("1 to go")
      .or(architect.tab.getByText(/12 of 13 points/))
      .first()
      .waitFor();
  });

  test("keeps a comment, and a reply below it", async () => {
    await architect.opens(card, await groupErp());
    await architect.tab.getByLabel(/Comment, or mention/).fill("Who pays for the last year?");
    await architect.presses("Enter");
    const thread = architect.tab.locator(".spoken", { hasText: "Who pays for the last year?" });
    await thread.getByRole("button", { name: "Reply" }).click();
    await architect.types("Accounting does.");
    await architect.presses("Enter");
    await architect.tab.locator(".replies").getByText("Accounting does.").waitFor();
  });

  test("reports that there is no such card", async () => {
    await architect.opens(card, { params: { id: "00000000-0000-4000-8000-000000000000" } });
    await architect.sees("There is no such card");
    expect(await architect.violations()).toEqual([]);
  });
});

test("the peek shows a card next to the inventory and leads to its page", async () => {
  await architect.opens(inventory, { search: { type: "Application", peek: (await groupErp()).params.id } as never });
  const peek = architect.tab.getByRole("complementary", { name: "Group ERP" });
  await peek.getByText("General Ledger").waitFor();
  await peek.getByText(/to go/).waitFor();
  expect(await architect.violations()).toEqual([]);
  await architect.clicks("Open the card");
  await architect.arrivesAt(`/cards/${id}`);
});

test("a viewer sees a card without verbs that change it, and without costs", async () => {
  await viewer.opens(card, await groupErp());
  await viewer.sees("General Ledger");
  for (const name of ["Approve again", "Approve", "Relate", "Reject"])
    await expectSoon(() => viewer.tab.getByRole("button", { name }).count()).toBe(0);
  await expectSoon(() => viewer.tab.locator("[data-fact]").count()).toBe(0);
  expect(await viewer.tab.content()).not.toContain("Total Annual Cost");
  expect(await viewer.tab.content()).not.toContain("1,480,000");
});
