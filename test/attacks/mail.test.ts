/** Text that wants to be a header, a recipient or another mail. */
import { beforeEach, describe, expect, test } from "bun:test";
import { deliverMail } from "../../src/core/mail/outbox";
import { mailNotifications } from "../../src/core/notify/digest";
import { resetRateLimits } from "../../src/http/rate-limit";
import { makeCard, stakeholder, unique } from "../support/factories";
import { clientAs, testServer } from "../support/server";
import { configureMail, type ReceivedMail, testSmtpServer } from "../support/smtp";
import { newAccount } from "./accounts";

const VICTIM = "victim@elsewhere.example";

const server = testServer();
const admin = clientAs(server, "admin");
const smtp = testSmtpServer();

beforeEach(async () => {
  resetRateLimits();
  smtp.received.length = 0;
  await configureMail(admin, smtp.port);
  await admin.patch("/settings/app-title", { app_title: "" });
});

/** Ways to end a header, or a mail, and to continue with content of the attacker. */
const injections = [
  `\r\nBcc: ${VICTIM}`,
  `\nBcc: ${VICTIM}`,
  `\rBcc: ${VICTIM}`,
  `\r\n Bcc: ${VICTIM}`,
  `\r\n\r\n<script>alert(1)</script>`,
  `\u2028Bcc: ${VICTIM}`,
  `\u0085Bcc: ${VICTIM}`,
  `\t\u000b\u000cBcc: ${VICTIM}`,
  `%0d%0aBcc: ${VICTIM}`,
  `=?UTF-8?Q?=0D=0ABcc:_${VICTIM}?=`,
  `\r\n.\r\nRCPT TO:<${VICTIM}>\r\nDATA\r\nFrom: x`,
];

const headersOf = ({ raw }: ReceivedMail) =>
  (raw.split("\r\n\r\n")[0] ?? "")
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .map((line) => line.split(":")[0]?.toLowerCase() ?? "");

/** Returns the paragraphs of a mail's text. */
const paragraphsOf = ({ raw }: ReceivedMail) => (raw.split("----_NmP")[1] ?? "").split("\r\n\r\n").slice(1);

/** The headers that a mail of ours has. */
const usual = ["content-type", "date", "from", "message-id", "mime-version", "subject", "to"];

/** Expects that one mail arrived, to one recipient, with the usual headers and no others. */
function expectOneTo(recipient: string): void {
  expect(smtp.received.map(({ to }) => to)).toEqual([[recipient]]);
  const [mail] = smtp.received as [ReceivedMail];
  expect(headersOf(mail).sort()).toEqual(usual);
  expect(mail.from).toBe("stoa@company.io");
}

test("a title, a name, a card and its editor can't add headers to a mail", async () => {
  for (const injection of injections) {
    const title = await admin.patch("/settings/app-title", { app_title: `Map${injection}`.slice(0, 64) });
    expect(title.status).toBe(200);

    smtp.received.length = 0;
    const email = `${unique("guest")}@stoa.example`;
    const guest = {
      email,
      display_name: `Guest${injection}`,
      role: "viewer",
      send_email: true,
      auth_provider: "local",
    };
    expect((await admin.post("/users", guest)).body).toMatchObject({ email_sent: true });
    expectOneTo(email);
    // Welcome, who invites, what to do, and the link.
    expect(paragraphsOf(smtp.received[0] as ReceivedMail)).toHaveLength(4);
  }
});

test("the change of a card can't add headers to the mail about it", async () => {
  for (const injection of injections.slice(0, 3)) {
    smtp.received.length = 0;
    const reader = await newAccount({ notification_preferences: { in_app: {}, email: { card_updated: true } } });
    const editor = await newAccount({ display_name: `Editor${injection}` });
    const { access_token } = (
      await server.nobody.post("/auth/login", { email: editor.email, password: "Correct-Horse-7" })
    ).body;
    const card = await makeCard(admin, { type: "Provider", name: unique(`Card${injection} `) });
    stakeholder(card.id, reader.id, "responsible");
    const own = { authorization: `Bearer ${access_token}` };
    expect((await server.nobody.patch(`/cards/${card.id}`, { description: injection }, own)).status).toBe(200);
    mailNotifications(0);
    await deliverMail();
    expectOneTo(reader.email);
  }
});

describe("an account", () => {
  test.each([
    ...[`a@stoa.example\r\nBcc: ${VICTIM}`, `a@stoa.example, ${VICTIM}`, `a@stoa.example;${VICTIM}`],
    ...[`${VICTIM} <a@stoa.example>`, `<${VICTIM}>`, `"a" <${VICTIM}>`, `group:${VICTIM};`, `a@stoa.example ${VICTIM}`],
    ...[
      `a@stoa.example?bcc=${VICTIM}`,
      `a%0d%0aBcc:${VICTIM}`,
      `a(${VICTIM})@stoa.example`,
      `"a,${VICTIM}"@stoa.example`,
    ],
    ...[
      `@stoa.example,${VICTIM}`,
      "a@[127.0.0.1]",
      "a@stoa.example\u0000",
      "a\u2028@stoa.example",
      "-oQ/tmp@stoa.example ",
    ],
  ])("can't have the address %j", async (email) => {
    const user = { email, display_name: "X", role: "viewer", send_email: true, auth_provider: "local" };
    expect((await admin.post("/users", user)).status).toBe(422);
    const { id } = await newAccount();
    expect((await admin.patch(`/users/${id}`, { email })).status).toBe(422);
    const registration = { email, display_name: "X", password: "Correct-Horse-7" };
    expect((await server.nobody.post("/auth/register", registration)).status).toBe(422);
    expect((await server.nobody.post("/auth/forgot-password", { email })).status).toBeOneOf([200, 422]);
    expect(smtp.received).toEqual([]);
  });
});

describe("the settings of mail", () => {
  test.each(["smtp_host", "smtp_user", "smtp_from", "app_base_url"])("accept no line end in %s", async (field) => {
    for (const end of ["\r\n", "\n", "\r"])
      expect((await configureMail(admin, smtp.port, { [field]: `https://a.example${end}Bcc: ${VICTIM}` })).status).toBe(
        422,
      );
  });

  test.each([
    ["stoa@company.io", "From: stoa@company.io"],
    [" stoa@localhost ", "From: stoa@localhost"],
    ["Stoa <stoa@company.io>", "From: Stoa <stoa@company.io>"],
    ["<stoa@company.io>", "From: stoa@company.io"],
    [String.raw`"Stoa, the \"map\"" <stoa@company.io>`, String.raw`From: "Stoa, the \"map\"" <stoa@company.io>`],
    ["Übersicht <stoa@company.io>", "From: =?UTF-8?Q?=C3=9Cbersicht?= <stoa@company.io>"],
  ])("accept only one sender, unlike %j", async (smtp_from, header) => {
    expect((await configureMail(admin, smtp.port, { smtp_from })).status).toBe(200);
    const { status, body } = await admin.post("/settings/email/test");
    expect(status).toBe(200);
    expect(smtp.received.map(({ to }) => to)).toEqual([[body.sent_to]]);
    expect(smtp.received[0]?.raw.split("\r\n")).toContain(header);
  });

  test.each([
    `stoa@company.io, ${VICTIM}`,
    `stoa@company.io,${VICTIM}`,
    `stoa@company.io;${VICTIM}`,
    `stoa@company.io ${VICTIM}`,
    `Stoa <stoa@company.io>, ${VICTIM}`,
    `Stoa <stoa@company.io> <${VICTIM}>`,
    `Stoa, Inc. <stoa@company.io>`,
    `Stoa: stoa@company.io, ${VICTIM};`,
    `stoa@company.io (${VICTIM})`,
    `"Stoa" stoa@company.io`,
    `"Stoa <stoa@company.io>`,
    `stoa@company.io> BODY=8BITMIME RCPT TO:<${VICTIM}`,
    `Stoa\r\nBcc: ${VICTIM}\r\n <stoa@company.io>`,
    `Stoa\u2028 <stoa@company.io>`,
    "Stoa\t <stoa@company.io>",
    "stoa@",
    "@company.io",
    "stoa",
    "Stoa <>",
    "a@b@company.io",
  ])("refuse the sender %j with the name of the field", async (smtp_from) => {
    const { status, body } = await configureMail(admin, smtp.port, { smtp_from });
    expect(status).toBe(422);
    expect(body.detail).toContainEqual(
      expect.objectContaining({ loc: ["body", "smtp_from"], msg: expect.stringContaining("one address") }),
    );
  });

  test("have no sender when the field is empty, so that the environment's counts", async () => {
    expect((await configureMail(admin, smtp.port, { smtp_from: "" })).status).toBe(200);
    expect((await admin.get("/settings/email")).body.smtp_from).toBe("noreply@stoa.local");
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "ftp://evil.example",
    "https://a b",
    "file:///etc",
  ])("accept no link that begins with %j", async (app_base_url) => {
    expect((await configureMail(admin, smtp.port, { app_base_url })).status).toBe(422);
  });
});

test("a mail shows names as text and runs nothing", async () => {
  const email = `${unique("guest")}@stoa.example`;
  const display_name = `<img src=x onerror=alert(1)>"'<a href="https://evil.example">`;
  await admin.patch("/settings/app-title", { app_title: "<b>Map</b><script>" });
  await admin.post("/users", { email, display_name, role: "viewer", send_email: true, auth_provider: "local" });
  const raw = smtp.received[0]?.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
  const html = raw.slice(raw.indexOf("<!doctype html>"));
  expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(html).not.toMatch(/<(script|img|b|link|style|iframe)\b/i);
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link);
  expect(links).toHaveLength(1);
  expect(links[0]).toStartWith("https://stoa.company.io/auth/set-password?token=");
});
