import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { compressed } from "../../src/http/compression";
import { streamed } from "../../src/http/responses";

const text = "a".repeat(2_000);
const request = (accepted?: string) =>
  new Request("http://localhost/", { headers: accepted === undefined ? {} : { "accept-encoding": accepted } });
const response = (body: string | null = text, headers: Record<string, string> = {}) =>
  new Response(body, { status: 201, headers: { "content-type": "application/json", ...headers } });

test.each(["gzip", "GZIP", "br, gzip", "deflate, gzip;q=0.5, br", "gzip;q=1.0", "gzip ; q=0.001"])(
  "a client that accepts %s gets gzip",
  async (accepted) => {
    const answer = await compressed(request(accepted), response(text, { vary: "Origin", "content-length": "2000" }));
    expect(answer.status).toBe(201);
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(answer.headers.get("vary")).toBe("Origin, Accept-Encoding");
    const bytes = await answer.bytes();
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    expect(gunzipSync(bytes).toString()).toBe(text);
  },
);

test.each([undefined, "", "br", "identity", "gzip;q=0", "br, gzip; q=0.00", "x-gzip-like"])(
  "a client that accepts %s gets the uncompressed response",
  async (accepted) => {
    const answer = response();
    expect(await compressed(request(accepted), answer)).toBe(answer);
    expect(answer.headers.get("vary")).toBeNull();
  },
);

// A search that goes back over the spaces would not end within the time of a test.
test.each([
  ["gzip%, br", true],
  ["gzip;%q=0", false],
  ["%gzip", true],
  ["br,%x", false],
])("a million spaces in %p are scanned only once", async (pattern, isAccepted) => {
  const answer = await compressed(request(pattern.replace("%", " ".repeat(1_000_000))), response());
  expect(answer.headers.has("content-encoding")).toBe(isAccepted);
});

test.each<[what: string, answer: Response]>([
  ["no body", new Response(null, { status: 204 })],
  ["a picture", response(text, { "content-type": "image/png" })],
  ["text that is compressed already", response(text, { "content-encoding": "br" })],
])("a response with %s is not compressed", async (_, answer) => {
  expect(await compressed(request("gzip"), answer)).toBe(answer);
});

test("a small body is not compressed, but its headers still announce that the response depends on the request", async () => {
  const answer = await compressed(request("gzip"), response("{}"));
  expect([answer.status, await answer.text()]).toEqual([201, "{}"]);
  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(answer.headers.get("vary")).toBe("Accept-Encoding");
});

test("a stream is compressed as it is made, however small it is", async () => {
  const answer = await compressed(
    request("gzip"),
    streamed(new Blob(["one,two"]).stream(), { "content-type": "text/csv" }),
  );
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(await answer.bytes()).toString()).toBe("one,two");
});
