/** Access tokens in the console: one's own, and those of programs that an administrator looks after. */
import { expect, test } from "bun:test";
import { tokens } from "../../src/console/pages/tokens/page";
import { users } from "../../src/console/pages/users/page";
import { clientOf } from "../support/client";
import { testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const author = person(server, "member");
const administrator = person(server, "admin");

const statusWith = async (token: string, path: string) => (await clientOf(server.url, token).get(path)).status;

test("a person makes a token for some areas, sees it once with its last use, and revokes it", async () => {
  const { tab } = author;
  await author.opens(tokens);
  await author.sees(/No token yet/);
  await author.clicks("New token");
  await author.fills("What it is for", "Nightly report");
  await tab.getByRole("button", { name: /Where/ }).click();
  await tab.getByRole("option", { name: "In some areas" }).click();
  await tab.getByRole("option", { name: "Cards", exact: true }).click();
  await author.clicks("Make it");
  await author.sees("This is the token.");
  const token = (await tab.locator(".callout code").textContent())!;
  expect(await statusWith(token, "/cards")).toBe(200);
  expect(await statusWith(token, "/risks")).toBe(403);
  await author.sees("Read only: Cards");
  expect(await author.violations()).toEqual([]);

  await author.opens(tokens);
  await author.sees(/used .* from 127\.0\.0\.1/);
  await expectSoon(() => tab.locator(".callout code").count()).toBe(0);
  await author.clicks("Revoke…");
  await author.clicks("Revoke");
  await author.sees(/No token yet/);
  await until(async () => (await statusWith(token, "/cards")) === 401, "the end of the token");
});

test("an administrator makes a service account with a token, and sees the tokens of a person", async () => {
  const { tab } = administrator;
  await administrator.opens(users);
  await administrator.clicks("Service account");
  await administrator.fills("Name of the program", "Build pipeline");
  await administrator.clicks("Make the account");
  const panel = tab.getByRole("complementary", { name: "Build pipeline" });
  await panel.getByRole("button", { name: "New token" }).click();
  await administrator.fills("What it is for", "Upserts");
  await tab.getByRole("button", { name: /It may/ }).click();
  await tab.getByRole("option", { name: "Read and change" }).click();
  await administrator.clicks("Make it");
  await administrator.sees("This is the token.");
  const token = (await panel.locator(".callout code").textContent())!;
  expect(await statusWith(token, "/cards")).toBe(200);
  expect(await administrator.violations()).toEqual([]);

  const { id } = (await author.account!.post("/users/me/tokens", { name: "Of a person" })).body;
  await administrator.opens(users, { search: { person: author.account!.userId } });
  await administrator.sees("Of a person");
  await administrator.clicks("Revoke…");
  await administrator.clicks("Revoke");
  await administrator.sees("This person has no access token.");
  const remaining = async () => (await author.account!.get("/users/me/tokens")).body;
  await expectSoon(async () => (await remaining()).some((one: { id: string }) => one.id === id)).toBe(false);
});
