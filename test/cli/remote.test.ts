/** The commands that are clients of a server: login, logout, api, import and export. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseItems } from "../../src/cli/remote/request-items";
import { asCsv, asJson, asTable, columnsOf, rowsOf } from "../../src/cli/remote/rows";
import type { Client } from "../support/client";
import { type Outcome, runStoa } from "../support/executable";
import { newFolder } from "../support/scratch";
import { testServer } from "../support/server";
import { commandBlocks, commandsOf, expand } from "../support/shell";

describe("the items of a request", () => {
  test.each([
    [["type==Application"], { query: [["type", "Application"]] }],
    [["where==cost:1..5;a=b"], { query: [["where", "cost:1..5;a=b"]] }],
    [["name=Order Hub", "users:=340"], { body: { name: "Order Hub", users: 340 } }],
    [["attributes.cost:=null", "attributes.at=2026"], { body: { attributes: { cost: null, at: "2026" } } }],
    [["X-Stoa-Origin: ci"], { headers: { "x-stoa-origin": "ci" } }],
    [["name="], { body: { name: "" } }],
    [["__proto__.x=1"], { body: JSON.parse('{"__proto__": {"x": "1"}}') }],
  ])("%j are read", (items, expected) => {
    const { query, headers, body } = parseItems(items);
    expect(JSON.stringify({ query, headers, body })).toBe(
      JSON.stringify({ query: [], headers: {}, body: undefined, ...expected }),
    );
    expect(({} as { x?: string }).x).toBeUndefined();
  });

  test.each([
    [["nothing"], "nothing is no part of a request"],
    [["=value"], "=value is no part of a request"],
    [["users:=many"], "users must be JSON after :="],
    [["a=1", "a.b=2"], "a.b leads into a value that is no object"],
  ])("%j are refused", (items, reason) => {
    expect(() => parseItems(items)).toThrow(reason);
  });
});

describe("an answer as a table", () => {
  const body = {
    items: [
      { name: "A\u001b[2J", cost: 5, more: { of: [1] } },
      { name: "=1+1", cost: null, more: null, "a.b": true },
    ],
    total: 2,
  };

  test("has the plain columns of its rows, or those that are named", () => {
    const rows = rowsOf(body);
    expect(columnsOf(rows)).toEqual(["name", "cost", "a.b"]);
    expect(asTable(rows, ["name", "cost"])).toBe("NAME   COST\nA [2J  5\n=1+1");
    expect(asCsv(rows, ["name", "more.of", "a.b"])).toBe("name,more.of,a.b\r\nA\u001b[2J,[1],\r\n'=1+1,,true\r\n");
  });

  test("is a row of one value where the answer is no object", () => {
    expect(rowsOf(["x", 1])).toEqual([{ value: "x" }, { value: 1 }]);
    expect(rowsOf({ name: "x" })).toEqual([{ name: "x" }]);
  });

  test("has as JSON no characters that a terminal obeys", () => {
    expect(asJson("\u001b[2J\u009b2J\u007f")).toBe('"\\u001b[2J\\u009b2J\\u007f"');
  });
});

describe("against a server", () => {
  const server = testServer({ SEED_DEMO: "true" });
  const folder = newFolder();
  let member: Client;
  let token = "";
  let readOnly = "";
  const stoa = (
    args: string[],
    more: { environment?: Record<string, string>; input?: string } = {},
  ): Promise<Outcome> =>
    runStoa(args, {
      folder,
      environment: { XDG_CONFIG_HOME: join(folder, "config"), ...more.environment },
      ...(more.input !== undefined && { input: more.input }),
    });
  const logins = () => join(folder, "config", "stoa", "logins.json");

  beforeAll(async () => {
    member = await server.as("member");
    const tokenOf = async (scope: string) =>
      (await member.post("/users/me/tokens", { name: `Shell ${scope}`, scope })).body.token as string;
    [token, readOnly] = [await tokenOf("write"), await tokenOf("read")];
    expect((await stoa(["login", server.url], { input: `${token}\n` })).code).toBe(0);
  });
  afterAll(async () => {
    expect(await stoa(["logout"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("until it ends or is revoked"),
    });
    expect(existsSync(logins())).toBe(false);
    expect(await stoa(["logout"])).toMatchObject({ code: 1, stderr: "stoa: There is no login to a server.\n" });
  });

  test("a login stores the token for its owner's eyes only, and nothing when it is refused", async () => {
    const stored = readFileSync(logins(), "utf8");
    expect(JSON.parse(stored)).toEqual({ current: server.url, tokens: { [server.url]: token } });
    if (process.platform !== "win32") expect(statSync(logins()).mode & 0o077).toBe(0);
    for (const [args, input, reason] of [
      [[server.url], "stoa_pat_wrong\n", "stoa: 401"],
      [[server.url], "\n", "stoa: No token was given"],
      [["ftp://stoa.example"], "x\n", "stoa: ftp://stoa.example is no address of a server"],
    ] as const)
      expect(await stoa(["login", ...args], { input })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(reason),
      });
    expect(readFileSync(logins(), "utf8")).toBe(stored);
  });

  test("a card is created, listed in three forms, changed and found by words", async () => {
    const made = await stoa([
      "api",
      "POST",
      "/cards",
      "type=Application",
      "name=Shell Card",
      "attributes.numberOfUsers:=7",
    ]);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    const { id } = JSON.parse(made.stdout);
    expect((await member.get(`/cards/${id}`)).body).toMatchObject({
      name: "Shell Card",
      attributes: { numberOfUsers: 7 },
    });
    const list = ["api", "/cards", "type==Application", "search==Shell Card"];
    expect(JSON.parse((await stoa(list)).stdout)).toMatchObject({ total: 1, items: [{ id }] });
    const named = ["--columns", "name,attributes.numberOfUsers"];
    expect((await stoa([...list, "--format", "table", ...named])).stdout).toBe(
      "NAME        ATTRIBUTES.NUMBEROFUSERS\nShell Card  7\n",
    );
    expect((await stoa([...list, "--format", "csv", ...named])).stdout).toBe(
      "name,attributes.numberOfUsers\r\nShell Card,7\r\n",
    );
    writeFileSync(join(folder, "body.json"), '{"alias": "SC"}');
    expect((await stoa(["api", "PATCH", `/cards/${id}`, "--input", "body.json"])).code).toBe(0);
    expect((await member.get(`/cards/${id}`)).body.alias).toBe("SC");
  });

  test("a list is read to its end", async () => {
    const { total } = (await member.get("/cards?page_size=1")).body;
    const { stdout } = await stoa(["api", "/cards", "--all", "--format", "csv", "--columns", "id"]);
    expect(total).toBeGreaterThan(200);
    expect(new Set(stdout.trim().split("\r\n")).size).toBe(total + 1);
  });

  test.each([
    [["api", "POST", "/cards", "type=Nothing", "name=x"], "stoa: 422 body.type: names no card type"],
    [["api", "/cards/7fc56270-e7a7-4fa8-9d6a-6b1e5c2f0d11"], "stoa: 404 Card not found"],
    [["api", "cards"], "stoa: The path cards must begin with /"],
    [["api", "POST"], "stoa: The path of the operation is missing"],
    [["api", "/cards", "--format", "xml"], "stoa: --format must be json, table, csv, not xml."],
    [["api", "POST", "/cards", "a=1", "--input", "x"], "stoa: The body is given twice"],
    [["api", "/auth/me", "--all"], "stoa: /auth/me is no list in pages"],
    [["import", "nothing.csv"], "stoa: There is no file nothing.csv."],
    [["export", "cards.xml", "--format", "xml"], "stoa: --format must be csv or xlsx, not xml."],
    [["api", "/cards", "--server", "http://127.0.0.1:9"], "stoa: There is no token for http://127.0.0.1:9"],
  ])("%j is refused with the reason", async (args, reason) => {
    expect(await stoa(args)).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(reason) });
  });

  test("a job needs no login, and a token of the scope read changes nothing", async () => {
    const environment = { XDG_CONFIG_HOME: newFolder(), STOA_URL: server.url, STOA_TOKEN: readOnly };
    expect((await stoa(["api", "/auth/me"], { environment })).code).toBe(0);
    expect(await stoa(["api", "POST", "/cards", "type=Application", "name=Never"], { environment })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("stoa: 403 The token's scope is `read`"),
    });
  });

  test("cards are exported, and imported after a dry run, as one batch", async () => {
    await stoa(["api", "POST", "/cards", "type=Application", "name=To be renamed"]);
    const apps = ["--type", "Application", "--search", "To be renamed"];
    expect((await stoa(["export", "apps.csv", ...apps])).stdout).toStartWith("Wrote apps.csv (");
    expect(await stoa(["export", "apps.csv", ...apps])).toMatchObject({
      code: 1,
      stderr: "stoa: apps.csv exists already; --force replaces it.\n",
    });
    expect((await stoa(["export", "apps.csv", ...apps, "--force"])).code).toBe(0);
    const csv = readFileSync(join(folder, "apps.csv"), "utf8");
    expect((await stoa(["export", ...apps])).stdout).toBe(csv);
    expect((await stoa(["export", "apps.xlsx", ...apps])).code).toBe(0);
    expect((await stoa(["import", "apps.xlsx", "--dry-run"])).stdout).toBe(
      "Would be: 0 created, 0 changed, 1 the same, 0 refused\n",
    );
    writeFileSync(join(folder, "apps.csv"), csv.replace("To be renamed", "Renamed"));
    const dry = await stoa(["import", "apps.csv", "--dry-run"]);
    expect(dry.stdout).toMatch(/2 +change +Renamed +name\nWould be: 0 created, 1 changed/);
    expect((await member.get("/cards?search=Renamed")).body.total).toBe(1);
    expect((await stoa(["import", "apps.csv"])).stdout).toEndWith("0 created, 1 changed, 0 the same, 0 refused\n");
    expect((await member.get("/cards?search=Renamed")).body.items[0].name).toBe("Renamed");
  });

  test("each command of the handbook's page succeeds", async () => {
    const page = readFileSync(join(import.meta.dir, "../../docs/scripts/shell.md"), "utf8");
    const commands = commandBlocks(page).flatMap(commandsOf);
    expect(commands.length).toBeGreaterThan(6);
    const card = (await member.get("/cards?type=Application&page_size=1")).body.items[0].id as string;
    const environment = { XDG_CONFIG_HOME: newFolder() };
    writeFileSync(join(folder, "changes.json"), '{"description": "Changed from the shell"}');
    const logOut: string[][] = [];
    for (const command of commands) {
      const [, ...words] = await expand(command, () => card);
      const args = words.map((word) => word.replace("http://localhost:8920", server.url));
      // The page logs out before its second block.
      if (args[0] === "logout") logOut.push(args);
      else
        expect([command.line, await stoa(args, { environment, input: `${token}\n` })]).toMatchObject([
          command.line,
          { code: 0 },
        ]);
    }
    expect((await stoa(logOut[0] ?? [], { environment })).code).toBe(0);
  });

  test("a refused row stops an import, or is skipped while all others are stored", async () => {
    const rows = "name,type,numberOfUsers\nFrom standard input,Application,12\nBad,Application,twelve\n";
    expect(await stoa(["import", "-"], { input: rows })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^stoa: 422 .*numberOfUsers.*\nstoa: Nothing is stored; --dry-run prints/),
    });
    expect(await stoa(["import", "-", "--dry-run"], { input: rows })).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/3 +refused +Bad +.*numberOfUsers/),
      stderr: "stoa: A row is refused.\n",
    });
    expect((await member.get("/cards?search=From standard input")).body.total).toBe(0);
    expect(await stoa(["import", "-", "--on-error", "skip"], { input: rows })).toMatchObject({
      code: 1,
      stderr: "stoa: A row is refused; all others are stored.\n",
    });
    expect((await member.get("/cards?search=From standard input")).body.total).toBe(1);
  });
});

test("a busy server is asked again, and a change is executed once", async () => {
  const keys: (string | null)[] = [];
  const peer = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ headers }) => {
      keys.push(headers.get("idempotency-key"));
      return keys.length < 3 ? new Response("", { status: 503 }) : Response.json({ done: true });
    },
  });
  const environment = { STOA_URL: `http://127.0.0.1:${peer.port}`, STOA_TOKEN: "x" };
  const outcome = await runStoa(["api", "POST", "/cards", "name=x"], { environment });
  expect(outcome).toMatchObject({ code: 0, stdout: '{\n  "done": true\n}\n' });
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeString();
  await peer.stop(true);
});
