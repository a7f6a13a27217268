/** The ways into the console: password, locks, single sign-on, and the links in mails. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { home } from "../../src/console/pages/home/page";
import { login } from "../../src/console/pages/login/page";
import { firstPassword, forgottenPassword, otherPassword } from "../../src/console/pages/password/pages";
import { signOn } from "../../src/console/pages/sign-on/page";
import { createUser, updateUser } from "../../src/core/access/accounts";
import { newResetLink, newSetupLink } from "../../src/core/access/password-links";
import { hashPassword } from "../../src/core/access/passwords";
import { program } from "../../src/core/journal/journal";
import { resetRateLimits } from "../../src/http/rate-limit";
import { unique } from "../support/factories";
import { type OidcProvider, oidcClient, startOidcProvider } from "../support/oidc-provider";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const PASSWORD = "Three Rivers 9 crossed";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
const admin = clientAs(server, "admin");
const visitor = person(server);
beforeEach(resetRateLimits);

/** Creates an account with a password. @returns its address and its id */
async function account(password: string | null = PASSWORD): Promise<{ email: string; id: string }> {
  const email = `${unique("somebody")}@stoa.example`;
  const password_hash = password === null ? null : await hashPassword(password);
  const { id } = createUser({ email, display_name: "Ines Calloway", password_hash, role: "member" }, program("test"));
  return { email, id };
}

async function triesPassword(email: string, password: string): Promise<void> {
  await visitor.fills("E-mail", email);
  await visitor.fills("Password", password);
  await visitor.presses("Enter");
}

describe("the login", () => {
  test("leads home, and knows the address on the next visit", async () => {
    const { email } = await account();
    await visitor.opens(login);
    await triesPassword(email, PASSWORD);
    await visitor.arrivesAt("/");
    await visitor.clicks("Ines Calloway");
    await visitor.clicks("Log out");
    await visitor.arrivesAt("/login");
    await expectSoon(() => visitor.tab.getByLabel("E-mail").inputValue()).toBe(email);
    await visitor.opens(home);
    await visitor.arrivesAt("/login");
  });

  test("shows how long an account is locked after five wrong passwords, and lets nobody try meanwhile", async () => {
    const { email } = await account();
    await visitor.opens(login);
    for (let attempt = 0; attempt < 5; attempt++) {
      await triesPassword(email, `wrong ${attempt}`);
      await visitor.tab.waitForResponse((response) => response.url().endsWith("/auth/login"));
      await visitor.sees("Address or password is wrong.");
    }
    await triesPassword(email, PASSWORD);
    await visitor.sees("Locked after too many wrong passwords.");
    await expectSoon(() =>
      visitor.tab.getByRole("button", { name: /^Log in again at \d\d:\d\d/ }).isDisabled(),
    ).toBeTrue();
    await visitor.sees(/1[45] min \d+ s to go/);
    expect(await visitor.violations()).toEqual([]);
  });

  test("shows how long one has to wait after too many attempts from one address", async () => {
    for (let attempt = 0; attempt < 10; attempt++)
      await server.nobody.post("/auth/login", { email: `${attempt}@stoa.example`, password: "no" });
    await visitor.opens(login);
    await triesPassword("x@stoa.example", "no");
    await visitor.sees("Too many attempts from here.");
    await visitor.sees(/0 min \d+ s to go/);
  });

  test("goes to no other host, whatever its address asks for", async () => {
    const { email } = await account();
    await visitor.opens(login, { search: { to: "//elsewhere.example/" } });
    await triesPassword(email, PASSWORD);
    await visitor.arrivesAt("/");
  });

  test("shows nothing of the landscape, and what the administrator has written", async () => {
    await admin.patch("/settings/app-title", { app_title: "Merrowdale Foods" });
    await admin.patch("/settings/login-branding", {
      login_tagline: "The landscape of Merrowdale Foods.",
      login_help_text: "Group IT Workshop,",
      login_help_link: "help@stoa.example",
    });
    await visitor.opens(login);
    await visitor.sees("Merrowdale Foods");
    await visitor.sees("The landscape of Merrowdale Foods.");
    await expectSoon(() => visitor.tab.getByRole("link", { name: "help page" }).getAttribute("href")).toBe(
      "mailto:help@stoa.example",
    );
  });
});

describe("links in mails", () => {
  test("an invitation lets one choose a password and be in", async () => {
    const { id, email } = await account(null);
    const link = newSetupLink();
    updateUser(id, { password_setup_hash: link.hash, password_setup_expires_at: link.expiresAt });
    await visitor.opens(firstPassword, { search: { token: link.token } });
    await visitor.sees(email);
    await visitor.fills("Password", "too simple");
    await visitor.clicks("Save and log in");
    await visitor.sees("The password must have an upper-case letter");
    await visitor.fills("Password", PASSWORD);
    await visitor.clicks("Save and log in");
    await visitor.arrivesAt("/");
    await visitor.opens(firstPassword, { search: { token: link.token } });
    await visitor.sees("This link is not valid any more");
  });

  test("a forgotten password is asked for by address, and replaced by the link that comes", async () => {
    const { id, email } = await account();
    await visitor.opens(forgottenPassword);
    await visitor.fills("E-mail", email);
    await visitor.clicks("Send a link");
    await visitor.sees("If there is an account with this address");
    const link = newResetLink();
    updateUser(id, { password_reset_hash: link.hash, password_reset_expires_at: link.expiresAt });
    await visitor.opens(otherPassword, { search: { token: link.token } });
    await visitor.fills("Password", `${PASSWORD} again`);
    await visitor.tab.getByRole("button", { name: "Save", exact: true }).click();
    await visitor.sees("It is saved.");
    expect((await server.nobody.post("/auth/login", { email, password: `${PASSWORD} again` })).status).toBe(200);
  });
});

describe("single sign-on", () => {
  let provider: OidcProvider;
  beforeAll(async () => {
    provider = await startOidcProvider({ redirectUri: `${server.url}/auth/callback` });
    await admin.patch("/settings/email", { app_base_url: server.url });
    const settings = { enabled: true, provider: "oidc", provider_name: "Merrowdale ID", issuer_url: provider.issuer };
    const saved = await admin.patch("/settings/sso", {
      ...settings,
      client_id: oidcClient.id,
      client_secret: oidcClient.secret,
    });
    expect(saved.status).toBe(200);
  });
  afterAll(async () => {
    await admin.patch("/settings/sso", { enabled: false });
    await provider.stop();
  });

  test("leads by way of the provider into the console", async () => {
    const subject = unique("person");
    provider.people.set(subject, { email: `${subject}@stoa.example`, email_verified: true, name: "Marc Oduya" });
    await visitor.tab.route(`${provider.issuer}/**`, async (route) => {
      const back = await provider.signIn(subject, route.request().url());
      await route.fulfill({ status: 302, headers: { location: back.href } });
    });
    await visitor.opens(login);
    await visitor.clicks("Continue with Merrowdale ID");
    await visitor.arrivesAt("/");
    await visitor.sees("Marc Oduya");
  });

  test("shows why it failed, and the way back to the login", async () => {
    await visitor.opens(signOn, { search: { error: "access_denied", error_description: "You were not let in" } });
    await visitor.sees("You were not let in");
    await visitor.clicks("Back to the login");
    await visitor.arrivesAt("/login");
    await visitor.opens(signOn, { search: { code: "of nobody", state: "of another browser" } });
    await visitor.sees("This sign-in was not begun in this browser");
  });
});
