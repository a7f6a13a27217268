/** Home: what waits, one's own cards with what they lack, and what has changed. */
import { beforeAll, describe, expect, test } from "bun:test";
import { home } from "../../src/console/pages/home/page";
import { demoAdministrator } from "../support/demo";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const viewer = person(server, "viewer");

beforeAll(async () => {
  architect.account = await demoAdministrator(server.url);
});

const list = (name: string) => architect.tab.locator("section", { has: architect.tab.getByRole("heading", { name }) });

describe("home", () => {
  test("shows what waits, what is missing on my cards and what changed, and axe finds nothing in it", async () => {
    await architect.opens(home);
    await list("Waits for me").getByText("Approve again").first().waitFor();
    await list("My cards").getByText("Group ERP").waitFor();
    await list("My cards").getByText("Responsible").first().waitFor();
    await architect.sees(/the last of them at twice the price/);
    expect(await architect.violations()).toEqual([]);
  });

  test("approves with A what broke, and takes it back with Z", async () => {
    await architect.opens(home);
    const rows = list("Waits for me").locator("li", { hasText: "Group ERP" });
    await rows.locator(".row-main").first().focus();
    await architect.presses("a");
    await architect.sees(/Group ERP is approved/);
    await rows.first().waitFor({ state: "detached" });
    await architect.presses("z");
    await architect.sees(/Undone/);
    await rows.first().waitFor();
  });

  test("marks a task as done with X, and opens it again with Z", async () => {
    await architect.opens(home);
    const task = list("Waits for me").locator("li", { hasText: "Name who answers at night" });
    await task.locator(".row-main").focus();
    await architect.presses("x");
    await architect.sees(/Done: Name who answers at night/);
    await task.waitFor({ state: "detached" });
    await architect.presses("z");
    await task.waitFor();
  });

  test("is arranged by each for themselves: parts are moved and hidden, a report is put on it", async () => {
    const layout = async () => (await architect.account!.get("/users/me/home")).body;
    await architect.account!.post("/saved-reports", { name: "What it costs", report_type: "cost", config: {} });
    await architect.opens(home);
    await architect.clicks("Arrange");
    await architect.clicks("My cards further up");
    await expectSoon(async () => (await layout()).parts).toEqual(["figures", "cards", "waiting", "changed"]);
    await architect.tab.getByRole("switch", { name: "Figures" }).press("Space");
    await expectSoon(async () => (await layout()).parts).toEqual(["cards", "waiting", "changed"]);
    await architect.tab.getByRole("option", { name: "What it costs" }).click();
    await expectSoon(async () => (await layout()).parts).toEqual(["cards", "waiting", "changed", "reports"]);
    expect(await architect.violations()).toEqual([]);
    await architect.presses("Escape");
    await list("Saved reports").getByText("What it costs").waitFor();
    await architect.opens(home);
    await expectSoon(() => architect.tab.locator(".home-parts h2").allTextContents()).toEqual([
      "My cards",
      "Waits for me",
      "Saved reports",
    ]);
    await list("Saved reports").getByText("What it costs").click();
    await architect.arrivesAt(/\/reports\/cost/);
  });

  test("gets its former arrangement back with Z", async () => {
    const before = (await architect.account!.get("/users/me/home")).body;
    await architect.opens(home);
    await architect.clicks("Arrange");
    await architect.tab.getByRole("switch", { name: "What changed" }).press("Space");
    await architect.tab.locator("aside", { hasText: "What changed" }).waitFor({ state: "detached" });
    await expectSoon(async () => (await architect.account!.get("/users/me/home")).body).not.toEqual(before);
    await architect.presses("Escape", "z");
    await expectSoon(async () => (await architect.account!.get("/users/me/home")).body).toEqual(before);
    await architect.tab.locator("aside", { hasText: "What changed" }).waitFor();
    await architect.account!.put("/users/me/home", { parts: ["figures", "waiting", "cards", "changed"], reports: [] });
  });

  test("leads from row to row with arrows, and peeks with Space", async () => {
    await architect.opens(home);
    await list("My cards").locator(".row-main").first().focus();
    await architect.presses("ArrowDown", "Space");
    await architect.tab.locator(".peek").getByText("Group ERP").first().waitFor();
  });

  test("counts in figures that lead to the grid with just these cards", async () => {
    await architect.opens(home);
    await architect.tab
      .locator(".figs")
      .getByText(/under 70/)
      .click();
    await architect.arrivesAt(/\/inventory.*stakeholder/);
    await architect.sees("Runtimes and Containers");
  });

  test("begins the changes anew once they are marked as read", async () => {
    await architect.opens(home);
    await architect.sees(/the last of them at twice the price/);
    await architect.presses("m");
    await architect.sees("Nothing has changed of your cards.");
  });

  test("shows that nothing waits for somebody who has no part in anything, and shows no costs without the right", async () => {
    await viewer.opens(home);
    await viewer.sees("Nothing waits for you.");
    await viewer.sees("No card is yours yet");
    expect(await viewer.violations()).toEqual([]);
  });

  test("names the card of each row on a phone, and approves by a touch of the word at its right", async () => {
    await architect.tab.setViewportSize({ width: 390, height: 844 });
    await architect.opens(home);
    const broken = list("Waits for me").locator("li", { hasText: "ERP Renewal" });
    await broken.getByText("ERP Renewal").waitFor();
    await broken.getByText("Approve", { exact: true }).click();
    await broken.waitFor({ state: "detached" });
    await architect.presses("z");
    await broken.getByText("ERP Renewal").waitFor();
  });
});
