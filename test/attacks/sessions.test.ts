/** Sessions: how they are listed, renewed and ended, by their user and by administrators. */
import { beforeEach, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import { deviceOf } from "../../src/core/access/devices";
import { writeLastUses } from "../../src/core/access/last-uses";
import { purgeSessions } from "../../src/core/access/sessions";
import { resetRateLimits } from "../../src/http/rate-limit";
import { newId } from "../../src/platform/ids";
import { type Client, clientOf } from "../support/client";
import { subscribe } from "../support/events";
import { role } from "../support/factories";
import { step } from "../support/scenario";
import { clientAs, testServer } from "../support/server";
import { inTime } from "../support/waiting";
import { newAccount, PASSWORD } from "./accounts";

const server = testServer();
const admin = clientAs(server, "admin");

beforeEach(resetRateLimits);

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function logIn(email: string, userAgent = FIREFOX, password = PASSWORD): Promise<Client> {
  const { status, body } = await server.nobody.post("/auth/login", { email, password }, { "user-agent": userAgent });
  expect(status).toBe(200);
  return clientOf(server.url, body.access_token);
}

const statusOf = async (client: Client) => (await client.get("/auth/me")).status;
const sessionsOf = async (client: Client) => (await client.get("/users/me/sessions")).body;

test("a session is listed with its device and last use, renewed in its place, and ended from another one", async () => {
  const { id: userId, email, display_name: name } = await newAccount();
  const [here, there] = [await logIn(email), await logIn(email, "curl/8.5.0")];
  const listed = await sessionsOf(here);
  expect(listed).toMatchObject([
    { browser: "curl", system: null, is_current: false },
    { browser: "Firefox", system: "Windows", way: "password", address: "127.0.0.1", is_current: true },
  ]);
  await writeLastUses();
  expect((await sessionsOf(here))[0]).toMatchObject({ last_used_from: "127.0.0.1", last_used_at: expect.any(String) });

  const renewed = clientOf(server.url, (await there.post("/auth/refresh")).body.access_token);
  expect((await sessionsOf(renewed)).map(({ id }: { id: string }) => id)).toEqual(
    listed.map(({ id }: { id: string }) => id),
  );
  const stream = await subscribe(server.url, renewed);
  await step({
    as: here,
    method: "DELETE",
    path: `/users/me/sessions/${listed[0].id}`,
    status: 204,
    events: [{ event_type: "user.sessions_ended", data: { id: userId, name, ended: 1 } }],
  });
  await inTime(stream.ended, "the end of the stream");
  for (const client of [there, renewed]) expect(await statusOf(client)).toBe(401);
  expect((await renewed.post("/auth/refresh")).status).toBe(401);
  expect(await statusOf(here)).toBe(200);
  expect((await here.delete(`/users/me/sessions/${listed[0].id}`)).status).toBe(404);
});

test("all sessions but the present one are ended, and a logout ends its own alone", async () => {
  const { email } = await newAccount();
  const [here, ...others] = [await logIn(email), await logIn(email), await logIn(email)];
  expect((await (here as Client).delete("/users/me/sessions")).status).toBe(204);
  expect(await Promise.all([here as Client, ...others].map(statusOf))).toEqual([200, 401, 401]);
  const other = await logIn(email);
  await other.post("/auth/logout");
  expect(await sessionsOf(here as Client)).toHaveLength(1);
});

test("a change of one's password ends all sessions, and opens another one", async () => {
  const { id, email } = await newAccount();
  const [here, there] = [await logIn(email), await logIn(email)];
  const changed = await here.patch(`/users/${id}`, { password: "Another-Horse-8" });
  const [cookie] = changed.headers.getSetCookie().filter((one) => one.startsWith("access_token="));
  const token = /access_token=([^;]*)/.exec(cookie ?? "")?.[1];
  expect(await Promise.all([here, there].map(statusOf))).toEqual([401, 401]);
  expect(await sessionsOf(clientOf(server.url, token))).toMatchObject([{ is_current: true }]);
});

test("sign-ins are listed with those that failed, and forgotten by rule", async () => {
  const { id, email } = await newAccount();
  await server.nobody.post("/auth/login", { email, password: "Wrong-Horse-7" }, { "user-agent": "curl/8.5.0" });
  const client = await logIn(email);
  const list = async () => (await client.get("/users/me/sign-ins")).body;
  expect(await list()).toMatchObject([
    { succeeded: true, browser: "Firefox", system: "Windows", way: "password", address: "127.0.0.1" },
    { succeeded: false, browser: "curl" },
  ]);
  await client.post("/auth/refresh");
  expect(await list()).toHaveLength(2);
  transaction(() => {
    statement("UPDATE sign_ins SET created_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ? AND succeeded = 0").run(
      id,
    );
    statement(
      `INSERT INTO sign_ins (id, user_id, succeeded, way, created_at)
       SELECT value, ?, 0, 'password', '2999-01-01T00:00:00.000Z' FROM json_each(?)`,
    ).run(id, JSON.stringify(Array.from({ length: 510 }, newId)));
  });
  purgeSessions();
  expect(statement("SELECT count(*) AS n FROM sign_ins WHERE user_id = ?").get(id)).toEqual({ n: 500 });
  expect(await statusOf(client)).toBe(200);
  transaction(() => statement("UPDATE sessions SET expires_at = created_at WHERE user_id = ?").run(id));
  expect(await sessionsOf(client)).toEqual([]);
  purgeSessions();
  expect(statement("SELECT count(*) AS n FROM sessions WHERE user_id = ?").get(id)).toEqual({ n: 0 });
});

test("an administrator lists and ends the sessions of whoever may not do more", async () => {
  const { id, email } = await newAccount();
  const [one, other, third] = [await logIn(email), await logIn(email), await logIn(email)];
  const { body } = await admin.get(`/users/${id}/sessions`);
  expect(body).toHaveLength(3);
  expect((await admin.delete(`/users/${id}/sessions/${body[0].id}`)).status).toBe(204);
  expect(await Promise.all([one, other, third].map(statusOf))).toEqual([200, 200, 401]);
  expect((await admin.delete(`/users/${id}/sessions`)).status).toBe(204);
  expect(await Promise.all([one, other].map(statusOf))).toEqual([401, 401]);
  const lesser = await server.as(role("admin.users"));
  expect((await lesser.get(`/users/${admin.userId}/sessions`)).status).toBe(403);
  expect((await lesser.delete(`/users/${admin.userId}/sessions`)).status).toBe(403);
});

test("a session of somebody else can be neither seen nor ended", async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  const [, session] = [await logIn(one.email), await logIn(other.email)];
  const [{ id }] = await sessionsOf(session);
  expect((await (await logIn(one.email)).delete(`/users/me/sessions/${id}`)).status).toBe(404);
  expect(await statusOf(session)).toBe(200);
});

test("a device is named by the description that its browser sends", () => {
  const devices: [string, string | null, string | null][] = [
    [FIREFOX, "Firefox", "Windows"],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
      "Chrome",
      "Linux",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
      "Edge",
      "Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari",
      "iOS",
    ],
    ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome", "Android"],
    ["curl/8.5.0", "curl", null],
    ["nothing that is known", null, null],
  ];
  for (const [text, browser, system] of devices) expect(deviceOf(text)).toEqual({ browser, system });
  expect(deviceOf(null)).toEqual({ browser: null, system: null });
});
