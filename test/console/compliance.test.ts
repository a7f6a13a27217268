/** Compliance: findings by regulation and cause, decisions, scans, and the way from a finding to an accepted risk. */
import { describe, expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { compliance } from "../../src/console/pages/compliance/page";
import { grc } from "../../src/console/pages/grc/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const officer = person(server, "admin");
const manager = person(server, "member");
const reader = person(server, "viewer");
const admin = clientAs(server, "admin");

/** Enters a finding. */
const enter = async (gap_description: string, fields: object = {}) =>
  (
    await admin.post("/compliance/compliance-findings", {
      ...{ regulation: "gdpr", requirement: "It is required", status: "non_compliant", severity: "high" },
      ...{ gap_description, ...fields },
    })
  ).body;

/** Returns the row of a finding in the list. */
const row = (text: string) => officer.tab.locator(".findings-grid .gr", { hasText: text });

describe("the findings", () => {
  test("stand below their regulations, and axe finds nothing in both themes", async () => {
    await officer.opens(compliance);
    await row("Recordings of calls are in no record.").waitFor();
    await expectSoon(() => officer.tab.locator('.findings-grid .gr[data-row="0"]').textContent()).toContain(
      "EU AI Act",
    );
    await row("The gateway accepts passwords").locator(".nm").click();
    await officer.presses("Space");
    await officer.tab.locator(".peek", { hasText: "Replace the gateway" }).waitFor();
    expect(await officer.violations()).toEqual([]);
    await officer.prefers("dark");
    expect(await officer.violations()).toEqual([]);
  });

  test("are left of one regulation and state by a press in the picture, and all again by another", async () => {
    await officer.opens(compliance);
    const cell = officer.tab.locator(".finding-table tr", { hasText: "NIS2" }).locator(".non_compliant button");
    await cell.click();
    await officer.arrivesAt(/regulation%3Anis2\+status%3Anon_compliant/);
    await row("The gateway accepts passwords").waitFor();
    await row("Recordings of calls").waitFor({ state: "detached" });
    await cell.click();
    await row("Recordings of calls").waitFor();
  });

  test("are left of one cause when it is chosen", async () => {
    await enter("The plant keeps everything", { remediation: "Delete what is old" });
    await enter("The shop keeps everything", { remediation: "Delete what is old", regulation: "soc2" });
    await officer.opens(compliance, { search: { by: "cause" } });
    expect(await officer.violations()).toEqual([]);
    await officer.clicks(/Delete what is old.*2 findings/);
    await row("The plant keeps everything").waitFor();
    await row("The shop keeps everything").waitFor();
    await row("Recordings of calls").waitFor({ state: "detached" });
  });

  test("are decided by a digit, and Z undoes it", async () => {
    const finding = await enter("The gate has no lock");
    await officer.opens(compliance, { search: { filter: "gate lock", finding: finding.id } });
    await officer.tab
      .locator(".peek")
      .getByRole("button", { name: /In review/ })
      .waitFor();
    await officer.presses("1");
    await officer.tab.locator(".peek .kv", { hasText: "In review" }).waitFor();
    await officer.sees("In review: The gate has no lock");
    await officer.presses("z");
    await officer.tab.locator(".peek .kv", { hasText: "New" }).waitFor();
  });

  test("are entered with N, and open next to the list", async () => {
    await officer.opens(compliance);
    await row("Recordings of calls").waitFor();
    await officer.presses("n");
    await officer.fills("What is required", "Logs are kept for a year");
    await officer.fills("What is lacking", "They are kept for a month");
    await officer.clicks("Enter it");
    await officer.tab.locator(".peek", { hasText: "They are kept for a month" }).waitFor();
    await officer.tab.locator(".peek", { hasText: "Logs are kept for a year" }).waitFor();
  });

  test("are decided many at once", async () => {
    await enter("First of two pumps", { severity: "critical" });
    await enter("Second of two pumps", { severity: "critical" });
    await officer.opens(compliance, { search: { filter: "pumps" } });
    await row("First of two pumps").locator(".nm").click();
    await officer.presses("x");
    await officer.sees("1 finding selected");
    await row("Second of two pumps").locator(".nm").click();
    await officer.presses("x");
    await officer.sees("2 findings selected");
    await officer.clicks("Decide");
    await officer.clicks("In review");
    await row("Second of two pumps").getByText("In review").waitFor();
    await row("First of two pumps").getByText("In review").waitFor();
  });

  test("are deleted many at once, which Z undoes", async () => {
    await enter("First of two valves");
    await enter("Second of two valves");
    await officer.opens(compliance, { search: { filter: "valves" } });
    await row("First of two valves").locator(".nm").click();
    await officer.presses("x", "ArrowDown", "x");
    await officer.sees("2 findings selected");
    await officer.clicks("Delete…");
    await officer.sees(/Delete 2 findings\?/);
    await officer.clicks("Delete");
    await officer.sees("2 findings deleted");
    await row("First of two valves").waitFor({ state: "detached" });
    await officer.presses("z");
    await row("First of two valves").waitFor();
    await row("Second of two valves").waitFor();
  });

  test("stand on the page of their card, from which one leads to the list", async () => {
    const { body } = await admin.post("/cards", { type: "Application", name: "Valve Control" });
    await reader.opens(card, { params: { id: body.id } });
    await reader.sees("Valve Control");
    await enter("Its log is lost", { card_id: body.id });
    const section = reader.tab.getByRole("complementary", { name: "About this card" });
    await section.getByText("Not compliant").waitFor();
    await section.getByRole("link", { name: "Its log is lost" }).click();
    await reader.arrivesAt(/^\/compliance\?finding=/);
    await reader.tab.locator(".peek", { hasText: "Its log is lost" }).waitFor();
  });

  test("offer a viewer nothing that changes them", async () => {
    await reader.opens(compliance);
    await reader.tab.locator(".findings-grid").getByText("The gateway accepts passwords").click();
    await reader.presses("Space");
    await reader.tab.locator(".peek", { hasText: "What is required" }).waitFor();
    for (const name of ["Run the rules", "Make one of it", "Review it", "Attach", "Delete…"])
      await expectSoon(() => reader.tab.getByRole("button", { name }).count()).toBe(0);
  });

  test("show what failed, and are read again", async () => {
    reader.expected = [/500/];
    await reader.tab.route("**/compliance-findings?**", (route) => route.fulfill({ status: 500, body: "{}" }));
    await reader.opens(compliance);
    await reader.sees("This could not be loaded.");
    await reader.tab.unroute("**/compliance-findings?**");
    await reader.clicks("Try again");
    await reader.sees("Recordings of calls are in no record.");
  });
});

describe("the way from a finding to an accepted risk", () => {
  test("is gone by three people: one finds it, one makes a risk of it and accepts it, one sees what was decided", async () => {
    await enter("The archive burns", { severity: "critical", remediation: "Copy it" });
    await manager.opens(compliance, { search: { filter: "archive" } });
    await manager.tab.locator(".findings-grid").getByText("The archive burns").click();
    await manager.presses("Space");
    await manager.clicks("Make one of it");
    await manager.tab.locator(".peek .kv", { hasText: "Tracked as a risk" }).waitFor();
    await manager.tab.locator(".peek .kv").getByRole("link", { name: /^R-/ }).click();
    await manager.arrivesAt(/^\/risks\?/);
    await manager.tab.locator(".peek .risk-task", { hasText: "Remediate" }).waitFor();
    await manager.sees(/^Compliance: GDPR$/);

    await reader.opens(compliance, { search: { filter: "archive" } });
    const seen = reader.tab.locator(".findings-grid .gr", { hasText: "The archive burns" });
    await seen.getByText("Tracked as a risk").waitFor();

    await manager.clicks("Accept with a reason");
    await manager.fills("Why is it accepted?", "It is copied in spring");
    await manager.clicks("Accept it");
    await seen.getByText("Accepted").waitFor();
    await seen.locator(".nm").click();
    await reader.presses("Space");
    await reader.tab.locator(".peek .kv", { hasText: "It is copied in spring" }).waitFor();
  });
});

describe("a scan", () => {
  test("is run by a button, shows that it has ended, and brings its findings to the list", async () => {
    await officer.opens(compliance, { search: { sort: "found" } });
    await officer.clicks("Run the rules");
    await officer.tab.getByText(/Last run .*, \d+ findings/).waitFor({ timeout: 60_000 });
    const { body } = await admin.get("/compliance/compliance-findings?where=engine:local&page_size=1");
    expect(body.total).toBeGreaterThan(0);
    await officer.tab.waitForFunction(
      (least) => Number(document.querySelector(".foot b")?.textContent?.replaceAll(/\D/g, "")) >= least,
      body.total,
    );
  });
});

describe("the address in the notification of a scan", () => {
  test("leads to compliance, and without a name of a page to the register", async () => {
    await reader.opens(grc, { search: { tab: "compliance" } });
    await reader.arrivesAt("/compliance");
    await reader.opens(grc);
    await reader.arrivesAt("/risks");
  });
});
