/** The page of the directory: rules are tried, added, changed, moved and undone; a member doesn't see it. */
import { expect, test } from "bun:test";
import { directory } from "../../src/console/pages/directory/page";
import { clientOf } from "../support/client";
import { unique } from "../support/factories";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const administrator = person(server, "admin");
const member = person(server, "member");

test("an administrator sees who would get another role before a rule is added, and undoes it with all that it did", async () => {
  const admin = administrator.account!;
  const service = (await admin.post("/users/service-accounts", { display_name: "Directory", role: "admin" })).body;
  const made = await admin.post(`/users/${service.id}/tokens`, { name: "Directory", scope: "scim", expires_at: null });
  const scim = clientOf(server.url, made.body.token);
  const userName = `${unique("ann")}@stoa.example`;
  const ann = (await scim.post("/scim/v2/Users", { userName, displayName: "Ann Archer", active: true })).body;
  await scim.post("/scim/v2/Groups", { displayName: "Architects", members: [{ value: ann.id }] });
  const rules = async () => (await admin.get("/directory/rules")).body.rules;
  const role = async () => (await admin.get(`/users/${ann.id}`)).body.role;

  const { tab } = administrator;
  await administrator.opens(directory);
  await administrator.sees("1 member");
  await administrator.clicks("New rule");
  await administrator.fills("Name of the group, or its id", "architects");
  await administrator.sees("1 person would get another role:");
  await administrator.sees(/Ann Archer: Viewer → Member/);
  expect(await administrator.violations()).toEqual([]);
  await administrator.clicks("Add the rule");
  await expectSoon(rules).toEqual([{ group: "architects", role: "member" }]);
  await expectSoon(role).toBe("member");
  await administrator.clicks("New rule");
  await administrator.fills("Name of the group, or its id", "Staff");
  await administrator.clicks("Add the rule");
  await administrator.clicks("Move Staff up");
  await expectSoon(async () => (await rules())[0]).toEqual({ group: "Staff", role: "member" });
  await administrator.clicks("Delete the rule for Staff");
  await expectSoon(rules).toHaveLength(1);
  await administrator.clicks("Delete the rule for architects");
  await expectSoon(rules).toEqual([]);
  await tab.keyboard.press("z");
  await expectSoon(rules).toEqual([{ group: "architects", role: "member" }]);
  expect(await administrator.violations()).toEqual([]);
});

test("a member is shown which right the directory takes", async () => {
  await member.opens(directory);
  await member.sees("It takes the right admin.users.");
});
