/** The lists of administrators, and the images and languages of the installation. */
import { expect, test } from "bun:test";
import { lists } from "../../src/console/pages/lists/page";
import { login } from "../../src/console/pages/login/page";
import { settings } from "../../src/console/pages/settings/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const client = clientAs(server, "admin");
const administrator = person(server, "admin");
const visitor = person(server);

type Entry = { label: string; description: string | null; is_enabled: boolean; key: string };
const entry = async (path: string, label: string): Promise<Entry | undefined> =>
  (await client.get(`/metamodel/${path}`)).body.find((one: Entry) => one.label === label);
const field = (name: string) => administrator.tab.getByRole("textbox", { name, exact: true });

/** Makes an entry of a list by its name. */
async function makes(button: string, label: string, name: string): Promise<void> {
  await administrator.tab.getByRole("button", { name: button, exact: true }).click();
  await administrator.tab.getByRole("dialog").getByRole("textbox", { name: label }).fill(name);
  await administrator.presses("Enter");
}

test("a regulation is made, described, switched off, deleted, and brought back with Z", async () => {
  await administrator.opens(lists);
  await makes("New regulation", "Name of the regulation", "Cold Chain Act");
  await expectSoon(() => entry("compliance-regulations", "Cold Chain Act")).toMatchObject({ key: "cold_chain_act" });
  await field("Description of Cold Chain Act").fill("Below eighteen degrees");
  await administrator.presses("Enter");
  await expectSoon(async () => (await entry("compliance-regulations", "Cold Chain Act"))?.description).toBe(
    "Below eighteen degrees",
  );
  await administrator.tab
    .locator(".entry", { has: field("Name of Cold Chain Act") })
    .locator(".switch")
    .click();
  await expectSoon(async () => (await entry("compliance-regulations", "Cold Chain Act"))?.is_enabled).toBe(false);
  expect(await administrator.violations()).toEqual([]);
  await administrator.clicks("Delete Cold Chain Act");
  await expectSoon(() => entry("compliance-regulations", "Cold Chain Act")).toBeUndefined();
  await administrator.presses("z");
  await expectSoon(() => entry("compliance-regulations", "Cold Chain Act")).toMatchObject({
    key: "cold_chain_act",
    description: "Below eighteen degrees",
    is_enabled: false,
  });
});

test("a kind of links and a principle are made and renamed, and Z takes back the last change", async () => {
  await administrator.opens(lists);
  await makes("New: Kinds of links", "Name", "Runbook");
  await expectSoon(() => entry("resource-types?kind=link_type", "Runbook")).toBeDefined();
  await makes("New principle", "The principle in a few words", "Buy before build");
  await field("The reason: Buy before build").fill("Others know it better");
  await administrator.presses("Enter");
  const principle = async () =>
    (await client.get("/metamodel/principles")).body.find(({ title }: { title: string }) => /Buy/.test(title));
  await expectSoon(principle).toMatchObject({ rationale: "Others know it better" });
  await field("Name of Buy before build").fill("Buy, then build");
  await administrator.presses("Enter");
  await expectSoon(principle).toMatchObject({ title: "Buy, then build" });
  await administrator.sees("Buy, then build is changed");
  await administrator.tab.locator(".page").click({ position: { x: 4, y: 4 } });
  await administrator.presses("z");
  await expectSoon(principle).toMatchObject({ title: "Buy before build" });
});

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a logo is chosen, stands in the rail and on the login, and is taken away again; Z brings it back", async () => {
  const hasLogo = async () => (await client.get("/settings/logo/info")).body.has_custom_logo;
  await administrator.opens(settings);
  const chooser = administrator.tab.getByLabel("Choose: Logo");
  await chooser.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PIXEL });
  await expectSoon(hasLogo).toBe(true);
  await administrator.tab.locator(".rail img.mark").waitFor();
  await visitor.opens(login);
  await visitor.tab.locator(".brand img.mark").waitFor();
  expect(await administrator.violations()).toEqual([]);
  await administrator.clicks("Remove: Logo");
  await expectSoon(hasLogo).toBe(false);
  await administrator.tab.locator(".rail svg.mark").waitFor();
  await administrator.presses("z");
  await expectSoon(hasLogo).toBe(true);
  await chooser.setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  administrator.expected = [/status of 400/];
  await administrator.sees(/Unsupported image/);
});

test("languages are chosen from a list, and bands of the process house move up", async () => {
  await administrator.opens(settings);
  await administrator.clicks("10 of 10 languages");
  await administrator.tab.getByRole("option", { name: "Arabic" }).click();
  await expectSoon(async () => (await client.get("/settings/enabled-locales")).body.locales).not.toContain("ar");
  await administrator.presses("Escape");
  await administrator.clicks("Move Support up");
  await expectSoon(async () => (await client.get("/settings/bpm-row-order")).body.row_order.slice(0, 3)).toEqual([
    "management",
    "support",
    "core",
  ]);
});
