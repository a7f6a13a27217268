/** Pages of other sites, in the browser of somebody who is logged in. */
import { beforeAll, describe, expect, test } from "bun:test";
import { resetRateLimits } from "../../src/http/rate-limit";
import type { Answer } from "../support/client";
import { makeCard, unique } from "../support/factories";
import { clientAs, testServer } from "../support/server";

const FRONT = "https://front.example:8443";

const server = testServer({ ALLOWED_ORIGINS: `${FRONT},http://localhost:8920` });
const admin = clientAs(server, "admin");

/** Returns the headers that a browser sends by itself for a user who is logged in. */
const cookie = () => ({ cookie: `access_token=${admin.token}` });
const own = () => server.url;

describe("a change that a page sends with the browser's cookie", () => {
  /** The headers of browsers for a page, and true when the request is executed. */
  const pages: [what: string, headers: () => Record<string, string>, trusted: boolean][] = [
    ["of this server", () => ({ "sec-fetch-site": "same-origin", origin: own() }), true],
    ["of this server, in an older browser", () => ({ origin: own() }), true],
    [
      "of this server behind a proxy",
      () => ({ origin: "https://map.company.io", "x-forwarded-host": "map.company.io" }),
      true,
    ],
    ["of an allowed front end on the same site", () => ({ "sec-fetch-site": "same-site", origin: FRONT }), true],
    ["of an allowed front end, in an older browser", () => ({ origin: FRONT }), true],
    ["that the user typed in", () => ({ "sec-fetch-site": "none" }), true],
    ["of no browser", () => ({}), true],
    ["of another site", () => ({ "sec-fetch-site": "cross-site", origin: "https://evil.example" }), false],
    ["of another site, which hides where it is from", () => ({ "sec-fetch-site": "cross-site" }), false],
    ["of another site, in an older browser", () => ({ origin: "https://evil.example" }), false],
    ["in a sandbox", () => ({ origin: "null" }), false],
    [
      "of a neighbour of this server",
      () => ({ "sec-fetch-site": "same-site", origin: "https://blog.company.io" }),
      false,
    ],
    ["of another port of this host", () => ({ "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" }), false],
    ["of a site that is called like an allowed one", () => ({ origin: `${FRONT}.evil.example` }), false],
    ["of a site that is called like this server", () => ({ origin: `${own()}.evil.example` }), false],
    ["whose origin is no origin", () => ({ origin: "nonsense" }), false],
  ];

  test.each(pages)("is accepted only when the page is trusted: a page %s", async (_, headers, trusted) => {
    const { id, description } = await makeCard(admin, { type: "Application", description: "before" });
    const sent = { ...cookie(), ...headers() };
    const attempts: (() => Promise<Answer>)[] = [
      () => server.nobody.patch(`/cards/${id}`, { description: "after" }, sent),
      () => server.nobody.post("/cards", { type: "Application", name: unique("Card ") }, sent),
      () => server.nobody.post(`/cards/${id}/archive`, undefined, sent),
      () => server.nobody.post("/auth/impersonate", { role: "viewer" }, sent),
      () => server.nobody.delete(`/cards/${id}`, undefined, sent),
    ];
    for (const attempt of attempts) {
      const { status, headers } = await attempt();
      if (trusted) expect(status).toBeWithin(200, 300);
      else {
        expect(status).toBe(403);
        expect(headers.get("set-cookie")).toBeNull();
      }
    }
    if (!trusted)
      expect((await admin.get(`/cards/${id}`)).body).toMatchObject({
        description,
        status: "ACTIVE",
        approval_status: "DRAFT",
      });
  });

  test("is executed from any page when it has a token, which no foreign page can have", async () => {
    const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    expect((await admin.post("/auth/refresh", undefined, headers)).status).toBe(200);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json"])(
    "is not read when it is a form of the type %s",
    async (type) => {
      const body = JSON.stringify({ type: "Application", name: unique("Card ") });
      const answer = await server.nobody.post("/cards", body, { ...cookie(), "content-type": type });
      expect(answer.status).toBe(422);
    },
  );
});

describe("a login or logout that a page makes the browser send", () => {
  const attacker = { email: "attacker@stoa.example", password: "Correct-Horse-7" };
  beforeAll(async () => {
    const account = { ...attacker, display_name: "Attacker", role: "viewer", auth_provider: "local" };
    expect((await admin.post("/users", account)).status).toBe(201);
  });
  const attempts: [path: string, body: unknown, status: number][] = [
    ["/auth/login", attacker, 200],
    ["/auth/register", { email: "attacker@stoa.example", display_name: "x", password: "Correct-Horse-7" }, 400],
    ["/auth/set-password", { token: "x", password: "Correct-Horse-7" }, 404],
    ["/auth/sso/start", { redirect_uri: "http://localhost:8920/auth/callback" }, 400],
    ["/auth/sso/callback", { redirect_uri: "http://localhost:8920/auth/callback", code: "x" }, 400],
    ["/auth/logout", undefined, 200],
  ];
  const pages: [what: string, headers: () => Record<string, string>, trusted: boolean][] = [
    ["of this server", () => ({ "sec-fetch-site": "same-origin", origin: own() }), true],
    ["of a front end on another site that is allowed", () => ({ "sec-fetch-site": "cross-site", origin: FRONT }), true],
    ["of no browser", () => ({}), true],
    ["of another site", () => ({ "sec-fetch-site": "cross-site", origin: "https://evil.example" }), false],
    ["of a neighbour", () => ({ "sec-fetch-site": "same-site", origin: "https://blog.company.io" }), false],
    ["of another site, in an older browser", () => ({ origin: "https://evil.example" }), false],
    ["in a sandbox", () => ({ "sec-fetch-site": "cross-site", origin: "null" }), false],
    ["that hides where it is from", () => ({ "sec-fetch-site": "cross-site" }), false],
  ];

  test.each(pages)("is accepted only when the page is trusted: a page %s", async (_, headers, trusted) => {
    for (const [path, body, usual] of attempts) {
      resetRateLimits();
      const answer = await server.nobody.post(path, body, headers());
      expect(answer.status, path).toBe(trusted ? usual : 403);
      if (!trusted) expect(answer.headers.get("set-cookie"), path).toBeNull();
    }
  });

  test("is refused as a form, because forms are not read", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await server.nobody.post("/auth/login", JSON.stringify(attacker), { "content-type": type });
      expect(answer.status).toBe(422);
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  });
});

test("a session that was planted in the browser is replaced when a user logs in there (session fixation)", async () => {
  const password = "Correct-Horse-7";
  const [planter, victim] = await Promise.all(
    ["planter", "victim"].map(async (name) => {
      const email = `${name}@stoa.example`;
      await admin.post("/users", { email, display_name: name, role: "viewer", password });
      return { email, ...(await server.nobody.post("/auth/login", { email, password })).body };
    }),
  );
  const cookies = [`access_token=${planter.access_token}`, "access_token=chosen", "access_token="];
  for (const cookie of cookies) {
    const { headers, body } = await server.nobody.post("/auth/login", { email: victim.email, password }, { cookie });
    const [set] = headers.getSetCookie();
    expect(set).toStartWith(`access_token=${body.access_token};`);
    expect(set).toContain("HttpOnly");
    expect(cookie).not.toContain(body.access_token);
    expect((await server.nobody.get("/auth/me", { authorization: `Bearer ${body.access_token}` })).body.email).toBe(
      victim.email,
    );
  }
  // The planted session is still the planter's, and nobody else's.
  expect((await server.nobody.get("/auth/me", { cookie: cookies[0] as string })).body.email).toBe(planter.email);
  // No token gets into the session by way of the address.
  for (const name of ["token", "access_token", "session"])
    expect((await server.nobody.get(`/auth/me?${name}=${planter.access_token}`)).status).toBe(401);
});

describe("a page of another origin", () => {
  const origins = [
    "https://evil.example",
    "null",
    "http://localhost:8921",
    "https://localhost:8920",
    "http://localhost:8920.evil.example",
    "http://evil.example?http://localhost:8920",
    "https://front.example",
    "https://front.example:8443.evil.example",
    "https://sub.front.example:8443",
    "HTTPS://FRONT.EXAMPLE:8443",
    "https://front.example:8443/",
    "*",
  ];

  const paths = ["/cards", "/users", "/auth/me", "/settings/bootstrap", "/nothing/here", "/events/stream", "/cards/x"];

  test.each(origins)("may read nothing as %s", async (origin) => {
    for (const path of paths)
      for (const headers of [cookie(), { authorization: `Bearer ${admin.token}` }, {}] as Record<string, string>[]) {
        const controller = new AbortController();
        const url = `${server.url}/api/v1${path}`;
        const response = await fetch(url, { headers: { ...headers, origin }, signal: controller.signal });
        expect(response.headers.get("access-control-allow-origin"), path).toBeNull();
        expect(response.headers.get("vary"), path).toContain("Origin");
        controller.abort();
      }
    const asked = {
      origin,
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "authorization",
    };
    const preflight = await server.nobody.send("OPTIONS", "/cards", undefined, asked);
    expect(preflight).toMatchObject({ status: 400, body: "Disallowed CORS origin" });
    for (const name of ["origin", "credentials", "methods", "headers"])
      expect(preflight.headers.get(`access-control-allow-${name}`)).toBeNull();
  });

  test("may read everything, refusals included, when its origin is allowed, and never by a wildcard", async () => {
    for (const path of ["/cards", "/auth/me", "/nothing/here", "/cards/x"]) {
      const { headers } = await admin.get(path, { origin: FRONT });
      expect(headers.get("access-control-allow-origin"), path).toBe(FRONT);
      expect(headers.get("access-control-allow-credentials"), path).toBe("true");
      expect(headers.get("vary"), path).toContain("Origin");
    }
    for (const [method, allowed] of [
      ["PUT", true],
      ["TRACE", false],
      ["CONNECT", false],
    ] as const) {
      const asked = { origin: FRONT, "access-control-request-method": method };
      expect((await server.nobody.send("OPTIONS", "/cards", undefined, asked)).status).toBe(allowed ? 200 : 400);
    }
    const asked = {
      origin: FRONT,
      "access-control-request-method": "GET",
      "access-control-request-headers": "x-admin",
    };
    expect((await server.nobody.send("OPTIONS", "/cards", undefined, asked)).status).toBe(400);
  });
});

test("no answer can be framed, sniffed or cached for others", async () => {
  for (const path of [
    "/cards",
    "/auth/me",
    "/settings/bootstrap",
    "/nothing",
    "/cards/export/csv",
    "/api/openapi.json",
  ]) {
    const { headers } = await admin.get(path);
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("x-frame-options"), path).toBe("SAMEORIGIN");
    expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
    expect(headers.get("referrer-policy"), path).toBe("strict-origin-when-cross-origin");
    expect(headers.get("cache-control"), path).toMatch(/no-store|no-cache/);
  }
});

test("the id that a client gives its request can't add headers to the answer", async () => {
  for (const id of ["a b", "<script>", "x".repeat(65), "a;b", 'a"b', "a,b", "a\tb"]) {
    const { headers } = await server.nobody.get("/api/health", { "x-request-id": id });
    expect(headers.get("x-request-id")).not.toBe(id);
  }
});
