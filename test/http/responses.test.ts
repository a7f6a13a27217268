import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { closeDatabase, openDatabase } from "../../db/client";
import type { ReadConnection } from "../../db/read-connection";
import { createPipeline } from "../../src/http/pipeline";
import { streamed, streamFromReadConnection } from "../../src/http/responses";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";

let opened: ReadConnection[] = [];
/** The pieces of the stream that was read last. */
let pieces = 0;
const MANY = 1_000_000;
const isOpen = (connection: ReadConnection) => {
  try {
    return connection.rows<[number]>("SELECT 1").length === 1;
  } catch {
    return false;
  }
};

/** Returns a stream of numbers up to `count`; it notes the connections that it reads over. */
function numbers(count: number) {
  let at = 0;
  return streamFromReadConnection((connection) => {
    if (!opened.includes(connection)) opened.push(connection);
    if (at >= count) return null;
    pieces = at;
    return connection.rows<[string]>("SELECT printf('%-1000d', ?1)", at++)[0]?.[0] ?? "";
  });
}

let server: Bun.Server<undefined>;
beforeAll(() => {
  openDatabase(join(newFolder(), "answers.db"));
  const enter = createPipeline(
    () => streamed(numbers(MANY), { "content-type": "text/csv" }),
    (error) => {
      throw error;
    },
  );
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => enter(request, () => "") });
});
afterAll(async () => {
  await server.stop(true);
  closeDatabase();
});

describe("the connection of a stream", () => {
  test("is opened with the first piece and closed after the last", async () => {
    opened = [];
    const reader = numbers(2).getReader();
    expect(opened).toEqual([]);
    await reader.read();
    expect(opened.map(isOpen)).toEqual([true]);
    await reader.read();
    expect((await reader.read()).done).toBe(true);
    expect(opened.map(isOpen)).toEqual([false]);
  });

  test("is closed when reading fails", async () => {
    opened = [];
    const stream = streamFromReadConnection((connection) => {
      opened.push(connection);
      return connection.rows<[string]>("SELECT nothing")[0]?.[0] ?? null;
    });
    expect(stream.getReader().read()).rejects.toThrow("nothing");
    expect(opened.map(isOpen)).toEqual([false]);
  });

  test("is not opened when the client disconnects before the first piece", async () => {
    opened = [];
    await numbers(2).cancel();
    expect(opened).toEqual([]);
  });

  test.each(["identity", "gzip"])("is closed when the client disconnects, with the encoding %s", async (encoding) => {
    opened = [];
    const abort = new AbortController();
    const response = await fetch(server.url, { headers: { "accept-encoding": encoding }, signal: abort.signal });
    await response.body?.getReader().read();
    expect(opened.map(isOpen)).toEqual([true]);
    abort.abort();
    await until(() => !opened.some(isOpen), "the connection to be closed");
    expect(pieces).toBeLessThan(MANY / 2);
  });

  test("is not opened for HEAD", async () => {
    opened = [];
    expect((await fetch(server.url, { method: "HEAD" })).status).toBe(200);
    expect(opened).toEqual([]);
  });
});
