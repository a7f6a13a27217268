import { expect, test } from "bun:test";
import { lists } from "../../src/console/pages/lists/page";
import { settings } from "../../src/console/pages/settings/page";
import { json, startOutside } from "../support/outside";
import { clientAs, testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true", ALLOW_PRIVATE_ADDRESSES: "true" });
const account = clientAs(server, "admin");
const administrator = person(server, "admin");
const member = person(server, "member");

const daysNow = async () => (await account.get("/settings/archive-retention-days")).body.days;

test("a setting is saved when its field is left, and Z brings the former value back", async () => {
  const before = await daysNow();
  await administrator.opens(settings);
  await administrator.fills("Archived cards stay", "90");
  await administrator.presses("Tab");
  await administrator.sees("Saved: Archived cards stay");
  await expectSoon(() => daysNow()).toBe(90);
  await administrator.tab.getByRole("button", { name: /Undo/ }).click();
  await administrator.sees("Undone: Saved: Archived cards stay");
  await expectSoon(() => daysNow()).toBe(before);
});

test("a second approver of flows is asked for by a switch", async () => {
  const isAsked = async () => (await account.get("/settings/bpm-second-approver")).body.enabled;
  const before = await isAsked();
  await administrator.opens(settings);
  await administrator.tab.getByRole("switch", { name: "Second approver of flows" }).press("Space");
  await expectSoon(isAsked).toBe(!before);
});

test("assistants are let in by a switch, next to which the address to paste then stands", async () => {
  const isOn = async () => (await account.get("/settings/mcp")).body.enabled;
  await administrator.opens(settings);
  await administrator.tab.getByRole("switch", { name: "Assistants may connect" }).press("Space");
  await expectSoon(isOn).toBe(true);
  await administrator.sees(`${server.url}/mcp`);
});

test("a level of the matrix of risks and a step of it are chosen, the levels of risks follow, and Z brings the former back", async () => {
  const { body: risk } = await account.post("/risks", { title: "A fuse blows" });
  const matrix = async () => (await account.get("/settings/risk-matrix")).body;
  const level = async () => (await account.get(`/risks/${risk.id}`)).body.initial_level;
  const before = await matrix();
  await administrator.opens(settings);
  await administrator.clicks("Medium, Medium: Medium");
  await administrator.tab.getByRole("menuitem", { name: "Critical" }).click();
  await administrator.sees("Saved: Matrix of risks");
  await expectSoon(level).toBe("critical");
  expect(await administrator.violations()).toEqual([]);
  await administrator.presses("z");
  await administrator.sees("Undone: Saved: Matrix of risks");
  await expectSoon(level).toBe("medium");
  await expectSoon(matrix).toEqual(before);
  await administrator.clicks("Steps of impact: 4 of 5");
  await administrator.tab.getByText("Negligible").click();
  await expectSoon(async () => (await matrix()).impacts).toContain("negligible");
  await expectSoon(async () => (await matrix()).levels[3]).toEqual(["medium", "medium", "low", "low", "low"]);
});

test("principles that are hidden are on none of the pages that list them", async () => {
  const shown = async () => (await account.get("/settings/principles-display")).body.enabled;
  await administrator.opens(lists);
  await administrator.tab.getByRole("heading", { name: "Principles" }).waitFor();
  await administrator.opens(settings);
  await administrator.tab.getByRole("switch", { name: "Principles" }).press("Space");
  await expectSoon(shown).toBe(false);
  await administrator.opens(lists);
  await administrator.tab.getByRole("heading", { name: "Kinds of links" }).waitFor();
  await expectSoon(() => administrator.tab.getByRole("heading", { name: "Principles" }).count()).toBe(0);
});

test("a value that the server refuses is named, and the former one stands again", async () => {
  await administrator.opens(settings);
  await administrator.fills("Archived cards stay", "9999");
  await administrator.presses("Enter");
  await administrator.sees(/days must be from 0 to 3650/);
});

test("the test of mail shows the words of the server", async () => {
  await administrator.opens(settings);
  await administrator.clicks("Send to me");
  await administrator.sees(/Refused at/);
  expect(await administrator.violations()).toEqual([]);
});

test("a language model is chosen, and its test shows what the provider answers", async () => {
  const provider = await startOutside((_, response) => json(response, { models: [{ name: "gemma" }] }));
  const stored = async () => (await account.get("/settings/ai")).body;
  await administrator.opens(settings);
  await administrator.fills("Address of the model", provider.url);
  await administrator.presses("Tab");
  await until(async () => (await stored()).provider_url === provider.url, "the address");
  await administrator.tab.getByRole("textbox", { name: "Model", exact: true }).fill("llama");
  await administrator.presses("Tab");
  await until(async () => (await stored()).model === "llama", "the model");
  await administrator.clicks("Ask the provider");
  await administrator.sees(/doesn't have the model llama/);
  expect(await administrator.violations()).toEqual([]);
  await provider.stop();
  administrator.expected = [/status of 502/];
  await administrator.clicks("Ask the provider");
  await administrator.sees(/Refused at/);
});

test("fields one below the other are as high as their line, and don't touch", async () => {
  for (const [width, height, line] of [
    [1440, 900, 26],
    [390, 844, 36],
  ] as const) {
    await administrator.tab.setViewportSize({ width, height });
    await administrator.opens(settings);
    const boxes = await Promise.all(
      ["Line under the title", "Help", "Link to help"].map((name) =>
        administrator.tab.getByRole("textbox", { name, exact: true }).boundingBox(),
      ),
    );
    expect(boxes.map((box) => box!.height)).toEqual([line, line, line]);
    for (const [at, box] of boxes.slice(1).entries()) expect(box!.y - (boxes[at]!.y + line)).toBeGreaterThanOrEqual(4);
  }
});

test("/ finds a setting by its name", async () => {
  await administrator.opens(settings);
  await administrator.presses("/");
  await administrator.types("fiscal");
  await administrator.seesNo("Currency");
  await administrator.sees("Fiscal year begins");
});

test("a part is switched off at once", async () => {
  await administrator.opens(settings);
  await administrator.tab.getByText("On", { exact: true }).last().click();
  await administrator.sees("Saved: Files on cards");
  expect((await account.get("/settings/file-uploads-enabled")).body).toEqual({ enabled: false });
});

test("an administrator sees Stoa as a viewer until they stop", async () => {
  await administrator.opens(settings);
  await administrator.tab.getByRole("button", { name: /connected/ }).click();
  await administrator.clicks("See Stoa as Viewer");
  await administrator.sees("You see Stoa as Viewer");
  await administrator.tab.getByRole("link", { name: "Administration" }).waitFor({ state: "hidden" });
  await administrator.clicks("Stop seeing as");
  await administrator.tab.getByRole("link", { name: "Administration" }).waitFor();
});

test("whoever may not change settings is shown that the page is not there for them", async () => {
  await member.opens("/");
  await expectSoon(() => member.tab.getByRole("link", { name: "Settings" }).count()).toBe(0);
});
