import { expect, test } from "bun:test";
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { statement, transaction } from "../../db";
import { noteCommitted, noteLoss } from "../../db/durability";
import manifest from "../../package.json" with { type: "json" };
import { commitOf } from "../../src/version";
import { holdLock } from "../support/lock";
import { newFolder } from "../support/scratch";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const root = join(import.meta.dir, "..", "..");

test("health names the version and the commit that the server was made from, without an account", async () => {
  const { status, body } = await server.nobody.get("/api/health");
  expect([status, body]).toEqual([200, { status: "ok", version: manifest.version, commit: commitOf(root) }]);
});

test("sources in no repository of their own have no commit, also within somebody else's repository", () => {
  const folder = newFolder();
  expect(commitOf(folder)).toBeNull();
  if (!Bun.which("git")) return;
  const run = (...args: string[]) =>
    Bun.spawnSync(["git", "-c", "user.name=You", "-c", "user.email=you@company.example", ...args], { cwd: folder });
  run("init");
  run("commit", "--allow-empty", "--message", "First");
  expect(commitOf(folder)).toMatch(/^[0-9a-f]{40}$/);
  mkdirSync(join(folder, "inner"));
  expect(commitOf(join(folder, "inner"))).toBeNull();
});

type Check = { check: string; state: string; finding: string | null; advice: string | null };
const READY = "/api/health/ready";
const checkOf = (checks: Check[], name: string) => checks.find(({ check }) => check === name);

/** Lets the first night pass without a backup: somebody should look, and everybody can work. */
const passFirstNight = () =>
  transaction(() => void statement("UPDATE runs SET started_at = created_at WHERE kind = 'backup'").run());

test("readiness names what was looked at to everybody, and shows sentences to administrators only", async () => {
  passFirstNight();
  const anybody = await server.nobody.get(READY);
  expect([anybody.status, anybody.body.status]).toEqual([200, "ready"]);
  const names = anybody.body.checks.map(({ check }: Check) => check);
  expect(names).toEqual([
    "database",
    "disk",
    "threads: readers",
    "threads: writer",
    "threads: background",
    "clock",
    "backups",
  ]);
  expect(checkOf(anybody.body.checks, "backups")).toEqual({
    check: "backups",
    state: "warning",
    finding: null,
    advice: null,
  });
  expect((await member.get(READY)).body).toEqual(anybody.body);
  expect((await server.nobody.get(READY, { authorization: "Bearer nonsense" })).body).toEqual(anybody.body);
  const { body } = await admin.get(READY);
  expect(body.checks.map(({ check }: Check) => check)).toEqual(names);
  for (const { state, finding, advice } of body.checks as Check[])
    expect([typeof finding, advice === null]).toEqual(["string", state === "ok"]);
});

test("a database whose log is gone makes the server unready, with the reason, until it is there again", async () => {
  const log = `${server.databaseFile}-wal`;
  renameSync(log, `${log}-elsewhere`);
  const anybody = await server.nobody.get(READY);
  const { body } = await admin.get(READY);
  renameSync(`${log}-elsewhere`, log);
  expect([anybody.status, anybody.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(anybody.body).toMatchObject({ detail: "Not ready: database", status: "unready" });
  expect(checkOf(anybody.body.checks, "database")).toMatchObject({ state: "problem", finding: null });
  expect(checkOf(body.checks, "database")?.finding).toContain("there is no such file");
  expect((await server.nobody.get(READY)).status).toBe(200);
});

test("a failed commit makes the server unready until a commit succeeds", async () => {
  noteLoss(new Error("the disk refused to write"));
  expect((await server.nobody.get(READY)).body.detail).toBe("Not ready: database");
  noteCommitted();
  expect((await server.nobody.get(READY)).status).toBe(200);
});

test("a lock of another program leaves the server ready while changes have waited only for a moment", async () => {
  const release = holdLock(server.databaseFile);
  const waiting = member.post("/cards", { type: "Application", name: "Payroll" });
  expect((await server.nobody.get(READY)).status).toBe(200);
  release();
  expect((await waiting).status).toBe(201);
});
