/** Second factors as people set them up, log in with them, and have them reset. */
import { beforeAll, beforeEach, expect, test } from "bun:test";
import type { BrowserContextOptions, CDPSession } from "playwright-core";
import { home } from "../../src/console/pages/home/page";
import { login } from "../../src/console/pages/login/page";
import { roles } from "../../src/console/pages/roles/page";
import { security } from "../../src/console/pages/security/page";
import { users } from "../../src/console/pages/users/page";
import { createUser } from "../../src/core/access/accounts";
import { hashPassword } from "../../src/core/access/passwords";
import { program } from "../../src/core/journal/journal";
import { resetRateLimits } from "../../src/http/rate-limit";
import { role, unique } from "../support/factories";
import { codeOf } from "../support/second-factors";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const PASSWORD = "Three Rivers 9 crossed";

const server = testServer();
const admin = clientAs(server, "admin");
const administrator = person(server, "admin");
/** Passkeys belong to a name, and to no IP address. */
const window: BrowserContextOptions = {};
beforeAll(() => {
  window.baseURL = server.url.replace("127.0.0.1", "localhost");
});
const visitor = person(server, undefined, window);
beforeEach(resetRateLimits);

/** Creates an account with a password. @returns its address and its id */
async function account(key = "member"): Promise<{ email: string; id: string }> {
  const email = `${unique("somebody")}@stoa.example`;
  const password_hash = await hashPassword(PASSWORD);
  const { id } = createUser({ email, display_name: "Ines Calloway", password_hash, role: key }, program("test"));
  return { email, id };
}

async function logsIn(email: string): Promise<void> {
  await visitor.opens(login);
  await visitor.fills("E-mail", email);
  await visitor.fills("Password", PASSWORD);
  await visitor.presses("Enter");
}

/** Adds an authenticator app in the form that is shown. @returns its secret, and the recovery codes */
async function addsApp(): Promise<{ secret: string; codes: string[] }> {
  const secret = await visitor.tab.locator(".factor-form code.command").textContent();
  await visitor.fills("The code that the app shows", codeOf(secret ?? "", -1));
  await visitor.fills("Your password", PASSWORD);
  await visitor.clicks("Add the app");
  const codes = visitor.tab.locator(".codes code");
  await expectSoon(() => codes.count()).toBe(10);
  return { secret: secret ?? "", codes: await codes.allTextContents() };
}

/** Gives the browser a device that makes passkeys, and knows its user's finger. */
async function getsAuthenticator(): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await visitor.tab.context().newCDPSession(visitor.tab);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

test("somebody adds an authenticator app, logs in with its codes, and removes it with a recovery code", async () => {
  const { email } = await account();
  await logsIn(email);
  await visitor.arrivesAt("/");
  await visitor.opens(security);
  await visitor.clicks("Add an authenticator app");
  await visitor.sees("The code that the app shows");
  expect(await visitor.violations()).toEqual([]);
  const { secret, codes } = await addsApp();
  expect(await visitor.violations()).toEqual([]);
  await visitor.clicks("I have stored them");
  await visitor.sees("10 are left, for when a factor is lost.");
  await visitor.clicks("Ines Calloway");
  await visitor.clicks("Log out");
  await visitor.arrivesAt("/login?to=%2Faccount%2Fsecurity");
  await logsIn(email);
  await visitor.sees("Is it you?");
  expect(await visitor.violations()).toEqual([]);
  await visitor.fills("Code", "000000");
  await visitor.presses("Enter");
  await visitor.sees("The code is wrong, or was used before.");
  await visitor.fills("Code", codeOf(secret));
  await visitor.presses("Enter");
  await visitor.arrivesAt("/");
  await visitor.opens(security);
  await visitor.clicks("Remove Authenticator app");
  await visitor.fills("A code of your app, or a recovery code", codes[0] as string);
  await visitor.tab.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await visitor.sees(/None yet: whoever knows your password gets in/);
});

test("a role that demands a factor leads its people to the set-up before anything else, and an administrator resets it", async () => {
  const key = role("inventory.view");
  const { email, id } = await account(key);
  await administrator.opens(roles, { search: { role: key } });
  await administrator.tab.getByRole("switch", { name: "Second factor" }).click({ force: true });
  await administrator.sees(`${key} demands a second factor`);
  await expectSoon(async () => (await admin.get(`/roles/${key}`)).body.requires_second_factor).toBe(true);
  await logsIn(email);
  await visitor.arrivesAt("/auth/second-factor");
  await visitor.sees(/demands a second factor: something that you have/);
  await visitor.opens(home);
  await visitor.arrivesAt("/auth/second-factor");
  expect(await visitor.violations()).toEqual([]);
  await addsApp();
  await visitor.clicks("I have stored them");
  await visitor.arrivesAt("/");
  await administrator.opens(users, { search: { person: id } });
  await administrator.clicks("Reset…");
  await administrator.clicks("Reset");
  await administrator.sees("Ines Calloway has no second factor any more");
  await expectSoon(async () => (await admin.get(`/users/${id}`)).body.has_second_factor).toBe(false);
});

test("a passkey that a device has made logs in alone, after a password, and confirms its own removal", async () => {
  const { email } = await account();
  const { cdp, authenticatorId } = await getsAuthenticator();
  await logsIn(email);
  await visitor.arrivesAt("/");
  await visitor.opens(security);
  await visitor.clicks("Add a passkey");
  await visitor.fills("Your password", PASSWORD);
  expect(await visitor.violations()).toEqual([]);
  await visitor.clicks("Make the passkey");
  await expectSoon(() => visitor.tab.locator(".codes code").count()).toBe(10);
  await visitor.clicks("I have stored them");
  await visitor.sees("Passkey for localhost · never used");
  const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);
  await visitor.clicks("Ines Calloway");
  await visitor.clicks("Log out");
  await visitor.arrivesAt(/^\/login/);
  await visitor.opens(login);
  expect(await visitor.violations()).toEqual([]);
  await visitor.clicks("Log in with a passkey");
  await visitor.arrivesAt("/");
  await visitor.tab.context().clearCookies();
  await logsIn(email);
  await visitor.sees("Is it you?");
  expect(await visitor.violations()).toEqual([]);
  await visitor.clicks("Use your passkey");
  await visitor.arrivesAt("/");
  await visitor.opens(security);
  await visitor.clicks("Remove Passkey");
  await visitor.sees("Leave it empty to be asked for your passkey.");
  await visitor.tab.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await visitor.sees(/None yet: whoever knows your password gets in/);
  await visitor.tab.context().clearCookies();
  await visitor.opens(login);
  await visitor.clicks("Log in with a passkey");
  await visitor.sees("This passkey doesn't log in here.");
  await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
});
