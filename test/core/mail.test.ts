import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { statement, transaction } from "../../db";
import { deliverMail } from "../../src/core/mail/outbox";
import { sendMailTo } from "../../src/core/mail/transport";
import { mailNotifications } from "../../src/core/notify/digest";
import { DAY, fromNow, HOUR } from "../../src/platform/clock";
import { authority, certificate, certificateKey } from "../support/certificates";
import { newFolder } from "../support/scratch";
import { clientAs, testServer } from "../support/server";
import { configureMail, startSmtpServer, testSmtpServer } from "../support/smtp";
import { until } from "../support/waiting";

let refusing = false;
const server = testServer({ SMTP_ALLOW_SELF_SIGNED: "true" });
const admin = clientAs(server, "admin");
const smtp = testSmtpServer({ refuse: () => refusing });

beforeAll(() => {
  // These tests decide when mails are sent.
  transaction(() => statement("UPDATE runs SET due_at = '2999-01-01T00:00:00.000Z' WHERE kind LIKE '%mail%'").run());
});
beforeEach(async () => {
  refusing = false;
  smtp.received.length = 0;
  // The slash at the end must not be doubled in links.
  await configureMail(admin, smtp.port, { app_base_url: "https://stoa.company.io/" });
});

/** Makes waiting mails due now: the test doesn't wait for the pause. */
const hurry = () =>
  transaction(() =>
    statement("UPDATE mail_outbox SET next_attempt = '2020-01-01T00:00:00.000Z' WHERE next_attempt IS NOT NULL").run(),
  );
const waiting = () =>
  statement<{ attempts: number; last_error: string | null; text: string }>(
    "SELECT * FROM mail_outbox WHERE next_attempt IS NOT NULL",
  ).all();

test("the test mail arrives at the administrator who asks for it", async () => {
  const answer = await admin.post("/settings/email/test");
  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  expect(smtp.received).toHaveLength(1);
  expect(smtp.received[0]).toMatchObject({
    to: [answer.body.sent_to],
    from: "stoa@company.io",
    subject: "[Stoa] Test",
  });
  expect(smtp.received[0]?.raw).toContain("https://stoa.company.io/admin/settings");
});

test("an unreachable mail server is reported, and the test mail is refused without a configured one", async () => {
  const gone = await startSmtpServer();
  await gone.stop();
  await configureMail(admin, gone.port);
  expect((await admin.post("/settings/email/test")).status).toBe(502);
  await configureMail(admin, gone.port, { smtp_host: "" });
  expect(await admin.post("/settings/email/test")).toMatchObject({
    status: 400,
    body: { detail: "SMTP is not configured" },
  });
});

describe("the mail of an invitation", () => {
  const invite = (email: string) =>
    admin.post("/users", { email, display_name: "Ada <b>", role: "member", send_email: true, auth_provider: "local" });

  test("has a link that lets its recipient log in, once", async () => {
    expect((await invite("ada@company.io")).body).toMatchObject({ email_sent: true });
    const raw = smtp.received[0]?.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
    const token = raw.match(/set-password\?token=([\w-]+)/)?.[1] as string;
    expect(raw).toContain("Ada &lt;b&gt;");
    const choice = { token, password: "A-long-first-1" };
    expect((await server.nobody.post("/auth/set-password", choice)).status).toBe(200);
    expect((await server.nobody.post("/auth/set-password", choice)).status).toBe(404);
    expect(JSON.stringify(statement("SELECT * FROM mail_outbox").all())).not.toContain(token);
  });

  test("is reported as not sent while the mail server is down, is stored encrypted, and is sent later", async () => {
    refusing = true;
    const answer = await invite("grace@company.io");
    expect(answer).toMatchObject({ status: 201, body: { email_sent: false } });
    expect(answer.body.email_error).toContain("tried again");
    expect(waiting()).toMatchObject([{ attempts: 1 }]);
    expect(waiting()[0]?.text).toStartWith("enc:");
    await deliverMail();
    expect(smtp.received).toHaveLength(0);
    refusing = false;
    hurry();
    await deliverMail();
    expect(smtp.received[0]?.to).toEqual(["grace@company.io"]);
    expect(waiting()).toEqual([]);
  });
});

test("the link for a forgotten password is mailed to its owner and to nobody else", async () => {
  await admin.post("/users", {
    email: "owner@company.io",
    display_name: "Owner",
    role: "member",
    password: "Something-long-1",
  });
  for (const email of ["owner@company.io", "nobody@company.io"])
    expect((await server.nobody.post("/auth/forgot-password", { email })).body).toEqual({ ok: true });
  await until(() => smtp.received.length > 0, "a mail");
  expect(smtp.received.map((mail) => mail.to)).toEqual([["owner@company.io"]]);
});

test("a mail that is refused again and again is discarded", async () => {
  refusing = true;
  await admin.post("/users", {
    email: "lost@company.io",
    display_name: "Lost",
    role: "member",
    send_email: true,
    auth_provider: "local",
  });
  for (let attempt = 0; attempt < 12; attempt++) {
    hurry();
    await deliverMail();
  }
  expect(waiting()).toEqual([]);
  expect(
    statement<{ attempts: number }>("SELECT attempts FROM mail_outbox WHERE recipient = 'lost@company.io'").get()
      ?.attempts,
  ).toBe(10);
});

describe("while there is no mail server", () => {
  /** Returns a port on which nobody listens. */
  async function deadPort(): Promise<number> {
    const gone = await startSmtpServer();
    await gone.stop();
    return gone.port;
  }
  const invite = (name: string) =>
    admin.post("/users", {
      email: `${name}@company.io`,
      display_name: name,
      role: "member",
      send_email: true,
      auth_provider: "local",
    });
  const attemptsOf = (name: string) =>
    statement<{ attempts: number; next_attempt: string | null }>(
      "SELECT attempts, next_attempt FROM mail_outbox WHERE recipient = ?",
    ).get(`${name}@company.io`);

  test("a mail waits, is tried again at least every hour, and is sent when there is a server", async () => {
    await configureMail(admin, await deadPort());
    await invite("patient");
    for (let attempt = 0; attempt < 30; attempt++) {
      hurry();
      await deliverMail();
    }
    const waited = attemptsOf("patient");
    expect(waited?.attempts).toBe(31);
    expect((waited?.next_attempt as string) > fromNow(0)).toBe(true);
    expect((waited?.next_attempt as string) <= fromNow(HOUR)).toBe(true);
    await configureMail(admin, smtp.port);
    hurry();
    await deliverMail();
    expect(smtp.received.map((mail) => mail.to)).toEqual([["patient@company.io"]]);
  });

  test.each([
    ["nobody is there", async () => configureMail(admin, await deadPort())],
    [
      "it asks for another login",
      async () => configureMail(admin, guarded.port, { smtp_user: "stoa", smtp_password: "wrong" }),
    ],
    ["it doesn't take the sender", async () => configureMail(admin, choosy, { smtp_from: "unwanted@company.io" })],
    ["something else is there", async () => configureMail(admin, other)],
  ])("because %s, one mail at a time tries the server, and none is discarded", async (_, down) => {
    const names = ["one", "two", "three"].map((name) => `${name}.${Bun.randomUUIDv7()}`);
    await down();
    for (const name of names) await invite(name);
    const before = waiting().reduce((sum, { attempts }) => sum + attempts, 0);
    for (let run = 1; run <= 12; run++) {
      hurry();
      await deliverMail();
      expect(waiting().reduce((sum, { attempts }) => sum + attempts, 0)).toBe(before + run);
    }
    expect(waiting()).toHaveLength(3);
    await configureMail(admin, smtp.port);
    hurry();
    await deliverMail();
    expect(smtp.received.flatMap((mail) => mail.to).sort()).toEqual(names.map((name) => `${name}@company.io`).sort());
  });

  test("a mail that has waited for a fortnight is discarded, because its link is too old", async () => {
    await configureMail(admin, await deadPort());
    await invite("forgotten");
    transaction(() =>
      statement("UPDATE mail_outbox SET created_at = ? WHERE recipient = 'forgotten@company.io'").run(
        fromNow(-14 * DAY),
      ),
    );
    hurry();
    await deliverMail();
    expect(attemptsOf("forgotten")?.next_attempt).toBeNull();
  });

  test("a server that is stopping sends the remaining mails after the next start", async () => {
    await configureMail(admin, await deadPort());
    await invite("later");
    await configureMail(admin, smtp.port);
    hurry();
    await deliverMail(() => true);
    expect(smtp.received).toEqual([]);
    await deliverMail();
    expect(smtp.received).toHaveLength(1);
  });

  let guarded: Awaited<ReturnType<typeof startSmtpServer>>;
  let [choosy, other] = [0, 0];
  const speaking: ReturnType<typeof createServer>[] = [];
  beforeAll(async () => {
    guarded = await startSmtpServer({ login: { user: "stoa", password: "right" } });
    /** Returns a server that answers with these lines, one for each line that it receives. */
    const speak = async (...lines: string[]) => {
      const server = createServer((socket) => {
        const left = [...lines];
        const next = () => socket.write(`${left.shift() ?? "500 What?"}\r\n`);
        socket.on("error", () => {}).on("data", next);
        next();
      });
      speaking.push(server);
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      return (server.address() as { port: number }).port;
    };
    choosy = await speak("220 hello", "250 hello", "550 not you");
    other = await speak("SSH-2.0-OpenSSH_9.6");
  });
  afterAll(async () => {
    await guarded.stop();
    for (const server of speaking) server.close();
  });
});

describe("the connection to the mail server", () => {
  const mail = { to: "reader@company.io", subject: "s", text: "t", html: "<p>t</p>" };
  const plain = { host: "one.example", user: "", password: "", from: "stoa@company.io", allowSelfSigned: false };

  test("is made to the next of its addresses when the first doesn't answer", async () => {
    const server = { ...plain, port: smtp.port, secure: false, startTls: false };
    await sendMailTo(server, mail, async () => ["127.0.0.2", "127.0.0.1"]);
    expect(smtp.received).toHaveLength(1);
  });

  test("is made to none of its addresses that is no host, whatever the name", async () => {
    const server = { ...plain, port: smtp.port, secure: false, startTls: false };
    for (const address of ["169.254.169.254", "::ffff:169.254.169.254", "fe80::1", "0.0.0.0"])
      await expect(sendMailTo(server, mail, async () => [address])).rejects.toThrow("must not be called");
    await sendMailTo(server, mail, async () => ["169.254.169.254", "127.0.0.1"]);
    expect(smtp.received).toHaveLength(1);
  });

  test.each([
    ["from the first byte", true],
    ["by STARTTLS", false],
  ])("requires, when it is encrypted %s, a valid certificate for the server's name", async (_, secure) => {
    const guarded = await startSmtpServer({ tls: secure, certificate: { key: certificateKey, cert: certificate } });
    const authorities = join(newFolder(), "authority.pem");
    writeFileSync(authorities, authority);
    const server = { ...plain, port: guarded.port, secure, startTls: true };
    const program = `
      const { sendMailTo } = await import(${JSON.stringify(join(import.meta.dir, "../../src/core/mail/transport"))});
      for (const host of ["one.example", "two.example", "127.0.0.1"])
        await sendMailTo({ ...${JSON.stringify(server)}, host }, ${JSON.stringify(mail)}, async () => ["127.0.0.1"]).then(
          () => console.log("sent"),
          (error) => console.log(error.message),
        );
    `;
    const run = async (environment: Record<string, string>) => {
      const child = Bun.spawn([process.execPath, "-e", program], {
        env: { PATH: process.env["PATH"] ?? "", ...environment },
        stderr: "inherit",
      });
      return (await new Response(child.stdout).text()).trim().split("\n");
    };
    expect(await run({ NODE_EXTRA_CA_CERTS: authorities })).toEqual([
      "sent",
      expect.stringContaining("does not match"),
      expect.stringContaining("does not match"),
    ]);
    expect(await run({})).toEqual(Array(3).fill(expect.stringContaining("unable to verify")));
    expect(guarded.received).toHaveLength(1);
    expect(guarded.received[0]).toMatchObject({ secure: true, to: ["reader@company.io"] });
    await guarded.stop();
  });

  test("is refused unencrypted when the settings require encryption", async () => {
    const silent = createServer((socket) => {
      socket.on("error", () => {}).on("data", () => socket.write("250 hello\r\n"));
      socket.write("220 hello\r\n");
    });
    await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
    await configureMail(admin, (silent.address() as { port: number }).port, { smtp_tls: true });
    expect((await admin.post("/settings/email/test")).status).toBe(502);
    silent.close();
  });

  test("is encrypted by STARTTLS and authenticated by a login", async () => {
    const guarded = await startSmtpServer({ login: { user: "stoa", password: "pass word" } });
    await configureMail(admin, guarded.port, { smtp_tls: true, smtp_user: "stoa", smtp_password: "pass word" });
    expect((await admin.post("/settings/email/test")).status).toBe(200);
    expect(guarded.received[0]).toMatchObject({ secure: true, user: "stoa" });
    await configureMail(admin, guarded.port, { smtp_tls: true, smtp_user: "stoa", smtp_password: "wrong" });
    expect((await admin.post("/settings/email/test")).status).toBe(502);
    await guarded.stop();
  });
});

describe("notifications by mail", () => {
  test("a thousand changes of a user's cards are reported in one mail", async () => {
    const reader = await server.as("member");
    await reader.patch("/users/me/notification-preferences", { email: { card_updated: true } });
    const cards = Array.from({ length: 1_000 }, (_, row_index) => ({
      row_index,
      type: "Provider",
      name: `Provider ${row_index}`,
    }));
    const ids = (await admin.post("/cards/bulk-create", { cards })).body.results.map((row: { id: string }) => row.id);
    transaction(() => {
      for (const id of ids)
        statement(
          "INSERT INTO stakeholders (id, card_id, user_id, role, created_at) VALUES (?, ?, ?, 'responsible', ?)",
        ).run(crypto.randomUUID(), id, reader.userId as string, "2026-01-01T00:00:00.000Z");
    });
    await admin.patch("/cards/bulk", { ids, updates: { description: "changed" } });
    expect((await reader.get("/notifications/unread-count")).body).toEqual({ count: 1_000 });
    mailNotifications(0);
    mailNotifications(0);
    await deliverMail();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]?.subject).toBe("[Stoa] 1000 notifications");
  });

  test("a notification from before there was a mail server is not mailed later", async () => {
    const reader = await server.as("member");
    const preferences = { in_app: { stakeholder_assigned: false }, email: { card_updated: true } };
    await reader.patch("/users/me/notification-preferences", preferences);
    const { body } = await admin.post("/cards", { type: "Provider", name: "Before and after" });
    await admin.post(`/cards/${body.id}/stakeholders`, { user_id: reader.userId, role: "responsible" });
    await configureMail(admin, smtp.port, { smtp_host: "" });
    await admin.patch(`/cards/${body.id}`, { description: "before" });
    await configureMail(admin, smtp.port);
    mailNotifications(0);
    await admin.patch(`/cards/${body.id}`, { alias: "after" });
    mailNotifications(0);
    await deliverMail();
    expect((await reader.get("/notifications/unread-count")).body).toEqual({ count: 2 });
    expect(smtp.received.map((mail) => mail.subject)).toEqual(["[Stoa] Before and after Updated"]);
    expect(smtp.received[0]?.raw).toContain("(alias)");
  });

  test("a service account gets its notifications, and no mail, as it has no address", async () => {
    const { body: account } = await admin.post("/users/service-accounts", { display_name: "Pipeline", role: "member" });
    const { body: card } = await admin.post("/cards", { type: "Provider", name: "Watched by a program" });
    await admin.post(`/cards/${card.id}/stakeholders`, { user_id: account.id, role: "responsible" });
    statement("UPDATE notifications SET mail_wanted = 1 WHERE user_id = ?").run(account.id);
    mailNotifications(0);
    await deliverMail();
    expect(smtp.received).toEqual([]);
    expect(statement("SELECT type FROM notifications WHERE user_id = ?").all(account.id)).toEqual([
      { type: "stakeholder_assigned" },
    ]);
  });

  test("a subject can't add another header", async () => {
    const reader = await server.as("member");
    await reader.patch("/users/me/notification-preferences", { email: { card_updated: true } });
    const { body } = await admin.post("/cards", { type: "Provider", name: "Evil\r\nBcc: victim@company.io" });
    await admin.post(`/cards/${body.id}/stakeholders`, { user_id: reader.userId, role: "responsible" });
    await admin.patch(`/cards/${body.id}`, { description: "x" });
    mailNotifications(0);
    await deliverMail();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]?.to).not.toContain("victim@company.io");
    const [headers] = (smtp.received[0]?.raw ?? "").split("\r\n\r\n");
    expect(headers).not.toMatch(/^Bcc:/m);
  });
});
