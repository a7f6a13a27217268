/** The doctor: what it finds, and what it says to do about it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { statement, transaction } from "../../db";
import { readConfig } from "../../src/config";
import { findProxy } from "../../src/core/diagnostics/settings";
import { noteDuration } from "../../src/http/slow-requests";
import { type Outside, startOutside } from "../support/outside";
import { clientAs, testServer } from "../support/server";

let outside: Outside;
beforeAll(async () => {
  outside = await startOutside((_, response) => response.end("{}"));
});
afterAll(() => outside.stop());

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true", SMTP_HOST: "127.0.0.1", SMTP_PORT: "9" });
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

type Finding = { check: string; state: string; finding: string; advice: string | null };
const findings = async (): Promise<Finding[]> => {
  const { status, body } = await admin.get("/admin/diagnostics");
  expect(status).toBe(200);
  return body.findings;
};
const findingOf = async (check: string) => (await findings()).filter((one) => one.check === check);

test("an administrator is shown each look at the installation, and what to do where it isn't fine", async () => {
  const all = await findings();
  const checks = new Set(all.map(({ check }) => check));
  for (const check of [
    "disk",
    "sync",
    "file system",
    "memory",
    "clock",
    "file rights",
    "proxy",
    "mail",
    "sign-on",
    "AI",
    "backups",
    "runs",
    "speed",
    "registration",
    "secret key",
    "demo password",
  ])
    expect(checks).toContain(check);
  for (const { state, advice } of all) expect(advice === null).toBe(state === "ok");
});

test("a member isn't shown what the doctor finds", async () => {
  expect((await member.get("/admin/diagnostics")).status).toBe(403);
});

test("a mail server that can't be reached is a problem with its reason", async () => {
  expect(await findingOf("mail")).toMatchObject([
    { state: "problem", finding: expect.stringContaining("ECONNREFUSED"), advice: "Correct the settings of mail." },
  ]);
});

test("an AI provider is fine while it answers, and a problem when it doesn't", async () => {
  const settings = { enabled: true, provider_type: "ollama", model: "small" };
  const write = async (providerUrl: string) =>
    expect((await admin.patch("/settings/ai", { ...settings, provider_url: providerUrl })).status).toBe(200);
  await write(outside.url);
  expect(await findingOf("AI")).toMatchObject([{ state: "ok", finding: expect.stringContaining("answers") }]);
  await write("http://127.0.0.1:9");
  expect(await findingOf("AI")).toMatchObject([{ state: "problem", finding: expect.stringContaining("127.0.0.1:9") }]);
});

test("work that has failed in the last day is named with its reason", async () => {
  transaction(() =>
    statement("UPDATE runs SET error = 'The disk is full', ended_at = ? WHERE kind = 'backup-watch'").run(
      new Date().toISOString(),
    ),
  );
  expect(await findingOf("runs")).toMatchObject([
    { state: "warning", finding: "backup-watch has failed once in the last day: The disk is full" },
  ]);
});

/** Milliseconds that no request of another test takes. */
const LONGEST = 7_200_000;

test("a slow request is named without ids", async () => {
  noteDuration(
    new Request("http://localhost/api/v1/cards/0198c1f2-1111-7222-8333-444455556666?search=secret"),
    LONGEST,
  );
  const [longest] = await findingOf("speed");
  expect(longest).toMatchObject({
    state: "warning",
    finding: expect.stringMatching(/^GET \/cards\/… lasted up to 7200\.0 s, (once|\d+ times) longer than a second/),
  });
});

test("a new installation is fine without a backup until its first night; then backups are overdue until there is a sound one", async () => {
  expect(await findingOf("backups")).toMatchObject([
    {
      state: "ok",
      finding: expect.stringMatching(/^There is none yet: the first one is made at \d{4}-\d\d-\d\dT02:00/),
    },
  ]);
  transaction(() => statement("UPDATE runs SET started_at = created_at WHERE kind = 'backup'").run());
  expect(await findingOf("backups")).toMatchObject([{ state: "problem" }]);
  const name = `stoa-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z.db.zst`;
  mkdirSync(join(server.folder, "backups"));
  writeFileSync(join(server.folder, "backups", name), "a backup");
  transaction(() =>
    statement(
      "INSERT INTO backups (name, created_at, reason, is_encrypted, verdict, checked_at) VALUES (?1, ?2, 'schedule', 0, 'sound', ?2)",
    ).run(name, new Date().toISOString()),
  );
  expect(await findingOf("backups")).toMatchObject([{ state: "ok" }]);
  expect(await findingOf("integrity")).toMatchObject([{ state: "ok", finding: expect.stringContaining(name) }]);
});

test("a clock that was set back is a problem", async () => {
  expect((await admin.post("/cards", { type: "Application", name: "Payroll" })).status).toBe(201);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  transaction(() => statement("UPDATE events SET created_at = ? WHERE seq = (SELECT max(seq) FROM events)").run(later));
  expect(await findingOf("clock")).toMatchObject([{ state: "problem", finding: expect.stringContaining("set back") }]);
});

test.each([
  { name: "no proxy", forwarded: undefined, state: "ok" },
  { name: "a trusted proxy", forwarded: "192.0.2.7", state: "ok" },
  { name: "a proxy that isn't trusted", forwarded: "192.0.2.8", state: "warning" },
])("a request by way of $name is $state", ({ forwarded, state }) => {
  expect(findProxy(forwarded, "192.0.2.7", readConfig({})).state).toBe(state as "ok");
});
