/** The doctor: what it finds, and what it says to do about it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { statement, transaction } from "../../db";
import { DEMO } from "../../src/areas/demo/administrator";
import { readConfig } from "../../src/config";
import type { Finding as Found } from "../../src/core/diagnostics/finding";
import { findMemory, judgeFileSystem, judgeRoom, judgeSync } from "../../src/core/diagnostics/machine";
import { findExposure, findMetrics, findProxy, findSecretKey } from "../../src/core/diagnostics/settings";
import { noteDuration } from "../../src/http/slow-requests";
import { type Outside, startOutside } from "../support/outside";
import { clientAs, testServer } from "../support/server";
import { connect, testInstance } from "./servicenow/setup";

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

const GIB = 1024 ** 3;
const config = (variables: Record<string, string>) => readConfig(variables);
const exposure = (variables: Record<string, string>) =>
  findExposure(config(variables)).find(({ check }) => check === "address") as Found;

test.each<[name: string, found: () => Found, state: string, says: string]>([
  ["room for some nights", () => judgeRoom("/data", 10 * GIB, GIB), "ok", "10,240 MiB of free room"],
  ["less room than three databases", () => judgeRoom("/data", 2 * GIB, GIB), "warning", "need 3,072 MiB"],
  ["a disk that is nearly full", () => judgeRoom("/data", GIB / 32, 1_000), "problem", "32 MiB of free room"],
  ["a fast disk", () => judgeSync(0.4), "ok", "after 0.4 ms"],
  ["a slow disk", () => judgeSync(21), "warning", "after 21.0 ms"],
  ["a disk that is hardly fit", () => judgeSync(130), "problem", "after 130.0 ms"],
  ["a local disk", () => judgeFileSystem(undefined), "ok", "local file system"],
  ["a share of another machine", () => judgeFileSystem("NFS"), "problem", "(NFS)"],
  [
    "more answers than memory",
    () => findMemory({ ...config({}), answerMemory: 2 ** 50 }),
    "warning",
    "answers may take",
  ],
  ["memory for the answers", () => findMemory({ ...config({}), answerMemory: 0 }), "ok", "answers may take 0 MiB"],
  ["an address that nobody has set", () => exposure({ HOST: "0.0.0.0" }), "warning", "links in mails have no address"],
  ["no metrics", () => findMetrics(config({})), "ok", "No metrics"],
  ["metrics with a token", () => findMetrics(config({ METRICS_TOKEN: "a".repeat(40) })), "ok", "need their token"],
  ["metrics for the machine", () => findMetrics(config({ METRICS_ADDRESS: "127.0.0.1:9920" })), "ok", "127.0.0.1"],
  [
    "metrics for everybody",
    () => findMetrics(config({ METRICS_ADDRESS: "0.0.0.0:9920" })),
    "warning",
    "Whoever reaches",
  ],
  ["a generated key", () => findSecretKey(config({})), "warning", "only in secret.key"],
  ["a key of one's own", () => findSecretKey(config({ SECRET_KEY: "k".repeat(40) })), "ok", "in the environment"],
  [
    "a key in encrypted backups",
    () => findSecretKey(config({ BACKUP_PASSPHRASE: "correct horse battery" })),
    "ok",
    "backups",
  ],
])("%s is judged by its state, with advice unless it is fine", (_, found, state, says) => {
  const { state: judged, finding, advice } = found();
  expect({ judged, finding }).toEqual({ judged: state as Found["state"], finding: expect.stringContaining(says) });
  expect(advice === null).toBe(state === "ok");
});

test("development is a warning", () => {
  expect(findExposure(config({ ENVIRONMENT: "development" }))[0]).toMatchObject({
    check: "environment",
    state: "warning",
  });
});

test("an address without TLS is a warning where others can reach it, and fine on this machine alone", async () => {
  expect((await admin.patch("/settings/email", { app_base_url: "http://stoa.example" })).status).toBe(200);
  expect(exposure({ HOST: "0.0.0.0" })).toMatchObject({
    state: "warning",
    finding: expect.stringContaining("without TLS"),
  });
  expect(exposure({ HOST: "127.0.0.1" })).toMatchObject({ state: "ok" });
});

test("open registration is a warning until it is switched off", async () => {
  const open = async (enabled: boolean) =>
    expect((await admin.patch("/settings/registration", { enabled })).status).toBe(200);
  await open(true);
  expect(await findingOf("registration")).toMatchObject([{ state: "warning" }]);
  await open(false);
  expect(await findingOf("registration")).toMatchObject([{ state: "ok" }]);
});

test("a folder that other accounts can open is a warning with the command that closes it", async () => {
  chmodSync(server.folder, 0o755);
  expect(await findingOf("file rights")).toMatchObject([
    { state: "warning", advice: `Close it: chmod 700 ${server.folder}` },
  ]);
  chmodSync(server.folder, 0o700);
  expect(await findingOf("file rights")).toMatchObject([{ state: "ok" }]);
});

test("an identity provider without metadata is a problem", async () => {
  const settings = { provider: "oidc", issuer_url: outside.url, client_id: "stoa", client_secret: "hush" };
  const write = async (enabled: boolean) =>
    expect((await admin.patch("/settings/sso", { ...settings, enabled })).status).toBe(200);
  await write(true);
  expect(await findingOf("sign-on")).toMatchObject([
    { state: "problem", finding: expect.stringContaining("Single sign-on can't be used: "), advice: expect.anything() },
  ]);
  await write(false);
  expect(await findingOf("sign-on")).toMatchObject([{ state: "ok" }]);
});

describe("a connection to ServiceNow", () => {
  const instance = testInstance();

  test("is fine while it answers, and a problem with its reason when it doesn't", async () => {
    expect(await findingOf("ServiceNow")).toEqual([]);
    const id = await connect(admin, instance, { name: "Ours" });
    expect(await findingOf("ServiceNow")).toMatchObject([{ state: "ok", finding: "The connection Ours works." }]);
    expect((await admin.patch(`/servicenow/connections/${id}`, { password: "another" })).status).toBe(200);
    expect(await findingOf("ServiceNow")).toMatchObject([
      {
        state: "problem",
        finding: expect.stringMatching(/^Ours: .+/),
        advice: expect.stringContaining("Test the connection"),
      },
    ]);
  });
});

test("the published password of the demo is a warning until its account is deactivated", async () => {
  expect(await findingOf("demo password")).toMatchObject([{ state: "ok" }]);
  const { status, body } = await admin.post("/users", { ...DEMO, role: "admin" });
  expect(status).toBe(201);
  expect(await findingOf("demo password")).toMatchObject([{ state: "warning" }]);
  expect((await admin.patch(`/users/${body.id}`, { is_active: false })).status).toBe(200);
  expect(await findingOf("demo password")).toMatchObject([{ state: "ok" }]);
});
