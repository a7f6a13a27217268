import { beforeAll, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import { users } from "../../src/console/pages/users/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const account = clientAs(server, "admin");
const administrator = person(server, "admin");
const viewer = person(server, "viewer");

/** Makes a person with a password, and returns the id. */
async function makePerson(display_name: string): Promise<string> {
  const email = `${display_name.toLowerCase().replace(" ", ".")}@merrowdale.example`;
  const { status, body } = await account.post("/users", {
    email,
    display_name,
    role: "member",
    password: "Cold-Chain-77",
  });
  expect(status).toBe(201);
  return body.id;
}

let locked: string;
beforeAll(async () => {
  locked = await makePerson("Locked Person");
  const until = new Date(Date.now() + 900_000).toISOString();
  transaction(() => statement("UPDATE users SET failed_logins = 5, locked_until = ? WHERE id = ?").run(until, locked));
});

test("an administrator makes an account, gives it another role, and takes that back with Z", async () => {
  await administrator.opens(users);
  await administrator.presses("i");
  await administrator.fills("E-mail address", "nadia@merrowdale.example");
  await administrator.tab.getByLabel("Name", { exact: true }).last().fill("Nadia Fern");
  await administrator.fills("First password", "Harvest-Moon-21");
  await administrator.clicks("Make the account");
  await administrator.sees("Nadia Fern has an account");
  await administrator.tab.getByRole("gridcell", { name: "Nadia Fern" }).click();
  const panel = administrator.tab.getByRole("complementary", { name: "Nadia Fern" });
  await panel.getByRole("button", { name: "Role" }).click();
  await administrator.tab.getByRole("option", { name: "Viewer" }).click();
  await administrator.sees("Nadia Fern is Viewer now");
  await administrator.presses("Escape");
  await administrator.presses("z");
  await administrator.sees("Undone: Nadia Fern is Viewer now");
  const { body } = await account.get("/users");
  expect(body.find(({ email }: { email: string }) => email === "nadia@merrowdale.example")).toMatchObject({
    role: "member",
  });
  expect(await administrator.violations()).toEqual([]);
});

test("a lock is marked in the list, and lifted next to it", async () => {
  await administrator.opens(users, { search: { show: "locked", person: locked } });
  await administrator.sees(/Locked after five wrong passwords/);
  await administrator.clicks("Unlock now");
  await administrator.sees("Locked Person may log in again");
  expect((await account.get(`/users/${locked}`)).body.locked_until).toBeNull();
});

test("the removal of an account asks once more, and shows before what it would leave", async () => {
  const id = await makePerson("Leaving Person");
  await administrator.opens(users, { search: { person: id } });
  await administrator.sees("No card loses the last person who is responsible.");
  await administrator.clicks("Remove…");
  await administrator.sees("Remove the account of Leaving Person for good?");
  await administrator.clicks("Remove");
  await administrator.sees("The account of Leaving Person is removed");
  expect((await account.get(`/users/${id}`)).status).toBe(404);
});

test("people who are selected get a role at once, which Z gives back, and are removed once they are deactivated", async () => {
  const ids = [await makePerson("Group One"), await makePerson("Group Two")];
  const accounts = async () =>
    (await account.get("/users?include_inactive=true")).body.filter(({ id }: { id: string }) => ids.includes(id));
  const roles = async () => (await accounts()).map(({ role }: { role: string }) => role);
  await account.patch(`/users/${ids[1]}`, { role: "viewer" });
  await administrator.opens(users, { search: { name: "group", show: "all" } });
  await administrator.sees("Group Two");
  await administrator.clicks("Select all");
  await administrator.sees("2 selected");
  const bar = administrator.tab.getByRole("toolbar", { name: "Selected people" });
  await bar.getByRole("button", { name: "Role" }).click();
  await administrator.tab.getByRole("menuitem", { name: "BPM Admin" }).click();
  await administrator.sees(/2 people: BPM Admin/);
  await expectSoon(roles).toEqual(["bpm_admin", "bpm_admin"]);
  await administrator.presses("z");
  await administrator.sees(/Undone: 2 people/);
  await expectSoon(async () => (await roles()).toSorted()).toEqual(["member", "viewer"]);
  await administrator.clicks("Deactivate");
  await administrator.sees("2 people may not sign in any more");
  const { body: shared } = await account.post("/cards", { type: "Application", name: "Kept by the group" });
  for (const user_id of ids) await account.post(`/cards/${shared.id}/stakeholders`, { user_id, role: "responsible" });
  await administrator.clicks("Remove…");
  await administrator.sees(/1 card has no responsible any more: Kept by the group/);
  await administrator.fills("Type 2 to remove them", "2");
  expect(await administrator.violations()).toEqual([]);
  await administrator.clicks("Remove them");
  await administrator.sees("2 accounts are removed");
  expect(await accounts()).toEqual([]);
});

test("whoever doesn't administer has no Administration in the rail", async () => {
  await viewer.opens("/");
  await expectSoon(() => viewer.tab.getByRole("link", { name: "Administration" }).count()).toBe(0);
});
