/** Roles: the rights of each as a matrix, which the keyboard changes. */
import { describe, expect, test } from "bun:test";
import { roles } from "../../src/console/pages/roles/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const administrator = person(server, "admin");
const member = person(server, "member");

const cell = (name: string) => administrator.tab.getByRole("gridcell", { name, exact: true });

describe("the page of roles", () => {
  test("shows rights in plain words against roles, and axe finds nothing in it", async () => {
    await administrator.opens(roles, { search: { role: "member" } });
    await cell("Viewer, Create cards: not granted").waitFor();
    await administrator.sees("In plain words");
    expect(await administrator.violations()).toEqual([]);
    await administrator.prefers("dark");
    expect(await administrator.violations()).toEqual([]);
  });

  test("grants a right with Space, and takes it back with Z", async () => {
    await administrator.opens(roles);
    await cell("Viewer, Create cards: not granted").click();
    await administrator.presses("Space");
    await cell("Viewer, Create cards: granted").waitFor();
    await administrator.sees("Viewer may now: Create cards");
    await administrator.presses("z");
    await cell("Viewer, Create cards: not granted").waitFor();
  });

  test("leaves the rights of administrators as they are", async () => {
    await administrator.opens(roles);
    await cell("Admin, Create cards: granted").click();
    await administrator.presses("Space");
    await cell("Admin, Create cards: granted").waitFor();
  });

  test("makes a role with the rights of the one that new people get", async () => {
    await administrator.opens(roles);
    await administrator.tab.getByRole("button", { name: "Role", exact: true }).click();
    await administrator.tab.getByRole("textbox", { name: "Name of the new role" }).fill("Auditor");
    await administrator.presses("Enter");
    await cell("Auditor, Read cards and lists of cards: granted").waitFor();
  });

  test("restores a role that was archived", async () => {
    await administrator.account!.post("/roles", { key: "gardener", label: "Gardener", permissions: {} });
    await administrator.account!.post("/roles/gardener/archive");
    await administrator.opens(roles);
    await administrator.clicks("1 archived");
    await administrator.clicks("Restore Gardener");
    await administrator.sees("The role Gardener is restored");
    await administrator.tab.getByRole("button", { name: /^Gardener/ }).waitFor();
  });

  test("shows the rights that parts in cards give", async () => {
    await administrator.opens(roles, { search: { type: "Application" } });
    await administrator.tab.getByRole("columnheader", { name: /Responsible/ }).waitFor();
    expect(await administrator.violations()).toEqual([]);
  });

  test("stays in sight on a phone when a right is touched, and shows a role when its head is", async () => {
    await administrator.tab.setViewportSize(SIZES.phone);
    await administrator.opens(roles);
    await cell("Viewer, Create cards: not granted").click();
    await expectSoon(() => administrator.tab.getByRole("complementary", { name: "Viewer" }).count()).toBe(0);
    await cell("Viewer, Create cards: not granted").dblclick();
    await cell("Viewer, Create cards: granted").waitFor();
    await administrator.tab.getByRole("button", { name: /^Viewer/ }).click();
    await administrator.tab.getByRole("complementary", { name: "Viewer" }).waitFor();
  });

  test("isn't there for those who may not manage roles", async () => {
    await member.opens("/");
    await expectSoon(() => member.tab.getByRole("link", { name: "Roles" }).count()).toBe(0);
  });
});
