/** Feed tokens: how they are made and revoked, what they open, and what ends them. */
import { expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import type { Client } from "../../support/client";
import { clientOf } from "../../support/client";
import { violationsOf } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const analyst = clientAs(server, "member");
const other = clientAs(server, "member");

const create = async (as: Client, name = "Spreadsheet") => (await as.post("/bookmarks/feed-tokens", { name })).body;
const basic = (token: string, user = "analyst@stoa.example") => ({
  authorization: `Basic ${btoa(`${user}:${token}`)}`,
});
const feedOf = async (as: Client): Promise<string> =>
  `/bookmarks/${(await as.post("/bookmarks", { name: "Feed", odata_enabled: true })).body.id}/odata`;
const nobody = () => clientOf(server.url);

test("a token is shown once, listed, and revoked by its user alone", async () => {
  const { body: token } = await step({
    as: analyst,
    method: "POST",
    path: "/bookmarks/feed-tokens",
    body: { name: "Spreadsheet", expires_at: "2999-12-31" },
    status: 201,
    expects: { name: "Spreadsheet", expires_at: "2999-12-31T23:59:59.999Z", last_used_at: null },
    events: ({ id }) => [
      {
        event_type: "token.created",
        payload: {
          ...{ id, user_id: analyst.userId, name: "Spreadsheet", expires_at: "2999-12-31T23:59:59.999Z" },
          ...{ scope: "feed", areas: null, last_four: expect.any(String) },
        },
      },
    ],
  });
  const listed = await analyst.get("/bookmarks/feed-tokens");
  expect(listed.body).toEqual([
    { id: token.id, name: token.name, expires_at: token.expires_at, last_used_at: null, created_at: token.created_at },
  ]);
  expect(JSON.stringify(statement("SELECT * FROM access_tokens").all())).not.toContain(token.token);
  expect((await other.get("/bookmarks/feed-tokens")).body).toEqual([]);
  const path = `/bookmarks/feed-tokens/${token.id}`;
  await step({ as: other, method: "DELETE", path, status: 404, events: [] });
  await step({
    as: analyst,
    method: "DELETE",
    path,
    status: 204,
    events: [{ event_type: "token.revoked", user_id: analyst.userId, data: { id: token.id } }],
  });
  expect((await analyst.get("/bookmarks/feed-tokens")).body).toEqual([]);
});

test("a token opens the feeds of its user, as a password or in the address, and its last use is stored", async () => {
  const feed = await feedOf(analyst);
  const { id, token } = await create(analyst);
  for (const path of [feed, `${feed}/Cards`, `${feed}/$count`, `${feed}/$metadata`]) {
    expect(await nobody().get(path, basic(token))).toMatchObject({ status: 200 });
    expect(await nobody().get(`${path}?token=${token}`)).toMatchObject({ status: 200 });
    expect(await nobody().get(path)).toMatchObject({ status: 401, body: { detail: "Not authenticated" } });
  }
  const used = (await analyst.get("/bookmarks/feed-tokens")).body.find((one: { id: string }) => one.id === id);
  expect(used.last_used_at).toEqual(expect.any(String));
  const strangers = await create(other);
  expect(await nobody().get(feed, basic(strangers.token))).toMatchObject({ status: 403 });
});

test("a token opens no other operation", async () => {
  const { token } = await create(analyst);
  const refusals: [Record<string, string>, number][] = [
    [basic(token), 401],
    [{ authorization: `Bearer ${token}` }, 403],
  ];
  for (const [headers, status] of refusals) {
    expect(await nobody().get("/cards", headers)).toMatchObject({ status });
    expect(await nobody().post("/bookmarks", { name: "x" }, headers)).toMatchObject({ status });
  }
  expect(await nobody().get(`/cards?token=${token}`)).toMatchObject({ status: 401 });
  const feed = await feedOf(analyst);
  expect(await nobody().get(feed, { authorization: `Bearer ${token}` })).toMatchObject({ status: 200 });
});

test("a request without a valid token is refused with a challenge that programs understand", async () => {
  const feed = await feedOf(analyst);
  const challenge = 'Bearer, Basic realm="Stoa feeds", charset="UTF-8"';
  for (const headers of [{}, basic("wrong"), { authorization: "Basic !" }, { authorization: "Basic" }]) {
    const answer = await nobody().get(feed, headers);
    expect({ status: answer.status, asks: answer.headers.get("www-authenticate") }).toEqual({
      status: 401,
      asks: challenge,
    });
  }
});

test("a bearer header precedes a token in the address, which precedes a cookie", async () => {
  const feed = await feedOf(analyst);
  const { token } = await create(analyst);
  const cookie = { cookie: `access_token=${analyst.token}` };
  expect(await nobody().get(feed, cookie)).toMatchObject({ status: 200 });
  expect(await nobody().get(`${feed}?token=wrong`, cookie)).toMatchObject({ status: 401 });
  expect(await other.get(`${feed}?token=${token}`)).toMatchObject({ status: 403 });
  expect(await nobody().get(feed, { ...cookie, ...basic(token) })).toMatchObject({ status: 200 });
});

test("a token is refused once it has expired", async () => {
  const feed = await feedOf(analyst);
  const { id, token } = await create(analyst);
  transaction(() => statement("UPDATE access_tokens SET expires_at = '2020-01-01T00:00:00.000Z' WHERE id = ?").run(id));
  expect(await nobody().get(feed, basic(token))).toMatchObject({ status: 401 });
  const answer = await analyst.post("/bookmarks/feed-tokens", { name: "x", expires_at: "2020-01-01" });
  expect(violationsOf(answer.body)).toEqual(["body.expires_at: value_error"]);
});

test("a deactivation revokes the tokens of the user", async () => {
  const user = await server.as("member");
  const feed = await feedOf(user);
  const { token } = await create(user);
  expect(await nobody().get(feed, basic(token))).toMatchObject({ status: 200 });
  await admin.patch(`/users/${user.userId}`, { is_active: false });
  expect(await nobody().get(feed, basic(token))).toMatchObject({ status: 401 });
  await admin.patch(`/users/${user.userId}`, { is_active: true });
  expect(await nobody().get(feed, basic(token))).toMatchObject({ status: 401 });
});

test("a user has at most fifty tokens, without expired ones", async () => {
  const user = await server.as("member");
  for (let count = 0; count < 50; count++) await create(user);
  const refusal = await user.post("/bookmarks/feed-tokens", { name: "One more" });
  expect(refusal).toMatchObject({ status: 400 });
  transaction(() =>
    statement("UPDATE access_tokens SET expires_at = created_at WHERE user_id = ?").run(user.userId ?? ""),
  );
  expect(await user.post("/bookmarks/feed-tokens", { name: "One more" })).toMatchObject({ status: 201 });
  expect((await user.get("/bookmarks/feed-tokens")).body).toHaveLength(1);
});

test("an answer with a token is not stored for repetitions", async () => {
  const key = { "idempotency-key": "the same" };
  const [first, second] = [
    await analyst.post("/bookmarks/feed-tokens", { name: "x" }, key),
    await analyst.post("/bookmarks/feed-tokens", { name: "x" }, key),
  ];
  expect(first.body.token).not.toBe(second.body.token);
});
