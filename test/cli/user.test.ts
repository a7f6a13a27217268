import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientOf } from "../support/client";
import { behindItsBack, valuesIn } from "../support/databases";
import { type Outcome, type RunningServer, runStoa, startStoa } from "../support/executable";
import { newFolder } from "../support/scratch";
import { protect } from "../support/second-factors";

const PASSWORD = "Difference-Engine-1822";

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  folder = newFolder();
  // The first account is made before there is a server, or even a database.
  const made = await user("create", "--email", "Ada@Company.example", "--name", "Ada Lovelace", "--password", PASSWORD);
  expect(made).toEqual({
    code: 0,
    stdout: "Created the account of ada@company.example with the role admin.\n",
    stderr: "",
  });
  server = await startStoa({ folder });
});
afterAll(() => server.stop());

const user = (...args: string[]): Promise<Outcome> => runStoa(["user", ...args], { folder });

let callers = 0;

/** Each login comes from another address, so that there are never too many from one. */
const logIn = (email: string, password: string) =>
  clientOf(server.url).post("/auth/login", { email, password }, { "x-forwarded-for": `198.51.100.${++callers}` });

const generated = (stdout: string) => stdout.match(/^Password: (\S+)\n$/m)?.[1] as string;

/** Returns a new account of a member, made while the server runs. */
async function member(email: string): Promise<{ password: string }> {
  const { code, stdout } = await user("create", "--email", email);
  expect(code).toBe(0);
  return { password: generated(stdout) };
}

describe("user create", () => {
  test("creates an account that can log in at once, and prints the generated password", async () => {
    const { code, stdout } = await user("create", "--email", "grace@company.example", "--role", "viewer");
    expect(code).toBe(0);
    expect(stdout).toStartWith("Created the account of grace@company.example with the role viewer.\n");
    const { status, body } = await logIn("grace@company.example", generated(stdout));
    expect(status).toBe(200);
    const me = await clientOf(server.url, body.access_token).get("/auth/me");
    expect(me.body).toMatchObject({ role: "viewer", display_name: "grace", email: "grace@company.example" });
  });

  test("creates the built-in roles with their permissions, before any server has run", async () => {
    const fresh = newFolder();
    await runStoa(["user", "create", "--email", "ada@company.example"], { folder: fresh });
    const [permissions] = valuesIn(
      join(fresh, "data", "stoa.db"),
      "SELECT permissions FROM roles WHERE key = 'member'",
    );
    expect(JSON.parse(permissions as string)).toMatchObject({ "inventory.create": true, "inventory.delete": false });
  });

  test("reads a password from standard input, and doesn't print it", async () => {
    const args = ["user", "create", "--email", "alan@company.example", "--password-stdin"];
    const { code, stdout } = await runStoa(args, { folder, input: `${PASSWORD}\nmore\n` });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "Created the account of alan@company.example with the role member.\n",
    });
    expect((await logIn("alan@company.example", PASSWORD)).status).toBe(200);
  });

  test("publishes an event of the account", async () => {
    await member("kay@company.example");
    expect(
      valuesIn(
        server.databaseFile,
        "SELECT count(*) FROM events WHERE event_type = 'user.created' AND data LIKE '%kay@%'",
      ),
    ).toEqual([1]);
  });

  test.each([
    { args: ["--email", "ada@company.example"], message: "A user with this e-mail address exists" },
    { args: ["--email", "ADA@company.example"], message: "A user with this e-mail address exists" },
    { args: ["--email", "nobody"], message: "nobody is no e-mail address that an account can have." },
    { args: ["--email", "x@company.local"], message: "x@company.local is no e-mail address that an account can have." },
    {
      args: ["--email", "x@company.example", "--role", "emperor"],
      message: "There is no role emperor; there are admin, bpm_admin, member, viewer.",
    },
    {
      args: ["--email", "x@company.example", "--password", "short"],
      message: "The password must have at least 10 characters.",
    },
    {
      args: ["--email", "x@company.example", "--name", "n".repeat(501)],
      message: "The name must have at most 500 characters.",
    },
  ])("is refused with the reason: $message", async ({ args, message }) => {
    expect(await user("create", ...args)).toEqual({ code: 1, stdout: "", stderr: `stoa: ${message}\n` });
  });
});

describe("user list", () => {
  test("prints the accounts as a table and as JSON", async () => {
    const { stdout } = await user("list");
    const [head, ...rows] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^EMAIL +NAME +ROLE +STATE +LAST LOGIN$/);
    expect(rows.join("\n")).toMatch(/^ada@company\.example +Ada Lovelace +admin +active +/m);
    const listed = JSON.parse((await user("list", "--json")).stdout);
    expect(listed).toHaveLength(rows.length);
    expect(listed[0]).toMatchObject({
      email: "ada@company.example",
      display_name: "Ada Lovelace",
      role: "admin",
      auth_provider: "local",
      state: "active",
    });
    expect(JSON.stringify(listed)).not.toContain("argon2");
  });

  test("fails without a database, and makes none", async () => {
    const empty = newFolder();
    expect(await runStoa(["user", "list"], { folder: empty })).toEqual({
      code: 1,
      stdout: "",
      stderr: "stoa: There is no database at ./data/stoa.db.\n",
    });
    expect(readdirSync(empty)).toEqual([]);
  });
});

describe("user reset-password", () => {
  test("generates a password, ends sessions, and invalidates the old password", async () => {
    const { password } = await member("edsger@company.example");
    const { body } = await logIn("edsger@company.example", password);
    const { code, stdout } = await user("reset-password", "Edsger@company.example");
    expect(code).toBe(0);
    expect((await clientOf(server.url, body.access_token).get("/auth/me")).status).toBe(401);
    expect((await logIn("edsger@company.example", password)).status).toBe(401);
    expect((await logIn("edsger@company.example", generated(stdout))).status).toBe(200);
  });

  test("accepts a given password", async () => {
    await member("barbara@company.example");
    const { stdout } = await user("reset-password", "barbara@company.example", "--password", PASSWORD);
    expect(stdout).not.toContain(PASSWORD);
    expect((await logIn("barbara@company.example", PASSWORD)).status).toBe(200);
  });

  test.each([
    { args: ["nobody@company.example"], message: "There is no account with the address nobody@company.example." },
    {
      args: ["ada@company.example", "--password", "password"],
      message: "The password must have at least 10 characters.",
    },
  ])("is refused with the reason: $message", async ({ args, message }) => {
    expect(await user("reset-password", ...args)).toEqual({ code: 1, stdout: "", stderr: `stoa: ${message}\n` });
  });
});

test("user reset-factors lets somebody in who has lost their second factor", async () => {
  const email = "mary@company.example";
  const { password } = await member(email);
  await protect(clientOf(server.url, (await logIn(email, password)).body.access_token), { password });
  expect(await logIn(email, password)).toMatchObject({ status: 401, body: { code: "second_factor" } });
  expect((await user("reset-factors", email)).stdout).toBe(`${email} has no second factor any more.\n`);
  expect((await logIn(email, password)).status).toBe(200);
  expect((await user("reset-factors", email)).stdout).toBe(`${email} had none.\n`);
});

describe("user unlock", () => {
  test("lets a user log in again whom failed logins have locked out", async () => {
    const { password } = await member("tony@company.example");
    for (let attempt = 0; attempt < 5; attempt++) await logIn("tony@company.example", "Wrong-Engine-1822");
    expect((await logIn("tony@company.example", password)).status).toBe(423);
    const state = async () =>
      JSON.parse((await user("list", "--json")).stdout).find(({ email }: { email: string }) => email.startsWith("tony"))
        .state;
    expect(await state()).toStartWith("locked until 20");
    expect(await user("unlock", "tony@company.example")).toMatchObject({
      code: 0,
      stdout: "tony@company.example can log in again.\n",
    });
    expect(await state()).toBe("active");
    expect((await logIn("tony@company.example", password)).status).toBe(200);
    expect((await user("unlock", "tony@company.example")).stdout).toBe("tony@company.example was not locked.\n");
  });

  test("is suggested in the log when an account is locked, with the address quoted for a shell", async () => {
    for (const [email, argument] of [
      ["lock@company.example", "'lock@company.example'"],
      ["o'brien@company.example", "'o'\\''brien@company.example'"],
    ] as const) {
      await member(email);
      for (let attempt = 0; attempt < 5; attempt++) await logIn(email, "Wrong-Engine-1822");
      const lines = server
        .output()
        .split("\n")
        .filter((line) => line.includes("stoa user unlock"));
      expect(JSON.parse(lines.at(-1) as string)).toMatchObject({
        level: "warn",
        message: `an account is locked after failed logins; to unlock it: stoa user unlock ${argument}`,
      });
    }
  });

  test("is refused for an unknown user", async () => {
    expect(await user("unlock", "nobody@company.example")).toMatchObject({ code: 1, stdout: "" });
  });
});

test.each([
  {
    name: "no database",
    make: (file: string) => writeFileSync(file, "prose ".repeat(200)),
    message: "it is not a database",
  },
  {
    name: "another program's database",
    make: (file: string) => behindItsBack(file, (sqlite) => void sqlite.run("CREATE TABLE recipes (name TEXT)")),
    message: "it is a database of another program",
  },
])("stoa user stops with one line on $name", async ({ make, message }) => {
  const other = newFolder();
  mkdirSync(join(other, "data"));
  make(join(other, "data", "stoa.db"));
  for (const args of [["list"], ["unlock", "ada@company.example"], ["create", "--email", "ada@company.example"]])
    expect(await runStoa(["user", ...args], { folder: other })).toEqual({
      code: 1,
      stdout: "",
      stderr: `stoa: ./data/stoa.db can't be used: ${message}.\n`,
    });
});
