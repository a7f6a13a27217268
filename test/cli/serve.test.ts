import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { demoLandscape } from "../../db/seed/demo";
import manifest from "../../package.json";
import { commitOf } from "../../src/version";
import { subscribe } from "../support/events";
import { logIn, type RunningServer, runStoa, startStoa, withAdministrator } from "../support/executable";
import { IMPOSSIBLE_HOST } from "../support/hosts";
import { limitedFiles, unprivileged } from "../support/limits";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";

/** Returns every failed start prints one clear line for each mistake, and nothing that looks like a stack trace. */
async function failedStart(setting: Parameters<typeof runStoa>[1]): Promise<string[]> {
  const environment = { HOST: "127.0.0.1", PORT: "0", ...setting?.environment };
  const { code, stderr, stdout } = await runStoa([], { ...setting, environment });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  const lines = stderr.trimEnd().split("\n");
  for (const line of lines) expect(line).toMatch(/^stoa: \S/);
  return lines.map((line) => line.slice("stoa: ".length));
}

/** Returns every file below a folder with its content. */
const contentOf = async (folder: string): Promise<Record<string, string>> => {
  const names = readdirSync(folder, { recursive: true }) as string[];
  const files = names.filter((name) => statSync(join(folder, name)).isFile()).sort();
  return Object.fromEntries(
    await Promise.all(
      files.map(async (name) => [name, Bun.hash(await Bun.file(join(folder, name)).bytes()).toString()] as const),
    ),
  );
};

/** Returns an address of the networks for documentation that no interface of this machine has. */
function strangeAddress(): string {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
  return ["192.0.2.1", "198.51.100.1", "203.0.113.1"].find((address) => !own.includes(address)) ?? "";
}

/** Returns a folder with the database of a server that has been there. */
async function folderOfServer(): Promise<string> {
  const server = await startStoa({ environment: withAdministrator });
  await server.stop();
  return server.folder;
}

describe("a start", () => {
  test("makes a database and a key that only their owner may read in an empty folder, and serves", async () => {
    const server = await startStoa();
    expect(await (await fetch(`${server.url}/api/health`)).json()).toEqual({
      status: "ok",
      version: manifest.version,
      commit: commitOf(join(import.meta.dir, "..", "..")) === null ? null : expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect((await fetch(`${server.url}/api/openapi.json`)).status).toBe(200);
    expect((await fetch(`${server.url}/api/docs`)).status).toBe(404);
    expect(readdirSync(server.folder)).toEqual(["data"]);
    expect(statSync(join(server.folder, "data")).mode & 0o777).toBe(0o700);
    for (const name of ["stoa.db", "stoa.db-wal", "secret.key"])
      expect(statSync(join(server.folder, "data", name)).mode & 0o777).toBe(0o600);
    expect(await server.stop()).toBe(0);
    // Every line is a record of the log: nothing that the program stands on prints anything of its own.
    const records = server
      .output()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records.map(({ level, message }) => `${level} ${message}`)).toEqual([
      "info listening",
      "info stopping",
      "info stopped",
    ]);
  });

  test("serves the browser of the API and prints readable logs in development", async () => {
    const folder = newFolder();
    const port = await freePort();
    const server = await startStoa({ folder, environment: { ENVIRONMENT: "development", PORT: String(port) } });
    for (const path of ["/api/docs", "/api/docs/swagger-ui.js", "/api/docs/swagger-ui.css", "/api/docs/start.js"])
      expect((await fetch(server.url + path)).status).toBe(200);
    // Everything on the page comes from here, and the page allows nothing else.
    const page = await fetch(`${server.url}/api/docs`);
    const sources = [...(await page.text()).matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source]) => source);
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.filter((source) => !/^(\/api\/docs\/|data:)/.test(source ?? ""))).toEqual([]);
    expect(page.headers.get("content-security-policy")).toStartWith("default-src 'self';");
    await server.stop();
    expect(server.output()).toContain("INFO: listening");
  });

  test("configures AI from the environment", async () => {
    const environment = {
      ...withAdministrator,
      AI_AUTO_CONFIGURE: "true",
      AI_PROVIDER_URL: "http://ollama.company:11434",
      AI_MODEL: "llama3.2",
    };
    const server = await startStoa({ environment });
    const client = await logIn(server.url);
    expect((await client.get("/settings/ai")).body).toMatchObject({
      enabled: true,
      provider_type: "ollama",
      provider_url: "http://ollama.company:11434",
      model: "llama3.2",
    });
    const settings = { ...(await client.get("/settings/ai")).body, model: "another" };
    expect((await client.patch("/settings/ai", settings)).status).toBe(200);
    await server.stop();
    // A setting of an administrator stays.
    const again = await startStoa({ folder: server.folder, environment });
    expect((await (await logIn(again.url)).get("/settings/ai")).body).toMatchObject({ model: "another" });
    await again.stop();
  });

  test("loads the demo landscape once", async () => {
    const environment = {
      ...withAdministrator,
      SEED_DEMO: "true",
      SEED_BPM: "false",
      SEED_SECURITY: "yes",
      TURBO_EA_PUBLIC_URL: "https://stoa.company.example",
      AI_SEARCH_PROVIDER: "duckduckgo",
    };
    const server = await startStoa({ environment });
    expect(server.output()).toContain('"message":"loaded the demo landscape"');
    const total = async (url: string) => (await (await logIn(url)).get("/cards?page_size=1")).body.total;
    const loaded = await total(server.url);
    expect(loaded).toBeGreaterThan(200);
    await server.stop();
    expect((await runStoa(["check"], { folder: server.folder })).code).toBe(0);
    const again = await startStoa({ folder: server.folder, environment });
    expect(again.output()).toContain(
      '"message":"nothing of the demo is loaded: it is there already, or there are other cards"',
    );
    expect(await total(again.url)).toBe(loaded);
    await again.stop();
  });

  test("leaves none or all of the demo landscape when it is killed while loading it", async () => {
    const environment = { HOST: "127.0.0.1", PORT: "0", ...withAdministrator, SEED_DEMO: "true" };
    const left = new Set<number>();
    for (let wait = 150; wait <= 600; wait += 50) {
      const folder = newFolder();
      await runStoa(["serve"], { folder, environment, killAfter: wait });
      const server = await startStoa({ folder, environment: withAdministrator });
      left.add((await (await logIn(server.url)).get("/cards?page_size=1")).body.total);
      await server.stop();
      // Both have been seen.
      if (left.size > 1) break;
    }
    left.delete(0);
    expect(left.size).toBeLessThanOrEqual(1);
    for (const total of left) expect(total).toBe(demoLandscape("landscape", new Date()).cards.length);
  });

  test("doesn't read a .env file in the folder", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, ".env"), "ENVIRONMENT=development\n");
    const server = await startStoa({ folder });
    expect((await fetch(`${server.url}/api/docs`)).status).toBe(404);
    await server.stop();
  });

  test("is refused with the name of each wrong variable of the environment, and makes nothing", async () => {
    const folder = newFolder();
    const environment = {
      PORT: "eighty",
      DATABASE_URL: "postgres://somewhere",
      SECRET_KEY: "short",
      ALLOWED_ORIGINS: "*",
      TRUSTED_PROXIES: "10.0.0.0/99",
      PAGE_SIZE_MAX: "0",
      LOG_LEVEL: "loud",
      RESET_DB: "perhaps",
      SMTP_FROM: "Stoa",
      SMTP_HOST: "smtp://mail.company.example",
      ADMIN_EMAIL: "ada@stoa.example",
      SEED_DEMO: "perhaps",
      CAPABILITY_CATALOGUE_PYPI_URL: "catalogue",
      TURBO_EA_PUBLIC_URL: "stoa.company.example",
      AI_SEARCH_URL: "ftp://search.company.example",
    };
    const lines = await failedStart({ folder, environment });
    expect(lines.map((line) => line.split(":")[0]).sort()).toEqual([
      "ADMIN_EMAIL and ADMIN_PASSWORD",
      "AI_SEARCH_URL",
      "ALLOWED_ORIGINS",
      "CAPABILITY_CATALOGUE_PYPI_URL",
      "DATABASE_URL",
      "LOG_LEVEL",
      "PAGE_SIZE_MAX",
      "PORT",
      "RESET_DB",
      "SECRET_KEY",
      "SEED_DEMO",
      "SMTP_FROM",
      "SMTP_HOST",
      "TRUSTED_PROXIES",
      "TURBO_EA_PUBLIC_URL",
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is refused with a file of authorities that can't be used", async () => {
    const folder = newFolder();
    const [empty, damaged] = [join(folder, "empty.pem"), join(folder, "damaged.pem")];
    writeFileSync(empty, "nothing");
    writeFileSync(damaged, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    for (const [file, reason] of [
      [join(folder, "none.pem"), "ENOENT"],
      [empty, "holds no certificate"],
      [damaged, "is damaged"],
    ] as const)
      expect(await failedStart({ environment: { EXTRA_CA_FILE: file } })).toEqual([
        expect.stringMatching(new RegExp(`^EXTRA_CA_FILE: .*${reason}`)),
      ]);
  });

  test("is refused with an address of the administrator that can't log in", async () => {
    const environment = { ADMIN_EMAIL: "ada@stoa.local", ADMIN_PASSWORD: "Correct-horse-42" };
    expect(await failedStart({ environment })).toEqual(["ADMIN_EMAIL: must not be in a special-use domain"]);
  });

  test("is refused with a weak password of the administrator", async () => {
    const environment = { ADMIN_EMAIL: "ada@stoa.example", ADMIN_PASSWORD: "Password123" };
    expect(await failedStart({ environment })).toEqual([expect.stringMatching(/^ADMIN_PASSWORD: .*well known/)]);
  });

  test("is refused on a port in use, and doesn't touch the database", async () => {
    const folder = await folderOfServer();
    const before = await contentOf(folder);
    const { port, close } = await occupiedPort();
    expect(await failedStart({ folder, environment: { PORT: String(port) } })).toEqual([
      `Port ${port} of 127.0.0.1 is in use by another program; stop it, or set PORT.`,
    ]);
    close();
    expect(await contentOf(folder)).toEqual(before);
  });

  test.each([strangeAddress(), "127.0.0.256", "nowhere.invalid", IMPOSSIBLE_HOST])(
    "is refused at %s, which is no address of this machine",
    async (HOST) => {
      expect(await failedStart({ environment: { HOST } })).toEqual([`HOST ${HOST} is no address of this machine.`]);
    },
  );

  test("is refused with a damaged key", async () => {
    const folder = await folderOfServer();
    writeFileSync(join(folder, "data", "secret.key"), "oops");
    expect(await failedStart({ folder })).toEqual([expect.stringContaining("secret.key is damaged")]);
  });
});

/** Returns a port that nobody has. */
async function freePort(): Promise<number> {
  const { port, close } = await occupiedPort();
  close();
  return port;
}

function occupiedPort(): Promise<{ port: number; close: () => void }> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () =>
      resolve({ port: (server.address() as { port: number }).port, close: () => server.close() }),
    );
  });
}

const inData = (folder: string) => {
  mkdirSync(join(folder, "data"));
  return join(folder, "data", "stoa.db");
};

describe("a start without a usable database", () => {
  test.each([
    {
      name: "a file that is no database",
      make: (folder: string) => writeFileSync(inData(folder), "Dear diary, today I was not a database.\n".repeat(100)),
      message: "it is not a database",
    },
    {
      name: "a database of another program",
      make: (folder: string) => {
        const sqlite = new Database(inData(folder));
        sqlite.run("CREATE TABLE recipes (name TEXT)");
        sqlite.run("INSERT INTO recipes VALUES ('bread')");
        sqlite.close();
      },
      message: "it is a database of another program",
    },
    {
      name: "a folder in its place",
      make: (folder: string) => void mkdirSync(join(folder, "data", "stoa.db"), { recursive: true }),
      message: "it is a folder",
    },
    {
      name: "a file in the place of its folder",
      make: (folder: string) => writeFileSync(join(folder, "data"), "not a folder"),
      message: "what should be its folder is a file",
    },
  ])("is refused with one line and changes nothing because of $name", async ({ make, message }) => {
    const folder = newFolder();
    make(folder);
    const before = await contentOf(folder);
    expect(await failedStart({ folder })).toEqual([`./data/stoa.db can't be used: ${message}.`]);
    expect(await contentOf(folder)).toEqual(before);
  });

  test("is refused with one line and changes nothing because of a newer schema", async () => {
    const folder = await folderOfServer();
    const sqlite = new Database(join(folder, "data", "stoa.db"));
    sqlite.run("PRAGMA journal_mode = DELETE");
    sqlite.run("PRAGMA user_version = 100000");
    sqlite.close();
    const before = await contentOf(folder);
    expect(await failedStart({ folder })).toEqual([
      expect.stringContaining("its schema is version 100000, newer than"),
    ]);
    expect(await contentOf(folder)).toEqual(before);
  });

  test("is refused with one line and changes nothing because of a read-only folder", async () => {
    const folder = await folderOfServer();
    const before = await contentOf(folder);
    chmodSync(join(folder, "data"), 0o555);
    chmodSync(join(folder, "data", "stoa.db"), 0o444);
    expect(await failedStart({ folder, through: unprivileged })).toEqual([
      "./data/stoa.db can't be used: its folder or the file is read-only.",
    ]);
    chmodSync(join(folder, "data"), 0o755);
    expect(await contentOf(folder)).toEqual(before);
  });

  test("is refused with one line and makes nothing in a read-only folder without a database", async () => {
    const folder = newFolder();
    chmodSync(folder, 0o555);
    expect(await failedStart({ folder, through: unprivileged })).toEqual([
      "./data/stoa.db can't be used: its folder or the file is read-only.",
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([1, 64, 300])("is refused with one line when the disk has room for %d KiB", async (kibibytes) => {
    const folder = newFolder();
    expect(await failedStart({ folder, through: limitedFiles(kibibytes) })).toEqual([
      "./data/stoa.db can't be used: the disk refused to read or write.",
    ]);
    // Files of a failed start don't hinder a start once there is room.
    const server = await startStoa({ folder });
    await server.stop();
    expect((await runStoa(["check"], { folder })).code).toBe(0);
  });
});

test("an empty file becomes the database", async () => {
  const folder = newFolder();
  writeFileSync(inData(folder), "");
  const server = await startStoa({ folder });
  await server.stop();
  expect((await runStoa(["check"], { folder })).code).toBe(0);
});

describe("RESET_DB", () => {
  const environment = { RESET_DB: "true" };

  test("empties the database", async () => {
    const folder = await folderOfServer();
    const server = await startStoa({ folder, environment });
    expect((await fetch(`${server.url}/api/v1/auth/me`)).status).toBe(401);
    await server.stop();
    expect((await runStoa(["user", "list"], { folder })).stdout.trim().split("\n")).toHaveLength(1);
  });

  test("doesn't delete a database that is in use", async () => {
    const server = await startStoa({ environment: withAdministrator });
    expect(await failedStart({ folder: server.folder, environment })).toEqual([
      "./data/stoa.db can't be used: a program is using it; stop it first.",
    ]);
    await logIn(server.url);
    await server.stop();
  });

  test("doesn't delete another program's file", async () => {
    const folder = newFolder();
    writeFileSync(inData(folder), "my only copy ".repeat(100));
    const before = await contentOf(folder);
    expect(await failedStart({ folder, environment })).toEqual(["./data/stoa.db can't be used: it is not a database."]);
    expect(await contentOf(folder)).toEqual(before);
  });
});

type SlowRequest = { socket: Socket; end: () => void; answer: Promise<string> };

/**
 * Sends the head of a request whose body is still to come, and waits until the server has read it.
 * Its answer is there when `end` has sent the rest.
 */
async function slowRequest(url: string, token: string, body: string): Promise<SlowRequest> {
  const { hostname, port } = new URL(url);
  const socket = createConnection(Number(port), hostname);
  const head = `POST /api/v1/cards HTTP/1.1\r\nHost: stoa\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`;
  const answer = new Promise<string>((resolve) => {
    let text = "";
    socket.on("data", (bytes) => (text += bytes));
    socket.on("close", () => resolve(text));
    socket.on("error", () => resolve(text));
  });
  await new Promise((sent) => socket.write(head, sent));
  // A server takes what comes in turn: a connection first, then what was sent over it, and later requests after that.
  for (let turn = 0; turn < 4; turn++) expect((await fetch(`${url}/api/health`)).status).toBe(200);
  return { socket, answer, end: () => socket.write(body.slice(5)) };
}

/** Waits until the server logs that it is stopping. */
const stopping = (server: RunningServer) =>
  until(() => server.output().includes('"message":"stopping"'), "the server to say that it stops");

describe("a stop", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "finishes requests after %s, ends streams and leaves one complete database file",
    async (signal) => {
      const server = await startStoa({ environment: withAdministrator });
      const client = await logIn(server.url);
      const stream = await subscribe(server.url, { token: client.token });
      const made = await client.post("/cards", { type: "Application", name: "Payroll" });
      await stream.until(1);
      const slow = await slowRequest(server.url, client.token as string, '{"type":"Application","name":"Ledger"}');
      server.signal(signal);
      await stopping(server);
      // The port is closed in the same turn in which the server logs it; requests in its queue are refused.
      expect(await fetch(server.url).catch(() => "refused")).toBe("refused");
      slow.end();
      expect(await slow.answer).toStartWith("HTTP/1.1 201");
      await stream.ended;
      expect(await server.exited).toBe(0);
      expect(readdirSync(join(server.folder, "data")).sort()).toEqual(["secret.key", "stoa.db"]);
      const copy = new Database(server.databaseFile, { readonly: true });
      expect(copy.query("SELECT name FROM cards ORDER BY name").values()).toEqual([["Ledger"], ["Payroll"]]);
      copy.close();
      expect(made.status).toBe(201);
    },
  );

  test("loses no acknowledged change under load, and leaves one file", async () => {
    const folder = newFolder();
    const server = await startStoa({ folder, environment: withAdministrator });
    const client = await logIn(server.url);
    const streams = await Promise.all([1, 2, 3].map(() => subscribe(server.url, { token: client.token })));
    const made: string[] = [];
    let stopping = false;
    // More is written than the log holds, so that some of it is being moved into the file.
    const writing = Array.from({ length: 8 }, async (_, writer) => {
      for (let card = 0; ; card++) {
        const body = { type: "Application", name: `${writer}-${card}`, description: "x".repeat(40_000) };
        const answer = await client.post("/cards", body).catch(() => undefined);
        if (answer?.status === 201) made.push(answer.body.id);
        else if (stopping) return;
        else throw new Error(`A card was not made: ${answer?.status}`);
      }
    });
    await until(() => made.length >= 1_500, "1,500 cards");
    stopping = true;
    expect(await server.stop()).toBe(0);
    await Promise.all(writing);
    await Promise.all(streams.map((stream) => stream.close()));
    expect(server.output()).toContain('"stopped"');
    expect(existsSync(`${server.databaseFile}-wal`)).toBe(false);
    const database = new Database(server.databaseFile, { readonly: true });
    const stored = new Set(
      database
        .query<{ id: string }, []>("SELECT id FROM cards")
        .all()
        .map(({ id }) => id),
    );
    database.close();
    expect(made.filter((id) => !stored.has(id))).toEqual([]);
    expect((await runStoa(["check"], { folder })).code).toBe(0);
  });

  test("happens when the npm that has started the server is stopped", async () => {
    const server = await startStoa({
      environment: { ...withAdministrator, npm_lifecycle_event: "start" },
      // A shell that waits for the server and passes no signals on, as npm starts it.
      through: ["sh", "-c", '"$0" "$@"; exit'],
    });
    await logIn(server.url);
    server.signal("SIGTERM");
    await server.exited;
    await until(() => !existsSync(`${server.databaseFile}-wal`), "the log to be moved into the file");
    expect(server.output()).toContain('"signal":"npm has ended"');
    expect(await fetch(server.url).catch(() => "refused")).toBe("refused");
  });

  test("doesn't wait for requests when it is asked for twice", async () => {
    const server = await startStoa({ environment: withAdministrator });
    const client = await logIn(server.url);
    const made = await client.post("/cards", { type: "Application", name: "Payroll" });
    const slow = await slowRequest(server.url, client.token as string, '{"type":"Application","name":"Ledger"}');
    server.signal("SIGTERM");
    await stopping(server);
    server.signal("SIGTERM");
    expect(await server.exited).toBe(1);
    slow.socket.destroy();
    // Nothing that was acknowledged needs an orderly stop.
    const again = await startStoa({ folder: server.folder });
    expect((await (await logIn(again.url)).get(`/cards/${made.body.id}`)).body.name).toBe("Payroll");
    await again.stop();
  });
});

describe("a disk that fills up while the server runs", () => {
  /** The kilobytes that a file may have. */
  const LIMIT = 3072;
  test("refuses changes with 507, answers reads, damages nothing, and takes changes again once there is room", async () => {
    const environment = { ...withAdministrator, PORT: String(await freePort()) };
    const folder = newFolder();
    mkdirSync(join(folder, "data"));
    // The log lies on the same full disk: it can't take another line from the start.
    const log = openSync(join(folder, "log"), "a");
    ftruncateSync(log, LIMIT * 1024);
    const server = await startStoa({ folder, environment, through: limitedFiles(LIMIT), stdout: log });
    const client = await logIn(server.url);
    const made: string[] = [];
    type Answer = Awaited<ReturnType<typeof client.post>>;
    let refusal: Answer | undefined;
    // The log is moved into the file while nobody writes, which makes room again: the disk is full when the file is, too.
    const isFull = () => Bun.file(server.databaseFile).size >= LIMIT * 1024 - 4 * 4096;
    while (!refusal || !isFull()) {
      // Sent together, they share a commit: when it is refused, none of them may be answered with success.
      const answers: Answer[] = await Promise.all(
        ["a", "b", "c", "d"].map((part) =>
          client.post("/cards", {
            type: "Application",
            name: `A ${made.length} ${part}`,
            description: "x".repeat(20_000),
          }),
        ),
      );
      for (const { status, body } of answers) if (status === 201) made.push(body.id);
      refusal = answers.find(({ status }) => status !== 201);
      if (refusal) await Bun.sleep(100);
    }
    expect(refusal).toMatchObject({ status: 507, body: { detail: expect.stringContaining("disk") } });
    expect(made.length).toBeGreaterThan(5);
    for (let attempt = 0; attempt < 20; attempt++)
      expect(
        (await client.patch(`/cards/${made[0]}`, { name: `B ${attempt}`, description: "y".repeat(90_000) })).status,
      ).toBe(507);
    const many = Array.from({ length: 300 }, (_, row_index) => ({
      ...{ row_index, type: "Application", name: `Many ${row_index}` },
      description: "z".repeat(5_000),
    }));
    expect((await client.post("/cards/bulk-create", { cards: many })).status).toBe(507);
    expect((await client.get("/cards?page_size=1")).body).toMatchObject({ total: made.length });
    expect((await client.get(`/cards/${made[0]}`)).body).toMatchObject({ name: expect.stringContaining("A 0") });
    closeSync(log);
    await server.kill();

    expect((await runStoa(["check"], { folder })).code).toBe(0);
    const again = await startStoa({ folder });
    const sameClient = await logIn(again.url);
    expect((await sameClient.get("/cards?page_size=1")).body).toMatchObject({ total: made.length });
    expect((await sameClient.patch(`/cards/${made[0]}`, { name: "C" })).status).toBe(200);
    await again.stop();
    expect(existsSync(`${again.databaseFile}-wal`)).toBe(false);
  });
});
