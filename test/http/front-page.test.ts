import { describe, expect, test } from "bun:test";
import { VERSION } from "../../src/version";
import { sendRaw } from "../support/raw";
import { testServer } from "../support/server";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
/** A path that the client doesn't take for one below /api/v1; it is sent as `/`. */
const ROOT = "/api/..";
const JSON_CLIENT = { accept: "application/json" };

describe("the front page in production", () => {
  const server = testServer();

  test("escapes the host that it shows", async () => {
    expect((await sendRaw(server.url, "GET / HTTP/1.1\r\nHost: a&lt;b\r\n\r\n")).body).toContain("http://a&amp;lt;b/");
    expect((await sendRaw(server.url, "GET / HTTP/1.1\r\nHost: a<b>\r\n\r\n")).status).toBe(400);
  });

  test("is shown to a browser, first without accounts and later with the way to the login", async () => {
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

  test("runs no script and loads nothing from elsewhere", async () => {
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

  test("answers HEAD with its length and other methods with a 405, and no other path is served next to it", async () => {
    const get = await fetch(`${server.url}/`, { headers: BROWSER });
    const head = await fetch(`${server.url}/`, { method: "HEAD", headers: BROWSER });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBe((await get.bytes()).length);
    const post = await server.nobody.post(ROOT);
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await fetch(`${server.url}/favicon.ico`)).status).toBe(404);
  });
});

describe("the front page in development", () => {
  const server = testServer({ ENVIRONMENT: "development" });

  test("links to the browser of the API", async () => {
    expect((await server.nobody.get(ROOT, BROWSER)).body).toContain('href="/api/docs"');
    expect((await server.nobody.get(ROOT, JSON_CLIENT)).body).toMatchObject({ docs: "/api/docs" });
  });
});
