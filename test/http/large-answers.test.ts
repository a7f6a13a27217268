import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import type { Socket } from "node:net";
import { heldBytes } from "../../src/http/large-answers";
import { createPipeline } from "../../src/http/pipeline";
import { jsonText } from "../../src/http/responses";
import { setPatience } from "../../src/server";
import { connectTo } from "../support/raw";
import { startTestServer } from "../support/server";

const MB = 1024 * 1024;
const SIZE = 27 * MB;
const text = JSON.stringify("é".repeat((SIZE - 2) / 2));

let server: Bun.Server<undefined>;
const sockets: Socket[] = [];
beforeAll(() => {
  const answer = createPipeline(
    () => jsonText(text),
    (error) => {
      throw error;
    },
  );
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request, server) =>
      answer(request, () => "", { close: () => server.timeout(request, 1), hold() {}, release() {} }),
  });
});
afterAll(() => server.stop(true));
afterEach(async () => {
  setSystemTime();
  for (const socket of sockets.splice(0)) socket.destroy();
  while (heldBytes() > 0) await Bun.sleep(1);
});

/** Asks for the answer over a connection of its own and reads only its beginning; its status. */
async function askAndStopReading(url: string, path = "/", headers = ""): Promise<[status: number, socket: Socket]> {
  const socket = connectTo(url);
  sockets.push(socket);
  socket.on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
  const bytes = await new Promise<Buffer>((resolve, reject) =>
    socket.once("data", resolve).once("close", () => reject(new Error("closed without an answer"))),
  );
  socket.pause();
  return [Number(bytes.toString("latin1").split(" ")[1]), socket];
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.resume();
  });

describe("answers that are not read", () => {
  test("hold no more than a bound, and who comes then is told to wait", async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 20; asked++) statuses.push((await askAndStopReading(server.url.href))[0]);
    expect(statuses).toEqual([...Array(4).fill(200), ...Array(16).fill(503)]);
    expect(heldBytes()).toBeLessThanOrEqual(128 * MB);
  });

  test("make room for others after a while, the one not read for longest first", async () => {
    const unread: Socket[] = [];
    for (let asked = 0; asked < 4; asked++) unread.push((await askAndStopReading(server.url.href))[1]);
    setSystemTime(Date.now() + 6_000);
    expect((await askAndStopReading(server.url.href))[0]).toBe(200);
    expect(heldBytes()).toBe(4 * SIZE);
    await closed(unread[0] as Socket);
  });

  test("hold nothing once their readers have gone", async () => {
    const [, socket] = await askAndStopReading(server.url.href);
    expect(heldBytes()).toBe(SIZE);
    socket.destroy();
    while (heldBytes() > 0) await Bun.sleep(1);
    expect(heldBytes()).toBe(0);
  });
});

describe("an answer that is read", () => {
  test.each(["identity", "gzip"])("comes whole, encoding %s", async (encoding) => {
    const answer = await fetch(server.url, { headers: { "accept-encoding": encoding } });
    expect((await answer.json()) === JSON.parse(text)).toBe(true);
    expect(heldBytes()).toBe(0);
  });

  test("has its length in the answer to HEAD", async () => {
    const answer = await fetch(server.url, { method: "HEAD", headers: { "accept-encoding": "identity" } });
    expect(answer.headers.get("content-length")).toBe(String(SIZE));
    expect(heldBytes()).toBe(0);
  });
});

describe("a reader that doesn't read for long is let go of", () => {
  afterAll(() => setPatience());

  test("by exports and lists, not by streams of events", async () => {
    setPatience(8);
    const stoa = await startTestServer();
    const admin = await stoa.as("admin");
    const cards = Array.from({ length: 110 }, (_, row_index) => ({
      row_index,
      type: "Application",
      name: `Card ${row_index}`,
      description: "x".repeat(90_000),
    }));
    expect((await admin.post("/cards/bulk-create", { cards })).body.created).toBe(110);
    const authorization = `Authorization: Bearer ${admin.token}\r\n`;
    const [, events] = await askAndStopReading(stoa.url, "/api/v1/events/stream", authorization);
    let isClosed = false;
    events.on("close", () => (isClosed = true)).resume();
    const [, exported] = await askAndStopReading(stoa.url, "/api/v1/cards/export/json", authorization);
    await askAndStopReading(stoa.url, "/api/v1/cards?page_size=200", authorization);
    expect(heldBytes()).toBeGreaterThan(MB);
    while (heldBytes() > 0) await Bun.sleep(1);
    let received = 0;
    exported.on("data", (bytes: Buffer) => (received += bytes.length));
    await closed(exported);
    expect(received).toBeLessThan(110 * 90_000);
    expect(isClosed).toBe(false);
    await stoa.stop();
  });
});
