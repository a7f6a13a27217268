/** A migration from workbook to tidy landscape, with three browsers at once: one writes, one tidies, one answers on a phone. */
import { expect, test } from "bun:test";
import { home } from "../../src/console/pages/home/page";
import { inventory } from "../../src/console/pages/inventory/page";
import { notifications } from "../../src/console/pages/notifications/page";
import { transfer } from "../../src/console/pages/transfer/page";
import { entity, relation, table } from "../areas/migration/support";
import { testServer } from "../support/server";
import { workbookOf } from "../support/workbooks";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const administrator = person(server, "admin");
const architect = person(server, "member");
const owner = person(server, "member", { viewport: SIZES.phone });

/** Returns a workbook of three applications: one with an unreadable value, and one whose relation is of an unknown kind. */
function workbook() {
  const [ledger, payroll, archive] = [
    entity("Application", "Quillwork Ledger", { costTotalAnnual: 1200, owner_unit: "Sales" }),
    entity("Application", "Quillwork Payroll", { costTotalAnnual: "twelve" }),
    entity("Application", "Quillwork Archive"),
  ] as const;
  const component = entity("ITComponent", "Quillwork Database");
  return workbookOf({
    Application: table([ledger, payroll, archive]),
    ITComponent: table([component]),
    Relations: table([
      relation("applicationITComponentRelation", ledger, component),
      relation("madeUpRelation", archive, component),
    ]),
  });
}

test("a workbook becomes a tidy landscape: written by one, tidied by another, and checked by its owner", async () => {
  const row = (name: string) => architect.tab.locator(".gr", { hasText: name });
  await architect.opens(inventory, { search: { type: "Application", filter: "quillwork" } });
  await architect.sees("No card fits these filters");
  await owner.opens(home);

  // The preview comes first: it shows what can't be read, and what has no place here.
  await administrator.opens(transfer);
  await administrator.tab.getByLabel("Workbook of SAP LeanIX", { exact: true }).setInputFiles({
    name: "quillwork.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: Buffer.from(await workbook()),
  });
  const kinds = administrator.tab.getByRole("list", { name: "Kinds" });
  await kinds.getByRole("button", { name: "Application", exact: true }).click();
  const panel = administrator.tab.getByRole("complementary", { name: "Application" });
  await panel.getByText("Quillwork Archive", { exact: true }).waitFor();
  await panel.getByText(/costTotalAnnual: its value is no number/).waitFor();
  await administrator.clicks("Fields");
  await administrator.tab.getByRole("button", { name: /What owner_unit becomes/ }).click();
  await administrator.tab.getByRole("option", { name: "Left out" }).click();
  await administrator.sees("owner_unit: Left out");
  await administrator.clicks("Kinds");
  await administrator.clicks(/^Write \d+$/);
  await administrator.tab.getByRole("button", { name: "Undo in Activity" }).waitFor();

  // The architect sees the cards come, and tidies them: a value for all, and a name for one.
  await row("Quillwork Archive").waitFor();
  await architect.sees("3 of 61");
  await architect.clicks("Select all");
  await architect.sees("3 selected");
  await architect.clicks("Edit…");
  await architect.tab.getByRole("option", { name: "Hosting Type" }).click();
  await architect.tab.getByRole("option", { name: "Hybrid" }).click();
  await architect.sees("Hosting Type of 3 cards changed");
  await architect.presses("Escape");
  await row("Quillwork Payroll").getByText("Quillwork Payroll").dblclick();
  await architect.tab.getByRole("heading", { name: "Quillwork Payroll" }).waitFor();

  // The owner is notified on a phone, completes what the workbook lacked, and approves.
  const { display_name: name } = (await owner.account!.get("/auth/me")).body;
  await architect.tab
    .getByRole("button", { name: /^Assign: / })
    .first()
    .click();
  await architect.tab.getByRole("combobox", { name: "Name or address" }).fill(name);
  await architect.tab.getByRole("option", { name }).first().click();
  await architect.tab
    .getByRole("button", { name: `Take ${name} away` })
    .first()
    .waitFor();
  await owner.opens(notifications);
  await owner.clicks(/Quillwork Payroll/);
  await owner.tab.getByRole("heading", { name: "Quillwork Payroll" }).waitFor();
  await owner.sees("Hybrid");
  expect(await owner.violations()).toEqual([]);
  await owner.clicks("Approve");
  await owner.sees("Quillwork Payroll is approved");
  await architect.sees(/Approved/);
  expect(await architect.violations()).toEqual([]);

  const { body } = await administrator.account!.get("/cards?search=Quillwork&type=Application");
  expect(body.items.map((card: { attributes: unknown }) => card.attributes)).toEqual([
    { hostingType: "hybrid" },
    { hostingType: "hybrid", costTotalAnnual: 1200 },
    { hostingType: "hybrid" },
  ]);
}, 120_000);
