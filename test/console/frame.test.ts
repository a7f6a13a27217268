/** The frame: who gets in, what the rail leads to, and how it looks. */
import { describe, expect, test } from "bun:test";
import { home } from "../../src/console/pages/home/page";
import { notifications } from "../../src/console/pages/notifications/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const PASSWORD = "Three Rivers 9 crossed";

describe("on an empty server", () => {
  const server = testServer();
  const first = person(server);

  test("the first visitor makes the administrator's account and is in the console", async () => {
    await first.opens(home);
    await first.arrivesAt("/welcome");
    await first.fills("Name", "Ada Merrow");
    await first.fills("E-mail", "ada@stoa.example");
    await first.fills("Password", PASSWORD);
    await first.clicks("Make the account");
    await first.sees("What do you want to start with?");
    expect(await first.violations()).toEqual([]);
    await first.clicks("Load the demo landscape");
    await first.arrivesAt("/");
    await first.sees("Application & Data");
    await first.sees("Ada Merrow");
    expect((await server.nobody.post("/auth/login", { email: "ada@stoa.example", password: PASSWORD })).status).toBe(
      200,
    );
  });

  test("a visitor who isn't logged in comes to the page that was asked for by way of the login", async () => {
    await first.opens(notifications, { search: { unread: true } });
    await first.arrivesAt(/^\/login\?to=/);
    await first.fills("E-mail", "ada@stoa.example");
    await first.fills("Password", "not the password");
    await first.presses("Enter");
    await first.sees("Address or password is wrong.");
    await first.types(PASSWORD);
    await first.presses("Enter");
    await first.arrivesAt("/notifications?unread=true");
  });
});

describe("with the demo", () => {
  const server = testServer({ SEED_DEMO: "true" });
  const architect = person(server, "admin");

  test("the rail lists the types by layer with how many cards there are", async () => {
    await architect.opens(home);
    await architect.sees("Application & Data");
    await expectSoon(() =>
      architect.tab.locator(".nav.sub", { hasText: "Application" }).first().textContent(),
    ).toContain("58");
  });

  test("the palette finds a card by a part of its name, and opens its page", async () => {
    await architect.opens(home);
    await architect.jumps("Order Hub");
    await architect.tab
      .getByRole("option", { name: /Order Hub.*Application/ })
      .first()
      .waitFor();
    await architect.presses("Enter");
    await architect.arrivesAt(/^\/cards\//);
    await architect.sees("Takes orders from every channel");
  });

  test("letters that are typed before the palette is there stand in it, and act on nothing else", async () => {
    const typed = Promise.withResolvers<void>();
    await architect.tab.route(/palette-content/, async (route) => {
      await typed.promise;
      await route.continue();
    });
    await architect.opens(home);
    await architect.presses("Control+k", "n", "g", "h", "Enter");
    typed.resolve();
    await expectSoon(() => architect.tab.getByRole("searchbox").inputValue()).toBe("ngh");
    await architect.types("t");
    await expectSoon(() => architect.tab.getByRole("searchbox").inputValue()).toBe("nght");
    await architect.presses("Escape");
    expect(architect.address()).toBe("/");
    expect(await architect.tab.getByRole("dialog").count()).toBe(0);
  });

  test("the palette limits to the type of the list behind, offers what can be done with the first card, and filters the list", async () => {
    const { tab } = architect;
    await architect.opens("/inventory?type=Application");
    await architect.jumps("erp");
    await tab.getByRole("option", { name: "ERP Renewal Initiative" }).waitFor();
    expect(await tab.locator(".pf").textContent()).toMatch(/\/\s*filter/);
    await architect.presses("Tab");
    await expectSoon(() => tab.getByRole("option").first().textContent()).toContain("Cloud ERP");
    expect(await tab.getByRole("option", { name: "ERP Renewal Initiative" }).count()).toBe(0);
    for (const offer of [
      "Relate Cloud ERP to …",
      "What breaks if Cloud ERP fails",
      "Assign Technical Application Owner to Cloud ERP",
    ])
      await tab.getByRole("option", { name: offer }).waitFor();
    expect(await architect.violations("page")).toEqual([]);
    await tab.getByRole("option", { name: "Name contains erp" }).click();
    await architect.arrivesAt("/inventory?type=Application&filter=erp");
    await architect.presses("Control+k", "/");
    await tab.getByRole("searchbox", { name: "Filter" }).waitFor();
    expect(await tab.locator(".pal-dialog").count()).toBe(0);
  });

  test("the palette begins a relation and an assignment on the page of the card", async () => {
    const { tab } = architect;
    await architect.opens(home);
    await architect.jumps("Cloud ERP");
    await tab.getByRole("option", { name: "Relate Cloud ERP to …" }).click();
    await expectSoon(() =>
      tab.locator(".relate-line input").evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await architect.presses("Escape");
    await expectSoon(() => tab.locator(".relate-line").count()).toBe(0);
    await architect.jumps("Cloud ERP");
    await tab.getByRole("option", { name: /^Assign Technical/ }).click();
    await tab.getByPlaceholder("Name or address").waitFor();
  });

  test("the palette makes a card of a name that no card has, and finds people after @ and pages after g", async () => {
    const { tab } = architect;
    await architect.opens(home);
    await architect.jumps("@tomas");
    await expectSoon(() => tab.getByRole("option").allInnerTexts()).toEqual([expect.stringContaining("Tomas Brandt")]);
    // The home page has no list to filter.
    expect(await tab.locator(".pf").textContent()).toMatch(/^(?!.*filter).*@\s*people/s);
    await architect.presses("Enter");
    await architect.arrivesAt(/^\/admin\/users\?.*person=/);
    await architect.opens(home);
    await architect.jumps("g road");
    await expectSoon(() => tab.getByRole("option").allInnerTexts()).toEqual([
      expect.stringContaining("Life cycle roadmap"),
    ]);
    await tab.getByRole("searchbox", { name: "Search or jump" }).fill("g whizz");
    await tab.getByText("No card is called “g whizz”").waitFor();
    await tab.getByRole("searchbox", { name: "Search or jump" }).fill("Zyzzyva");
    await tab.getByRole("option", { name: "Make a card of this name" }).waitFor();
    await architect.presses("Enter");
    await expectSoon(() => tab.getByLabel("Name", { exact: true }).inputValue()).toBe("Zyzzyva");
    await architect.presses("Escape");
  });

  test("axe finds nothing in the frame, light and dark", async () => {
    await architect.opens(home);
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });
});
