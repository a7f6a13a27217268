/** Everything is done with the keyboard alone. */
import { describe, expect, test } from "bun:test";
import { home } from "../../src/console/pages/home/page";
import { keys } from "../../src/console/pages/keys/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");

/** Returns the element that has the focus. */
const focused = () => architect.tab.locator(":focus");

/** Presses Tab until something of a name has the focus. @throws when it has gone round without it */
async function tabsTo(name: RegExp): Promise<void> {
  for (let step = 0; step < 120; step++) {
    await architect.presses("Tab");
    const text = await focused().evaluateAll(([one]) => one?.getAttribute("aria-label") ?? one?.textContent ?? "");
    if (name.test(text)) return;
  }
  throw new Error(`Tab doesn't lead to ${name}.`);
}

/** Fails the test when the mouse does something. */
const forbidMouse = () =>
  architect.tab.addInitScript(() => {
    for (const type of ["mousedown", "pointerdown", "touchstart"])
      document.addEventListener(type, () => console.error("The mouse was used"), true);
  });

describe("with the keyboard alone", () => {
  test("one creates a card, relates it, changes many at once, and undoes that", async () => {
    await forbidMouse();
    await architect.opens(home);
    await architect.presses("n");
    await architect.tab.getByRole("textbox", { name: "Name" }).and(focused()).waitFor();
    await architect.presses("Shift+Tab");
    await architect.types("Application");
    await architect.presses("Tab");
    await architect.types("Made without a mouse");
    await architect.presses("Enter");
    await architect.tab.getByRole("heading", { name: "Made without a mouse" }).waitFor();

    await architect.presses("r");
    await architect.types("Treas");
    await architect.tab
      .getByRole("option", { name: /Treasury/ })
      .first()
      .waitFor();
    await architect.presses("ArrowDown", "Enter");
    await architect.sees(/Made without a mouse and Treasury.* are related/);
    await architect.presses("Escape");

    await tabsTo(/^Application/);
    await architect.presses("Enter");
    await architect.sees("59 of 59");
    await architect.presses("/");
    await architect.types("business crit");
    await architect.presses("Enter");
    await architect.tab.getByRole("option", { name: /Mission Critical/ }).waitFor();
    await architect.types("mission");
    await architect.presses("Enter");
    await architect.sees("20 of 59");
    await tabsTo(/^Cards$/);
    await architect.presses("Control+a");
    await architect.sees("20 selected");
    await tabsTo(/^Edit…/);
    await architect.presses("Enter");
    await architect.tab.getByRole("option", { name: "Hosting Type" }).waitFor();
    await architect.types("Hosting");
    await architect.presses("Enter");
    await architect.tab.getByRole("option", { name: "Hybrid" }).waitFor();
    await architect.types("Hyb");
    await architect.presses("Enter");
    await architect.sees("Hosting Type of 20 cards changed");
    await architect.presses("z");
    await architect.sees(/Undone/);
  });

  test("single letters are switched off, and keys with a modifier act on", async () => {
    await architect.opens(keys);
    await tabsTo(/^Single letters act/);
    await architect.presses("ArrowRight", "Space");
    await architect.tab.getByRole("radio", { name: "They don't", checked: true }).waitFor();
    await architect.presses("n", "g", "h");
    await architect.presses("Control+k");
    await architect.tab.getByRole("searchbox").waitFor();
    await expectSoon(() => architect.tab.getByRole("dialog").count()).toBe(1);
    expect(architect.address()).toBe("/keys");
  });
});
