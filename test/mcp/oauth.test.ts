/** Connecting programs by OAuth: how they find the way, what they must prove, and what ends it. */
import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { firstValue, statement, transaction } from "../../db";
import { isRegistered, isRegistrable } from "../../src/core/access/oauth/redirects";
import { resetRateLimits } from "../../src/http/rate-limit";
import { type Client, clientOf } from "../support/client";
import { clientAs, testServer } from "../support/server";
import { confirmationIn, connect } from "./assistant";
import { programAt, REDIRECT, type Tokens } from "./program";

const server = testServer({ SEED_DEMO: "true" });
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

const read = async (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, { redirect: "manual", ...init });

beforeAll(async () => {
  expect((await read("/.well-known/oauth-protected-resource/mcp")).status).toBe(404);
  expect((await read("/mcp/register", { method: "POST" })).status).toBe(404);
  await admin.patch("/settings/mcp", { enabled: true });
});
beforeEach(resetRateLimits);

/** Connects a program in the name of a user. */
async function connected(scope: "read" | "write" = "read", user: Client = member) {
  const program = programAt(server.url);
  const { client_id } = (await program.register()).body;
  const code = await program.allow(user, program.request(client_id), scope);
  const { status, body } = await program.exchange(client_id, code);
  expect(status).toBe(200);
  return { program, client_id, code, tokens: body as Tokens };
}

const isRefused = async (token: string) =>
  (
    await read("/mcp", {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    })
  ).status === 401;

test("a program finds by a refusal how it is connected", async () => {
  const refusal = await read("/mcp", { method: "POST" });
  const [, document] = /resource_metadata="([^"]+)"/.exec(refusal.headers.get("www-authenticate") ?? "") ?? [];
  expect(document).toBe(`${server.url}/.well-known/oauth-protected-resource/mcp`);
  const resource = (await (await fetch(document as string)).json()) as {
    resource: string;
    authorization_servers: string[];
  };
  expect(resource).toMatchObject({ resource: `${server.url}/mcp`, authorization_servers: [server.url] });
  const metadata = await (await read("/.well-known/oauth-authorization-server")).json();
  expect(metadata).toMatchObject({
    issuer: server.url,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    registration_endpoint: `${server.url}/mcp/register`,
  });
});

describe("the address that a browser is sent to", () => {
  test("leads to the console's page for a registered program, and nowhere for others", async () => {
    const program = programAt(server.url);
    const { client_id } = (await program.register()).body;
    const goes = async (more: object) => {
      const { status, headers } = await read(
        program.addressOf(program.request(client_id, more)).slice(server.url.length),
        {
          headers: { accept: "text/html" },
        },
      );
      return { status, to: headers.get("location") };
    };
    expect(await goes({})).toEqual({ status: 302, to: expect.stringContaining(`${server.url}/authorize?request=eyJ`) });
    expect(await goes({ client_id: "none" })).toEqual({ status: 400, to: null });
    expect(await goes({ redirect_uri: "https://elsewhere.example/" })).toEqual({ status: 400, to: null });
    const plain = await goes({ code_challenge_method: "plain" });
    expect(plain.to).toStartWith(`${REDIRECT}?error=invalid_request`);
  });

  test("may be one of TLS, of the own machine or of a program, letter by letter but for a local port", () => {
    const uris = [
      "https://a.example/cb",
      "http://localhost:1/cb",
      "http://[::1]/cb",
      "cursor://a/b",
      "com.example.app:/cb",
    ];
    expect(uris.filter((uri) => !isRegistrable(uri))).toEqual([]);
    const bad = [
      "http://a.example/cb",
      "javascript:alert(1)",
      "data:text/html,x",
      "https://a.example/#x",
      "https://u@a.example/",
      "x",
    ];
    expect(bad.filter(isRegistrable)).toEqual([]);
    expect(isRegistered("http://127.0.0.1:9/cb", ["http://127.0.0.1:1/cb"])).toBeTrue();
    expect(isRegistered("http://127.0.0.1:9/other", ["http://127.0.0.1:1/cb"])).toBeFalse();
    expect(isRegistered("https://a.example/cb/", ["https://a.example/cb"])).toBeFalse();
    expect(isRegistered("https://a.example:444/cb", ["https://a.example/cb"])).toBeFalse();
  });
});

describe("a program that was connected", () => {
  test("does what was allowed in the name of its user, at /mcp alone", async () => {
    const { tokens } = await connected("write");
    expect(tokens).toMatchObject({ scope: "write", expires_in: 3_600 });
    const assistant = await connect(server.url, tokens.access_token);
    const input = { cards: [{ type: "Application", name: "By a program" }] };
    const preview = await assistant.call("change_cards", input);
    const confirmed = { ...input, dry_run: false, confirmation: confirmationIn(preview.text) };
    expect((await assistant.call("change_cards", confirmed)).isError).toBeFalse();
    const [batch] = (await admin.get("/mutation-batches?page_size=1")).body.items;
    expect(batch).toMatchObject({ origin: "mcp", actor_user_id: member.userId });
    expect((await clientOf(server.url, tokens.access_token).get("/cards")).status).toBe(401);
    expect((await connect(server.url, (await connected()).tokens.access_token)).tools).not.toContain("change_cards");
  });

  test("stands among the tokens of its user, whose revocation ends it at once", async () => {
    const { program, client_id, tokens } = await connected();
    const listed = (await member.get("/users/me/tokens")).body;
    const mine = listed.find(({ last_four }: { last_four: string }) => tokens.access_token.endsWith(last_four));
    expect(mine).toMatchObject({ name: "Assistant of the tests", scope: "read", is_connection: true });
    expect(JSON.stringify(listed)).not.toContain(tokens.refresh_token);
    await member.delete(`/users/me/tokens/${mine.id}`);
    expect(await isRefused(tokens.access_token)).toBeTrue();
    expect((await program.refresh(client_id, tokens.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("gets its next token by the one for that, and both of before are over; a stolen one ends the connection", async () => {
    const { program, client_id, tokens } = await connected();
    const next = (await program.refresh(client_id, tokens.refresh_token)).body;
    expect(await isRefused(tokens.access_token)).toBeTrue();
    expect(await isRefused(next.access_token)).toBeFalse();
    expect((await program.refresh(client_id, tokens.refresh_token)).status).toBe(400);
    expect(await isRefused(next.access_token)).toBeTrue();
  });

  test("is refused when its token has run out, until it gets the next", async () => {
    const { program, client_id, tokens } = await connected();
    transaction(() =>
      statement("UPDATE access_tokens SET refresh_due_at = '2020-01-01T00:00:00.000Z' WHERE client_id = ?").run(
        client_id,
      ),
    );
    expect(await isRefused(tokens.access_token)).toBeTrue();
    const next = (await program.refresh(client_id, tokens.refresh_token)).body;
    expect(await isRefused(next.access_token)).toBeFalse();
  });

  test("ends itself, and ends when its user may not log in any more", async () => {
    const one = await connected();
    expect((await one.program.revoke(one.tokens.refresh_token)).status).toBe(200);
    expect(await isRefused(one.tokens.access_token)).toBeTrue();
    const leaver = await server.as("member");
    const other = await connected("read", leaver);
    await admin.patch(`/users/${leaver.userId}`, { is_active: false });
    expect(await isRefused(other.tokens.access_token)).toBeTrue();
    expect((await other.program.refresh(other.client_id, other.tokens.refresh_token)).status).toBe(400);
  });
});

describe("a code", () => {
  test("is exchanged once, by its program with its address and verifier; a second time ends what came of it", async () => {
    const program = programAt(server.url);
    const { client_id } = (await program.register()).body;
    const code = await program.allow(admin, program.request(client_id));
    const wrong = await programAt(server.url).register();
    const mistakes: Record<string, string>[] = [
      { client_id: wrong.body.client_id },
      { redirect_uri: "http://127.0.0.1:5123/other" },
      { code_verifier: programAt(server.url).verifier },
      { code_verifier: "" },
      { code: "none" },
    ];
    for (const more of mistakes)
      expect(await program.exchange(client_id, code, more)).toMatchObject({
        status: 400,
        body: { error: "invalid_grant" },
      });
    expect((await program.exchange(client_id, code, { resource: "https://elsewhere.example/mcp" })).body.error).toBe(
      "invalid_target",
    );
    const first = await program.exchange(client_id, code);
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(await isRefused(first.body.access_token)).toBeFalse();
    expect((await program.exchange(client_id, code)).status).toBe(400);
    expect(await isRefused(first.body.access_token)).toBeTrue();
  });

  test("is given by nobody but a person who has logged in, for a request that is whole", async () => {
    const program = programAt(server.url);
    const { client_id } = (await program.register()).body;
    const request = program.request(client_id);
    const asked = await member.get(`/users/me/authorization-request?${new URLSearchParams(request)}`);
    expect(asked.body).toEqual({
      client_name: "Assistant of the tests",
      redirect_host: "127.0.0.1:5123",
      is_local: true,
      may_write: true,
    });
    const path = "/users/me/authorization-request";
    for (const bad of [
      { code_challenge_method: "plain" },
      { client_id: "none" },
      { redirect_uri: "https://e.example/" },
      { resource: "https://e.example/mcp" },
    ])
      expect((await member.post(path, { ...request, ...bad, allow: "read" })).status).toBe(422);
    expect((await server.nobody.post(path, { ...request, allow: "read" })).status).toBe(401);
    const token = (await member.post("/users/me/tokens", { name: "x", scope: "write" })).body.token;
    expect((await clientOf(server.url, token).post(path, { ...request, allow: "write" })).status).toBe(403);
    const denied = new URL((await member.post(path, { ...request, allow: null })).body.redirect_to);
    expect(denied.searchParams.get("error")).toBe("access_denied");
    const less = await program.allow(member, program.request(client_id, { scope: "read" }), "write");
    expect((await program.exchange(client_id, less)).body.scope).toBe("read");
  });
});

test("a connection is stored by the hashes of its tokens, and a program that nobody connects is forgotten after a day", async () => {
  const { tokens } = await connected();
  const stored =
    JSON.stringify(statement("SELECT * FROM access_tokens").all()) +
    JSON.stringify(statement("SELECT data FROM events").all());
  for (const secret of [tokens.access_token, tokens.refresh_token]) expect(stored).not.toContain(secret);
  const { body } = await programAt(server.url).register();
  transaction(() => statement("UPDATE oauth_clients SET created_at = '2020-01-01T00:00:00.000Z'").run());
  const used = firstValue<number>("SELECT count(DISTINCT client_id) FROM access_tokens") as number;
  await programAt(server.url).register();
  expect(firstValue<number>("SELECT count(*) FROM oauth_clients")).toBe(used + 1);
  expect(firstValue<number>("SELECT count(*) FROM oauth_clients WHERE id = ?", body.client_id)).toBe(0);
  expect((await programAt(server.url).register(["javascript:alert(1)"])).body.error).toBe("invalid_redirect_uri");
});
