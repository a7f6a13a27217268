/** Two people who change the same card at the same time: nothing of either is lost. */
import { describe, expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { inventory } from "../../src/console/pages/inventory/page";
import type { Client } from "../support/client";
import { testServer } from "../support/server";
import { expectSoon, inTime, until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const colleague = person(server, "member");

type MadeCard = { id: string };

/** Creates an application. */
async function application(client: Client, name: string, more: object = {}): Promise<MadeCard> {
  const attributes = { costTotalAnnual: 1_480_000, numberOfUsers: 640 };
  const { status, body } = await client.post("/cards", { type: "Application", name, attributes, ...more });
  expect(status).toBe(201);
  return body;
}

const read = async (client: Client, { id }: MadeCard) => (await client.get(`/cards/${id}`)).body;

/** Opens a card, and waits until what others do is seen. */
async function opens(who: typeof architect, { id }: MadeCard): Promise<void> {
  await who.opens(card, { params: { id } });
  await who.tab.getByRole("img", { name: "connected", exact: true }).waitFor();
}

/** Returns the fact of a name. */
const fact = (who: typeof architect, label: string) =>
  who.tab.locator(".card-fields").getByRole("button", { name: new RegExp(`^${label}:`, "i") });
const editor = (who: typeof architect, label: string) => who.tab.getByRole("textbox", { name: label });
const conflict = (who: typeof architect) => who.tab.locator(".conf");

/** Changes a cost by another program, whose change meets no editor. */
const costs = (client: Client, { id }: MadeCard, cost: number) =>
  client.patch(`/cards/${id}`, { merge_attributes: { costTotalAnnual: cost } });

/** Lets something happen after the next change of a card was sent, and before it arrives. */
async function beforeSaving(who: typeof architect, happens: () => Promise<unknown>): Promise<void> {
  let isDone = false;
  await who.tab.route("**/api/v1/cards/*", async (route) => {
    if (!isDone && route.request().method() === "PATCH") {
      isDone = true;
      await happens();
    }
    await route.continue();
  });
}

describe("two people on one card", () => {
  test("see each other's changes within a second, tinted for a moment", async () => {
    const made = await application(architect.account!, "Seen by two");
    await opens(architect, made);
    await opens(colleague, made);
    await fact(colleague, "Number of Users").click();
    await editor(colleague, "Number of Users").fill("700");
    await colleague.presses("Enter");
    await colleague.sees("Number of Users of Seen by two changed");
    await inTime(fact(architect, "Number of Users").filter({ hasText: "700" }).waitFor(), "the figure of the other");
    await expectSoon(() => fact(architect, "Number of Users").getAttribute("class")).toContain("arrived");
    await until(
      async () => !(await fact(architect, "Number of Users").getAttribute("class"))?.includes("arrived"),
      "the tint to go",
    );
  });

  test("change different fields, and both are saved", async () => {
    const made = await application(architect.account!, "Two fields");
    await opens(architect, made);
    await fact(architect, "Total annual cost").click();
    await editor(architect, "Total annual cost").fill("1450000");
    await colleague.account!.patch(`/cards/${made.id}`, { merge_attributes: { numberOfUsers: 700 } });
    await architect.presses("Enter");
    await architect.sees("Total annual cost of Two fields changed");
    expect((await read(architect.account!, made)).attributes).toMatchObject({
      costTotalAnnual: 1_450_000,
      numberOfUsers: 700,
    });
    await expectSoon(() => conflict(architect).count()).toBe(0);
  });

  test("change the same field: whoever types sees both values at the field, and saves theirs by ↵", async () => {
    const made = await application(architect.account!, "One field");
    await opens(architect, made);
    await fact(architect, "Total annual cost").click();
    await editor(architect, "Total annual cost").fill("1450000");
    await costs(colleague.account!, made, 1_465_000);
    await conflict(architect)
      .getByText(/^member \d+ changed this while you were typing/)
      .waitFor();
    const text = await conflict(architect).textContent();
    expect(text).toMatch(/Before\$1,480,000until .*Theirs\$1,465,000-15,000.*Yours\$1,450,000-30,000not saved/);
    expect(text).toStartWith("member");
    expect(await architect.violations()).toEqual([]);
    await architect.tab.locator(".field-editor[data-seen]").waitFor();
    await architect.presses("Enter");
    await architect.sees("Total annual cost of One field changed");
    expect((await read(architect.account!, made)).attributes.costTotalAnnual).toBe(1_450_000);
    await conflict(architect).waitFor({ state: "hidden" });
  });

  test("change the same field in the moment of ↵: the key was not meant for the choice, which is made after it", async () => {
    const made = await application(architect.account!, "In a moment");
    await opens(architect, made);
    await fact(architect, "Total annual cost").click();
    await editor(architect, "Total annual cost").fill("1450000");
    // ↵ arrives together with the value of the other.
    await architect.tab.evaluate(() => {
      const input = document.activeElement;
      const observer = new MutationObserver(() => {
        if (!document.querySelector(".conf")) return;
        observer.disconnect();
        input?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    await costs(colleague.account!, made, 1_465_000);
    await fact(architect, "Total annual cost").waitFor();
    await conflict(architect).waitFor();
    expect((await read(architect.account!, made)).attributes.costTotalAnnual).toBe(1_465_000);
    await conflict(architect).getByRole("button", { name: "Save mine" }).click();
    await architect.sees("Total annual cost of In a moment changed");
    expect((await read(architect.account!, made)).attributes.costTotalAnnual).toBe(1_450_000);
  });

  test("change the same field: Esc takes the value of the other", async () => {
    const made = await application(architect.account!, "Theirs");
    await opens(architect, made);
    await fact(architect, "Total annual cost").click();
    await editor(architect, "Total annual cost").fill("1450000");
    await costs(colleague.account!, made, 1_465_000);
    await conflict(architect).waitFor();
    await architect.presses("Escape");
    await fact(architect, "Total annual cost").filter({ hasText: "$1,465,000" }).waitFor();
    expect((await read(architect.account!, made)).attributes.costTotalAnnual).toBe(1_465_000);
  });

  test("a value that meets another one only at the server is held at its field, and nothing else waits", async () => {
    const made = await application(architect.account!, "Held");
    await opens(architect, made);
    // The other's change comes after the page has sent its own.
    await beforeSaving(architect, () => costs(colleague.account!, made, 1_465_000));
    await fact(architect, "Total annual cost").click();
    await editor(architect, "Total annual cost").fill("1450000");
    await architect.presses("Enter");
    await conflict(architect).getByText("changed this while you were typing").waitFor();
    await expectSoon(() => fact(architect, "Total annual cost").textContent()).toContain("$1,450,000");
    await architect.tab.getByRole("button", { name: "Name: Held" }).click();
    await editor(architect, "Name").fill("Held up");
    await architect.presses("Enter");
    await architect.sees("The name of Held changed");
    await conflict(architect).getByRole("button", { name: "Save mine" }).click();
    await architect.sees(/Total annual cost of Held( up)? changed/i);
    const saved = await read(architect.account!, made);
    expect([saved.name, saved.attributes.costTotalAnnual]).toEqual(["Held up", 1_450_000]);
  });

  test("type the same value, and no conflict is shown", async () => {
    const made = await application(architect.account!, "The same");
    await opens(architect, made);
    await fact(architect, "Total annual cost").click();
    await editor(architect, "Total annual cost").fill("1465000");
    await costs(colleague.account!, made, 1_465_000);
    await architect.presses("Enter");
    await fact(architect, "Total annual cost").filter({ hasText: "$1,465,000" }).waitFor();
    await expectSoon(() => conflict(architect).count()).toBe(0);
  });

  test("change different paragraphs of a description, which are merged", async () => {
    const description = "Books of all companies.\n\nIts vendor supports it.\n\nNobody likes it.";
    const made = await application(architect.account!, "Paragraphs", { description });
    await opens(architect, made);
    await architect.tab.getByRole("button", { name: /^Description: Books of all/ }).click();
    await editor(architect, "Description").fill(description.replace("Nobody", "Everybody"));
    const theirs = description.replace("all companies", "two companies");
    const replies: unknown[] = [];
    await beforeSaving(architect, async () =>
      replies.push(await colleague.account!.patch(`/cards/${made.id}`, { description: theirs })),
    );
    await architect.presses("Control+Enter");
    await architect.sees("The description of Paragraphs changed");
    expect(replies).toMatchObject([{ status: 200, body: { description: theirs } }]);
    expect((await read(architect.account!, made)).description).toBe(
      "Books of two companies.\n\nIts vendor supports it.\n\nEverybody likes it.",
    );
  });

  test("change different paragraphs, and the other's arrives while one types: nothing is asked, and both are saved", async () => {
    const description = "Books of all companies.\n\nIts vendor supports it.\n\nNobody likes it.";
    const made = await application(architect.account!, "Typed on", { description });
    await opens(architect, made);
    await architect.tab.getByRole("button", { name: /^Description: Books of all/ }).click();
    await editor(architect, "Description").fill(description.replace("Nobody", "Everybody"));
    const theirs = description.replace("all companies", "two companies");
    const arrived = architect.tab.waitForResponse(
      async (answer) => answer.url().endsWith(`/cards/${made.id}`) && (await answer.text()).includes("two companies"),
    );
    await colleague.account!.patch(`/cards/${made.id}`, { description: theirs });
    await arrived;
    await expectSoon(() => conflict(architect).count()).toBe(0);
    await architect.presses("Control+Enter");
    await architect.sees("The description of Typed on changed");
    expect((await read(architect.account!, made)).description).toBe(
      "Books of two companies.\n\nIts vendor supports it.\n\nEverybody likes it.",
    );
  });

  test("change the same paragraph, and both texts stand side by side", async () => {
    const description = "Books, purchasing, stock and orders of all companies but one.";
    const made = await application(architect.account!, "One paragraph", { description });
    await opens(architect, made);
    await architect.tab.getByRole("button", { name: /^Description: Books/ }).click();
    await editor(architect, "Description").fill(description.replace("but one", "but two"));
    await colleague.account!.patch(`/cards/${made.id}`, { description: description.replace("Books", "Ledgers") });
    await conflict(architect).locator(".conf-texts").waitFor();
    await expectSoon(() => conflict(architect).locator("del").allInnerTexts()).toEqual(["Books", "one"]);
    expect(await architect.violations()).toEqual([]);
    await architect.tab.locator(".field-editor[data-seen]").waitFor();
    await architect.presses("Control+Enter");
    await architect.sees("The description of One paragraph changed");
    expect((await read(architect.account!, made)).description).toEndWith("but two.");
  });

  test("change one cell of the inventory, where the choice is made at the cell", async () => {
    const made = await application(architect.account!, "A cell of two");
    await architect.opens(inventory, { search: { type: "Application", filter: "A cell of two" } });
    await architect.tab.getByRole("img", { name: "connected", exact: true }).waitFor();
    await architect.tab.getByRole("gridcell", { name: "1,480,000" }).dblclick();
    await architect.tab.locator(".cell-input").fill("1450000");
    await costs(colleague.account!, made, 1_465_000);
    await conflict(architect).waitFor();
    await expectSoon(() => conflict(architect).textContent()).toContain("$1,465,000");
    await architect.tab.locator(".field-editor[data-seen]").waitFor();
    await architect.presses("Enter");
    await architect.sees("Total annual cost of A cell of two changed");
    expect((await read(architect.account!, made)).attributes.costTotalAnnual).toBe(1_450_000);
  });
});
