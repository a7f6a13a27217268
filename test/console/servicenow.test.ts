/** ServiceNow: a connection that is tested, a mapping with its trial, runs with counts, and staged deletions that are decided. */
import { expect, test } from "bun:test";
import { servicenow } from "../../src/console/pages/servicenow/page";
import { testInstance } from "../areas/servicenow/setup";
import { clientAs, testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
const manager = person(server, "admin");
const member = person(server, "member");
const admin = clientAs(server, "admin");
const instance = testInstance();

const TABLE = "cmdb_ci_server";

/** Returns the names of components of a status. */
const components = async (): Promise<string[]> =>
  (await admin.get("/cards?type=ITComponent&page_size=50")).body.items.map(({ name }: { name: string }) => name).sort();

test("an instance is connected and tested, a table is mapped with a trial, pulled, and what is gone is decided one by one", async () => {
  const { tab } = manager;
  const ids = instance.add(TABLE, [
    { name: "Mill server", short_description: "grinds" },
    { name: "Oven server", short_description: "bakes" },
    { name: "Dock server", short_description: "loads" },
  ]);
  instance.add("sys_db_object", [{ name: TABLE, label: "Server" }]);

  await manager.opens(servicenow);
  await tab.locator(".empty").getByRole("button", { name: "Connect an instance" }).click();
  await manager.fills("Name", "Production");
  await manager.fills("Address of the instance", instance.url);
  await tab.getByRole("textbox", { name: "User", exact: true }).fill(instance.basic.username);
  await tab.getByLabel("Password", { exact: true }).fill(instance.basic.password);
  await manager.clicks("Connect and test");
  await tab.locator(".peek", { hasText: "Answered on" }).waitFor();
  await manager.clicks("Test the connection");
  await manager.sees("Connection successful");
  expect(await manager.violations()).toEqual([]);

  await tab
    .locator(".topbar")
    .getByRole("button", { name: /^Mapping/ })
    .click();
  await tab.getByRole("combobox", { name: "Table" }).fill(TABLE);
  await tab.getByRole("option", { name: TABLE }).first().click();
  await manager.presses("Tab");
  await tab.getByRole("button", { name: "Map it" }).click();
  await tab.locator(".peek", { hasText: "Fields" }).waitFor();
  await manager.clicks("Add a field");
  await manager.fills("Column of Description", "short_description");
  await manager.presses("Enter");
  const [mapping] = await until(async () => {
    const { body } = await admin.get("/servicenow/mappings");
    return (
      body[0]?.field_mappings.some((one: { snow_field: string }) => one.snow_field === "short_description") && body
    );
  }, "the field to be mapped");
  await manager.clicks("Try it with five rows");
  await tab.locator(".servicenow-trial", { hasText: "grinds" }).waitFor();
  expect(await manager.violations()).toEqual([]);
  await manager.prefers("dark");
  expect(await manager.violations()).toEqual([]);

  await manager.clicks(`Run ${TABLE}`);
  await manager.clicks("Pull and apply");
  await tab.locator(".peek", { hasText: "Run of" }).getByText("Done").waitFor();
  await expectSoon(() => components()).toEqual(["Dock server", "Mill server", "Oven server"]);

  await admin.patch(`/servicenow/mappings/${mapping.id}`, { sync_mode: "strict", max_deletion_ratio: 0.5 });
  instance.remove(TABLE, ids[0] as string, ids[1] as string);
  instance.row(TABLE, ids[2] as string)["short_description"] = "loads at night";
  await manager.clicks(`Run ${TABLE}`);
  await manager.clicks("Pull for review");
  await manager.sees("Waits for you");
  await manager.sees(/their cards wait for a decision/);
  await tab.getByRole("checkbox", { name: /Mill server/ }).check();
  expect(await manager.violations()).toEqual([]);
  await manager.clicks("Archive 1, apply 1");
  await tab.locator(".peek", { hasText: "Run of" }).getByText("Done").waitFor();
  await until(async () => (await components()).join() === "Dock server,Oven server", "one server to be archived");
  const [latest] = (await admin.get("/servicenow/sync/runs")).body;
  const { body: staged } = await admin.get(`/servicenow/sync/runs/${latest.id}/staged?action=delete`);
  expect(staged.map(({ card_name, status }: Record<string, string>) => [card_name, status]).sort()).toEqual([
    ["Mill server", "applied"],
    ["Oven server", "discarded"],
  ]);
});

test("a refused login is shown in words, and whoever may not manage it has no such page", async () => {
  const [connection] = (await admin.get("/servicenow/connections")).body;
  await manager.opens(servicenow, { search: { connection: connection.id } });
  await manager.tab.getByRole("textbox", { name: "User", exact: true }).fill("somebody");
  await manager.tab.getByLabel("Password", { exact: true }).fill("wrong");
  await manager.clicks("Replace them");
  await manager.sees("has other credentials");
  await manager.clicks("Test the connection");
  await manager.sees(/Connection failed/);
  await member.tab.goto("/admin/servicenow");
  await member.sees(/may not|no page/);
});
