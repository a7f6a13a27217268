/** Reader threads: expensive reads run next to the server's thread, and answer as if they ran there. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cardNumber, relationTypeNumber, statement, transaction, uuidBytes } from "../../db";
import { readConfig } from "../../src/config";
import { startReaders } from "../../src/core/threads/pool";
import type { ByteResult } from "../../src/core/threads/results";
import { configureAnswerMemory, heldBytes } from "../../src/http/answer-memory";
import type { Client } from "../support/client";
import { makeCard, unique } from "../support/factories";
import { startTestServer, type TestServer } from "../support/server";
import { until } from "../support/waiting";

const RELATIONS = 20_000;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  const [source, target] = [
    await makeCard(admin, { type: "Application" }),
    await makeCard(admin, { type: "ITComponent" }),
  ];
  transaction(() => {
    statement(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${RELATIONS})
       INSERT INTO relations (uuid, type_seq, source_seq, target_seq, created_ms)
       SELECT ${uuidBytes("printf('01900000-0000-7000-8000-%012d', i)")}, ${relationTypeNumber("'relAppToITC'")}, ${cardNumber()}, ${cardNumber()}, 0 FROM n`,
    ).run(source.id, target.id);
  });
});
afterAll(() => server.stop());

test("other requests are answered while a long answer is made", async () => {
  const answered: string[] = [];
  const long = admin.get("/relations").then(({ body }) => {
    answered.push("long");
    return body;
  });
  for (let call = 0; call < 5; call++) {
    expect((await admin.get("/api/health")).status).toBe(200);
    answered.push("health");
  }
  expect(await long).toHaveLength(RELATIONS);
  // A request that waited for the long answer would be answered after it; the number of those answered before depends
  // on the machine.
  expect(answered[0]).toBe("health");
});

test("a reader thread sees acknowledged changes, the metamodel included", async () => {
  for (let round = 0; round < 5; round++) {
    const name = unique("Fresh ");
    await makeCard(admin, { type: "Application", name });
    expect((await admin.get("/cards/export/csv?type=Application")).body).toContain(name);
    const { body } = await admin.get("/cards?facets=subtype&page_size=1&type=Application");
    expect(body.facets).toBeDefined();
  }
});

test("refusals of a reader thread are those of the server's thread", async () => {
  const { status, body } = await admin.get("/cards?facets=attributes.nonsense");
  expect({ status, detail: body.detail }).toMatchObject({ status: expect.any(Number), detail: expect.anything() });
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
});

test("many long answers at once are all complete", async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => admin.get("/relations")));
  expect(answers.map(({ body }) => body.length)).toEqual(Array(6).fill(RELATIONS));
});

test("a client that disconnects while waiting or reading is forgotten, and the next is served", async () => {
  for (const path of ["/relations", "/cards/export/csv", "/events/export/csv"]) {
    const calls = Array.from({ length: 4 }, () => {
      const abort = new AbortController();
      const call = fetch(`${server.url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${admin.token}` },
        signal: abort.signal,
      }).catch(() => undefined);
      return { abort, call };
    });
    await Bun.sleep(1);
    for (const { abort } of calls) abort.abort();
    await Promise.all(calls.map(({ call }) => call));
    expect((await admin.get(path)).status).toBe(200);
  }
});

test("a long answer is sent in pieces, and a client that stops reading doesn't occupy a thread", async () => {
  const ask = () => fetch(`${server.url}/api/v1/relations`, { headers: { authorization: `Bearer ${admin.token}` } });
  const unread = await ask();
  expect(unread.headers.get("content-length")).toBeNull();
  expect(unread.headers.get("x-accel-buffering")).toBe("no");
  await unread.body?.cancel();
  const text = await (await ask()).text();
  expect(text.length).toBeGreaterThan(4_000_000);
  expect(JSON.parse(text)).toHaveLength(RELATIONS);
});

const setting = readConfig({ DATABASE_URL: "file:none.db" });
const program = (text: string) => () =>
  new Worker(URL.createObjectURL(new Blob([text], { type: "application/javascript" })));

test("running work of a client that disconnects is cancelled", async () => {
  const patient = `self.onmessage = ({ data }) => {
    if (data.type !== "run") return;
    const flag = new Int32Array(data.cancelFlag);
    while (Atomics.load(flag, 0) === 0) Atomics.wait(flag, 0, 0, 1);
    self.postMessage({ type: "refused", id: data.id, status: 418, detail: "ended", headers: {} });
  };`;
  const pool = startReaders(program(patient), setting);
  const caller = new AbortController();
  const work = pool.run("any", null, caller.signal);
  const ended = work.catch((error) => error.status);
  caller.abort();
  expect(await ended).toBe(418);
  pool.stop();
});

test("a thread that dies fails its work, and the next work gets another thread", async () => {
  const deadly = `self.onmessage = ({ data }) => {
    if (data.type === "run") { if (data.task === "die") throw new Error("died"); self.postMessage({ type: "result", id: data.id, value: data.input }); }
  };`;
  const pool = startReaders(program(deadly), setting);
  const { signal } = new AbortController();
  expect(pool.run("die", null, signal)).rejects.toThrow("died");
  expect(await pool.run("live", "its input", signal)).toBe("its input");
  pool.stop();
});

test("idle threads end, except those with an unfinished stream", async () => {
  const streaming = `let pieces = 0; self.onmessage = ({ data: { type, id } }) => {
    if (type === "run") self.postMessage({ type: "stream", id, head: "head" });
    if (type === "pull") self.postMessage(pieces++ < 2 ? { type: "piece", id, bytes: new Uint8Array(1) } : { type: "end", id });
  };`;
  const ended: string[] = [];
  let started = 0;
  const start = () => {
    const worker = program(streaming)();
    const name = `thread ${++started}`;
    worker.addEventListener("close", () => ended.push(name));
    return worker;
  };
  const pool = startReaders(start, setting, 1);
  const { signal } = new AbortController();
  const { head, body } = (await pool.run("any", null, signal)) as ByteResult;
  expect(head).toBe("head");
  await Bun.sleep(50);
  expect(ended).toEqual([]);
  expect((await new Response(body as ReadableStream).bytes()).length).toBe(2);
  await until(() => ended.length > 0, "the thread to end");
  await pool.run("any", null, signal);
  expect(started).toBe(2);
  pool.stop();
});

test("a thread that a burst alone has needed ends while another one works", async () => {
  const echo = `self.onmessage = ({ data: { type, id, input } }) => {
    if (type === "run") setTimeout(() => self.postMessage({ type: "result", id, value: input }), 10);
    if (type === "close") self.postMessage({ type: "closed" });
  };`;
  const pool = startReaders(program(echo), setting, 100, 2);
  const { signal } = new AbortController();
  const call = (userId: string) => pool.run("short", null, signal, userId);
  await Promise.all([call("one"), call("another")]);
  expect(pool.load().threads).toBe(2);
  for (let round = 0; round < 20; round++) await call("one");
  expect(pool.load().threads).toBe(1);
  await pool.stop();
});

/** A thread on which `long` lasts until it is cancelled, and everything else ends at once with its input. */
const untilCancelled = `const held = new Map();
  const ended = (id) => self.postMessage({ type: "refused", id, status: 409, detail: "cancelled", headers: {} });
  setInterval(() => {
    for (const [id, flag] of held) if (Atomics.load(flag, 0) !== 0) { held.delete(id); ended(id); }
  }, 1);
  self.onmessage = ({ data }) => {
    if (data.type === "run" && data.task === "long") held.set(data.id, new Int32Array(data.cancelFlag));
    else if (data.type === "run") self.postMessage({ type: "result", id: data.id, value: data.input });
  };`;

test("long work leaves one of two threads to what was short before, however much of it waits", async () => {
  const pool = startReaders(program(untilCancelled), setting, 1_000, 2);
  const caller = new AbortController();
  const { signal } = new AbortController();
  await pool.run("short", 0, signal, "other");
  const long = Array.from({ length: 8 }, () =>
    pool.run("long", null, caller.signal, "viewer").catch(() => "cancelled"),
  );
  for (let count = 0; count < 20; count++) expect(await pool.run("short", count, signal, "other")).toBe(count);
  caller.abort();
  expect(new Set(await Promise.all(long))).toEqual(new Set(["cancelled"]));
  await pool.stop();
});

test("the first work of its kind waits for nobody's long work, unless its user has asked for that", async () => {
  const pool = startReaders(program(untilCancelled), setting, 1_000, 2);
  const caller = new AbortController();
  const { signal } = new AbortController();
  const long = Array.from({ length: 8 }, () =>
    pool.run("long", null, caller.signal, "viewer").catch(() => "cancelled"),
  );
  const own = pool.run("short", 1, signal, "viewer");
  expect(await pool.run("other", 2, signal, "other")).toBe(2);
  expect(await Promise.race([own, "waits"])).toBe("waits");
  caller.abort();
  expect(await own).toBe(1);
  await Promise.all(long);
  await pool.stop();
});

test("the start of a thread makes no long work of the first that it does", async () => {
  const slow = `const end = Date.now() + 500; while (Date.now() < end); ${untilCancelled.replace("value: data.input", "value: data.input, took: 1")}`;
  const pool = startReaders(program(slow), setting, 1_000, 2);
  const caller = new AbortController();
  const { signal } = new AbortController();
  await pool.run("short", 0, signal, "viewer");
  const long = pool.run("long", null, caller.signal, "viewer").catch(() => "cancelled");
  expect(await pool.run("short", 1, signal, "viewer")).toBe(1);
  caller.abort();
  expect(await long).toBe("cancelled");
  await pool.stop();
});

test("a user with too much waiting work is refused with 429, and others are served", async () => {
  const pool = startReaders(program(untilCancelled), setting, 1_000, 2);
  const caller = new AbortController();
  const { signal } = new AbortController();
  await pool.run("short", 0, signal, "other");
  const statuses = Array.from({ length: 40 }, () =>
    pool.run("long", null, caller.signal, "viewer").catch(({ status }) => status as number),
  );
  expect(await pool.run("short", 1, signal, "other")).toBe(1);
  caller.abort();
  const refused = (await Promise.all(statuses)).filter((status) => status === 429);
  expect(refused).toHaveLength(40 - 33);
  await pool.stop();
});

test("work that takes longer than its deadline is cancelled and refused with 503", async () => {
  const pool = startReaders(program(untilCancelled), setting, 1_000, 1, 20);
  const { signal } = new AbortController();
  expect(await pool.run("long", null, signal).catch(({ status }) => status)).toBe(503);
  expect(await pool.run("short", 7, signal)).toBe(7);
  await pool.stop();
});

test("results of a task whose size was unknown when they were asked for share the memory, too", async () => {
  const large = `self.onmessage = ({ data: { type, id } }) => {
    if (type === "run") self.postMessage({ type: "bytes", id, head: "head", body: [new Uint8Array(4e6)] });
  };`;
  configureAnswerMemory(heldBytes() + 12e6, 20);
  const pool = startReaders(program(large), setting, 1_000, 1);
  const { signal } = new AbortController();
  const ask = () => pool.run("any", null, signal).catch(({ status }) => status as number);
  const results = await Promise.all(Array.from({ length: 8 }, ask));
  const made = results.filter((result) => typeof result !== "number") as ByteResult[];
  configureAnswerMemory();
  expect(made).toHaveLength(3);
  expect(results.filter((result) => result === 503)).toHaveLength(5);
  for (const { body } of made) await new Response(body as ReadableStream).bytes();
  await pool.stop();
});

test("a long result holds memory until it is sent, and less with each chunk", async () => {
  const chunked = `self.onmessage = ({ data: { type, id } }) => {
    if (type === "run") self.postMessage({ type: "bytes", id, head: "head", body: [1, 2, 3].map(() => new Uint8Array(1000)) });
  };`;
  const pool = startReaders(program(chunked), setting, 1_000, 1);
  const { signal } = new AbortController();
  const before = heldBytes();
  const { body } = (await pool.run("any", null, signal)) as ByteResult;
  expect(heldBytes()).toBe(before + 3_000);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  expect(heldBytes()).toBe(before + 2_000);
  await reader.cancel();
  expect(heldBytes()).toBe(before);
  await pool.stop();
});
