/** The server under test: the real application in this process, on loopback, over a real file in an empty folder. */
import { afterAll, beforeAll } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { db, tables, transaction } from "../../db";
import { readConfig } from "../../src/config";
import { issueToken } from "../../src/core/access/tokens";
import { holdRuns, runsSettled } from "../../src/core/runs/engine";
import { now } from "../../src/platform/clock";
import { newId } from "../../src/platform/ids";
import { startServer } from "../../src/server";
import { type Client, clientOf } from "./client";
import { newFolder } from "./scratch";

export type TestServer = {
  url: string;
  folder: string;
  databaseFile: string;
  /** A client without a token. */
  nobody: Client;
  /** A client of a new user with this role. */
  as(role: string): Promise<Client>;
  stop(): Promise<void>;
};

/**
 * Starts a server. Only one can run at a time, because the application has one database. Its periodic runs are held back, so
 * that the duration of a test makes no difference; tests run them themselves.
 * @param environment variables that override the defaults of a test
 */
export async function startTestServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const folder = newFolder();
  if (isOrdinary(environment)) {
    for (const [path, bytes] of await filesOfFirstStart(environment)) await Bun.write(join(folder, path), bytes);
  }
  return startIn(folder, environment);
}

const SEEDS = ["SEED_DEMO", "SEED_BPM", "SEED_PPM", "SEED_SECURITY"];

/** Checks whether a first start depends on nothing but the schema and the demo. */
const isOrdinary = (environment: Record<string, string>) =>
  Object.keys(environment).every((name) => SEEDS.includes(name));

/** A folder's files: path within it → content. */
type Files = Map<string, Uint8Array>;

const firstStarts = new Map<string, Promise<Files>>();

/**
 * Returns the files of a server after its first start. It is started once in a process, because to migrate an empty file and
 * to load the demo takes longer than most tests.
 */
function filesOfFirstStart(environment: Record<string, string>): Promise<Files> {
  const key = JSON.stringify(environment);
  const files =
    firstStarts.get(key) ??
    startIn(newFolder(), environment).then(async ({ folder, stop }) => {
      await stop();
      return filesIn(folder);
    });
  firstStarts.set(key, files);
  return files;
}

function filesIn(folder: string): Files {
  const paths = [...new Bun.Glob("**").scanSync({ cwd: folder, dot: true, onlyFiles: true })];
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path))]));
}

async function startIn(folder: string, environment: Record<string, string>): Promise<TestServer> {
  const databaseFile = join(folder, "stoa.db");
  const config = readConfig({
    PORT: "0",
    HOST: "127.0.0.1",
    DATABASE_URL: `file:${databaseFile}`,
    SECRET_KEY: "a key for tests that nobody else uses",
    LOG_LEVEL: "silent",
    ...environment,
  });
  holdRuns("periodic");
  const { url, stop } = await startServer({ ...config, checkResponses: true }, (error) => {
    throw error;
  });
  return { url, folder, databaseFile, stop, nobody: clientOf(url), as: (role) => newUser(url, role) };
}

/**
 * Starts a server before the tests of a file and stops it after them.
 * @returns the server; its properties are there once `beforeAll` has run
 */
export function testServer(environment: Record<string, string> = {}): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.assign(server, await startTestServer(environment));
  });
  afterAll(() => server.stop());
  return server;
}

/**
 * Creates a user with a role before the tests of a file.
 * @returns a client of the user; its properties are there once `beforeAll` has run
 */
export function clientAs(server: TestServer, role: string): Client {
  const client = {} as Client;
  beforeAll(async () => {
    Object.assign(client, await server.as(role));
  });
  return client;
}

let users = 0;

/** Creates a user and returns a client with their token. */
async function newUser(url: string, role: string): Promise<Client> {
  await runsSettled();
  const id = newId();
  const name = `${role} ${++users}`;
  transaction(() =>
    db
      .insert(tables.users)
      .values({
        id,
        email: `${role}.${users}@stoa.example`,
        display_name: name,
        role,
        created_at: now(),
        updated_at: now(),
      })
      .run(),
  );
  return clientOf(url, await issueToken({ id, role, token_version: 0 }), id);
}
