import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../db/client";
import { deliverMail } from "../../src/core/mail/outbox";
import { mailNotifications } from "../../src/core/notifications/digest";
import type { Client } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";
import { startSmtpServer } from "../support/smtp";

let server: TestServer;
let admin: Client;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let refusing = false;

const configure = (port: number, more: Record<string, unknown> = {}) =>
  admin.patch("/settings/email", {
    smtp_host: "127.0.0.1",
    smtp_port: port,
    smtp_tls: false,
    smtp_from: "stoa@company.io",
    app_base_url: "https://stoa.company.io/",
    ...more,
  });

beforeAll(async () => {
  server = await startTestServer({ SMTP_ALLOW_SELF_SIGNED: "true" });
  admin = await server.as("admin");
  smtp = await startSmtpServer({ refuse: () => refusing });
});
afterAll(async () => {
  await smtp.stop();
  await server.stop();
});
beforeEach(async () => {
  refusing = false;
  smtp.received.length = 0;
  await configure(smtp.port);
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

test("a mail server that isn't there is told of, and without any the test is refused", async () => {
  const gone = await startSmtpServer();
  await gone.stop();
  await configure(gone.port);
  expect((await admin.post("/settings/email/test")).status).toBe(502);
  await configure(gone.port, { smtp_host: "" });
  expect(await admin.post("/settings/email/test")).toMatchObject({
    status: 400,
    body: { detail: "SMTP is not configured" },
  });
});

describe("an invitation", () => {
  const invite = (email: string) =>
    admin.post("/users", { email, display_name: "Ada <b>", role: "member", send_email: true, auth_provider: "local" });

  test("carries a link that lets its recipient in, once", async () => {
    expect((await invite("ada@company.io")).body).toMatchObject({ email_sent: true });
    const raw = smtp.received[0]?.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
    const token = raw.match(/set-password\?token=([\w-]+)/)?.[1] as string;
    expect(raw).toContain("Ada &lt;b&gt;");
    const choice = { token, password: "A-long-first-1" };
    expect((await server.nobody.post("/auth/set-password", choice)).status).toBe(200);
    expect((await server.nobody.post("/auth/set-password", choice)).status).toBe(404);
    expect(JSON.stringify(statement("SELECT * FROM mail_outbox").all())).not.toContain(token);
  });

  test("survives a mail server that is down: it is told of, kept unreadable, and sent when it is up again", async () => {
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

test("a forgotten password is mailed to its owner and to nobody else", async () => {
  await admin.post("/users", {
    email: "owner@company.io",
    display_name: "Owner",
    role: "member",
    password: "Something-long-1",
  });
  for (const email of ["owner@company.io", "nobody@company.io"])
    expect((await server.nobody.post("/auth/forgot-password", { email })).body).toEqual({ ok: true });
  while (smtp.received.length === 0) await Bun.sleep(10);
  expect(smtp.received.map((mail) => mail.to)).toEqual([["owner@company.io"]]);
});

test("a mail that is refused again and again is given up", async () => {
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

describe("the way to the mail server", () => {
  test("is encrypted by STARTTLS and opened by a login", async () => {
    const guarded = await startSmtpServer({ login: { user: "stoa", password: "pass word" } });
    await configure(guarded.port, { smtp_tls: true, smtp_user: "stoa", smtp_password: "pass word" });
    expect((await admin.post("/settings/email/test")).status).toBe(200);
    expect(guarded.received[0]).toMatchObject({ secure: true, user: "stoa" });
    await configure(guarded.port, { smtp_tls: true, smtp_user: "stoa", smtp_password: "wrong" });
    expect((await admin.post("/settings/email/test")).status).toBe(502);
    await guarded.stop();
  });
});

describe("notifications by mail", () => {
  test("a thousand changes of one's cards are one mail", async () => {
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

  test("a subject can't bring in another header", async () => {
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
