/** Decisions and statements of architecture work: written in place, linked, reviewed, signed, revised and printed. */
import { describe, expect, test } from "bun:test";
import { decision, decisionPreview } from "../../src/console/pages/decision/page";
import { decisions } from "../../src/console/pages/decisions/page";
import { statement, statementPreview } from "../../src/console/pages/statement/page";
import { statements } from "../../src/console/pages/statements/page";
import { unique } from "../support/factories";
import { testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "member");
const colleague = person(server, "member");
const viewer = person(server, "viewer");
const owner = person(server, "member", { viewport: SIZES.phone });

type Fields = Record<string, unknown>;

/** Makes a decision by the API. */
async function begun(fields: Fields = {}) {
  const { body } = await architect.account!.post("/adr", { title: unique("Decision "), ...fields });
  return body as { id: string; title: string; reference_number: string };
}

const place = ({ id }: { id: string }, search: Fields = {}) => ({ params: { id }, search });
const stored = async ({ id }: { id: string }) => (await architect.account!.get(`/adr/${id}`)).body;

/** Returns the text that is open. */
const opened = (who = architect) => who.tab.locator(".written.open");
const field = (who = architect) => opened(who).getByRole("textbox");
const isSaved = (who = architect) => opened(who).getByText("saved as you type").waitFor();

/** Waits until a text of a decision is stored as expected. */
const isStored = (one: { id: string }, name: string, expected: RegExp) =>
  until(async () => expected.test((await stored(one))[name] ?? ""), `${name} is like ${expected}`);

describe("the list of decisions", () => {
  test("shows those of the demo by their states, and opens one with ↵", async () => {
    await architect.opens(decisions);
    await architect.sees("The new ERP is used as it comes");
    expect(await architect.violations()).toEqual([]);
    await architect.clicks("Drafts");
    await architect.arrivesAt("/ea-delivery/adr?state=draft");
    await architect.seesNo("The new ERP is used as it comes");
    await architect.clicks(/^All$/);
    await architect.fills("Part of the name", "execution system");
    await architect.seesNo("The new ERP is used as it comes");
    await architect.tab.getByRole("grid").focus();
    await architect.presses("Enter");
    await architect.arrivesAt(/\/ea-delivery\/adr\/[0-9a-f-]{36}/);
    await architect.tab.getByRole("heading", { level: 1, name: "One execution system in all plants" }).waitFor();
  });

  test("has a sentence and a verb when there is none, and shows a failure with the way to try again", async () => {
    await architect.opens(decisions, { search: { text: "no such words" } });
    await architect.sees("No decision matches");
    await architect.clicks("Show all");
    await architect.sees("The new ERP is used as it comes");
    architect.expected.push(/status of 500/);
    await architect.tab.route("**/api/v1/adr", (route) => route.fulfill({ status: 500, json: { detail: "Broken" } }));
    await architect.tab.reload();
    await architect.sees("This could not be loaded.");
    await architect.tab.unroute("**/api/v1/adr");
    await architect.clicks("Try again");
    await architect.sees("The new ERP is used as it comes");
  });

  test("begins one by its name, and then one writes", async () => {
    const title = unique("Begun ");
    await architect.opens(decisions);
    await architect.presses("n");
    await architect.tab.getByRole("textbox", { name: "What is to be decided" }).fill(title);
    await architect.presses("Enter");
    await architect.arrivesAt(/write=context/);
    await field().waitFor();
    await architect.types("Nobody knows the number of printers.");
    await architect.presses("Control+Enter");
    await architect.tab.locator(".written.open.decision").waitFor();
    await architect.types("They are counted.");
    await architect.presses("Escape");
    await architect.tab.locator(".written.decision .rich", { hasText: "They are counted." }).waitFor();
    await architect.tab.reload();
    await architect.sees("Nobody knows the number of printers.");
    expect(await architect.violations()).toEqual([]);
  });
});

describe("a text", () => {
  test("is saved while one types, and one undo takes back what was written at one sitting", async () => {
    const one = await begun({ context: "<p>Before.</p>" });
    await architect.opens(decision, place(one));
    await architect.presses("e");
    await field().waitFor();
    await architect.tab.locator(".written.open.decision").waitFor();
    await architect.presses("Escape");
    await architect.tab.getByText("Before.").click();
    await architect.tab.locator(".written.open.context").getByRole("textbox").waitFor();
    await architect.types(" First words.");
    await isStored(one, "context", /First words/);
    await architect.types(" Second words.");
    await isStored(one, "context", /Second words/);
    await isSaved();
    await architect.presses("Escape");
    await architect.sees("Context is written");
    await architect.presses("z");
    await isStored(one, "context", /^<p>Before\.<\/p>$/);
    await architect.tab.locator(".written.context .rich", { hasText: /^Before\.$/ }).waitFor();
  });

  test("links a card by @ and a few letters, also when ↵ comes before the answer, and the decision is about it", async () => {
    const one = await begun();
    await architect.opens(decision, place(one, { write: "context" }));
    await field().waitFor();
    await architect.tab.keyboard.type("All plants use @Group ERP");
    await architect.presses("Enter");
    await opened().getByRole("link", { name: "Group ERP" }).waitFor();
    await architect.types("from spring.");
    await isStored(one, "context", /<a href="\/cards\/[0-9a-f-]{36}">Group ERP<\/a> from spring\./);
    await architect.presses("Escape");
    await until(async () => (await stored(one)).linked_cards.length === 1, "the card is linked");
    await architect.tab.locator(".written.context").getByRole("link", { name: "Group ERP" }).click();
    await architect.arrivesAt(/peek=/);
  });

  test("keeps every element that the server stores, also those that the editor has no button for", async () => {
    const context =
      '<h2>Why</h2><p><b>bold</b> <u>under</u> <sub>low</sub> <sup>high</sup> <mark>yellow</mark> <small>fine</small> <ins>new</ins> <del>old</del></p><ol start="3"><li><p>third</p></li></ol><dl><dt>Term</dt><dd><p>Meaning</p></dd></dl><table><caption>Costs</caption><thead><tr><th scope="col">Year</th></tr></thead><tbody><tr><td colspan="1">2027</td></tr></tbody></table><figure><p><img src="/icon.svg" alt="Mark"></p><figcaption>Our mark</figcaption></figure><blockquote><p>said</p></blockquote><pre><code>x = 1</code></pre><hr><p>end</p>';
    const one = await begun({ context });
    await architect.opens(decision, place(one, { write: "context" }));
    await field().waitFor();
    await architect.types("ed");
    await isStored(one, "context", /ended/);
    const after: string = (await stored(one)).context;
    const tags = (html: string) =>
      new Set([...html.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => ({ b: "strong", del: "s" })[tag!] ?? tag));
    expect([...tags(context)].filter((tag) => !tags(after).has(tag))).toEqual([]);
    for (const part of ['start="3"', 'scope="col"', 'src="/icon.svg"', 'alt="Mark"']) expect(after).toContain(part);
  });

  test("shows what could run as text or not at all, wherever it came from", async () => {
    const one = await begun({ title: "<script>alert(1)</script>", context: "1 < 2 & <3" });
    await architect.opens(decision, place(one));
    await architect.tab.getByRole("heading", { level: 1, name: "<script>alert(1)</script>" }).waitFor();
    await architect.sees("1 < 2 & <3");
    await architect.tab.route(`**/api/v1/adr/${one.id}`, async (route) => {
      const answer = await route.fetch();
      const hostile =
        '<p onclick="x()">calm</p><script>1</script><a href="javascript:alert(1)">run</a><style>p{}</style>';
      await route.fulfill({ response: answer, json: { ...(await answer.json()), context: hostile } });
    });
    await architect.tab.reload();
    await architect.sees("calm");
    await expectSoon(() =>
      architect.tab.locator(".rich :is(script, style, [onclick], a[href^=javascript])").count(),
    ).toBe(0);
  });

  test("shows what somebody else has written there meanwhile, next to one's own, and nothing is lost", async () => {
    const one = await begun({ context: "<p>Start.</p>" });
    await architect.opens(decision, place(one, { write: "context" }));
    await field().waitFor();
    await colleague.account!.patch(`/adr/${one.id}`, { context: "<p>Theirs.</p>" });
    await architect.types(" Mine.");
    await architect.sees("Somebody else has written here meanwhile:");
    await architect.sees("Theirs.");
    expect(await architect.violations()).toEqual([]);
    expect((await stored(one)).context).toBe("<p>Theirs.</p>");
    await architect.clicks("Keep mine");
    await isStored(one, "context", /Start\. Mine\./);
  });

  test("is merged with what others write into other texts at the same time", async () => {
    const one = await begun();
    await architect.opens(decision, place(one, { write: "context" }));
    await colleague.opens(decision, place(one, { write: "consequences" }));
    await field().waitFor();
    await field(colleague).waitFor();
    await Promise.all([architect.types("From the one side."), colleague.types("From the other side.")]);
    await isStored(one, "context", /From the one side\./);
    await isStored(one, "consequences", /From the other side\./);
    await architect.tab.locator(".written.consequences", { hasText: "From the other side." }).waitFor();
  });

  test("stays open with the reason when it is not saved, and is saved by trying again", async () => {
    const one = await begun();
    await architect.opens(decision, place(one, { write: "context" }));
    await field().waitFor();
    architect.expected.push(/status of 500/);
    await architect.tab.route(`**/api/v1/adr/${one.id}`, (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ status: 500, json: { detail: "The disk is full" } })
        : route.fallback(),
    );
    await architect.types("Written in bad times.");
    await architect.sees("The disk is full");
    const again = architect.tab.waitForResponse((answer) => answer.request().method() === "PATCH");
    await architect.presses("Escape");
    await again;
    await architect.sees("The disk is full");
    await field().waitFor();
    await architect.tab.unroute(`**/api/v1/adr/${one.id}`);
    await architect.clicks("Try again");
    await isStored(one, "context", /Written in bad times/);
  });
});

describe("a decision", () => {
  test("is renamed in its place, related to another one and to a card, and copied", async () => {
    const one = await begun();
    await architect.opens(decision, place(one));
    await architect.clicks("Rename");
    const title = unique("Renamed ");
    await architect.fills("Title", title);
    await architect.presses("Enter");
    await architect.tab.getByRole("heading", { level: 1, name: title }).waitFor();
    await architect.clicks("Link a card");
    await architect.tab.getByRole("combobox", { name: "Card" }).fill("Web Shop");
    await architect.tab.getByRole("option", { name: "Web Shop" }).first().click();
    await architect.sees("Web Shop is linked to the decision");
    await architect.clicks("Link a decision");
    await architect.tab.getByRole("combobox", { name: "Decision" }).fill("ADR-002");
    await architect.tab.getByRole("option", { name: /integration hub/ }).click();
    await until(async () => (await stored(one)).related_decisions.join() === "ADR-002", "it is related");
    expect(await architect.violations()).toEqual([]);
    await architect.clicks(/^More$/);
    await architect.clicks("Duplicate");
    await architect.tab.getByRole("heading", { level: 1, name: `${title} (copy)` }).waitFor();
    await architect.clicks(/^More$/);
    await architect.clicks("Delete");
    await architect.arrivesAt("/ea-delivery/adr");
    await architect.presses("z");
    await architect.sees(`${title} (copy)`);
  });

  test("is read and not written by a viewer, who is offered no verb", async () => {
    const one = await begun({ context: "<p>Words.</p>" });
    await viewer.opens(decision, place(one));
    await viewer.sees("Words.");
    for (const verb of ["Rename", "Link a card", "New decision", "Ask", "Write: Context", "More"])
      await expectSoon(() => viewer.tab.getByRole("button", { name: verb, exact: true }).count()).toBe(0);
    await viewer.presses("e");
    await viewer.tab.getByText("Words.").click();
    await expectSoon(() => opened(viewer).count()).toBe(0);
    expect(await viewer.violations()).toEqual([]);
  });

  test("has a page of its own for an address where there is none", async () => {
    await architect.opens(decision, { params: { id: crypto.randomUUID() } });
    await architect.sees("There is no such decision");
    await architect.clicks("Decisions");
    await architect.arrivesAt("/ea-delivery/adr");
  });

  test("is printed as a page with its texts and its signatures", async () => {
    const one = await begun({ context: "<p>Words on paper.</p>" });
    await architect.account!.post(`/adr/${one.id}/request-signatures`, { user_ids: [architect.account!.userId] });
    await architect.opens(decision, place(one));
    await architect.clicks("Print");
    await architect.arrivesAt(`/ea-delivery/adr/${one.id}/preview`);
    await architect.sees("Words on paper.");
    await architect.sees("not yet");
    await architect.tab.emulateMedia({ media: "print" });
    await architect.tab.locator(".rail").waitFor({ state: "hidden" });
    await architect.sees(/Printed by/);
    await architect.opens(decisionPreview, { params: { id: crypto.randomUUID() } });
    await architect.sees("There is no such decision");
  });

  test("is signed on a phone, where the verbs stay at the bottom", async () => {
    const one = await begun({ decision: "<p>So be it.</p>" });
    await architect.account!.post(`/adr/${one.id}/request-signatures`, { user_ids: [owner.account!.userId] });
    await owner.opens(decision, place(one));
    await owner.sees("Your signature is asked for");
    expect(await owner.violations()).toEqual([]);
    const verbs = await owner.tab.locator(".ban-verbs").boundingBox();
    expect(verbs!.y).toBeGreaterThan(600);
    await owner.clicks(/^Sign$/);
    await owner.sees("Signed by all");
    expect((await stored(one)).status).toBe("signed");
  });
});

describe("a statement of architecture work", () => {
  const soaw = async (fields: Fields = {}) =>
    (await architect.account!.post("/soaw", { name: unique("Work "), ...fields })).body as { id: string; name: string };
  const storedSections = async ({ id }: { id: string }) => (await architect.account!.get(`/soaw/${id}`)).body.sections;

  test("is begun, written section by section with ⌘↵, and its contents show what is missing", async () => {
    const name = unique("Statement ");
    await architect.opens(statements);
    await architect.sees("Architecture work for the ERP renewal");
    expect(await architect.violations()).toEqual([]);
    await architect.clicks("New statement of architecture work");
    await architect.tab.getByRole("textbox", { name: "Name of the work" }).fill(name);
    await architect.presses("Enter");
    await field().waitFor();
    await architect.types("The board has asked.");
    await architect.presses("Control+Enter");
    await opened().filter({ hasText: "Description and scope" }).waitFor();
    await architect.types("All plants.");
    await architect.presses("Escape");
    await architect.sees(/2.*of 10 sections written/);
    expect(await architect.violations()).toEqual([]);
  });

  test("keeps what other clients have stored: plain texts, tables and sections of their own", async () => {
    const one = await soaw({
      sections: {
        scope: "Migrate to AWS",
        "7.1": { table_data: { columns: ["Role", "Name"], rows: [["Sponsor", "Mara"]] }, title: "Sponsors" },
        "1.1": { content: "<p>Why.</p>", hidden: false },
      },
    });
    await architect.opens(statement, place(one));
    await architect.sees("Migrate to AWS");
    const cell = architect.tab.getByRole("textbox", { name: "Name, 1" });
    await cell.fill("Mara Lind");
    await cell.press("Enter");
    await until(
      async () => (await storedSections(one))["7.1"].table_data.rows[0][1] === "Mara Lind",
      "the cell is stored",
    );
    await architect.tab.getByText("Why.").click();
    await field().waitFor();
    await architect.types(" Because.");
    await until(async () => /Because/.test((await storedSections(one))["1.1"].content), "the section is stored");
    const sections = await storedSections(one);
    expect(sections).toMatchObject({ scope: "Migrate to AWS", "1.1": { hidden: false }, "7.1": { title: "Sponsors" } });
    expect(await architect.violations()).toEqual([]);
  });

  test("is given its initiative, takes over what that serves, and names what it touches", async () => {
    const one = await soaw();
    await architect.opens(statement, place(one));
    await architect.clicks("Set the initiative");
    await architect.tab.getByRole("combobox", { name: "Initiative" }).fill("ERP Renewal");
    await architect.tab.getByRole("option", { name: "ERP Renewal" }).click();
    await architect.sees("What it touches");
    await architect.tab.locator("[id='section-2.2']").getByText("Take it over").click();
    await architect.tab
      .locator("[id='section-2.2']")
      .getByRole("link", { name: "One set of books for all companies" })
      .waitFor();
    await architect.clicks("Print");
    await architect.arrivesAt(`/ea-delivery/soaw/${one.id}/preview`);
    await architect.tab.getByRole("heading", { name: /Objectives it serves/ }).waitFor();
    await architect.opens(statementPreview, { params: { id: crypto.randomUUID() } });
    await architect.sees("There is no such statement");
  });
});
