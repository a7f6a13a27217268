/** The links that let a user choose a password are used again, mixed up, led astray, or used too late. */
import { beforeAll, beforeEach, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import { linkHash } from "../../src/core/access/password-links";
import { resetRateLimits } from "../../src/http/rate-limit";
import { fromNow, MINUTE } from "../../src/platform/clock";
import { unique } from "../support/factories";
import { clientAs, testServer } from "../support/server";
import { configureMail, testSmtpServer } from "../support/smtp";
import { until } from "../support/waiting";
import { newAccount, PASSWORD } from "./accounts";

const server = testServer();
const admin = clientAs(server, "admin");
const smtp = testSmtpServer();
beforeAll(() => configureMail(admin, smtp.port));
beforeEach(() => {
  resetRateLimits();
  smtp.received.length = 0;
});

/** Returns the links in the mails to an address, oldest first; waits until there are so many. */
async function linksTo(email: string, count = 1): Promise<URL[]> {
  const mails = () => smtp.received.filter((mail) => mail.to.includes(email));
  await until(() => mails().length >= count, `${count} mails to ${email}`);
  return mails().map(({ raw }) => {
    const text = raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");
    return new URL(text.match(/https?:\/\/[^\s"<]+\?token=[\w-]+/)?.[0] ?? "about:blank");
  });
}

const secretOf = (link: URL | undefined) => link?.searchParams.get("token") ?? "";

/** Invites somebody. */
async function invited() {
  const email = `${unique("invited")}@stoa.example`;
  const body = { email, display_name: "Invited", role: "member", send_email: true, auth_provider: "local" };
  const { id } = (await admin.post("/users", body)).body;
  const [link] = await linksTo(email);
  return { id: id as string, email, token: secretOf(link) };
}

/** Returns a user who has asked for another password. */
async function forgetful() {
  const { id, email } = await newAccount();
  await askAgain(email);
  const [link] = await linksTo(email);
  return { id, email, token: secretOf(link) };
}

const askAgain = (email: string, headers?: Record<string, string>) =>
  server.nobody.post("/auth/forgot-password", { email }, headers);

type Kind = "set" | "reset";
const choose = async (kind: Kind, token: string, password = "Chosen-Horse-9") =>
  (await server.nobody.post(`/auth/${kind}-password`, { token, password })).status;
const isAlive = async (kind: Kind, token: string) =>
  (await server.nobody.get(`/auth/validate-${kind === "set" ? "setup" : "reset"}-token?token=${token}`)).status === 200;

/** Returns a user with a link of a kind, as a mail would bring it. */
async function holder(kind: Kind) {
  const token = `${unique("Secret-")}-${crypto.randomUUID()}`;
  const [hash, end] = [linkHash(token), fromNow(MINUTE)];
  const { id, email } = await newAccount(
    kind === "set"
      ? { password_hash: null, password_setup_hash: hash, password_setup_expires_at: end }
      : { password_reset_hash: hash, password_reset_expires_at: end },
  );
  return { id, email, token };
}

/** Each test of links of one kind is repeated for the other. */
const kinds: [Kind][] = [["set"], ["reset"]];

test.each(kinds)("a link to %s a password works once", async (kind) => {
  const { token } = await holder(kind);
  expect(await choose(kind, token)).toBe(200);
  expect(await isAlive(kind, token)).toBe(false);
  expect(await choose(kind, token, "Stolen-Horse-10")).toBe(404);
});

test.each(kinds)("a link to %s a password is no link of the other kind", async (kind) => {
  const { token } = await holder(kind);
  const other = kind === "set" ? "reset" : "set";
  expect(await choose(other, token)).toBe(404);
  expect(await isAlive(other, token)).toBe(false);
  expect(await isAlive(kind, token)).toBe(true);
});

test.each(kinds)("a secret that is nearly that of a link to %s a password is refused", async (kind) => {
  const { token } = await holder(kind);
  const swapped = token.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  for (const guess of [token.slice(0, -1), `${token}A`, swapped, `${token}%`, "%", "_", "' OR '1'='1", "null", " "])
    expect(await isAlive(kind, encodeURIComponent(guess))).toBe(false);
  expect(await isAlive(kind, token)).toBe(true);
});

test.each(kinds)("a link to %s a password ends with the account's old address", async (kind) => {
  const { id, token } = await holder(kind);
  await admin.patch(`/users/${id}`, { email: `${unique("moved")}@stoa.example` });
  expect(await choose(kind, token)).toBe(404);
});

test.each(kinds)("a link to %s a password ends when an administrator sets one", async (kind) => {
  const { id, token } = await holder(kind);
  await admin.patch(`/users/${id}`, { password: PASSWORD });
  expect(await choose(kind, token)).toBe(404);
});

test.each(kinds)("a link to %s a password ends when the account gets single sign-on", async (kind) => {
  const { id, token } = await holder(kind);
  await admin.patch(`/users/${id}`, { auth_provider: "sso" });
  expect(await choose(kind, token)).toBe(404);
  await admin.patch(`/users/${id}`, { auth_provider: "local" });
  expect(await choose(kind, token)).toBe(404);
});

test.each(kinds)(
  "a link to %s a password ends with its account, even for a new account with the address",
  async (kind) => {
    const { id, email, token } = await holder(kind);
    await admin.delete(`/users/${id}`);
    await admin.post("/users", { email, display_name: "Successor", password: PASSWORD, role: "admin" });
    expect(await choose(kind, token)).toBe(404);
  },
);

test.each(kinds)("a link to %s a password lets nobody into an account that is deactivated", async (kind) => {
  const { id, email, token } = await holder(kind);
  await admin.patch(`/users/${id}`, { is_active: false });
  const answer = await server.nobody.post(`/auth/${kind}-password`, { token, password: PASSWORD });
  const session = { authorization: `Bearer ${answer.body.access_token}` };
  expect((await server.nobody.get("/auth/me", session)).status).toBe(401);
  expect((await server.nobody.post("/auth/login", { email, password: PASSWORD })).status).not.toBe(200);
});

test.each(kinds)("a link to %s a password stays dead when its account is reactivated", async (kind) => {
  for (const [path, bodyFor] of [
    [(id: string) => `/users/${id}`, (_: string, is_active: boolean) => ({ is_active })],
    [() => "/users/bulk", (id: string, is_active: boolean) => ({ ids: [id], updates: { is_active } })],
  ] as const) {
    const { id, token } = await holder(kind);
    expect(await isAlive(kind, token)).toBe(true);
    await admin.patch(path(id), bodyFor(id, false));
    expect(await isAlive(kind, token)).toBe(false);
    await admin.patch(path(id), bodyFor(id, true));
    expect(await isAlive(kind, token)).toBe(false);
    expect(await choose(kind, token)).toBe(404);
  }
});

test.each(kinds)(
  "a link to %s a password that an older version issued is invalid before and after reactivation",
  async (kind) => {
    const { id, token } = await holder(kind);
    transaction(() => statement("UPDATE users SET is_active = 0 WHERE id = ?").run(id));
    expect(await choose(kind, token)).toBe(404);
    await admin.patch(`/users/${id}`, { is_active: true });
    expect(await choose(kind, token)).toBe(404);
  },
);

const invitationOf = async (email: string): Promise<string> =>
  (await admin.get("/users/invitations")).body.find((row: { email: string }) => row.email === email).id;

test("the link of an invitation is invalid once the invitation is withdrawn, whatever happens before and after", async () => {
  const orders: ((id: string, invitation: string) => Promise<unknown>)[][] = [
    [(_, invitation) => admin.delete(`/users/invitations/${invitation}`)],
    [
      (_, invitation) => admin.post(`/users/invitations/${invitation}/resend`),
      (_, invitation) => admin.delete(`/users/invitations/${invitation}`),
    ],
    [
      (id) => admin.patch(`/users/${id}`, { is_active: false }),
      (_, invitation) => admin.delete(`/users/invitations/${invitation}`),
      (id) => admin.patch(`/users/${id}`, { is_active: true }),
    ],
    [
      (_, invitation) => admin.delete(`/users/invitations/${invitation}`),
      (id) => admin.patch(`/users/${id}`, { is_active: false }),
      (id) => admin.patch(`/users/${id}`, { is_active: true }),
    ],
  ];
  for (const steps of orders) {
    const { id, email, token } = await invited();
    const invitation = await invitationOf(email);
    for (const step of steps) await step(id, invitation);
    const resent = steps.length === 2 ? await linksTo(email, 2) : [];
    for (const secret of [token, ...resent.map(secretOf)]) expect(await isAlive("set", secret)).toBe(false);
    expect((await admin.get(`/users/${id}`)).body).toMatchObject({ is_active: true, pending_setup: false });
  }
});

test("an invitation is not sent again while its user is deactivated", async () => {
  const { id, email } = await invited();
  const path = `/users/invitations/${await invitationOf(email)}/resend`;
  await admin.patch(`/users/${id}`, { is_active: false });
  expect(await admin.post(path)).toMatchObject({ status: 400, body: { detail: "The user is deactivated" } });
  await admin.patch(`/users/${id}`, { is_active: true });
  expect((await admin.post(path)).status).toBe(200);
  const [, resent] = await linksTo(email, 2);
  expect(await choose("set", secretOf(resent))).toBe(200);
});

test("a second link replaces the first", async () => {
  const { email, token } = await forgetful();
  await askAgain(email);
  const [, second] = await linksTo(email, 2);
  expect(await choose("reset", token)).toBe(404);
  expect(await choose("reset", secretOf(second))).toBe(200);

  const guest = await invited();
  const { id } = (await admin.get("/users/invitations")).body.find(
    (row: { email: string }) => row.email === guest.email,
  );
  await admin.post(`/users/invitations/${id}/resend`);
  const [, resent] = await linksTo(guest.email, 2);
  expect(await choose("set", guest.token)).toBe(404);
  expect(await choose("set", secretOf(resent))).toBe(200);
});

test("the link for a forgotten password ends when its user changes the password otherwise", async () => {
  const { id, email, token } = await forgetful();
  const { access_token } = (await server.nobody.post("/auth/login", { email, password: PASSWORD })).body;
  const own = { authorization: `Bearer ${access_token}` };
  expect((await server.nobody.patch(`/users/${id}`, { password: "Changed-Horse-8" }, own)).status).toBe(200);
  expect(await choose("reset", token)).toBe(404);
});

test("no header of a request gets into a mailed link", async () => {
  const { email } = await newAccount();
  const evil = "evil.example";
  const headers: Record<string, string> = {
    "x-forwarded-host": evil,
    "x-forwarded-server": evil,
    "x-original-host": evil,
    forwarded: `host=${evil}`,
    origin: `https://${evil}`,
    referer: `https://${evil}/`,
  };
  await askAgain(email, headers);
  await linksTo(email);
  // fetch doesn't let anybody choose a Host.
  const [, port] = new URL(server.url).host.split(":");
  const body = JSON.stringify({ email });
  await new Promise<void>((done) => {
    Bun.connect({
      hostname: "127.0.0.1",
      port: Number(port),
      socket: {
        open: (socket) => {
          socket.write(
            `POST /api/v1/auth/forgot-password HTTP/1.1\r\nHost: ${evil}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
          );
        },
        data: () => {},
        close: () => done(),
      },
    });
  });
  for (const link of await linksTo(email, 2)) expect(link.origin).toBe("https://stoa.company.io");
  for (const { raw } of smtp.received) expect(raw).not.toContain(evil);
});

test("a stolen database opens no link", async () => {
  const { token } = await forgetful();
  const guest = await invited();
  const everything = statement<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .map(({ name }) => JSON.stringify(statement(`SELECT * FROM "${name}"`).all()))
    .join();
  for (const secret of [token, guest.token]) expect(everything).not.toContain(secret);
  // The stored hash is no secret that the API accepts.
  for (const hash of everything.match(/\b[0-9a-f]{64}\b/g) ?? []) {
    resetRateLimits();
    expect(await isAlive("set", hash)).toBe(false);
    expect(await isAlive("reset", hash)).toBe(false);
  }
});
