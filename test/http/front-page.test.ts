import { describe, expect, test } from "bun:test";
import { VERSION } from "../../src/version";
import { sendRaw } from "../support/raw";
import { testServer } from "../support/server";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const JSON_CLIENT = { accept: "application/json" };

/** Sends a request whose answer stays compressed. */
const get = (url: string, headers: Record<string, string>, method = "GET") =>
  fetch(url, { method, headers, decompress: false } as RequestInit);

describe("the address / in production", () => {
  const server = testServer();

  test("answers programs with the facts about the server, and with the way to the first account or to the login", async () => {
    const facts = async () => (await get(`${server.url}/`, JSON_CLIENT)).json();
    expect(await facts()).toEqual({
      name: "Stoa",
      version: VERSION,
      description: "/api/openapi.json",
      docs: null,
      has_accounts: false,
      next: "POST /api/v1/auth/register",
    });
    await server.as("admin");
    expect(await facts()).toMatchObject({ has_accounts: true, next: "POST /api/v1/auth/login" });
  });

  test("answers browsers with the console, whose policy allows nothing from elsewhere and no text that becomes script", async () => {
    const answer = await get(`${server.url}/`, BROWSER);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = answer.headers.get("content-security-policy")?.split("; ");
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src-elem 'self'"]),
    );
    expect(policy?.join()).not.toContain("unsafe");
    expect(policy?.join()).not.toContain("http");
    expect(answer.headers.get("vary")?.split(", ")).toEqual(expect.arrayContaining(["Accept", "Accept-Encoding"]));
    const page = await answer.text();
    expect(page).not.toMatch(/<style|<script(?![^>]* src="\/assets\/)|\son\w+=|https?:/i);
  });

  test("refuses hosts that are no hosts", async () => {
    expect((await sendRaw(server.url, "GET / HTTP/1.1\r\nHost: a<b>\r\n\r\n")).status).toBe(400);
  });

  test("answers HEAD with the length and no body, and other methods with 405", async () => {
    const got = await get(`${server.url}/`, BROWSER);
    const head = await get(`${server.url}/`, BROWSER, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-length")).toBe(String((await got.bytes()).length));
    expect(head.headers.get("etag")).toBe(got.headers.get("etag"));
    const post = await get(`${server.url}/`, BROWSER, "POST");
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("the files of the console", () => {
  const server = testServer();
  const script = async () =>
    /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(`${server.url}/`, { headers: BROWSER })).text())![1]!;

  test("may be stored for ever, and come compressed as the browser accepts it", async () => {
    const url = server.url + (await script());
    for (const [accepted, encoding] of [
      ["gzip, deflate, br", "br"],
      ["gzip, br;q=0", "gzip"],
      ["identity", null],
    ] as const) {
      const answer = await get(url, { "accept-encoding": accepted });
      expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, encoding]);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(answer.headers.get("vary")).toContain("Accept-Encoding");
    }
    const sizes = await Promise.all(
      ["br", "gzip", "identity"].map(
        async (accepted) => (await (await get(url, { "accept-encoding": accepted })).bytes()).length,
      ),
    );
    expect(sizes).toEqual(sizes.toSorted((left, right) => left - right));
  });

  test("are not sent again to a browser that has them, and the page itself is asked for each time", async () => {
    for (const path of [await script(), "/", "/icon.svg"]) {
      const first = await get(server.url + path, BROWSER);
      const etag = first.headers.get("etag") ?? "";
      const again = await get(server.url + path, { ...BROWSER, "if-none-match": etag });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
    expect((await get(`${server.url}/`, BROWSER)).headers.get("cache-control")).toBe("no-cache");
  });
});

describe("an address outside of the API", () => {
  const server = testServer();
  const statusOf = async (path: string, headers: Record<string, string>) => {
    const answer = await get(server.url + path, headers);
    return [answer.status, answer.headers.get("content-type")?.split(";")[0]];
  };

  test("is the console with 404 when no page has it, and an answer in JSON for programs", async () => {
    expect(await statusOf("/no/such/page", BROWSER)).toEqual([404, "text/html"]);
    expect(await statusOf("/no/such/page", JSON_CLIENT)).toEqual([404, "application/json"]);
    expect(await statusOf("/no/such/page", {})).toEqual([404, "application/json"]);
    expect(await statusOf("/assets/gone.js", BROWSER)).toEqual([404, "application/json"]);
    expect(await statusOf("/index.html", BROWSER)).toEqual([404, "text/html"]);
  });

  test("is the console with 200 when it is one of its pages", async () => {
    expect(await statusOf("/notifications?unread=true", BROWSER)).toEqual([200, "text/html"]);
    expect(await statusOf("/login", {})).toEqual([200, "text/html"]);
  });

  test("never makes a page of what is below /api", async () => {
    for (const path of ["/api", "/api/", "/api/v1", "/api/v1/no/such/thing", "/api/docs"])
      expect(await statusOf(path, BROWSER)).toEqual([404, "application/json"]);
  });
});

describe("the facts at / in development", () => {
  const server = testServer({ ENVIRONMENT: "development" });

  test("name the browser of the API", async () => {
    expect(await (await get(`${server.url}/`, JSON_CLIENT)).json()).toMatchObject({ docs: "/api/docs" });
  });
});
