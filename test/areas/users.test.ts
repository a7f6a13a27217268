import { beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { db, tables, transaction } from "../../db";
import {
  type AccountMail,
  accountMailProvider,
  createUser,
  findUser,
  findUserByEmail,
} from "../../src/core/access/accounts";
import { linkHash, newResetLink, newSetupLink } from "../../src/core/access/password-links";
import { hashPassword } from "../../src/core/access/passwords";
import { rolesByKey } from "../../src/core/access/roles";
import { now } from "../../src/platform/clock";
import { newId } from "../../src/platform/ids";
import { clientOf } from "../support/client";
import { subscribe } from "../support/events";
import {
  cardType,
  role,
  stakeholder,
  stakeholderRole,
  storedCards,
  unique,
  violationsOf,
  watch,
} from "../support/factories";
import { clientAs, testServer } from "../support/server";

const PASSWORD = "Correct-Horse-7";
const { invitations, users } = tables;

const server = testServer();
const admin = clientAs(server, "admin");
let hash: string;
beforeAll(async () => {
  hash = await hashPassword(PASSWORD);
});

/** Makes an account in the database. */
function account(columns: Partial<typeof users.$inferInsert> = {}) {
  const name = unique("person");
  const made = createUser({ email: `${name}@stoa.example`, display_name: name, role: "member" });
  transaction(() =>
    db
      .update(users)
      .set({ email: made.email, ...columns })
      .where(eq(users.id, made.id))
      .run(),
  );
  return made;
}

/** Returns a user who administers users, and has no other permissions than the granted ones. */
const userAdmin = (...granted: string[]) => server.as(role("admin.users", ...granted));

let logins = 0;
const logIn = (email: string, password = PASSWORD) =>
  server.nobody.post("/auth/login", { email, password }, { "x-forwarded-for": `10.3.0.${++logins}` });

async function ssoEnabled(enabled: boolean): Promise<void> {
  expect((await admin.patch("/settings/sso", { enabled })).status).toBe(200);
}

type SentMail = { to: string; token: string | undefined };

/** Runs the work while mails about accounts go to a list, or fail. */
async function whileMailing(work: (sent: SentMail[]) => Promise<void>, failure?: string): Promise<void> {
  const sent: SentMail[] = [];
  const mail: AccountMail = {
    async invitation(to, token) {
      if (failure) throw new Error(failure);
      sent.push({ to: to.email, token });
    },
    passwordReset: () => Promise.reject(new Error("Nobody forgets a password here")),
    factorsChanged: () => Promise.reject(new Error("Nobody changes a factor here")),
  };
  accountMailProvider.extend("users", () => mail).install();
  try {
    await work(sent);
  } finally {
    accountMailProvider.extend("users", () => undefined).install();
  }
}

// Reading

test("an administrator sees all fields of users, others nothing about their logins", async () => {
  const {
    id,
    email,
    display_name: displayName,
    created_at: createdAt,
  } = account({ password_hash: hash, last_login: "2026-01-02T03:04:05.000Z" });
  const whole = {
    id,
    email,
    display_name: displayName,
    role: "member",
    is_active: true,
    locale: "en",
    auth_provider: "local",
    has_password: true,
    pending_setup: false,
    ui_preferences: { dashboard_default_tab: "overview" },
    created_at: createdAt,
    last_login: "2026-01-02T03:04:05.000Z",
    is_service_account: false,
    has_second_factor: false,
    locked_until: null,
  };
  expect((await admin.get(`/users/${id}`)).body).toEqual(whole);
  const viewer = await server.as("viewer");
  const trimmed = { ...whole, has_password: false, last_login: null };
  expect((await viewer.get(`/users/${id}`)).body).toEqual(trimmed);
  const listed = (await viewer.get("/users")).body.find((user: { id: string }) => user.id === id);
  expect(listed).toEqual(trimmed);
});

test("a lock that lasts is in the list of an administrator with its end, and of nobody else", async () => {
  const until = new Date(Date.now() + 900_000).toISOString();
  const { id } = account({ password_hash: hash, failed_logins: 5, locked_until: until });
  const { id: over } = account({ password_hash: hash, failed_logins: 5, locked_until: "2026-01-02T03:04:05.000Z" });
  const lockOf = async (client: typeof admin, of: string) =>
    (await client.get("/users")).body.find((user: { id: string }) => user.id === of).locked_until;
  expect(await lockOf(admin, id)).toBe(until);
  expect(await lockOf(admin, over)).toBeNull();
  expect(await lockOf(await server.as("member"), id)).toBeNull();
  expect((await admin.post(`/users/${id}/unlock`)).body).toEqual({ unlocked: true });
  expect(await lockOf(admin, id)).toBeNull();
});

test("users are listed by name, deactivated ones on request, whole or paged", async () => {
  const prefix = unique("Zz");
  const names = [`${prefix} b`, `${prefix} A`, `${prefix} c`];
  for (const displayName of names) account({ display_name: displayName, is_active: !displayName.endsWith("c") });
  const listed = async (query: string) =>
    (await admin.get(`/users${query}`)).body
      .map((user: { display_name: string }) => user.display_name)
      .filter((name: string) => name.startsWith(prefix));
  expect(await listed("")).toEqual([`${prefix} A`, `${prefix} b`]);
  expect(await listed("?include_inactive=true")).toEqual([`${prefix} A`, `${prefix} b`, `${prefix} c`]);
  const slice = await admin.get("/users?page=1&page_size=2");
  expect(slice.body).toHaveLength(2);
  expect(Number(slice.headers.get("x-total-count"))).toBeGreaterThan(3);
});

test.each(["me", "nonsense", "01900000-0000-7000-8000-000000000000"])(
  "the user %s is answered with 404",
  async (id) => {
    for (const method of ["GET", "DELETE"])
      expect(await admin.send(method, `/users/${id}`)).toMatchObject({
        status: 404,
        body: { detail: "User not found" },
      });
    expect((await admin.patch(`/users/${id}`, {})).status).toBe(404);
  },
);

// Making

test("an administrator can create an account with a password, for a script as well", async () => {
  const events = await watch(admin);
  const body = { email: "Robot@Stoa.Example", display_name: "Robot", password: PASSWORD, role: "viewer" };
  const { status, body: user } = await admin.post("/users", body);
  expect(status).toBe(201);
  expect(user).toMatchObject({
    email: "robot@stoa.example",
    role: "viewer",
    auth_provider: "local",
    has_password: true,
    pending_setup: false,
  });
  expect(user).not.toHaveProperty("email_sent");
  expect((await logIn("robot@stoa.example")).status).toBe(200);
  const [made, ...rest] = await events();
  expect(made).toMatchObject({
    event_type: "user.created",
    user_id: admin.userId,
    data: { id: user.id, name: "Robot", email: "robot@stoa.example", role: "viewer" },
  });
  expect(JSON.stringify([made, rest])).not.toContain("argon2");
});

test.each([
  ["an unknown role", { role: "nonsense" }, 400, "Unknown role 'nonsense'"],
  ["no password and no mail", { password: null, auth_provider: "local" }, 400, "invitation"],
  ["no password and no provider", { password: null }, 400, "password"],
  ["an empty password and no provider", { password: "" }, 400, "password"],
  ["single sign-on that is off", { password: null, auth_provider: "sso" }, 400, "SSO"],
  ["another provider", { auth_provider: "ldap" }, 422, "auth_provider"],
  ["a known password", { password: "Welcome2025!" }, 422, "well known"],
  ["a known password that is weak too", { password: "123456" }, 422, "well known"],
  ["a password that is too long", { password: "Xy7-".repeat(257) }, 422, "1024 bytes"],
  ["the product as a password", { password: "Stoa2026" }, 422, "product"],
  ["the address as a password", { email: "octavia@stoa.example", password: "Octavia-1" }, 422, "e-mail"],
  ["no address", { email: "nobody" }, 422, "e-mail"],
  ["a null role", { role: null }, 422, "text"],
  ["a name that is too long", { display_name: "x".repeat(201) }, 422, "200"],
  ["no name", { display_name: undefined }, 422, "required"],
])("a new user with %s is refused", async (_, fields, status, text) => {
  const good = { email: `${unique("new")}@stoa.example`, display_name: "New", password: PASSWORD };
  const answer = await admin.post("/users", { ...good, ...fields });
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(text);
});

test("the first password that an administrator sets may be weak, a changed one may not", async () => {
  const email = `${unique("robot")}@stoa.example`;
  const made = await admin.post("/users", { email, display_name: "Robot", password: "weak" });
  expect(made).toMatchObject({ status: 201, body: { has_password: true } });
  expect((await logIn(email, "weak")).status).toBe(200);
  expect((await admin.patch(`/users/${made.body.id}`, { password: "weak too" })).status).toBe(422);
});

test("an address is unique among users and invitations", async () => {
  const { email } = account();
  const body = {
    email: email.toUpperCase().replace("STOA.EXAMPLE", "stoa.example"),
    display_name: "Twin",
    password: PASSWORD,
  };
  expect((await admin.post("/users", body)).status).toBe(409);
  const invited = `${unique("invited")}@stoa.example`;
  transaction(() =>
    db.insert(invitations).values({ id: newId(), email: invited, role: "viewer", created_at: now() }).run(),
  );
  expect((await admin.post("/users", { ...body, email: invited })).status).toBe(409);
});

test("a user who may only invite gives the roles member and viewer", async () => {
  const inviter = await server.as("bpm_admin");
  const make = (key: string) =>
    inviter.post("/users", {
      email: `${unique("guest")}@stoa.example`,
      display_name: "",
      password: PASSWORD,
      role: key,
    });
  expect((await make("member")).status).toBe(201);
  expect((await make("viewer")).status).toBe(201);
  for (const key of ["admin", "bpm_admin", role()]) {
    const refusal = await make(key);
    expect(refusal.status).toBe(403);
    expect(refusal.body.detail).toContain("admin.users");
  }
  const nobody = { email: "guest@stoa.example", display_name: "Guest", password: PASSWORD };
  for (const key of ["member", "viewer"])
    expect((await (await server.as(key)).post("/users", nobody)).status).toBe(403);
});

test("a user can't give a role that may do more than their own", async () => {
  const manager = await userAdmin("inventory.view", "inventory.edit");
  const make = async (key: string) =>
    (
      await manager.post("/users", {
        email: `${unique("new")}@stoa.example`,
        display_name: "",
        password: PASSWORD,
        role: key,
      })
    ).status;
  expect(await make(role("inventory.edit"))).toBe(201);
  expect(await make(role("inventory.edit", "inventory.delete"))).toBe(403);
  expect(await make("member")).toBe(403);
  expect(await make("admin")).toBe(403);
});

test("a role may have a key of fifty characters", async () => {
  const key = "r".repeat(50);
  transaction(() => {
    db.insert(tables.roles)
      .values({ id: newId(), key, label: key, permissions: {}, created_at: now(), updated_at: now() })
      .run();
  });
  rolesByKey.drop();
  const answer = await admin.post("/users", {
    email: "fifty@stoa.example",
    display_name: "Fifty",
    password: PASSWORD,
    role: key,
  });
  expect(answer).toMatchObject({ status: 201, body: { role: key } });
});

// Inviting

test("an invited user is created without an SMTP server, and the answer reports that no mail was sent", async () => {
  const email = `${unique("invited")}@stoa.example`;
  const answer = await admin.post("/users", {
    email,
    display_name: "Invited",
    auth_provider: "local",
    send_email: true,
  });
  expect(answer).toMatchObject({
    status: 201,
    body: { pending_setup: true, has_password: false, email_sent: false, email_error: "SMTP is not configured" },
  });
  const [invitation] = (await admin.get("/users/invitations")).body.filter(
    (row: { email: string }) => row.email === email,
  );
  expect(invitation).toEqual({
    id: expect.any(String),
    email,
    role: "member",
    invited_by: admin.userId,
    created_at: expect.any(String),
    expires_at: findUserByEmail(email)?.password_setup_expires_at as string,
  });
  const resent = await admin.post(`/users/invitations/${invitation.id}/resend`, {});
  expect(resent).toMatchObject({ status: 400, body: { detail: "SMTP is not configured" } });
});

test("an invited user chooses a password by the mailed link, and a second mail replaces the first", () =>
  whileMailing(async (sent) => {
    const email = `${unique("invited")}@stoa.example`;
    const made = await admin.post("/users", {
      email,
      display_name: "Invited",
      auth_provider: "local",
      send_email: true,
    });
    expect(made.body).toMatchObject({ pending_setup: true, email_sent: true });
    expect(made.body).not.toHaveProperty("email_error");
    const [invitation] = (await admin.get("/users/invitations")).body.filter(
      (row: { email: string }) => row.email === email,
    );
    const resent = await admin.post(`/users/invitations/${invitation.id}/resend`, {});
    expect(resent).toMatchObject({ status: 200, body: { email_sent: true, sent_to: email } });
    expect(sent.map(({ to }) => to)).toEqual([email, email]);
    const set = (token: string | undefined) =>
      server.nobody.post("/auth/set-password", { token, password: PASSWORD }, { "x-forwarded-for": unique("10.4.0.") });
    expect(sent[0]?.token).toHaveLength(64);
    expect(JSON.stringify(made.body)).not.toContain(sent[0]?.token as string);
    expect((await set(sent[0]?.token)).status).toBe(404);
    expect((await set(sent[1]?.token)).status).toBe(200);
    expect((await admin.get(`/users/${made.body.id}`)).body).toMatchObject({
      pending_setup: false,
      has_password: true,
    });
    expect((await admin.post(`/users/invitations/${invitation.id}/resend`, {})).status).toBe(404);
  }));

test("an invitation with a password, or by single sign-on, has no link", () =>
  whileMailing(async (sent) => {
    await ssoEnabled(true);
    const make = (fields: Record<string, unknown>) =>
      admin.post("/users", {
        email: `${unique("invited")}@stoa.example`,
        display_name: "I",
        send_email: true,
        ...fields,
      });
    expect((await make({ password: PASSWORD })).body).toMatchObject({ auth_provider: "local", email_sent: true });
    expect((await make({})).body).toMatchObject({ auth_provider: "sso", has_password: false, pending_setup: false });
    expect((await make({ auth_provider: "sso", password: PASSWORD })).status).toBe(400);
    await ssoEnabled(false);
    expect(sent.map(({ token }) => token)).toEqual([undefined, undefined]);
  }));

test("a mail that can't be sent is reported in the answer, and is a 502 when nothing else was requested", () =>
  whileMailing(async () => {
    const email = `${unique("invited")}@stoa.example`;
    const made = await admin.post("/users", { email, display_name: "I", password: PASSWORD, send_email: true });
    expect(made).toMatchObject({ status: 201, body: { email_sent: false, email_error: "mailbox unavailable" } });
    const [invitation] = db.select().from(invitations).where(eq(invitations.email, email)).all();
    const resent = await admin.post(`/users/invitations/${invitation?.id}/resend`, {});
    expect(resent.status).toBe(502);
    expect(resent.body.detail).toContain("mailbox unavailable");
  }, "mailbox unavailable"));

test("an invitation can be withdrawn: its link ends, and the user remains", async () => {
  const { id, email } = account({
    password_setup_hash: linkHash("withdrawn"),
    password_setup_expires_at: "2999-01-01T00:00:00.000Z",
  });
  const invitation = newId();
  transaction(() => db.insert(invitations).values({ id: invitation, email, role: "member", created_at: now() }).run());
  expect((await admin.delete(`/users/invitations/${invitation}`)).status).toBe(204);
  expect((await admin.delete(`/users/invitations/${invitation}`)).body).toEqual({ detail: "Invitation not found" });
  expect((await admin.post("/users/invitations/nonsense/resend", {})).body).toEqual({ detail: "Invitation not found" });
  expect((await admin.get(`/users/${id}`)).body.pending_setup).toBeFalse();
  expect((await server.nobody.get("/auth/validate-setup-token?token=withdrawn")).status).toBe(404);
});

test("invitations of users who have logged in are not listed", async () => {
  const { email } = account({ last_login: now() });
  transaction(() => db.insert(invitations).values({ id: newId(), email, role: "member", created_at: now() }).run());
  const listed = (await admin.get("/users/invitations")).body.map((row: { email: string }) => row.email);
  expect(listed).not.toContain(email);
  expect(listed).toEqual(listed.toSorted());
});

// Changing

test("an administrator can change a user; the event has the changes, but no secret", async () => {
  const { id, email, display_name: displayName } = account({ password_hash: hash });
  const events = await watch(admin);
  const changes = { display_name: "Renamed", email: `Other.${email}`, role: "viewer", is_active: false, locale: "de" };
  const answer = await admin.patch(`/users/${id}`, changes);
  expect(answer).toMatchObject({ status: 200, body: { ...changes, email: `other.${email}` } });
  expect(await events()).toMatchObject([
    {
      event_type: "user.updated",
      user_id: admin.userId,
      data: {
        id,
        name: "Renamed",
        changes: {
          display_name: { old: displayName, new: "Renamed" },
          email: { old: email, new: `other.${email}` },
          role: { old: "member", new: "viewer" },
          is_active: { old: true, new: false },
          locale: { old: "en", new: "de" },
        },
      },
    },
  ]);
});

test("a change that changes nothing publishes nothing", async () => {
  const { id, email } = account();
  const events = await watch(admin);
  expect((await admin.patch(`/users/${id}`, { email, role: "member", unknown: 1 })).status).toBe(200);
  expect((await admin.patch(`/users/${id}`, {})).status).toBe(200);
  expect(await events()).toEqual([]);
});

test("users can change their own name, password and language, and nothing else", async () => {
  const user = await server.as("viewer");
  const own = (body: Record<string, unknown>) => user.patch(`/users/${user.userId}`, body);
  expect((await own({ display_name: "Me", locale: "fr" })).body).toMatchObject({ display_name: "Me", locale: "fr" });
  for (const fields of [
    { role: "admin" },
    { email: "me@stoa.example" },
    { is_active: true },
    { auth_provider: "local" },
  ])
    expect((await own({ display_name: "Me", ...fields })).status).toBe(403);
  const other = await user.patch(`/users/${admin.userId}`, { display_name: "You" });
  expect(other).toMatchObject({ status: 403, body: { detail: "Admin only or own profile" } });
  const spelled = user.userId?.toUpperCase();
  expect((await user.patch(`/users/{${spelled}}`, { locale: "it" })).body.locale).toBe("it");
});

test("a user who changes their own password remains logged in with a new cookie, and nowhere else", async () => {
  const user = await server.as("member");
  const stream = await subscribe(server.url, { token: user.token });
  const events = await watch(admin);
  const answer = await user.patch(`/users/${user.userId}`, { password: PASSWORD });
  expect(answer).toMatchObject({ status: 200, body: { has_password: true } });
  await stream.ended;
  expect((await user.get("/auth/me")).status).toBe(401);
  const token = answer.headers.get("set-cookie")?.match(/^access_token=([^;]+)/)?.[1];
  expect((await clientOf(server.url, token).get("/auth/me")).body.id).toBe(user.userId);
  expect(await events()).toMatchObject([{ event_type: "user.password_changed", user_id: user.userId }]);
});

test("a password that an administrator sets invalidates the setup link, and all sessions", async () => {
  const user = await server.as("member");
  const link = newSetupLink();
  const setup = { password_setup_hash: link.hash, password_setup_expires_at: link.expiresAt };
  transaction(() =>
    db
      .update(users)
      .set(setup)
      .where(eq(users.id, user.userId as string))
      .run(),
  );
  const answer = await admin.patch(`/users/${user.userId}`, { password: PASSWORD });
  expect(answer.body).toMatchObject({ pending_setup: false, has_password: true });
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect((await user.get("/auth/me")).status).toBe(401);
  expect((await logIn(answer.body.email)).status).toBe(200);
});

test.each([
  [{ role: "nonsense" }, 400, "Unknown role 'nonsense'"],
  [{ locale: "tlh" }, 400, "locale"],
  [{ locale: null }, 400, "locale"],
  [{ auth_provider: "ldap" }, 400, "auth_provider"],
  [{ auth_provider: null }, 400, "auth_provider"],
  [{ auth_provider: "sso", password: PASSWORD }, 400, "SSO"],
  [{ password: "weak" }, 422, "10 characters"],
  [{ password: "" }, 422, "10 characters"],
  [{ password: null }, 422, "text"],
  [{ display_name: null }, 422, "text"],
  [{ email: null }, 422, "text"],
  [{ is_active: null }, 422, "true or false"],
  [{ role: null }, 422, "text"],
])("a change of a user to %j is refused", async (changes, status, text) => {
  const { id } = account({ password_hash: hash });
  const before = findUser(id);
  const answer = await admin.patch(`/users/${id}`, changes);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(text);
  expect(findUser(id)).toEqual(before as NonNullable<typeof before>);
});

test("two users can't have one address, in whatever case", async () => {
  const [one, other] = [account(), account()];
  expect((await admin.patch(`/users/${one.id}`, { email: other.email.replace("person", "PERSON") })).status).toBe(409);
  expect((await admin.patch(`/users/${one.id}`, { email: one.email.replace("person", "Person") })).body.email).toBe(
    one.email,
  );
});

test("a changed address deletes the invitation and the links", async () => {
  const [setup, reset] = [newSetupLink(), newResetLink()];
  const { id, email } = account({
    password_setup_hash: setup.hash,
    password_setup_expires_at: setup.expiresAt,
    password_reset_hash: reset.hash,
    password_reset_expires_at: reset.expiresAt,
  });
  transaction(() => db.insert(invitations).values({ id: newId(), email, role: "member", created_at: now() }).run());
  await admin.patch(`/users/${id}`, { email: `new.${email}` });
  const invited = (await admin.get("/users/invitations")).body.map((row: { email: string }) => row.email);
  expect(invited).toContain(`new.${email}`);
  expect(invited).not.toContain(email);
  expect((await server.nobody.get(`/auth/validate-setup-token?token=${setup.token}`)).status).toBe(404);
  expect((await server.nobody.get(`/auth/validate-reset-token?token=${reset.token}`)).status).toBe(404);
});

test("an account that changes its provider is unlinked, and may get a password in the same call", async () => {
  const { id } = account({ auth_provider: "sso", sso_subject_id: "subject" });
  const answer = await admin.patch(`/users/${id}`, { auth_provider: "local", password: PASSWORD });
  expect(answer.body).toMatchObject({ auth_provider: "local", has_password: true });
  expect(findUser(id)?.sso_subject_id).toBeNull();
});

test("an administrator who views the application as another role changes their own profile only", async () => {
  const { access_token } = (await admin.post("/auth/impersonate", { role: "viewer" })).body;
  const viewing = clientOf(server.url, access_token);
  const { id } = account();
  expect((await viewing.patch(`/users/${id}`, { display_name: "X" })).status).toBe(403);
  expect((await viewing.patch(`/users/${admin.userId}`, { is_active: true })).status).toBe(403);
  expect((await viewing.patch(`/users/${admin.userId}`, { locale: "en" })).status).toBe(200);
});

test("a user has no power over another who may do more", async () => {
  const manager = await userAdmin("inventory.view");
  const equal = account({ role: role("inventory.view"), is_active: false });
  const above = account({ role: role("inventory.view", "inventory.delete"), is_active: false });
  for (const target of [above, { id: admin.userId as string }]) {
    for (const changes of [
      { display_name: "X" },
      { password: PASSWORD },
      { is_active: false },
      { email: "x@stoa.example" },
    ])
      expect((await manager.patch(`/users/${target.id}`, changes)).status).toBe(403);
    expect((await manager.delete(`/users/${target.id}`)).status).toBe(403);
    expect(
      (await manager.patch("/users/bulk", { ids: [equal.id, target.id], updates: { is_active: false } })).status,
    ).toBe(403);
  }
  expect((await manager.post("/users/bulk-delete", { ids: [equal.id, above.id] })).status).toBe(403);
  expect(findUser(equal.id)).toBeDefined();
  const toAdmin = { ids: [equal.id], updates: { role: "admin" } };
  expect((await manager.patch("/users/bulk", toAdmin)).status).toBe(403);
  expect((await manager.patch(`/users/${equal.id}`, { role: "admin" })).status).toBe(403);
  expect((await manager.patch(`/users/${manager.userId}`, { role: "admin" })).status).toBe(403);
  expect((await manager.patch(`/users/${equal.id}`, { display_name: "Equal" })).status).toBe(200);
  expect((await manager.delete(`/users/${equal.id}`)).status).toBe(204);
});

test("a deactivation ends the user's stream", async () => {
  const user = await server.as("member");
  const stream = await subscribe(server.url, { token: user.token });
  await admin.patch(`/users/${user.userId}`, { is_active: false });
  await stream.ended;
  expect((await user.get("/auth/me")).status).toBe(401);
});

// Many at once

test("roles and activity of many users can be changed at once", async () => {
  const [one, other] = [await server.as("member"), await server.as("member")];
  const stream = await subscribe(server.url, { token: one.token });
  const events = await watch(admin);
  const ids = [one.userId as string, (other.userId as string).toUpperCase(), newId()];
  const answer = await admin.patch("/users/bulk", { ids, updates: { role: "viewer", is_active: false } });
  expect(answer.status).toBe(200);
  expect(answer.body).toHaveLength(2);
  for (const user of answer.body) expect(user).toMatchObject({ role: "viewer", is_active: false });
  await stream.ended;
  const changes = { role: { old: "member", new: "viewer" }, is_active: { old: true, new: false } };
  expect((await events()).map((event) => event.data.changes)).toEqual([changes, changes]);
});

test.each([
  ["no updates", { ids: [newId()], updates: {} }, 400],
  ["updates to null", { ids: [newId()], updates: { role: null, is_active: null } }, 400],
  ["no ids", { ids: [], updates: { is_active: true } }, 400],
  ["an unknown role", { ids: ["nonsense"], updates: { role: "nonsense" } }, 400],
  ["an id that is no UUID", { ids: ["nonsense"], updates: { is_active: true } }, 400],
  ["nobody", { ids: [newId()], updates: { is_active: true } }, 404],
  ["too many ids", { ids: Array(10_001).fill(newId()), updates: { is_active: true } }, 422],
  ["a word for a flag", { ids: [newId()], updates: { is_active: "perhaps" } }, 422],
  ["nothing", {}, 422],
])("a bulk change of %s is refused", async (_, body, status) => {
  expect((await admin.patch("/users/bulk", body)).status).toBe(status);
});

test("a bulk deletion deletes only deactivated users, with their invitations", async () => {
  const active = account();
  const idle = [account({ is_active: false }), account({ is_active: false })];
  transaction(() =>
    db
      .insert(invitations)
      .values({ id: newId(), email: idle[0]?.email as string, role: "member", created_at: now() })
      .run(),
  );
  const events = await watch(admin);
  const ids = [active.id, ...idle.map(({ id }) => id), admin.userId, newId()];
  const answer = await admin.post("/users/bulk-delete", { ids });
  expect(answer).toMatchObject({ status: 200, body: { deleted: 2 } });
  const reasons = Object.fromEntries(
    answer.body.skipped.map((row: { id: string; reason: string }) => [row.id, row.reason]),
  );
  expect(reasons).toEqual({
    [active.id]: expect.stringContaining("active"),
    [admin.userId as string]: expect.stringContaining("your own"),
  });
  expect(findUserByEmail(idle[0]?.email as string)).toBeUndefined();
  expect(
    db
      .select()
      .from(invitations)
      .where(eq(invitations.email, idle[0]?.email as string))
      .all(),
  ).toEqual([]);
  const published = (await events()).map((event) => [event.event_type, event.data.id]);
  expect(published.toSorted()).toEqual(idle.map(({ id }) => ["user.deleted", id]).toSorted());
  expect((await admin.post("/users/bulk-delete", { ids: [] })).status).toBe(400);
  expect((await admin.post("/users/bulk-delete", { ids: ["nonsense"] })).status).toBe(400);
});

// Deleting, and the last administrator

test("a deleted user is removed from the stakeholders of cards, whose quality is updated", async () => {
  const type = cardType(unique("Owned"));
  stakeholderRole(type, "owner", [], { label: "Owner" });
  const [card] = storedCards([{ type, name: "Owned", data_quality: 33.3 }]) as [string];
  const user = await server.as("member");
  const part = stakeholder(card, user.userId, "owner");
  const stream = await subscribe(server.url, { token: user.token });
  const events = await watch(admin);
  expect((await admin.delete(`/users/${user.userId}`)).status).toBe(204);
  await stream.ended;
  expect((await user.get("/auth/me")).body).toEqual({ detail: "User not found or inactive" });
  expect((await admin.get(`/cards/${card}/stakeholders`)).body).toEqual([]);
  expect((await admin.get(`/cards/${card}`)).body.data_quality).toBe(0);
  const { userId } = user;
  expect(await events()).toMatchObject([
    {
      event_type: "stakeholder.removed",
      card_id: card,
      data: { stakeholder_id: part, user_id: userId, role: "owner" },
    },
    { event_type: "user.deleted", data: { id: userId } },
  ]);
});

test("a user can't delete their own account", async () => {
  expect((await admin.delete(`/users/${admin.userId}`)).status).toBe(400);
});

test("the last active administrator can't be deactivated, demoted or deleted", async () => {
  const other = await server.as("admin");
  transaction(() => db.update(users).set({ is_active: false }).where(eq(users.role, "admin")).run());
  transaction(() =>
    db
      .update(users)
      .set({ is_active: true })
      .where(eq(users.id, admin.userId as string))
      .run(),
  );
  const boss = await server.as(role("*"));
  const last = admin.userId as string;
  const refusals = [
    await admin.patch(`/users/${last}`, { is_active: false }),
    await admin.patch(`/users/${last}`, { role: "member" }),
    await boss.delete(`/users/${last}`),
    await boss.delete(`/users/${other.userId}`),
    await boss.patch("/users/bulk", { ids: [last], updates: { is_active: false } }),
    await boss.patch("/users/bulk", { ids: [last, other.userId], updates: { role: "viewer" } }),
  ];
  for (const refusal of refusals) {
    expect(refusal.status).toBe(400);
    expect(refusal.body.detail).toContain("admin");
  }
  expect(findUser(last)).toMatchObject({ role: "admin", is_active: true });
  expect((await boss.patch("/users/bulk", { ids: [other.userId], updates: { is_active: true } })).status).toBe(200);
  expect((await boss.patch(`/users/${last}`, { is_active: false })).status).toBe(200);
  expect((await boss.patch(`/users/${last}`, { is_active: true })).status).toBe(200);
});

test("the last user with the role admin is not deleted in bulk either", async () => {
  const boss = await server.as(role("*"));
  const admins = db.select({ id: users.id }).from(users).where(eq(users.role, "admin")).all();
  transaction(() => db.update(users).set({ is_active: false }).where(eq(users.role, "admin")).run());
  const refusal = await boss.post("/users/bulk-delete", { ids: admins.map(({ id }) => id) });
  expect(refusal.status).toBe(400);
  expect(refusal.body.detail).toContain("last admin");
  transaction(() => db.update(users).set({ is_active: true }).where(eq(users.role, "admin")).run());
});

// Preferences

test("notification preferences begin with defaults and are merged by channel", async () => {
  const user = await server.as("viewer");
  const first = (await user.get("/users/me/notification-preferences")).body;
  expect(Object.keys(first)).toEqual(["in_app", "email"]);
  expect(first.in_app.card_updated).toBeTrue();
  expect(first.email.card_updated).toBeFalse();
  const changes = { in_app: { card_updated: false, invented_type: "yes" }, email: null };
  const merged = (await user.patch("/users/me/notification-preferences", changes)).body;
  expect(merged).toEqual({ in_app: { ...first.in_app, card_updated: false, invented_type: true }, email: first.email });
  expect((await user.get("/users/me/notification-preferences")).body).toEqual(merged);
  expect((await user.patch("/users/me/notification-preferences", {})).body).toEqual(merged);
});

test("notification preferences are limited in size", async () => {
  const user = await server.as("viewer");
  const channel = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`type_${from + at}`, true]));
  const send = (email: unknown) => user.patch("/users/me/notification-preferences", { email });
  expect((await send(channel(0, 101))).status).toBe(422);
  expect((await send(channel(0, 100))).status).toBe(200);
  expect(violationsOf((await send(channel(100, 100))).body)).toEqual(["body.email: value_error"]);
  expect((await send({ card_updated: "perhaps" })).status).toBe(422);
  expect((await send([])).status).toBe(422);
});

test("the preference for a tab can be set and cleared", async () => {
  const user = await server.as("viewer");
  const path = "/users/me/ui-preferences";
  expect((await user.get(path)).body).toEqual({ dashboard_default_tab: "overview" });
  expect((await user.patch(path, { dashboard_default_tab: "admin" })).body).toEqual({ dashboard_default_tab: "admin" });
  expect((await user.patch(path, {})).body).toEqual({ dashboard_default_tab: "admin" });
  expect((await user.get("/auth/me")).body.ui_preferences).toEqual({ dashboard_default_tab: "admin" });
  expect((await user.patch(path, { dashboard_default_tab: null })).body).toEqual({});
  expect((await user.get(path)).body).toEqual({ dashboard_default_tab: "overview" });
  expect((await user.patch(path, { dashboard_default_tab: "kitchen" })).status).toBe(422);
});

test("home is arranged by each for themselves, and nothing is named twice in it", async () => {
  const [user, other] = [await server.as("viewer"), await server.as("viewer")];
  const usual = (await user.get("/users/me/home")).body;
  expect(usual).toEqual({ parts: ["figures", "waiting", "cards", "changed"], reports: [] });
  const report = crypto.randomUUID();
  const home = { parts: ["reports", "cards", "reports"], reports: [report, report] };
  const arranged = { parts: ["reports", "cards"], reports: [report] };
  expect((await user.put("/users/me/home", home)).body).toEqual(arranged);
  await user.patch("/users/me/ui-preferences", { dashboard_default_tab: "admin" });
  expect((await user.get("/users/me/home")).body).toEqual(arranged);
  expect((await user.get("/users/me/ui-preferences")).body).toEqual({ dashboard_default_tab: "admin" });
  expect((await other.get("/users/me/home")).body).toEqual(usual);
  const again = await user.put("/users/me/home", { parts: ["cards"], reports: [] });
  const rollback = `/mutation-batches/${again.headers.get("x-stoa-batch")}/rollback`;
  expect((await other.post(rollback, { dry_run: false })).status).toBe(403);
  expect((await user.post(rollback, { dry_run: false })).body.results).toMatchObject([{ status: "ok" }]);
  expect((await user.get("/users/me/home")).body).toEqual(arranged);
  expect((await user.put("/users/me/home", home)).headers.get("x-stoa-batch")).toBeNull();
  expect((await user.put("/users/me/home", { parts: ["kitchen"], reports: [] })).status).toBe(422);
  expect((await user.put("/users/me/home", { parts: [], reports: ["no id"] })).status).toBe(422);
});
