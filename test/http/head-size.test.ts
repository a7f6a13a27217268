import { expect, test } from "bun:test";
import { startStoa } from "../support/executable";
import { sendRaw } from "../support/raw";
import { testServer } from "../support/server";

const server = testServer();

const KB = 1024;

/** Returns a request whose head has so many bytes in one header or in its path. */
const inHeader = (bytes: number) => `GET /api/health HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(bytes)}\r\n\r\n`;
const inPath = (bytes: number) => `GET /api/health?${"x".repeat(bytes)} HTTP/1.1\r\nHost: a\r\n\r\n`;
const inHeaders = (bytes: number) =>
  `GET /api/health HTTP/1.1\r\nHost: a\r\n${Array.from({ length: 100 }, (_, n) => `X-${n}: ${"x".repeat(bytes / 100)}\r\n`).join("")}\r\n`;

const tooLarge = { detail: "The head of a request must not be larger than 16384 bytes" };

test.each([
  ["one header", inHeader],
  ["its path", inPath],
  ["many headers", inHeaders],
])("a head that is too large by %s is refused with a reason", async (_, requestOf) => {
  expect((await sendRaw(server.url, requestOf(14 * KB))).status).toBe(200);
  for (const size of [17 * KB, 50 * KB]) {
    const { status, head, body } = await sendRaw(server.url, requestOf(size));
    expect([status, JSON.parse(body)]).toEqual([431, tooLarge]);
    expect(head.toLowerCase()).toContain("content-type: application/json");
  }
});

test("the executable refuses a head that is too large", async () => {
  const stoa = await startStoa();
  const { status, body } = await sendRaw(stoa.url, inHeader(20 * KB));
  await stoa.stop();
  expect([status, JSON.parse(body)]).toEqual([431, tooLarge]);
});
