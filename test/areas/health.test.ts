import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { commitOf } from "../../src/version";
import { newFolder } from "../support/scratch";
import { testServer } from "../support/server";

const server = testServer();
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
