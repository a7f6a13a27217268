import { expect, test } from "bun:test";
import { sendRaw } from "../support/raw";
import { testServer } from "../support/server";

const server = testServer();

/** Returns the status of the answer to the lines of a head. */
const send = async (...lines: string[]) => (await sendRaw(server.url, `${lines.join("\r\n")}\r\n\r\n`)).status;

test.each([
  ["stoa.example", 200],
  // Shorter than any public name: a machine of an internal network.
  ["ea", 200],
  ["x:8920", 200],
  ["[::1]:8920", 200],
  ["[::1", 400],
  ["a b", 400],
  ["a/b?c#d", 400],
  ["%zz", 400],
  ["stoa.example:99999", 400],
])("a request to the host %s is answered with %d", async (host, status) => {
  expect(await send("GET /api/health HTTP/1.1", `Host: ${host}`)).toBe(status);
});

test("a health check may speak HTTP/1.0 and name no host", async () => {
  expect(await send("GET /api/health HTTP/1.0")).toBe(200);
});

test.each([
  ["/api/health#part", 404],
  ["//api/health", 404],
  ["/api/v1/users/ÿ", 401],
  ["/api/../api/health", 200],
])("the path %s is answered with %d", async (path, status) => {
  expect(await send(`GET ${path} HTTP/1.1`, "Host: stoa.example")).toBe(status);
});

test.each([
  ["different ones", "other.example"],
  ["the same one", "stoa.example"],
])("two hosts are refused with a reason: %s", async (_, other) => {
  const head = `GET /api/health HTTP/1.1\r\nHost: stoa.example\r\nHost: ${other}\r\n\r\n`;
  const { status, body } = await sendRaw(server.url, head);
  expect([status, JSON.parse(body)]).toEqual([400, { detail: "The Host header must name one host" }]);
});
