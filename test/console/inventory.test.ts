/** The inventory: all cards in one grid. */
import { describe, expect, test } from "bun:test";
import { inventory } from "../../src/console/pages/inventory/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const account = clientAs(server, "admin");
const architect = person(server, "admin");
const viewer = person(server, "viewer");

const applications = { search: { type: "Application" } };
const missionCritical = { search: { type: "Application", filter: "businessCriticality:missionCritical" } };

/** Returns the names in the rows that are drawn. */
const names = () => architect.tab.locator(".gr .nm .trunc").allTextContents();

describe("the inventory", () => {
  test("lists the cards of a type with what they add up to, and axe finds nothing in it", async () => {
    await architect.opens(inventory, applications);
    await architect.sees("Analytics Warehouse");
    await architect.sees(/without a responsible/);
    await expectSoon(() => architect.tab.locator(".foot").first().textContent()).toContain("58 of 58");
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("draws no more rows than fit, however many there are", async () => {
    await architect.opens(inventory);
    await architect.sees("390 of 390");
    await expectSoon(() => architect.tab.locator(".gr").count()).toBeLessThan(80);
    await architect.tab.locator(".gr .nm").first().click();
    await architect.presses("Control+End");
    await architect.tab.locator('.gr[aria-rowindex="391"] .nm .trunc').waitFor();
    await expectSoon(() => architect.tab.locator(".gr").count()).toBeLessThan(80);
  });

  test("shows a filter as a chip that is changed and taken away in place", async () => {
    await architect.opens(inventory, missionCritical);
    await architect.sees("Mission Critical");
    await architect.sees("20 of 58");
    await architect.clicks("Remove the filter Business Criticality");
    await architect.sees("58 of 58");
    await architect.arrivesAt("/inventory?type=Application");
  });

  test("completes a filter as one types: the field, then the value with its count", async () => {
    await architect.opens(inventory, applications);
    await architect.sees("Analytics Warehouse");
    await architect.presses("/");
    await architect.tab.getByPlaceholder("Field, value or name").waitFor();
    await architect.types("business crit");
    await architect.presses("Enter");
    await architect.tab.getByRole("option", { name: /Mission Critical/ }).waitFor();
    await architect.types("mission");
    await architect.presses("Enter");
    await architect.sees("20 of 58");
  });

  test("finds what has no responsible by its foot", async () => {
    await architect.opens(inventory, applications);
    await architect.clicks(/without a responsible/);
    await architect.sees("is missing");
    await architect.arrivesAt(/stakeholder\.responsible/);
  });

  test("saves a value that is chosen in its cell, and takes it back with Z", async () => {
    await architect.opens(inventory, applications);
    await architect.sees("Call Desk");
    const cell = architect.tab.locator('.gr[data-row="2"] [data-column="2"]');
    await cell.click();
    const before = await cell.textContent();
    await architect.presses("e");
    await architect.tab.getByRole("option", { name: "Administrative" }).click();
    await architect.sees(/Business Criticality of .* changed/);
    await expectSoon(() => cell.textContent()).toContain("Administrative");
    await architect.presses("z");
    await architect.sees(/Undone/);
    await architect.tab.waitForFunction(
      (text) => document.querySelector('.gr[data-row="2"] [data-column="2"]')?.textContent === text,
      before,
    );
  });

  test("leaves a value as it is when its choice is left with Escape", async () => {
    await architect.opens(inventory, applications);
    const cell = architect.tab.locator('.gr[data-row="2"] [data-column="2"]');
    await cell.click();
    const before = await cell.textContent();
    expect(before).not.toBe("–");
    await architect.presses("e");
    await architect.tab.getByRole("option").first().waitFor();
    await architect.presses("Escape");
    await architect.tab.getByRole("option").first().waitFor({ state: "detached" });
    await expectSoon(() => cell.textContent()).toBe(before);
    expect(await architect.tab.getByText(/Business Criticality of .* changed/).count()).toBe(0);
  });

  test("takes a value back at once when the server refuses it, before anything is read again", async () => {
    await architect.opens(inventory, applications);
    await architect.sees("Call Desk");
    const cell = architect.tab.locator('.gr[data-row="3"] [data-column="2"]');
    const before = await cell.textContent();
    await architect.tab.route("**/api/v1/cards**", (route) => {
      if (route.request().method() !== "PATCH") return;
      return route.fulfill({ status: 409, json: { detail: "Somebody else has changed it" } });
    });
    await cell.click();
    await architect.presses("e");
    await architect.tab.getByRole("option", { name: "Administrative" }).click();
    await architect.sees("Somebody else has changed it");
    await expectSoon(() => cell.textContent()).toBe(before);
  });

  /** Pastes a text, as a spreadsheet writes it, onto a cell of the grid. */
  async function pastes(text: string, row: number, column: number): Promise<void> {
    await architect.tab.locator(`.gr[data-row="${row}"] [data-column="${column}"]`).click();
    await architect.tab.getByRole("grid").evaluate((element, block) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", block);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  test("shows what a block pasted onto rows would do, and drops it with Esc", async () => {
    await architect.opens(inventory, applications);
    await architect.sees("Call Desk");
    await pastes("Mission Critical\nBlue", 0, 2);
    await architect.sees("“Blue” is no value of Business Criticality; which one is meant?");
    await architect.sees("Refused 1");
    expect(await architect.violations()).toEqual([]);
    await architect.presses("Escape");
    await architect.sees("58 of 58");
  });

  test("makes and changes the cards of a block with headings as one batch, which Z undoes", async () => {
    await architect.opens(inventory, applications);
    await architect.sees("Call Desk");
    await pastes(
      [
        "Application\tCriticality\tDescription",
        "Call Desk\tMission Critical\tAnswers calls",
        "<b>受注</b>\tBusiness Critical\tNew",
        "Call Dest\tBlue\tWrong",
      ].join("\n"),
      0,
      0,
    );
    await architect.sees("headings in the first row");
    await architect.sees("Create 1");
    await architect.sees("Change 1");
    await architect.clicks("Leave out");
    await architect.sees("Refused 0");
    await architect.presses("Control+Enter");
    await architect.sees("2 rows pasted");
    await architect.sees("59 of 59");
    await architect.presses("z");
    await architect.sees("58 of 58");
  });

  test("fills a range down as one change", async () => {
    await architect.opens(inventory, applications);
    await architect.sees("Call Desk");
    await architect.tab.locator('.gr[data-row="4"] [data-column="2"]').click();
    await architect.presses("Shift+ArrowDown", "Shift+ArrowDown", "Control+d");
    await architect.sees("2 cards changed");
    const first = await architect.tab.locator('.gr[data-row="4"] [data-column="2"]').textContent();
    await architect.tab.waitForFunction(
      (text) => document.querySelector('.gr[data-row="6"] [data-column="2"]')?.textContent === text,
      first,
    );
    await architect.presses("z");
    await architect.sees(/Undone/);
  });

  test("changes all selected cards at once", async () => {
    await architect.opens(inventory, missionCritical);
    await architect.sees("20 of 58");
    await architect.clicks("Select all");
    await architect.sees("20 selected");
    await architect.clicks("Edit…");
    await architect.tab.getByRole("option", { name: "Hosting Type" }).click();
    await architect.tab.getByRole("option", { name: "Hybrid" }).click();
    await architect.sees("Hosting Type of 20 cards changed");
    await architect.presses("z");
    await architect.sees(/Undone/);
  });

  test("shows the names of the cards in a window of 1280 px", async () => {
    await architect.tab.setViewportSize(SIZES.laptop);
    await architect.opens(inventory, applications);
    await architect.sees("Analytics Warehouse");
    const name = await architect.tab.locator('.gr[data-row="0"] .nm').boundingBox();
    expect(name?.width).toBeGreaterThan(150);
    expect((await architect.tab.getByRole("grid").boundingBox())?.width).toBeLessThanOrEqual(SIZES.laptop.width);
  });

  test("shows what to do when no card fits", async () => {
    await architect.opens(inventory, { search: { type: "Application", filter: "zzzz" } });
    await architect.sees("No card fits these filters");
    expect(await architect.violations()).toEqual([]);
    await architect.clicks("Take the filters away");
    await architect.sees("Analytics Warehouse");
  });

  test("sorts by a column whose head is pressed", async () => {
    await architect.opens(inventory, applications);
    await architect.sees("Analytics Warehouse");
    await architect.tab.getByRole("columnheader", { name: "Quality" }).getByRole("button", { name: "Quality" }).click();
    await architect.arrivesAt("/inventory?type=Application&sort=data_quality");
    await architect.tab.waitForFunction(
      () => (document.querySelector(".gr .nm .trunc")?.textContent ?? "Analytics Warehouse") !== "Analytics Warehouse",
    );
    expect((await names()).length).toBeGreaterThan(20);
  });
});

describe("the archived cards", () => {
  const archived = { search: { type: "Application", archived: true } };
  const row = (name: string) => architect.tab.locator(".gr", { hasText: name });
  const statusOf = async (id: string) => (await account.get(`/cards/${id}`)).body?.status;

  test("are shown in place of the others, brought back and undone, and deleted once their number is typed", async () => {
    const ids: string[] = [];
    for (const name of ["Old Ledger", "Old Till"]) {
      const { body } = await account.post("/cards", { type: "Application", name });
      await account.post(`/cards/${body.id}/archive`, {});
      ids.push(body.id);
    }
    await architect.opens(inventory, applications);
    await architect.sees("Analytics Warehouse");
    await architect.clicks("Archived cards");
    await architect.seesNo("Analytics Warehouse");
    await row("Old Ledger").locator(".nm").click();
    await architect.presses("x");
    await architect.sees("1 selected");
    await expectSoon(() => architect.tab.getByRole("button", { name: "Archive", exact: true }).count()).toBe(0);
    await architect.clicks("Bring back");
    await architect.sees("1 card is back");
    await row("Old Ledger").waitFor({ state: "detached" });
    await expectSoon(() => statusOf(ids[0]!)).toBe("ACTIVE");
    await architect.presses("z");
    await row("Old Ledger").waitFor();
    await expectSoon(() => statusOf(ids[0]!)).toBe("ARCHIVED");

    await architect.clicks("Select all");
    await architect.sees("2 selected");
    await architect.clicks("Delete…");
    const dialog = architect.tab.getByRole("alertdialog");
    expect(await architect.violations()).toEqual([]);
    await dialog.getByLabel("Type 2 to delete them").fill("3");
    expect(await dialog.getByRole("button", { name: "Delete them" }).isDisabled()).toBe(true);
    await dialog.getByLabel("Type 2 to delete them").fill("2");
    await architect.presses("Enter");
    await architect.sees("No card is archived");
    for (const id of ids) expect((await account.get(`/cards/${id}`)).status).toBe(404);
  });

  test("can't be selected by a viewer", async () => {
    await account.post(
      `/cards/${(await account.post("/cards", { type: "Application", name: "Old Fax" })).body.id}/archive`,
      {},
    );
    await viewer.opens(inventory, archived);
    await viewer.sees("Old Fax");
    await expectSoon(() => viewer.tab.getByRole("button", { name: "Select all" }).count()).toBe(0);
  });
});

test("a file is imported into the inventory: each row is judged before anything is written, and Z undoes all of it", async () => {
  const csv = [
    "name,description,Business Criticality,Colour",
    "Call Desk,Answers every call,Business Critical,red",
    "Cold Store Control,Keeps it cold,Mission Critical,blue",
    "Cold Store Sensors,Measures,Purple,blue",
  ].join("\n");
  await architect.opens(inventory, applications);
  await architect.sees("58 of 58");
  await architect.clicks("Import");
  await architect.sees("Which file?");
  const field = architect.tab.getByLabel("Excel or CSV file", { exact: true });
  await field.setInputFiles({ name: "rows.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await architect.sees("Create 1");
  await architect.sees("Change 1");
  await architect.sees("Refused 1");
  await architect.sees("Nothing is read from the columns Colour.");
  await architect.sees("Row 4 · Cold Store Sensors");
  await architect.sees(/Business Criticality must be one of: Mission Critical, /);
  expect(await architect.violations()).toEqual([]);
  await expectSoon(async () => (await account.get("/cards?type=Application&page_size=1")).body.total).toBe(58);
  const cells = architect.tab.getByRole("grid", { name: "Rows of the file" });
  await cells.getByText("Cold Store Sensors").click();
  await architect.fills("Business Criticality", "Mission Critical");
  expect(await architect.violations()).toEqual([]);
  await architect.clicks("Look at it again");
  await architect.sees("Create 2");
  await cells.getByText("Cold Store Sensors").click();
  await architect.clicks("Leave the row out");
  await architect.sees("1 row is left out: take it back");
  await architect.clicks(/Write 2 rows as one batch/);
  await architect.sees("2 rows imported");
  await architect.sees("59 of 59");
  const made = async () =>
    (await account.get("/cards?type=Application&search=Cold+Store")).body.items.map(
      ({ name }: { name: string }) => name,
    );
  await expectSoon(made).toEqual(["Cold Store Control"]);
  await architect.presses("z");
  await architect.sees("58 of 58");
  await expectSoon(made).toEqual([]);
});

test("a viewer sees the inventory without verbs that change it, and without costs", async () => {
  await viewer.opens(inventory, applications);
  await viewer.sees("Analytics Warehouse");
  await expectSoon(() => viewer.tab.getByRole("button", { name: "Select all" }).count()).toBe(0);
  await expectSoon(() => viewer.tab.getByRole("button", { name: /New card|Import/ }).count()).toBe(0);
  expect(await viewer.tab.content()).not.toContain("Total Annual Cost");
});
