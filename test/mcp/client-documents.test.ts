/** Programs whose id is the address of a document: what they may do, and what of the document is not believed. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { firstValue, statement, transaction } from "../../db";
import { resetRateLimits } from "../../src/http/rate-limit";
import { configureOutbound } from "../../src/platform/outbound";
import { certificate, certificateKey } from "../support/certificates";
import { clientAs, testServer } from "../support/server";
import { connect } from "./assistant";
import { programAt, REDIRECT } from "./program";

const server = testServer({ SEED_DEMO: "true", ALLOW_PRIVATE_ADDRESSES: "true" });
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

/** Path → what the program's site answers there. */
const documents = new Map<string, string | (() => Response)>();
const asked: string[] = [];
let site: Bun.Server<undefined>;
const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];

beforeAll(async () => {
  site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: { cert: certificate, key: certificateKey },
    fetch({ url }) {
      const { pathname } = new URL(url);
      asked.push(pathname);
      const found = documents.get(pathname);
      if (found === undefined) return new Response(null, { status: 404 });
      return typeof found === "string" ? new Response(found) : found();
    },
  });
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  await admin.patch("/settings/mcp", { enabled: true });
});
afterAll(async () => {
  if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
  await site.stop(true);
});
beforeEach(() => {
  resetRateLimits();
  asked.length = 0;
});

/** Puts a document on the site. @returns its address */
function publish(path: string, more: object = {}): string {
  const client_id = new URL(path, `https://127.0.0.1:${site.port}`).href;
  documents.set(path, JSON.stringify({ client_id, client_name: "Notebook", redirect_uris: [REDIRECT], ...more }));
  return client_id;
}

/** Sends a browser to the address of a request. @returns the status, and where it is sent on */
async function goes(client_id: string) {
  const program = programAt(server.url);
  const answer = await fetch(program.addressOf(program.request(client_id)), { redirect: "manual" });
  return { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
}

test("a program with a document is connected without registration, and shown with the host of its document", async () => {
  const metadata = await (await fetch(`${server.url}/.well-known/oauth-authorization-server`)).json();
  expect(metadata).toMatchObject({ client_id_metadata_document_supported: true });
  const id = publish("/notebook.json");
  expect(await goes(id)).toMatchObject({ status: 302, to: expect.stringContaining("/authorize?request=") });
  const program = programAt(server.url);
  const request = program.request(id);
  const shown = await member.get(`/users/me/authorization-request?${new URLSearchParams(request)}`);
  expect(shown.body).toMatchObject({ client_name: `Notebook (127.0.0.1:${site.port})` });
  const tokens = (await program.exchange(id, await program.allow(member, request))).body;
  const assistant = await connect(server.url, tokens.access_token);
  expect((await assistant.call("find_cards", { words: "Group ERP" })).text).toContain("Group ERP");
  expect((await program.refresh(id, tokens.refresh_token)).status).toBe(200);
  expect(asked).toEqual(["/notebook.json"]);
});

test("its document is read once, also by many at once, and again after an hour", async () => {
  const id = publish("/often.json");
  await Promise.all([goes(id), goes(id), goes(id)]);
  await goes(id);
  expect(asked).toEqual(["/often.json"]);
  transaction(() => statement("UPDATE oauth_clients SET created_at = '2026-01-01T00:00:00.000Z' WHERE id = ?").run(id));
  publish("/often.json", { redirect_uris: ["https://elsewhere.example/cb"] });
  expect(await goes(id)).toMatchObject({ status: 400, text: expect.stringContaining("redirect_uri") });
  expect(asked).toEqual(["/often.json", "/often.json"]);
});

test("a document that is not what it must be connects nothing, and the refusal names the reason", async () => {
  const site = publish("/").slice(0, -1);
  const bad: [path: string, answer: string | (() => Response) | undefined, why: string][] = [
    ["/missing.json", undefined, "answered with 404"],
    ["/no-json", "<html>", "can't be used"],
    ["/other.json", JSON.stringify({ client_id: `${site}/x`, client_name: "x", redirect_uris: [REDIRECT] }), "another"],
    ["/large.json", () => new Response("x".repeat(20_000)), "can't be used"],
    ["/moved.json", () => Response.redirect(`${site}/notebook.json`, 302), "answered with 302"],
  ];
  for (const [path, answer, why] of bad) {
    if (answer !== undefined) documents.set(path, answer);
    expect({ path, ...(await goes(`${site}${path}`)) }).toMatchObject({
      status: 400,
      text: expect.stringContaining(why),
    });
  }
  const secret = publish("/secret.json", { token_endpoint_auth_method: "client_secret_post" });
  const script = publish("/script.json", { redirect_uris: ["javascript:alert(1)"] });
  for (const id of [secret, script]) expect((await goes(id)).status).toBe(400);
  asked.length = 0;
  for (const id of [`${site}/`, `${site}/a/../b`, `${site}/a#b`, `http://127.0.0.1/a`, "https://u@127.0.0.1/a"])
    expect(await goes(id)).toMatchObject({ status: 400, text: expect.stringContaining("not registered") });
  expect(asked).toEqual([]);
  expect(firstValue<number>("SELECT count(*) FROM oauth_clients WHERE id LIKE '%script%'")).toBe(0);
});

test("documents are read by the rules of all calls to elsewhere, and so many in a minute", async () => {
  configureOutbound(false);
  const id = publish("/private.json");
  expect(await goes(id)).toMatchObject({ status: 400, text: expect.stringContaining("must not be called") });
  configureOutbound(true);
  expect(asked).toEqual([]);
  const statuses: number[] = [];
  for (let at = 0; at < 21; at++) statuses.push((await goes(publish(`/missing/${at}`, { client_id: "x" }))).status);
  expect(statuses.at(-1)).toBe(429);
});
