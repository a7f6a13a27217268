import { expect, spyOn, test } from "bun:test";
import { createPipeline } from "../../src/http/pipeline";
import { contextOf } from "../../src/http/request-context";
import { log } from "../../src/platform/log";

const fail = (error: unknown) => {
  throw error;
};

test("a response has the security headers and the id of its request, and is compressed", async () => {
  let id = "";
  const pipeline = createPipeline((request) => {
    id = contextOf(request).id;
    expect(contextOf(request).address).toBe("192.0.2.1");
    return Response.json("a".repeat(2_000));
  }, fail);
  const request = new Request("https://localhost/", { headers: { "accept-encoding": "gzip" } });
  const { status, headers } = await pipeline(request, () => "192.0.2.1");
  expect(status).toBe(200);
  expect(headers.get("x-request-id")).toBe(id);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("strict-transport-security")).toBeString();
  expect(headers.get("content-encoding")).toBe("gzip");
});

test("the response to HEAD has the headers of the one to GET", async () => {
  const pipeline = createPipeline(() => Response.json({ ok: true }), fail);
  const [get, head] = await Promise.all(
    ["GET", "HEAD"].map((method) =>
      pipeline(new Request("http://localhost/", { method, headers: { "x-request-id": "one" } }), () => ""),
    ),
  );
  const { "content-length": length, ...others } = Object.fromEntries(head?.headers ?? []);
  expect(length).toBe("11");
  expect(others).toEqual(Object.fromEntries(get?.headers ?? []));
});

test("a body that breaks off is answered as an internal error, and logged with the id of its request", async () => {
  using logged = spyOn(log, "error");
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("broken")) });
  const pipeline = createPipeline(() => new Response(broken, { headers: { "content-type": "text/plain" } }), fail);
  const request = new Request("http://localhost/", { headers: { "accept-encoding": "gzip", "x-request-id": "two" } });
  const answer = await pipeline(request, () => "");
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { detail: "Internal error; the log has more under request id two" },
  ]);
  expect(logged.mock.calls).toMatchObject([[{ request_id: "two", exception: expect.any(Error) }, expect.any(String)]]);
});
