import { expect, test } from "bun:test";
import { connect } from "node:net";
import { testServer } from "../support/server";

const server = testServer();

/** Sends the lines of a request as they are, which no client library would, and returns the status of the answer. */
function send(...lines: string[]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () =>
    socket.write(`${lines.join("\r\n")}\r\n\r\n`),
  );
  socket.on("data", (bytes) => {
    resolve(Number(bytes.toString().match(/^HTTP\/1\.1 (\d+)/)?.[1]));
    socket.destroy();
  });
  socket.on("error", reject);
  socket.on("close", () => reject(new Error("closed without an answer")));
  return promise;
}

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
