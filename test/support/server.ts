/** The server under test: the real application in this process, on loopback, over a real file in an empty folder. */
import { join } from "node:path";
import { db, tables, transaction } from "../../db";
import { readConfig } from "../../src/config";
import { issueToken } from "../../src/core/access/tokens";
import { stopJobs } from "../../src/core/jobs/runner";
import { now } from "../../src/platform/clock";
import { newId } from "../../src/platform/ids";
import { startServer } from "../../src/server";
import { type Client, clientOf } from "./client";
import { newFolder } from "./scratch";

export type TestServer = {
  url: string;
  folder: string;
  databaseFile: string;
  /** A client that nobody has logged in. */
  nobody: Client;
  /** A client of a new user with this role. */
  as(role: string): Promise<Client>;
  stop(): Promise<void>;
};

/**
 * Starts a server. One at a time: the application has one database. Its timers stand still, so that how long a test takes
 * makes no difference; what they would do is called by the tests.
 * @param environment variables over the defaults of a test
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
  const { url, stop } = await startServer({ ...config, checkResponses: true }, (error) => {
    throw error;
  });
  await stopJobs();
  return { url, folder, databaseFile, stop, nobody: clientOf(url), as: (role) => newUser(url, role) };
}

let users = 0;

/** A new user, and a client with their token. */
async function newUser(url: string, role: string): Promise<Client> {
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
