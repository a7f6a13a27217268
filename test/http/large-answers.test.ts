import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import type { Socket } from "node:net";
import { configureAnswerMemory, heldBytes } from "../../src/http/answer-memory";
import { createPipeline } from "../../src/http/pipeline";
import { jsonText } from "../../src/http/responses";
import { setPatience } from "../../src/server";
import { storedCards, unique } from "../support/factories";
import { connectTo } from "../support/raw";
import { startTestServer } from "../support/server";
import { inTime, until } from "../support/waiting";

const MB = 1024 * 1024;
/** More than lies between a server and a reader who doesn't read. */
const SIZE = 42 * MB;
/** The largest number of them that are held. */
const MOST = 3;
const text = JSON.stringify("é".repeat((SIZE - 2) / 2));

let server: Bun.Server<undefined>;
const sockets: Socket[] = [];
beforeAll(() => {
  configureAnswerMemory(128 * MB, 0);
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
afterAll(async () => {
  configureAnswerMemory();
  await server.stop(true);
});
afterEach(async () => {
  setSystemTime();
  for (const socket of sockets.splice(0)) socket.destroy();
  await nothingHeld();
});

const nothingHeld = () => until(() => heldBytes() === 0, "answers that are held no longer");

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

/** Reads the rest of an answer. @returns whether it comes whole, or the connection is closed before */
function restOf(socket: Socket): Promise<"whole" | "closed"> {
  const { promise, resolve } = Promise.withResolvers<"whole" | "closed">();
  let end = "";
  socket.on("data", (bytes: Buffer) => {
    end = (end + bytes.subarray(-5).toString("latin1")).slice(-5);
    if (end === "0\r\n\r\n") resolve("whole");
  });
  socket.on("close", () => resolve("closed")).resume();
  if (socket.destroyed) resolve("closed");
  return inTime(promise, "the rest of an answer, or its end");
}

describe("large answers that clients don't read", () => {
  test("hold a bounded amount of memory, and further requests get a 503", async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 20; asked++) statuses.push((await askAndStopReading(server.url.href))[0]);
    expect(statuses).toEqual([...Array(MOST).fill(200), ...Array(20 - MOST).fill(503)]);
    expect(heldBytes()).toBeLessThanOrEqual(128 * MB);
  });

  test("are cancelled after a while, the longest unread first, to make room for others", async () => {
    const unread: Socket[] = [];
    for (let asked = 0; asked < MOST; asked++) unread.push((await askAndStopReading(server.url.href))[1]);
    setSystemTime(Date.now() + 6_000);
    expect((await askAndStopReading(server.url.href))[0]).toBe(200);
    expect(heldBytes()).toBe(MOST * SIZE);
    expect(await restOf(unread[0] as Socket)).toBe("closed");
  });

  test("hold no memory once their readers have disconnected", async () => {
    const [, socket] = await askAndStopReading(server.url.href);
    expect(heldBytes()).toBe(SIZE);
    socket.destroy();
    await nothingHeld();
  });
});

describe("a large answer that its client reads", () => {
  test.each(["identity", "gzip"])("arrives whole with the encoding %s", async (encoding) => {
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

describe("a client that doesn't read for long is disconnected", () => {
  afterAll(() => setPatience());

  const addCards = (count: number) =>
    storedCards(
      Array.from({ length: count }, () => ({
        type: "Application",
        name: unique("Card "),
        description: "x".repeat(300_000),
      })),
    );

  test("is disconnected during exports and lists, but not during event streams", async () => {
    setPatience(8);
    const stoa = await startTestServer();
    const admin = await stoa.as("admin");
    const authorization = `Authorization: Bearer ${admin.token}\r\n`;
    const [, events] = await askAndStopReading(stoa.url, "/api/v1/events/stream", authorization);
    let isClosed = false;
    events.on("close", () => (isClosed = true)).resume();
    // Machines take in more or less of what a reader doesn't read; what one takes in whole is not left unread.
    const ends: string[] = [];
    for (const count of [30, 70, 100]) {
      addCards(count);
      const unread: Socket[] = [];
      for (const path of ["/cards/export/json?types=Application", "/cards?page_size=200"]) {
        const [status, socket] = await askAndStopReading(stoa.url, `/api/v1${path}`, authorization);
        expect(status).toBe(200);
        unread.push(socket);
      }
      await nothingHeld();
      ends.splice(0, 2, ...(await Promise.all(unread.map(restOf))));
      if (!ends.includes("whole")) break;
    }
    expect(ends).toEqual(["closed", "closed"]);
    expect(isClosed).toBe(false);
    await stoa.stop();
  });
});
