import { describe, expect, test } from "bun:test";
import { VERSION } from "../../src/version";
import { sendRaw } from "../support/raw";
import { testServer } from "../support/server";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
/** A path that the client doesn't take for one below /api/v1; it is sent as `/`. */
const ROOT = "/api/..";
const JSON_CLIENT = { accept: "application/json" };

describe("in production", () => {
  const server = testServer();

  test("a host in the page is text", async () => {
    expect((await sendRaw(server.url, "GET / HTTP/1.1\r\nHost: a&lt;b\r\n\r\n")).body).toContain("http://a&amp;lt;b/");
    expect((await sendRaw(server.url, "GET / HTTP/1.1\r\nHost: a<b>\r\n\r\n")).status).toBe(400);
  });

  test("a browser gets a page, and then hears that there are accounts", async () => {
    const before = await server.nobody.get(ROOT, BROWSER);
    expect([before.status, before.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(before.body).toContain(`<h1>Stoa ${VERSION}</h1>`);
    expect(before.body).toContain('href="/api/openapi.json"');
    expect(before.body).not.toContain("/api/docs");
    expect(before.body).toContain("There is no account yet");
    expect(before.body).toContain(`curl ${server.url}/api/v1/auth/register`);
    expect((await server.nobody.get(ROOT, JSON_CLIENT)).body).toEqual({
      name: "Stoa",
      version: VERSION,
      description: "/api/openapi.json",
      docs: null,
      has_accounts: false,
      next: "POST /api/v1/auth/register",
    });
    await server.as("admin");
    const after = await server.nobody.get(ROOT, BROWSER);
    expect(after.body).not.toContain("There is no account yet");
    expect(after.body).toContain("POST /api/v1/auth/login");
    expect((await server.nobody.get(ROOT, JSON_CLIENT)).body).toMatchObject({
      has_accounts: true,
      next: "POST /api/v1/auth/login",
    });
  });

  test("the page runs nothing and asks nobody for anything", async () => {
    const { headers, body } = await server.nobody.get(ROOT, BROWSER);
    expect(body).not.toMatch(/<script|<img|<form|https?:\/\/(?!127\.0\.0\.1)|\son\w+=|url\(|@import/i);
    const policy = headers.get("content-security-policy") ?? "";
    const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? "";
    const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
    expect(policy.split("; ")).toEqual(expect.arrayContaining(["default-src 'none'", `style-src 'sha256-${hash}'`]));
    expect(policy).not.toContain("unsafe");
    expect(style).toContain("color-scheme: light dark");
    expect(headers.get("vary")?.split(", ")).toEqual(expect.arrayContaining(["Accept", "Origin"]));
  });

  test("HEAD gets its length, other methods a 405, and there is nothing beside it", async () => {
    const get = await fetch(`${server.url}/`, { headers: BROWSER });
    const head = await fetch(`${server.url}/`, { method: "HEAD", headers: BROWSER });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBe((await get.bytes()).length);
    const post = await server.nobody.post(ROOT);
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await fetch(`${server.url}/favicon.ico`)).status).toBe(404);
  });
});

describe("in development", () => {
  const server = testServer({ ENVIRONMENT: "development" });

  test("the page leads to the browser of the API", async () => {
    expect((await server.nobody.get(ROOT, BROWSER)).body).toContain('href="/api/docs"');
    expect((await server.nobody.get(ROOT, JSON_CLIENT)).body).toMatchObject({ docs: "/api/docs" });
  });
});
