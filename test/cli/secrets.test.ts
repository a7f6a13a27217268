import { expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { logIn, type RunningServer, runStoa, startStoa, withAdministrator } from "../support/executable";
import { newFolder } from "../support/scratch";

const PASSWORD = "correct horse battery staple";

/** Returns the folder of a stopped server whose settings hold a password of the mail server. */
async function folderWithSecret(): Promise<string> {
  const server = await startStoa({ environment: withAdministrator });
  const client = await logIn(server.url);
  const settings = { smtp_host: "mail.company.example", smtp_user: "stoa", smtp_password: PASSWORD };
  const { body } = await client.get("/settings/email");
  expect((await client.patch("/settings/email", { ...body, ...settings })).status).toBe(200);
  await server.stop();
  return server.folder;
}

const keyOf = (folder: string) => join(folder, "data", "secret.key");

/** Returns the warnings in the log of a server that has started. */
const warnings = (server: RunningServer): Record<string, unknown>[] =>
  server
    .output()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === "warn");

test("another secret key is reported at start and by a check, with the names of the secrets that it can't open", async () => {
  const folder = await folderWithSecret();
  const key = join(folder, "kept.key");
  copyFileSync(keyOf(folder), key);
  writeFileSync(keyOf(folder), "another key, as long as a key has to be", { mode: 0o600 });
  const checked = await runStoa(["check"], { folder });
  expect(checked).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^BAD {2}secrets .*: email_settings\.smtp_password$/m),
  });
  const server = await startStoa({ folder });
  await server.stop();
  expect(warnings(server)).toMatchObject([
    { message: expect.stringContaining("secret key"), secrets: ["email_settings.smtp_password"], count: 1 },
  ]);
  expect(checked.stdout + server.output()).not.toContain(PASSWORD);
  copyFileSync(key, keyOf(folder));
  expect(await runStoa(["check"], { folder })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^ok +secrets$/m),
  });
  const again = await startStoa({ folder });
  await again.stop();
  expect(warnings(again)).toEqual([]);
});

test("a check without any key opens no secrets, and makes no key", async () => {
  const folder = await folderWithSecret();
  rmSync(keyOf(folder));
  const { code, stdout } = await runStoa(["check"], { folder });
  expect(code).toBe(0);
  expect(stdout).not.toContain("secrets");
  expect(await Bun.file(keyOf(folder)).exists()).toBe(false);
});

test("a check reports a damaged key, and all other problems", async () => {
  const folder = await folderWithSecret();
  writeFileSync(keyOf(folder), "short");
  const { code, stdout } = await runStoa(["check"], { folder });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^BAD {2}secrets .*secret\.key is damaged/m);
  expect(stdout).toMatch(/^ok +schema$/m);
});

test("a data folder, a database or a key that others may open is reported with the remedy", async () => {
  const folder = newFolder();
  mkdirSync(join(folder, "data"));
  chmodSync(join(folder, "data"), 0o750);
  const first = await startStoa({ folder });
  const data = join(folder, "data");
  await first.stop();
  expect(warnings(first)).toMatchObject([{ path: data, command: `chmod 700 ${data}` }]);
  chmodSync(data, 0o700);
  for (const name of ["stoa.db", "secret.key"]) chmodSync(join(data, name), 0o604);
  const second = await startStoa({ folder });
  await second.stop();
  expect(warnings(second).map(({ command }) => command)).toEqual([
    `chmod 600 ${join(data, "stoa.db")}`,
    // They get the rights of the database.
    `chmod 600 ${join(data, "stoa.db-wal")}`,
    `chmod 600 ${join(data, "stoa.db-shm")}`,
    `chmod 600 ${join(data, "secret.key")}`,
  ]);
});
