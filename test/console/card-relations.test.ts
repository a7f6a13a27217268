/** Relating a card, making the card that isn't there, and the place of a card in its hierarchy. */
import { describe, expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { examplesOf } from "./support/examples";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");

let id = "";

/** Opens the page of the demo's most connected application. */
async function opensGroupErp(): Promise<void> {
  id ||= (await examplesOf(architect.account!))["/cards/$id"]!.params!["id"]!;
  await architect.opens(card, { params: { id } });
  await architect.sees("General Ledger");
}

const columns = () => architect.tab.locator(".relation-columns");

describe("the line that relates a card", () => {
  test("is operated by the keyboard alone, and names what is related already", async () => {
    await opensGroupErp();
    await architect.presses("r");
    await architect.types("Treas");
    await architect.tab
      .getByRole("option", { name: /Treasury/ })
      .first()
      .waitFor();
    expect(await architect.violations()).toEqual([]);
    await architect.presses("ArrowDown", "Enter");
    await architect.sees(/Group ERP and Treasury.* are related/);
    await columns().getByText("Treasury").first().waitFor();
    await architect.types("General Led");
    await architect.sees("related already");
  });

  test("chooses the relation first with Tab, and offers only what fits it", async () => {
    await opensGroupErp();
    await architect.presses("r", "Tab");
    await architect.types("IT component");
    await architect.tab
      .getByRole("option", { name: /IT Component/i })
      .first()
      .click();
    await architect.types("a");
    await architect.tab.locator(".relate-option .c3", { hasText: "IT Component" }).first().waitFor();
    await expectSoon(() =>
      architect.tab.locator(".relate-option .c3", { hasText: "Business Capability" }).count(),
    ).toBe(0);
  });

  test("makes a card that isn't there and relates it, and Z takes both back", async () => {
    await opensGroupErp();
    await architect.presses("r");
    await architect.types("Cold Chain Ledger");
    await architect.tab.locator(".relate-make").waitFor();
    await architect.presses("Control+Enter");
    await architect.sees("Cold Chain Ledger made and related to Group ERP");
    await columns().getByText("Cold Chain Ledger").waitFor();
    await architect.clicks("Close the line");
    await architect.presses("z");
    await architect.sees(/Undone/);
    await columns().getByText("Cold Chain Ledger").waitFor({ state: "hidden" });
    const { body } = await architect.account!.get("/cards?search=Cold+Chain+Ledger");
    expect(body.total).toBe(0);
  });
});

test("a card gets another parent, which is its place in the hierarchy", async () => {
  await opensGroupErp();
  await architect.clicks("Set the parent");
  await architect.types("Cloud ERP");
  await architect.tab
    .getByRole("option", { name: /Cloud ERP/ })
    .first()
    .click();
  await architect.sees("Group ERP is part of Cloud ERP now");
  await columns().getByRole("button", { name: "Another parent" }).waitFor();
  await architect.presses("z");
  await columns().getByRole("button", { name: "Set the parent" }).waitFor();
});

test("an attribute that somebody else sets meanwhile stands next to one's own, and their other attributes stay", async () => {
  await opensGroupErp();
  const client = architect.account!;
  const [relation] = (await client.get(`/relations?card_id=${id}&type=relAppToDataObj`)).body;
  const path = `/relations/${relation.id}`;
  const attributesNow = async () => (await client.get(path)).body.attributes;
  const set = async (attributes: object) => expect((await client.patch(path, { attributes })).status).toBe(200);
  await set({ crudRead: false });
  await opensGroupErp();
  const label = `Attributes of the relation to ${relation.target.name}`;
  await columns().locator(".rel", { hasText: relation.target.name }).first().hover();
  await architect.tab.getByRole("button", { name: label, exact: true }).click();
  const dialog = architect.tab.getByRole("dialog", { name: label });
  const option = (name: string) => architect.tab.getByRole("option", { name, exact: true });
  await dialog.locator("[data-fact=crudUpdate]").click();
  await option("Yes").waitFor();
  await set({ crudCreate: true, crudRead: false });
  await option("Yes").click();
  await architect.sees(/^Update of the relation to .* changed/);
  await expectSoon(() => attributesNow()).toEqual({ crudCreate: true, crudRead: false, crudUpdate: true });
  await dialog.locator("[data-fact=crudDelete]").click();
  await option("No").waitFor();
  await set({ crudDelete: true });
  await option("No").click();
  const conflict = architect.tab.locator(".conf");
  await conflict.getByText("changed this while you were typing").waitFor();
  await expectSoon(() => conflict.textContent()).toMatch(/Before.*Theirs.*Yes.*Yours.*No.*not saved/);
  expect(await architect.violations()).toEqual([]);
  await expectSoon(() => attributesNow()).toEqual({ crudDelete: true });
  await conflict.getByRole("button", { name: "Save mine" }).click();
  await architect.sees(/^Delete of the relation to .* changed/);
  await expectSoon(() => attributesNow()).toEqual({ crudDelete: false });
  await conflict.waitFor({ state: "hidden" });
});
