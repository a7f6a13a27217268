/** The metamodel: types, sections, fields, options and relations are edited in their place, and removal says what it costs. */
import { describe, expect, test } from "bun:test";
import { metamodel } from "../../src/console/pages/metamodel/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const client = clientAs(server, "admin");
const administrator = person(server, "admin");
const member = person(server, "member");

type Field = { key: string; label: string; type: string; options?: { key: string; label: string }[] } & Record<
  string,
  unknown
>;

const typeNow = async (key: string) => (await client.get(`/metamodel/types/${key}`)).body;
const fieldsNow = async (key: string): Promise<Field[]> =>
  (await typeNow(key)).fields_schema.flatMap(({ fields }: { fields: Field[] }) => fields);
const fieldNow = async (type: string, key: string) => (await fieldsNow(type)).find((field) => field.key === key);
const keysNow = async (type: string) => (await fieldsNow(type)).map(({ key }) => key);

/** Waits until the server has what the person did. */
const holds = (look: () => Promise<boolean>) => until(look, "what was done on the server");

/** Opens a type, and something in it. */
const opens = (type: string, search: Record<string, unknown> = {}) =>
  administrator.opens(metamodel, { search: { type, ...search } });
const row = (name: string) => administrator.tab.getByRole("button", { name, exact: true });
const panel = (name: string) => administrator.tab.getByRole("complementary", { name, exact: true });
const dialog = (label: string) => administrator.tab.getByRole("dialog").getByRole("textbox", { name: label });

/** Makes something that needs only a name. */
async function makes(button: string, label: string, name: string): Promise<void> {
  await administrator.tab.getByRole("button", { name: button, exact: true }).click();
  await dialog(label).fill(name);
  await administrator.presses("Enter");
  await dialog(label).waitFor({ state: "detached" });
}

describe("the fields of a type", () => {
  test("are shown with the cards that have them, and axe finds nothing, light and dark", async () => {
    await opens("Application", { field: "timeModel" });
    await administrator.sees("Filled, of 58");
    await administrator.sees("51 cards lose what is set. It stays in their history.");
    await administrator.sees("Quality counts 15 points instead of 18: the mean of these cards changes.");
    await administrator.sees("481");
    expect(await administrator.violations()).toEqual([]);
    await administrator.prefers("dark");
    expect(await administrator.violations()).toEqual([]);
  });

  test("are renamed with E in the language of the page, and Z brings the name back", async () => {
    await opens("Application");
    await row("Product Name").focus();
    await administrator.presses("e");
    await administrator.types("Trade name");
    await administrator.presses("Enter");
    await row("Trade name").waitFor();
    await holds(async () => (await fieldNow("Application", "productName"))?.label === "Trade name");
    expect((await fieldNow("Application", "productName"))?.["translations"]).toMatchObject({ en: "Trade name" });
    await expectSoon(() => row("Trade name").evaluate((button) => button === document.activeElement)).toBe(true);
    await administrator.sees("Product Name is called Trade name now");
    await administrator.presses("z");
    await row("Product Name").waitFor();
    await holds(async () => (await fieldNow("Application", "productName"))?.label === "Product Name");
  });

  test("move with ⌥↓ as often as it is pressed, however fast", async () => {
    await opens("Interface");
    const before = await keysNow("Interface");
    const [first] = await fieldsNow("Interface");
    await row(first!.label).focus();
    await administrator.presses("Alt+ArrowDown", "Alt+ArrowDown");
    const moved = [...before.slice(1, 3), before[0]!, ...before.slice(3)];
    await holds(async () => Bun.deepEquals(await keysNow("Interface"), moved));
    await administrator.tab.getByText(`${first!.label} is moved`, { exact: true }).nth(1).waitFor();
    await administrator.presses("z", "z");
    await holds(async () => Bun.deepEquals(await keysNow("Interface"), before));
  });

  test("are dragged into another section", async () => {
    await opens("Application");
    const grip = administrator.tab.locator("li", { has: row("Has AI Features") }).locator(".grip");
    await grip.dragTo(administrator.tab.locator("li", { has: row("Number of Users") }));
    await administrator.sees("Has AI Features is moved");
    await holds(async () => {
      const keys = await keysNow("Application");
      return keys.indexOf("hasAiFeatures") === keys.indexOf("numberOfUsers") - 1;
    });
  });

  test("are made in a section, get a kind and options, and must be set", async () => {
    await opens("Provider");
    await makes("New section", "Name of the section", "Contract");
    await makes("New field in Contract", "Name of the field", "Notice period");
    await row("Notice period").click();
    await panel("Notice period").getByRole("button", { name: /Kind/ }).click();
    await administrator.tab.getByRole("option", { name: "Choice", exact: true }).click();
    await makes("New option", "Name of the option", "One month");
    await administrator.sees("The option One month is made");
    await makes("New option", "Name of the option", "A year");
    await administrator.sees("The option A year is made");
    await panel("Notice period").getByText("No", { exact: true }).first().click();
    await holds(async () => (await fieldNow("Provider", "noticePeriod"))?.["required"] === true);
    await expectSoon(() => fieldNow("Provider", "noticePeriod")).toMatchObject({
      type: "single_select",
      options: [
        { key: "oneMonth", label: "One month" },
        { key: "aYear", label: "A year" },
      ],
    });
    await panel("Notice period").getByRole("textbox", { name: "Option A year" }).focus();
    await administrator.presses("Alt+ArrowUp");
    await holds(async () => (await fieldNow("Provider", "noticePeriod"))?.options?.[0]?.key === "aYear");
  });

  test("take nothing along unseen: the cards that lose an option or a field are counted", async () => {
    await opens("Application", { field: "timeModel" });
    await panel("TIME Model").getByRole("button", { name: "Remove the option Eliminate" }).click();
    await administrator.sees("5 cards lose it, for good.");
    await administrator.tab.getByRole("button", { name: "Remove the option", exact: true }).click();
    await holds(
      async () => !(await fieldNow("Application", "timeModel"))?.options?.some(({ key }) => key === "eliminate"),
    );
    await administrator.sees("46 cards lose what is set. It stays in their history.");
    await administrator.clicks("Remove field…");
    await administrator.sees("Remove TIME Model from all cards? This can't be undone.");
    await administrator.tab.getByRole("button", { name: "Remove field", exact: true }).click();
    await administrator.sees("The field TIME Model is removed");
    await expectSoon(() => fieldNow("Application", "timeModel")).toBeUndefined();
    await row("TIME Model").waitFor({ state: "detached" });
  });

  test("leave at once when nobody has filled them, and come back with Z", async () => {
    await opens("DataObject");
    const [first] = (await typeNow("DataObject")).fields_schema;
    await makes(`New field in ${first.section}`, "Name of the field", "Retention");
    await row("Retention").click();
    await administrator.sees("No card has it.");
    await administrator.tab.getByRole("button", { name: "Remove field", exact: true }).click();
    await row("Retention").waitFor({ state: "detached" });
    await administrator.sees("The field Retention is removed");
    await expectSoon(() => fieldNow("DataObject", "retention")).toBeUndefined();
    await administrator.presses("z");
    await row("Retention").waitFor();
    await holds(async () => (await fieldNow("DataObject", "retention")) !== undefined);
  });

  test("don't vanish with the undoing of their creation when somebody has filled them meanwhile", async () => {
    await opens("DataObject");
    const [first] = (await typeNow("DataObject")).fields_schema;
    await makes(`New field in ${first.section}`, "Name of the field", "Steward");
    await administrator.sees("The field Steward is made");
    const { body } = await client.get("/cards?type=DataObject&page_size=1");
    await client.patch(`/cards/${body.items[0].id}`, { merge_attributes: { steward: "Ada" } });
    await administrator.tab.getByRole("button", { name: /Undo/ }).last().click();
    await administrator.sees("1 cards have it by now: remove it in its panel");
    await expectSoon(() => fieldNow("DataObject", "steward")).toBeDefined();
  });

  test("are edited by two at once without a loss", async () => {
    await opens("ITComponent");
    const fields = await fieldsNow("ITComponent");
    const [first, second] = fields as [Field, Field];
    const type = await typeNow("ITComponent");
    // Somebody else adds a field while the page shows the former state.
    const added = { key: "colleagues", label: "Of a colleague", type: "text" };
    const [section, ...others] = type.fields_schema;
    await administrator.tab.route("**/events/stream*", (route) => route.abort());
    await client.patch("/metamodel/types/ITComponent", {
      fields_schema: [{ ...section, fields: [...section.fields, added] }, ...others],
    });
    await row(first.label).focus();
    await administrator.presses("e");
    await administrator.types("First of all");
    await administrator.presses("Enter");
    await holds(async () => (await fieldNow("ITComponent", first.key))?.label === "First of all");
    await expectSoon(() => fieldNow("ITComponent", "colleagues")).toMatchObject(added);
    await expectSoon(() => fieldNow("ITComponent", second.key)).toMatchObject({ label: second.label });
  });
});

describe("a type", () => {
  test("is hidden when its name is typed, if it is built in, and shown again", async () => {
    await opens("Platform", { about: true });
    await administrator.sees("6 cards stay, unseen");
    await administrator.clicks("Hide Platform…");
    await administrator.fills("Type “Platform” to hide it", "Platform");
    await administrator.presses("Enter");
    await administrator.sees("Platform is hidden");
    await holds(async () => (await typeNow("Platform")).is_hidden);
    await administrator.tab.getByRole("link", { name: /^Platform/ }).waitFor({ state: "detached" });
    await administrator.clicks("Show Platform again");
    await holds(async () => !(await typeNow("Platform")).is_hidden);
  });

  test("is made by an administrator, edited in its strip, refuses to go while it has cards, and goes without", async () => {
    await opens("Application");
    await makes("New type", "Name of the type", "Licence");
    await administrator.tab.getByRole("heading", { name: "Metamodel" }).getByText("Licence").waitFor();
    const name = administrator.tab.getByLabel("Name of the type");
    await name.fill("License");
    await administrator.presses("Enter");
    await holds(async () => (await typeNow("Licence")).label === "License");
    await administrator.tab.getByText("Tree", { exact: true }).first().waitFor();
    await administrator.tab.locator(".strip .switch").first().click();
    await holds(async () => (await typeNow("Licence")).has_hierarchy);
    const card = await client.post("/cards", { type: "Licence", name: "Office" });
    await administrator.clicks("About the type");
    await administrator.sees("The type License still has 1 card, archived ones included");
    await client.delete(`/cards/${card.body.id}`);
    await client.delete(`/cards/${card.body.id}/permanent`);
    await holds(async () => (await client.get("/metamodel/types/Licence/deletion-impact")).body.outcome === "deleted");
    await administrator.opens(metamodel, { search: { type: "Licence", about: true } });
    await administrator.clicks("Delete License…");
    await administrator.tab.getByRole("button", { name: "Delete License", exact: true }).click();
    await administrator.sees("The type License is deleted");
    await expectSoon(async () => (await client.get("/metamodel/types/Licence")).status).toBe(404);
  });

  test("has subtypes that hide fields, and roles that are archived and restored", async () => {
    await opens("Interface");
    await makes("New subtype", "Name of the subtype", "Batch job");
    await row("Batch job").click();
    const [first] = await fieldsNow("Interface");
    await panel("Batch job").getByRole("option", { name: first!.label }).click();
    await holds(async () => {
      const subtypes: { key: string; hidden_fields?: string[] }[] = (await typeNow("Interface")).subtypes;
      return subtypes.find(({ key }) => key === "batchJob")?.hidden_fields?.[0] === first!.key;
    });
    await makes("New role", "Name of the role", "Auditor");
    await administrator.clicks("Archive Auditor");
    await administrator.tab.getByRole("button", { name: "Restore Auditor" }).click();
    await administrator.sees("The role Auditor is there again");
  });

  test("moves within its layer with ⌥↓", async () => {
    await opens("Application");
    const list = administrator.tab.getByRole("navigation", { name: "Types" });
    await list.getByRole("button", { name: /^Interface/ }).focus();
    await administrator.presses("Alt+ArrowDown");
    await holds(async () => {
      const keys = (await client.get("/metamodel/types")).body.map(({ key }: { key: string }) => key);
      return keys.indexOf("Interface") > keys.indexOf("DataObject");
    });
  });

  test("is translated text by text, and what is missing is counted", async () => {
    await opens("Application", { texts: "de" });
    await administrator.sees("are missing");
    const field = administrator.tab.getByLabel("Number of Users in German");
    await field.fill("Zahl der Nutzer");
    await administrator.presses("Enter");
    await administrator.sees("Application: a text in German is saved");
    await holds(async () => {
      const translations = (await fieldNow("Application", "numberOfUsers"))?.["translations"];
      return Bun.deepMatch({ de: "Zahl der Nutzer" }, translations);
    });
    expect(await administrator.violations()).toEqual([]);
  });
});

describe("a relation between types", () => {
  test("is made with words both ways, gets an attribute, and goes again", async () => {
    await opens("Objective");
    await administrator.clicks("New relation");
    await administrator.fills("Objective …", "pays for");
    await administrator.tab.getByLabel("To").first().click();
    await administrator.tab.getByRole("option", { name: "Provider" }).click();
    await administrator.fills("Read from the other end", "is paid by");
    await administrator.clicks("Create");
    await panel("pays for").waitFor();
    await makes("New attribute", "Name of the attribute", "Share");
    await panel("Share").waitFor();
    const made = async () => (await client.get("/metamodel/relation-types/relObjectiveToProvider")).body;
    await expectSoon(() => made()).toMatchObject({ label: "pays for", reverse_label: "is paid by" });
    expect((await made()).attributes_schema).toMatchObject([{ key: "share", label: "Share" }]);
    await administrator.presses("Escape");
    await panel("pays for").getByText("must be set").first().click();
    await holds(async () => (await made()).source_mandatory);
    await administrator.sees("No cards are related by it.");
    await administrator.tab.getByRole("button", { name: "Delete the relation", exact: true }).click();
    await administrator.sees("The relation “pays for” is deleted");
    expect((await client.get("/metamodel/relation-types/relObjectiveToProvider")).status).toBe(404);
  });

  test("shows what is deleted when it is hidden, if it is built in, and can be restored", async () => {
    await opens("Application", { relation: "relAppToBizCtx" });
    await administrator.sees("13 relations are deleted for good");
    expect(await administrator.violations()).toEqual([]);
    await administrator.clicks("Hide the relation…");
    await administrator.tab.getByRole("button", { name: "Hide the relation", exact: true }).click();
    await administrator.clicks("Restore");
    await holds(async () => !(await client.get("/metamodel/relation-types/relAppToBizCtx")).body.is_hidden);
  });
});

test("a type with 100 fields and 40 relation types stays usable", async () => {
  const options = Array.from({ length: 6 }, (_, at) => ({ key: `option${at}`, label: `Option ${at}` }));
  const fields_schema = Array.from({ length: 10 }, (_, section) => ({
    section: `Section ${section}`,
    fields: Array.from({ length: 10 }, (__, at) => ({
      key: `field${section}${at}`,
      label: `Field ${section}.${at}`,
      type: "single_select",
      options,
    })),
  }));
  expect((await client.post("/metamodel/types", { key: "Large", label: "Large", fields_schema })).status).toBe(201);
  for (let at = 0; at < 40; at++) {
    await client.post("/metamodel/types", { key: `Other${at}`, label: `Other ${at}` });
    const body = {
      key: `relLargeToOther${at}`,
      label: `uses ${at}`,
      source_type_key: "Large",
      target_type_key: `Other${at}`,
    };
    expect((await client.post("/metamodel/relation-types", body)).status).toBe(201);
  }
  await opens("Large");
  await administrator.sees("100");
  await row("Field 9.8").focus();
  await administrator.presses("ArrowDown", "ArrowDown");
  await expectSoon(() => administrator.tab.evaluate(() => document.activeElement?.textContent)).toBe("uses 0");
  await row("Field 4.4").click();
  await panel("Field 4.4").waitFor();
  await row("Field 4.4").focus();
  await administrator.presses("Alt+ArrowUp");
  await holds(async () => (await keysNow("Large")).indexOf("field44") === 43);
  // Keys between the rows don't wait for a picture of all of them.
  const slowest = await administrator.tab.evaluate(async () => {
    const rows = [...document.querySelectorAll<HTMLElement>(".row-main")].slice(0, 40);
    let longest = 0;
    for (const one of rows) {
      const begin = performance.now();
      one.focus();
      await new Promise(requestAnimationFrame);
      longest = Math.max(longest, performance.now() - begin);
    }
    return longest;
  });
  expect(slowest).toBeLessThan(1000);
  expect(await administrator.violations()).toEqual([]);
});

test("on a phone the list of types and the fields stand one above the other", async () => {
  await administrator.tab.setViewportSize(SIZES.phone);
  await opens("Application");
  await row("Hosting Type").waitFor();
  await expectSoon(() => administrator.tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    390,
  );
});

test("the metamodel isn't there for those who may not administer it", async () => {
  await member.opens(metamodel);
  await member.sees("You may not see “Metamodel”");
  await expectSoon(() => member.tab.getByRole("link", { name: "Metamodel" }).count()).toBe(0);
  await expectSoon(() => member.tab.getByRole("navigation", { name: "Types" }).count()).toBe(0);
});
