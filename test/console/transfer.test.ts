/** Transfers in the console: a workbook and an archive from their upload to their result. */
import { expect, test } from "bun:test";
import { activity } from "../../src/console/pages/activity/page";
import { transfer } from "../../src/console/pages/transfer/page";
import { entity, parsed, relation, table, unique } from "../areas/migration/support";
import { exported } from "../areas/workspace/support";
import { clientAs, testServer } from "../support/server";
import { workbookOf } from "../support/workbooks";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const administrator = person(server, "admin");
const member = person(server, "member");
const client = clientAs(server, "admin");

/** Returns the sheets of a workbook with an application, a component, their relation, and one that can't be applied. */
function sheetsWith(name: string) {
  const app = entity("Application", name, { annualBudget: 1200, owner_unit: "Sales" });
  const component = entity("ITComponent", `${name} Database`);
  return {
    Application: table([app]),
    ITComponent: table([component]),
    Relations: table([
      relation("applicationITComponentRelation", app, component),
      relation("madeUpRelation", app, component),
    ]),
  };
}

const buttonOf = (label: string) => administrator.tab.getByLabel(label, { exact: true });

test("a workbook is read, shown by kind, mapped, written and undone, and axe finds nothing", async () => {
  const name = unique("Ledger");
  await administrator.opens(transfer);
  expect(await administrator.violations()).toEqual([]);
  await buttonOf("Workbook of SAP LeanIX").setInputFiles({
    name: "landscape.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: Buffer.from(await workbookOf(sheetsWith(name))),
  });
  const kinds = administrator.tab.getByRole("list", { name: "Kinds" });
  await kinds.getByRole("button", { name: "Application", exact: true }).click();
  await administrator.tab
    .getByRole("complementary", { name: "Application" })
    .getByText(name, { exact: true })
    .waitFor();
  expect(await administrator.violations()).toEqual([]);
  await administrator.clicks("Fields");
  await administrator.tab.getByRole("button", { name: /What owner_unit becomes/ }).click();
  await administrator.tab.getByRole("option", { name: "Left out" }).click();
  await administrator.sees("owner_unit: Left out");
  await administrator.clicks("Kinds");
  await administrator.clicks(/^Write \d+$/);
  await administrator.tab.getByRole("button", { name: "Undo in Activity" }).waitFor();
  await kinds.getByText("Written").first().waitFor();
  const found = await client.get(`/cards?search=${encodeURIComponent(name)}&type=Application`);
  expect(found.body.items).toMatchObject([{ name, attributes: { annualBudget: 1200 } }]);
  expect(Object.keys(found.body.items[0].attributes)).not.toContain("owner_unit");
  await administrator.clicks("Undo in Activity");
  await administrator.sees("landscape.xlsx");
  expect(new URL(administrator.tab.url()).pathname).toBe(activity.address);
});

test("a migration whose preview waits is in the list, and its deletion asks once more", async () => {
  const migration = await parsed(client, sheetsWith(unique("Waiting")), { name: unique("Waiting export") });
  await administrator.opens(transfer);
  await administrator.clicks(migration.name);
  await administrator.clicks("Delete…");
  await administrator.sees("The file and its preview go; what was written stays.");
  await administrator.clicks("Delete");
  await administrator.tab.getByRole("heading", { name: "Take everything out" }).waitFor();
  expect((await client.get(`/migration/${migration.id}`)).status).toBe(404);
});

test("an archive is previewed part by part and written, and stays in the list", async () => {
  const { bytes } = await exported(server, client);
  await administrator.opens(transfer);
  await buttonOf("Archive of an installation").setInputFiles({
    name: "workspace.zip",
    mimeType: "application/zip",
    buffer: Buffer.from(bytes),
  });
  await administrator.tab.getByRole("list", { name: "Parts" }).waitFor();
  expect(await administrator.violations()).toEqual([]);
  await administrator.clicks(/^Write \d+$/);
  await administrator.tab.getByRole("button", { name: /^Write/ }).waitFor({ state: "detached" });
  await administrator.clicks("All transfers");
  const row = administrator.tab.getByRole("listitem").filter({ hasText: "workspace.zip" });
  await row.getByText("Written").waitFor();
});

test("a file that is no workbook is refused in the server's words, and the page stays", async () => {
  await administrator.opens(transfer);
  await buttonOf("Workbook of SAP LeanIX").setInputFiles({
    name: "notes.xlsx",
    mimeType: "application/octet-stream",
    buffer: Buffer.from("no workbook"),
  });
  await administrator.sees("File does not match SAP LeanIX (.xlsx).");
});

test("the page of transfers isn't there for those who may not migrate", async () => {
  await member.opens(transfer);
  await member.sees("You may not see “Transfer”");
});
