import { expect, test } from "bun:test";
import { headAsGet } from "../../src/http/head";
import { contextOf, createContext } from "../../src/http/request-context";
import { streamed } from "../../src/http/responses";

const send = (method: string) => new Request("http://localhost/x?y", { method, headers: { "if-none-match": '"z"' } });

test("HEAD is answered as GET, without the body", async () => {
  const received: Request[] = [];
  const handle = headAsGet((request) => {
    received.push(request);
    return new Response("fünf", { status: 202, headers: { etag: '"a"' } });
  });
  const request = send("HEAD");
  createContext(request, () => "192.0.2.1");
  const answer = await handle(request);
  expect([answer.status, answer.body]).toEqual([202, null]);
  expect(answer.headers.get("etag")).toBe('"a"');
  expect(answer.headers.get("content-length")).toBe("5");
  const [asked] = received;
  expect(asked).toMatchObject({ method: "GET", url: request.url });
  expect(asked?.headers.get("if-none-match")).toBe('"z"');
  expect(contextOf(asked as Request)).toBe(contextOf(request));
});

test("HEAD of a stream doesn't start the stream", async () => {
  let cancelled = false;
  const stream = new ReadableStream({ cancel: () => void (cancelled = true) }, { highWaterMark: 0 });
  const answer = await headAsGet(() => streamed(stream, {}))(send("HEAD"));
  expect(answer.body).toBeNull();
  expect(answer.headers.get("content-length")).toBeNull();
  expect(cancelled).toBe(true);
});

test("methods other than HEAD are handled unchanged", async () => {
  const request = send("GET");
  const answer = new Response("five");
  expect(
    await headAsGet((received) => {
      expect(received).toBe(request);
      return answer;
    })(request),
  ).toBe(answer);
});
