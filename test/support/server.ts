/** The server under test: the real application in this process, on loopback, over a real file in an empty folder. */
import { afterAll, beforeAll } from "bun:test";
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
