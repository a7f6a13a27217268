import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import manifest from "../../package.json";
import { runStoa } from "../support/executable";
import { newFolder } from "../support/scratch";

test.each(["version", "--version", "-v"])("stoa %s prints the version", async (word) => {
  expect(await runStoa([word])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
});

test.each([
  { args: ["--help"], mentions: ["serve", "backup", "restore", "check", "user", "openapi", "version"] },
  { args: ["health", "--help"], mentions: ["PORT"] },
  { args: ["help"], mentions: ["serve", "backup"] },
  {
    args: ["serve", "--help"],
    mentions: ["PORT", "DATABASE_URL", "SECRET_KEY", "ADMIN_PASSWORD", "8920", "LOG_LEVEL"],
  },
  { args: ["backup", "--help"], mentions: ["<file>"] },
  { args: ["help", "backup"], mentions: ["<file>"] },
  { args: ["restore", "--help"], mentions: ["<file>", "--force"] },
  { args: ["check", "--help"], mentions: ["[file]"] },
  { args: ["user", "--help"], mentions: ["create", "list", "reset-password", "reset-factors", "unlock"] },
  { args: ["user", "create", "--help"], mentions: ["--email", "--name", "--role", "--password", "--password-stdin"] },
  { args: ["user", "list", "--help"], mentions: ["--json"] },
  { args: ["user", "reset-password", "--help"], mentions: ["<email>", "--password-stdin"] },
  { args: ["user", "unlock", "--help"], mentions: ["<email>"] },
  { args: ["openapi", "--help"], mentions: ["description"] },
  { args: ["version", "--help"], mentions: ["version"] },
])("stoa $args prints a help text", async ({ args, mentions }) => {
  const { code, stdout, stderr } = await runStoa([...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const word of mentions) expect(stdout).toContain(word);
});

test.each([
  { args: ["fly"], message: "unknown command 'fly'" },
  { args: ["--fly"], message: "unknown option '--fly'" },
  { args: ["serve", "now"], message: "too many arguments" },
  { args: ["backup"], message: "missing required argument 'file'" },
  { args: ["backup", "one", "two"], message: "too many arguments" },
  { args: ["restore"], message: "missing required argument 'backup'" },
  { args: ["restore", "file", "--fierce"], message: "unknown option '--fierce'" },
  { args: ["user", "destroy"], message: "unknown command 'destroy'" },
  { args: ["user", "create"], message: "--email" },
  { args: ["user", "create", "--email"], message: "argument missing" },
  { args: ["user", "unlock"], message: "missing required argument 'email'" },
  { args: ["openapi", "yaml"], message: "too many arguments" },
])("stoa $args is refused as a wrong call", async ({ args, message }) => {
  const folder = newFolder();
  const { code, stdout, stderr } = await runStoa([...args], { folder });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^stoa: .*\n$/);
  expect(stderr).toContain(message);
  expect(readdirSync(folder)).toEqual([]);
});

test("stoa user prints its commands", async () => {
  const { code, stderr } = await runStoa(["user"]);
  expect(code).toBe(2);
  expect(stderr).toContain("reset-password");
});

test("stoa openapi prints the description and needs no database", async () => {
  const folder = newFolder();
  // The description is the program's, with any environment.
  const { code, stdout } = await runStoa(["openapi"], { folder, environment: { PORT: "none" } });
  expect(code).toBe(0);
  const description = JSON.parse(stdout);
  expect(description).toMatchObject({ openapi: "3.1.1", info: { title: "Stoa", version: manifest.version } });
  expect(Object.keys(description.paths)).toContain("/api/v1/cards");
  expect(readdirSync(folder)).toEqual([]);
});
