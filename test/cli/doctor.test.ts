/** `stoa doctor` */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { logIn, runStoa, startStoa, withAdministrator } from "../support/executable";

test("the doctor looks at a stopped installation, advises, and leaves its files as they are", async () => {
  const server = await startStoa({ environment: withAdministrator });
  await server.stop();
  const { folder } = server;
  const before = readdirSync(join(folder, "data"));
  const { stdout, stderr } = await runStoa(["doctor"], {
    folder,
    environment: { SMTP_HOST: "127.0.0.1", SMTP_PORT: "9" },
  });
  expect(stdout).toContain("BAD   mail");
  expect(stdout).toContain("- mail: Correct the settings of mail.");
  expect(stdout).toMatch(/ok +clock/);
  expect(stderr).toMatch(/problems? (was|were) found/);
  expect(readdirSync(join(folder, "data"))).toEqual(before);
});

test("a bundle is written while the server runs, and has no secret and nobody's data", async () => {
  const server = await startStoa({ environment: withAdministrator });
  const client = await logIn(server.url);
  expect((await client.post("/cards", { type: "Application", name: "Payroll of Grace" })).status).toBe(201);
  const { folder } = server;
  const environment = {
    ...withAdministrator,
    SMTP_USER: "mailer",
    SMTP_PASSWORD: "a password of mail",
    BACKUP_PASSPHRASE: "a passphrase of several words",
    BACKUP_S3_SECRET_KEY: "a key of a store",
    // A secret of digits looks like a number.
    METRICS_TOKEN: "20261128193042771",
    PAGE_SIZE_MAX: "500",
  };
  const { stdout } = await runStoa(["doctor", "--bundle", "bundle.json"], { folder, environment });
  expect(stdout).toContain("Wrote bundle.json");
  const text = readFileSync(join(folder, "bundle.json"), "utf8");
  const key = readFileSync(join(folder, "data", "secret.key"), "utf8");
  for (const secret of [
    ...Object.values(withAdministrator),
    "mailer",
    "a password of mail",
    "several words",
    "a key of a store",
    environment.METRICS_TOKEN,
    key,
    "Grace",
    folder,
  ])
    expect(text).not.toContain(secret);
  const bundle = JSON.parse(text);
  expect(bundle.environment).toMatchObject({ PAGE_SIZE_MAX: "500", SMTP_PASSWORD: "(set)", ADMIN_EMAIL: "(set)" });
  expect(bundle.rows.cards).toBe(1);
  expect(bundle.findings).toContainEqual({ check: "clock", state: "ok" });
  await server.stop();
});

test("the doctor reports that there is no database", async () => {
  expect(await runStoa(["doctor"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no database of Stoa at"),
  });
});
