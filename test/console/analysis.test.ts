/** Analyses: duplicates that are compared and decided, vendors, modernisation, the architect's wizard, runs, and what a model said. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { setSearchAddress } from "../../src/areas/ai/search";
import { analysisRuns } from "../../src/console/pages/analysis-runs/page";
import { architect } from "../../src/console/pages/architect/page";
import { card } from "../../src/console/pages/card/page";
import { duplicates } from "../../src/console/pages/duplicates/page";
import { modernisation } from "../../src/console/pages/modernisation/page";
import { portfolio } from "../../src/console/pages/portfolio/page";
import { vendors } from "../../src/console/pages/vendors/page";
import { makeCard } from "../support/factories";
import { type ModelProvider, startModelProvider, useProvider } from "../support/model-provider";
import { clientAs, testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true", ALLOW_PRIVATE_ADDRESSES: "true" });
const manager = person(server, "admin");
const member = person(server, "member");
const reader = person(server, "viewer");
const admin = clientAs(server, "admin");

type Row = { id: string; status: string; card_names: string[]; analysis_type: string; title: string };

/** Waits until a list of the API has something. */
const untilListed = (path: string, fits: (one: Row) => boolean, what: string) =>
  until(async () => (await admin.get(path)).body.find(fits) as Row | undefined, what);

const twin = (one: Row) => one.card_names.includes("Night Roster");

beforeAll(async () => {
  const description = "Plans the shifts of the night crews and checks their hours against the contract";
  for (const name of ["Night Roster", "Night Rostr"]) await makeCard(admin, { type: "Application", name, description });
});

describe("duplicates", () => {
  test("are compared, shown side by side with what speaks for it, decided by a key and undone by another", async () => {
    const { tab } = manager;
    await manager.opens(duplicates);
    await manager.sees("Nothing was compared yet");
    await tab.locator(".empty").getByRole("button", { name: "Compare" }).click();
    await tab.locator(".li", { hasText: "Night Rostr" }).first().click();
    await tab.getByRole("list", { name: "What matches" }).getByText(/alike/).first().waitFor();
    await tab
      .getByRole("row", { name: /What it does/ })
      .getByText("alike")
      .waitFor();
    expect(await manager.violations()).toEqual([]);
    await manager.prefers("dark");
    expect(await manager.violations()).toEqual([]);

    await manager.presses("3");
    await untilListed("/turbolens/duplicates", (one) => twin(one) && one.status === "dismissed", "the decision");
    await tab.getByRole("link", { name: "Dismissed 1" }).waitFor();
    await manager.presses("z");
    await untilListed(
      "/turbolens/duplicates",
      (one) => twin(one) && one.status === "pending",
      "the decision to be undone",
    );
    await tab.getByRole("link", { name: "Dismissed 0" }).waitFor();
  });

  test("are read by a member without a verb, and are no page for a viewer", async () => {
    await member.opens(duplicates);
    await member.sees("Night Rostr");
    await expectSoon(() => member.tab.getByRole("button", { name: /Compare|Duplicates|Not the same/ }).count()).toBe(0);
    await reader.tab.goto("/analysis/duplicates");
    await reader.sees(/may not|no page/);
    await expectSoon(() => reader.tab.getByRole("link", { name: "Analysis" }).count()).toBe(0);
  });
});

test("vendors are sorted into categories and names, modernisation has its facts, and each run is in the history", async () => {
  const { tab } = manager;
  await manager.opens(vendors);
  await tab.locator(".empty").getByRole("button", { name: "Sort into categories" }).click();
  await manager.sees("Corvane Business Software");
  expect(await manager.violations()).toEqual([]);
  await tab.locator(".gr", { hasText: "Silverfen Logistics Software" }).getByText("Silverfen").click();
  await manager.presses("Space");
  await tab.locator(".peek", { hasText: "Silverfen Logistics Software" }).waitFor();
  await manager.clicks("By category");
  await manager.sees("ERP & Finance");
  await tab.locator(".gr", { hasText: "ERP & Finance" }).getByText("ERP & Finance").click();
  await manager.arrivesAt(/filter=category/);
  await tab.locator(".chip", { hasText: "ERP & Finance" }).waitFor();
  await tab.locator(".gr", { hasText: "Silverfen Logistics Software" }).waitFor({ state: "detached" });
  const download = tab.waitForEvent("download");
  await manager.clicks("Export");
  await manager.clicks("Text (CSV)");
  const file = readFileSync(await (await download).path(), "utf8");
  expect(file).toContain("Corvane Business Software");
  expect(file).not.toContain("Silverfen");
  await manager.clicks("Names");
  await tab.locator(".empty").getByRole("button", { name: "Compare the names" }).click();
  await tab.getByRole("grid", { name: "Names of vendors" }).getByText("Corvane").first().waitFor();

  await manager.opens(modernisation);
  await tab.locator(".empty").getByRole("button", { name: "Look for it" }).click();
  await tab.locator(".gr", { hasText: "Old Web Shop" }).getByText("Old Web Shop").click();
  await manager.presses("Space");
  await tab.locator(".peek", { hasText: "What led to it" }).waitFor();
  expect(await manager.violations()).toEqual([]);

  await manager.opens(analysisRuns);
  for (const name of ["Duplicates", "Categories of vendors", "Names of vendors", "Modernisation"])
    await tab.locator(".gr", { hasText: name }).first().getByText("Done").waitFor();
});

test("a session leads from a requirement to an initiative, which is undone as one batch", async () => {
  const { tab } = manager;
  await manager.opens(architect);
  await manager.presses("n");
  await tab.getByRole("textbox", { name: "What is it about?" }).fill("Orders on the web");
  await manager.presses("Enter");
  await manager.arrivesAt(/\/analysis\/architect\/[0-9a-f-]+/);
  await manager.fills("What is required?", "Customers order in a shop on the web");
  await tab.getByRole("combobox", { name: "Objectives that it serves" }).fill("a");
  await tab.getByRole("option").first().click();
  await manager.sees(/hangs? on them/);
  await manager.presses("Escape");
  const next = (name: string) => tab.locator(".assessment-verbs").getByRole("button", { name }).click();
  await next("Business");
  await tab.getByRole("radio", { name: "6 months" }).check();
  await next("Technology");
  await tab.getByRole("radio", { name: "internal" }).check();
  expect(await manager.violations()).toEqual([]);
  await next("Options");
  await tab.getByRole("radio", { name: /^Buy a product/ }).check();
  await next("Gaps");
  await manager.sees("recommended");
  await next("Needs");
  await manager.sees("A platform to run on");
  await next("Target");
  await manager.sees("New cards");
  expect(await manager.violations()).toEqual([]);
  await next("Commit");
  await manager.fills("Name of the initiative", "Web orders");
  await manager.clicks("Make the initiative");
  await tab.getByRole("link", { name: "Web orders" }).waitFor();
  await manager.sees(/has the decision/);
  const session = await untilListed(
    "/turbolens/assessments",
    ({ title }) => title === "Orders on the web",
    "the session",
  );
  expect(session.status).toBe("committed");

  const { body: batches } = await admin.get("/mutation-batches?page_size=20");
  const isCommit = ({ event_type: type }: { event_type: string }) => type === "assessment.committed";
  const batch = batches.items.find(({ parts }: { parts: { event_type: string }[] }) => parts.some(isCommit));
  await admin.post(`/mutation-batches/${batch.id}/rollback`, { dry_run: false });
  await tab.reload();
  await manager.sees("Make the initiative");
});

describe("with a language model", () => {
  let provider: ModelProvider;
  beforeAll(async () => {
    provider = await startModelProvider();
    await useProvider(admin, "openai", provider);
  });
  afterAll(() => provider.stop());

  test("a run shows its progress and is cancelled, and the next one marks the words of the model", async () => {
    const { tab } = manager;
    provider.reply(() => undefined);
    await manager.opens(duplicates);
    await tab
      .locator(".topbar")
      .getByRole("button", { name: /^Compare/ })
      .click();
    await manager.sees(/Asking the language model/);
    await tab.locator(".topbar").getByRole("button", { name: "Cancel" }).click();
    await manager.sees("The last run was cancelled");

    const { body: cards } = await admin.get("/cards?search=Night%20Rost&page_size=5");
    const member_ids = cards.items.map(({ id }: { id: string }) => id);
    const cluster = { cluster_name: "Rosters", member_ids, evidence: "Both plan shifts", recommendation: "Retain one" };
    provider.say("openai", (body) => JSON.stringify({ clusters: body.includes("Application cards") ? [cluster] : [] }));
    await tab
      .locator(".topbar")
      .getByRole("button", { name: /^Compare/ })
      .click();
    await tab.getByRole("list", { name: "What matches" }).getByText("Both plan shifts").waitFor();
    await manager.sees(/^said by /);
    expect(await manager.violations()).toEqual([]);
  });
});

describe("a language model", () => {
  let provider: ModelProvider;
  beforeAll(async () => {
    provider = await startModelProvider();
    setSearchAddress(provider.url);
  });
  afterAll(async () => {
    setSearchAddress();
    await provider.stop();
  });

  test("suggests a description, which is marked, stored by a press alone, and taken back with Z", async () => {
    await admin.patch("/settings/ai", { enabled: false });
    const { id } = await makeCard(admin, { type: "Application", name: "Hail Forecast" });
    const described = async () => (await admin.get(`/cards/${id}`)).body.description ?? "";
    await manager.opens(card, { params: { id } });
    await manager.sees("Describe it");
    await manager.seesNo("Suggest a description");
    await useProvider(admin, "openai", provider, { portfolio_insights_enabled: true });
    const value = "Warns growers of hail an hour before it falls.";
    provider.say("openai", JSON.stringify({ description: { value, confidence: 0.8, source: "example.org" } }));
    await manager.opens(card, { params: { id } });
    await manager.clicks("Suggest a description");
    await manager.sees(value);
    await manager.sees("said by m 1");
    await manager.sees("80% sure, after example.org");
    expect(await manager.violations()).toEqual([]);
    expect(await described()).toBe("");
    await manager.clicks("Take it over");
    await expectSoon(described).toBe(value);
    await manager.sees(/is described as suggested/);
    await manager.presses("z");
    await expectSoon(described).toBe("");
    await reader.opens(card, { params: { id } });
    await reader.sees("Hail Forecast");
    await expectSoon(() => reader.tab.getByText("Suggest a description").count()).toBe(0);
  });

  test("gives insights into the portfolio on demand, from counts alone", async () => {
    await useProvider(admin, "openai", provider, { portfolio_insights_enabled: true });
    const insights = [
      { title: "Two systems do the same", observation: "Half are aged.", recommendation: "Retire one." },
    ];
    let sent = "";
    provider.say("openai", (body) => {
      sent = body;
      return JSON.stringify({ insights });
    });
    await manager.opens(portfolio);
    await manager.sees(/assessed/);
    await manager.clicks("Insights");
    await manager.sees("Two systems do the same");
    await manager.sees("said by m 1");
    expect(await manager.violations()).toEqual([]);
    expect(sent).toContain("Grouped by");
    expect(sent).not.toContain("Group ERP");
    await manager.presses("Escape");
    await manager.seesNo("Two systems do the same");
  });
});
