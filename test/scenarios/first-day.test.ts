/**
 * An administrator's first day: registers, brands, sets up mail, invites three people who choose passwords, gives them
 * roles, signs a fourth in through the identity provider, views the application as somebody less, locks out and unlocks,
 * deactivates, and reads it all back in the audit trail.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { statement } from "../../db";
import { resetRateLimits } from "../../src/http/rate-limit";
import { type Client, clientOf } from "../support/client";
import { findingsOf } from "../support/databases";
import { type OidcProvider, oidcClient, startOidcProvider } from "../support/oidc-provider";
import { startTestServer, type TestServer } from "../support/server";
import { startSmtpServer } from "../support/smtp";
import { until } from "../support/waiting";

const BASE = "https://map.company.io";
const PASSWORDS = {
  ada: "Analytical-Engine-1",
  grace: "Nanosecond-Wire-2",
  linus: "Kernel-Panic-3000",
  barbara: "Abstract-Type-4000",
  barbaraAgain: "Substitution-5000",
};
const SECRETS = [...Object.values(PASSWORDS), "mail-s3cret", oidcClient.secret];

let server: TestServer;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let provider: OidcProvider;
beforeAll(async () => {
  provider = await startOidcProvider();
  smtp = await startSmtpServer({ login: { user: "stoa", password: "mail-s3cret" } });
  server = await startTestServer({ ALLOW_PRIVATE_ADDRESSES: "true", SMTP_ALLOW_SELF_SIGNED: "true" });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
  await provider.stop();
});
// A day of real work takes a second here.
beforeEach(resetRateLimits);

/** The person who does all this. */
let ada: Client;
type Person = { id: string; email: string; client: Client };
const people: Record<string, Person> = {};
const person = (name: string) => people[name] as Person;
/** Everything that opened something, and must stand nowhere afterwards. */
const links: string[] = [];

const logIn = (email: string, password: string) => server.nobody.post("/auth/login", { email, password });

/** Returns the link in the latest mail to an address; waits for it. */
async function linkTo(email: string): Promise<URL> {
  const mail = await until(() => smtp.received.find(({ to }) => to.includes(email)), `a mail to ${email}`);
  const text = mail.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  smtp.received.length = 0;
  return new URL(text.match(/https:\/\/\S+/)?.[0] ?? "");
}

/** Returns the secret in the link of the latest mail. */
async function secretTo(email: string, path: string): Promise<string> {
  const link = await linkTo(email);
  expect(link.origin + link.pathname).toBe(BASE + path);
  const token = link.searchParams.get("token") ?? "";
  links.push(token);
  return token;
}

describe("the morning", () => {
  test("the first user to register becomes the administrator", async () => {
    expect((await server.nobody.get("/settings/bootstrap")).body.has_users).toBe(false);
    const registration = { email: "Ada@Company.io", display_name: "Ada", password: PASSWORDS.ada };
    const { status, body } = await server.nobody.post("/auth/register", registration);
    expect(status).toBe(200);
    ada = clientOf(server.url, body.access_token);
    expect((await server.nobody.get("/settings/bootstrap")).body.has_users).toBe(true);
    expect((await ada.get("/auth/me")).body).toMatchObject({ email: "ada@company.io", role: "admin" });
  });

  test("the installation gets its name, its logo and its settings", async () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const logo = new FormData();
    logo.append("file", new File([png], "logo.png", { type: "image/png" }));
    expect((await ada.post("/settings/logo", logo)).status).toBe(200);
    for (const [path, body] of [
      ["app-title", { app_title: "Company map" }],
      ["currency", { currency: "EUR" }],
      ["date-format", { date_format: "YYYY-MM-DD" }],
      ["enabled-locales", { locales: ["en", "de"] }],
      ["login-branding", { login_tagline: "What we run, and why", login_help_link: "mailto:ada@company.io" }],
      ["registration", { enabled: false }],
    ] as const)
      expect((await ada.patch(`/settings/${path}`, body)).status).toBe(200);
    expect((await server.nobody.get("/settings/bootstrap")).body).toMatchObject({
      app_title: "Company map",
      currency: "EUR",
      enabled_locales: ["en", "de"],
      login_tagline: "What we run, and why",
      smtp_configured: false,
    });
    const shown = await fetch(`${server.url}/api/v1/settings/logo`);
    expect(await shown.bytes()).toEqual(png);
    const registration = { email: "eve@company.io", display_name: "Eve", password: PASSWORDS.grace };
    expect((await server.nobody.post("/auth/register", registration)).status).toBe(403);
  });

  test("mail is set up: a wrong setting is reported, and the test mail arrives", async () => {
    const form = {
      smtp_host: "127.0.0.1",
      smtp_port: smtp.port,
      smtp_user: "stoa",
      smtp_password: "wrong",
      smtp_from: "map@company.io",
      app_base_url: `${BASE}/`,
    };
    await ada.patch("/settings/email", form);
    expect((await ada.post("/settings/email/test")).status).toBe(502);
    await ada.patch("/settings/email", { ...form, smtp_password: "mail-s3cret" });
    const sent = await ada.post("/settings/email/test");
    expect(sent).toMatchObject({ status: 200, body: { sent_to: "ada@company.io" } });
    expect(smtp.received[0]).toMatchObject({ from: "map@company.io", subject: "[Company map] Test", secure: true });
    smtp.received.length = 0;
    const { body } = await ada.get("/settings/export");
    expect(body).toMatchObject({ app_title: "Company map", has_custom_logo: true, email: { smtp_user: "stoa" } });
  });

  test.each([
    ["grace", "member", PASSWORDS.grace],
    ["linus", "viewer", PASSWORDS.linus],
    ["barbara", "bpm_admin", PASSWORDS.barbara],
  ])("the user %s is invited as %s, and chooses a password", async (name, role, password) => {
    const email = `${name}@company.io`;
    const invitation = { email, display_name: name, role, send_email: true, auth_provider: "local" };
    const { status, body } = await ada.post("/users", invitation);
    expect({ status, body }).toMatchObject({ status: 201, body: { role, pending_setup: true, email_sent: true } });
    expect((await ada.get("/users/invitations")).body).toMatchObject([{ email, role }]);

    const token = await secretTo(email, "/auth/set-password");
    expect((await server.nobody.get(`/auth/validate-setup-token?token=${token}`)).body).toEqual({
      email,
      display_name: name,
    });
    expect((await server.nobody.post("/auth/set-password", { token, password: "too-weak" })).status).toBe(400);
    const chosen = await server.nobody.post("/auth/set-password", { token, password });
    expect(chosen.status).toBe(200);
    people[name] = { id: body.id, email, client: clientOf(server.url, chosen.body.access_token) };
    expect((await person(name).client.get("/auth/me")).body).toMatchObject({ email, role });
    expect((await ada.get("/users/invitations")).body).toEqual([]);
    expect((await logIn(email, password)).status).toBe(200);
  });
});

describe("the afternoon", () => {
  let card: string;

  test("users get roles: a custom role, another built-in one, and a stakeholder role in a card", async () => {
    card = (await ada.post("/cards", { type: "Application", name: "Shop", attributes: { costTotalAnnual: 5 } })).body
      .id;
    const { permissions } = (await ada.get("/roles/viewer")).body;
    const architect = {
      key: "architect",
      label: "Architect",
      permissions: { ...permissions, "inventory.create": true },
    };
    expect((await ada.post("/roles", architect)).status).toBe(201);

    const { client: grace } = person("grace");
    const { client: linus } = person("linus");
    const make = (client: Client) => client.post("/cards", { type: "Provider", name: crypto.randomUUID() });
    expect((await make(linus)).status).toBe(403);
    expect((await ada.patch(`/users/${person("linus").id}`, { role: "architect" })).status).toBe(200);
    // It holds on the very next request, with the token of before.
    expect((await make(linus)).status).toBe(201);
    expect((await linus.patch(`/cards/${card}`, { description: "x" })).status).toBe(403);
    expect((await linus.get(`/cards/${card}`)).body.attributes).toEqual({});

    const part = { user_id: person("linus").id, role: "technical_application_owner" };
    expect((await ada.post(`/cards/${card}/stakeholders`, part)).status).toBe(201);
    expect((await linus.patch(`/cards/${card}`, { description: "Runs on two machines" })).status).toBe(200);
    expect((await linus.get(`/cards/${card}`)).body.attributes).toEqual({ costTotalAnnual: 5 });
    expect((await linus.post(`/cards/${card}/archive`)).status).toBe(403);
    expect((await linus.get(`/cards/${card}/my-permissions`)).body.effective).toMatchObject({
      can_edit: true,
      can_archive: false,
    });

    expect((await grace.patch(`/users/${person("linus").id}`, { role: "admin" })).status).toBe(403);
    const promotion = { ids: [person("grace").id], updates: { role: "bpm_admin" } };
    expect((await ada.patch("/users/bulk", promotion)).body).toMatchObject([{ role: "bpm_admin" }]);
    expect((await grace.get("/auth/me")).body).toMatchObject({
      role: "bpm_admin",
      permissions: { "users.invite": true },
    });
  });

  test("stakeholders are notified of a change of their card, and nobody else", async () => {
    await ada.patch(`/cards/${card}`, { description: "Runs on three machines" });
    // He was notified before that he is a stakeholder.
    const { items } = (await person("linus").client.get("/notifications?is_read=false")).body;
    expect(items.map(({ type }: { type: string }) => type)).toEqual(["card_updated", "stakeholder_assigned"]);
    expect((await person("grace").client.get("/notifications/unread-count")).body).toEqual({ count: 0 });
  });

  test("a fourth user logs in through the identity provider", async () => {
    const sso = { enabled: true, provider: "oidc", issuer_url: provider.issuer };
    const secrets = { client_id: oidcClient.id, client_secret: oidcClient.secret };
    expect((await ada.patch("/settings/sso", { ...sso, ...secrets })).status).toBe(200);
    const invitation = { email: "edsger@company.io", display_name: "", role: "member", send_email: true };
    expect((await ada.post("/users", invitation)).body).toMatchObject({ auth_provider: "sso", email_sent: true });
    expect((await linkTo("edsger@company.io")).href).toBe(`${BASE}/`);

    provider.people.set("edsger", { email: "edsger@company.io", email_verified: true, name: "Edsger" });
    const redirect_uri = oidcClient.redirectUri;
    const started = await server.nobody.post("/auth/sso/start", { redirect_uri });
    const cookie = started.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const back = await provider.signIn("edsger", started.body.authorization_url);
    const answer = { redirect_uri, ...Object.fromEntries(back.searchParams) };
    const { status, body } = await server.nobody.post("/auth/sso/callback", answer, { cookie });
    expect(status).toBe(200);
    const client = clientOf(server.url, body.access_token);
    const me = (await client.get("/auth/me")).body;
    expect(me).toMatchObject({ email: "edsger@company.io", display_name: "Edsger", role: "member" });
    people["edsger"] = { id: me.id, email: me.email, client };
    // The password of another user doesn't open his account.
    expect((await logIn("edsger@company.io", PASSWORDS.grace)).status).toBe(401);
    expect((await ada.patch(`/users/${me.id}`, { password: PASSWORDS.grace })).status).toBe(400);
  });

  test("the administrator sees the application as an architect does", async () => {
    const started = await ada.post("/auth/impersonate", { role: "architect" });
    const viewing = clientOf(server.url, started.body.access_token);
    expect((await viewing.get("/auth/me")).body).toMatchObject({ role: "architect", impersonated_role: "architect" });
    expect((await viewing.get("/events")).status).toBe(403);
    expect((await viewing.get(`/cards/${card}`)).body.attributes).toEqual({});
    expect((await viewing.post("/cards", { type: "Provider", name: "Made as somebody else" })).status).toBe(201);
    const stopped = await viewing.post("/auth/stop-impersonating");
    expect((await clientOf(server.url, stopped.body.access_token).get("/auth/me")).body.role).toBe("admin");
  });

  test("a user who mistypes the password too often is locked out, and a mailed link unlocks the account", async () => {
    const { email } = person("barbara");
    for (let attempt = 0; attempt < 5; attempt++) expect((await logIn(email, "Mistyped-1")).status).toBe(401);
    expect((await logIn(email, PASSWORDS.barbara)).status).toBe(423);
    // The lock is for logging in: who is in stays in.
    expect((await person("barbara").client.get("/auth/me")).status).toBe(200);
    expect((await server.nobody.post("/auth/forgot-password", { email })).body).toEqual({ ok: true });
    const token = await secretTo(email, "/auth/reset-password");
    expect((await server.nobody.post("/auth/reset-password", { token, password: PASSWORDS.barbaraAgain })).status).toBe(
      200,
    );
    expect((await person("barbara").client.get("/auth/me")).status).toBe(401);
    expect((await logIn(email, PASSWORDS.barbara)).status).toBe(401);
    expect((await logIn(email, PASSWORDS.barbaraAgain)).status).toBe(200);
  });

  test("a locked user is unlocked by the administrator", async () => {
    const { id, email } = person("linus");
    for (let attempt = 0; attempt < 5; attempt++) expect((await logIn(email, "Mistyped-1")).status).toBe(401);
    expect((await logIn(email, PASSWORDS.linus)).status).toBe(423);
    expect(await ada.post(`/users/${id}/unlock`)).toMatchObject({ status: 200, body: { unlocked: true } });
    expect((await logIn(email, PASSWORDS.linus)).status).toBe(200);
  });

  test("a user who leaves is refused at the next request once deactivated, and is gone once deleted", async () => {
    const { id, email, client } = person("grace");
    expect((await client.get("/auth/me")).status).toBe(200);
    expect((await ada.patch(`/users/${id}`, { is_active: false })).body).toMatchObject({ is_active: false });
    expect((await client.get("/auth/me")).status).toBe(401);
    expect(await logIn(email, PASSWORDS.grace)).toMatchObject({ status: 403, body: { detail: "Account disabled" } });
    expect((await ada.get("/users")).body.map((user: { email: string }) => user.email)).not.toContain(email);
    expect((await ada.post("/users/bulk-delete", { ids: [id] })).body).toMatchObject({ deleted: 1 });
    expect((await ada.get(`/users/${id}`)).status).toBe(404);
    const { body } = await ada.patch(`/users/${(await ada.get("/auth/me")).body.id}`, { is_active: false });
    expect(body.detail).toContain("last active admin");
  });
});

type Event = {
  id: string;
  event_type: string;
  user_id: string | null;
  data: Record<string, unknown>;
  created_at: string;
};

describe("the evening", () => {
  let trail: Event[];
  let adaId: string;

  test("the journal has all that has happened, in order", async () => {
    adaId = (await ada.get("/auth/me")).body.id;
    trail = (await ada.get("/events?page_size=200")).body.reverse();
    const idOf = (name: string) => (name === "ada" ? adaId : person(name).id);
    /** The journal no longer names a user who was deleted. */
    const authorOf = (name: string | null) => (name === null || name === "grace" ? null : idOf(name));
    const published = trail.map(({ event_type, user_id, data }) => ({ event_type, user_id, id: data["id"], data }));
    /** Returns an event about a user, by the user or by another one. */
    const did = (event_type: string, who: string | null, whom = who, data: object = {}) =>
      expect.objectContaining({
        event_type,
        user_id: authorOf(who),
        ...(whom !== null && { id: idOf(whom) }),
        data: expect.objectContaining(data),
      });
    const set = (part: "general" | "email") =>
      expect.objectContaining({ event_type: "settings.updated", user_id: adaId, id: part });
    const change = (field: string, old: unknown, to: unknown) => ({ changes: { [field]: { old, new: to } } });
    const expected = [
      did("user.created", "ada"),
      set("general"),
      set("email"),
      did("user.created", "ada", "grace", { email: "grace@company.io", role: "member" }),
      did("user.password_changed", "grace"),
      did("user.created", "ada", "linus"),
      did("user.password_changed", "linus"),
      did("user.created", "ada", "barbara"),
      expect.objectContaining({ event_type: "role.created", user_id: adaId }),
      did("user.updated", "ada", "linus", change("role", "viewer", "architect")),
      expect.objectContaining({ event_type: "stakeholder.added", user_id: adaId }),
      expect.objectContaining({ event_type: "card.updated", user_id: person("linus").id }),
      did("user.updated", "ada", "grace", change("role", "member", "bpm_admin")),
      set("general"),
      did("user.created", "ada", "edsger", { auth_provider: "sso" }),
      did("user.linked", "edsger"),
      did("user.logged_in", "edsger"),
      did("impersonation.started", "ada", "ada", { role: "architect" }),
      expect.objectContaining({
        event_type: "card.created",
        user_id: adaId,
        data: expect.objectContaining({ impersonator_user_id: adaId, impersonated_role: "architect" }),
      }),
      did("impersonation.stopped", "ada"),
      ...Array(5).fill(did("user.login_failed", null, "barbara")),
      did("user.locked", null, "barbara"),
      did("user.password_changed", "barbara"),
      did("user.logged_in", "barbara"),
      did("user.locked", null, "linus"),
      did("user.unlocked", "ada", "linus"),
      did("user.logged_in", "linus"),
      did("user.updated", "ada", "grace", change("is_active", true, false)),
      did("user.deleted", "ada", "grace"),
    ];
    let from = 0;
    for (const event of expected) {
      const at = published.findIndex((one, index) => index >= from && matches(one, event));
      expect(at, `${JSON.stringify(event)} after ${JSON.stringify(published[from - 1])}`).toBeGreaterThanOrEqual(from);
      from = at + 1;
    }
  });

  const matches = (value: unknown, expected: unknown): boolean => {
    try {
      expect(value).toEqual(expected as never);
      return true;
    } catch {
      return false;
    }
  };

  test("the journal can be filtered by one person, one kind and one time", async () => {
    const ask = async (query: string) => (await ada.get(`/events?${query}&page_size=200`)).body as Event[];
    expect((await ask(`user_id=${person("linus").id}`)).map((event) => event.event_type)).toContain("card.updated");
    expect(await ask("event_type=user.locked")).toHaveLength(2);
    const middle = trail[Math.floor(trail.length / 2)] as Event;
    const [earlier, later] = [await ask(`until=${middle.created_at}`), await ask(`since=${middle.created_at}`)];
    expect(earlier[0]?.created_at).toBe(middle.created_at);
    expect(later.at(-1)?.created_at).toBe(middle.created_at);
    expect(new Set([...earlier, ...later].map((event) => event.id)).size).toBe(trail.length);
    // A deleted user is no longer named, but their events stay.
    expect(
      trail.filter((event) => event.event_type === "user.password_changed" && event.user_id === null),
    ).toHaveLength(1);
  });

  test("the journal is exported as CSV, whole and with its seals", async () => {
    const { body, headers } = await ada.get("/events/export/csv");
    expect(headers.get("content-disposition")).toContain("events.csv");
    const lines = (body as string).trimEnd().split("\r\n");
    expect(lines.shift()).toBe("number,id,created_at,event_type,user_id,user,card_id,data,seal");
    expect(lines.map((line) => line.split(",")[1])).toEqual(trail.map((event) => event.id));
    expect(lines.map((line) => line.split(",")[3])).toEqual(trail.map((event) => event.event_type));
    const seals = lines.map((line) => line.split(",").at(-1));
    expect(new Set(seals).size).toBe(lines.length);
    for (const seal of seals) expect(seal).toMatch(/^\S{20,}$/);
  });

  test("the journal can be read only with the right to it, and holds no secret", async () => {
    for (const name of ["linus", "edsger"]) {
      const { client } = person(name);
      expect((await client.get("/events")).status).toBe(403);
    }
    const everything = JSON.stringify(
      statement<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
        .all()
        .map(({ name }) => statement(`SELECT * FROM "${name}"`).all()),
    );
    expect(links).toHaveLength(4);
    for (const secret of [...SECRETS, ...links]) expect(everything).not.toContain(secret);
    expect(JSON.stringify(trail)).not.toMatch(/enc:|\$argon2id|eyJ[\w-]+\.eyJ/);
  });

  test("the database is sound", () => {
    const findings = findingsOf(server.databaseFile);
    expect(findings.filter(({ problem }) => problem !== undefined)).toEqual([]);
    expect(findings.map(({ check }) => check)).toContain("seals");
  });
});
