/** The server answers other requests while another program holds the database's write lock, and changes wait. */
import { afterEach, expect, test } from "bun:test";
import { statement } from "../../db";
import { durable } from "../../db/durability";
import { lend, returnLock } from "../../db/transaction";
import { setPatience } from "../../db/write-lock";
import { executeNow } from "../../src/core/runs/engine";
import type { Answer } from "../support/client";
import { makeCard, unique } from "../support/factories";
import { holdLock } from "../support/lock";
import { makeDue } from "../support/runs";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

let held: (() => void) | undefined;
const hold = () => {
  held = holdLock(server.databaseFile);
};
const release = () => {
  held?.();
  held = undefined;
};
afterEach(() => {
  release();
  returnLock();
  setPatience();
});

const newCard = () => admin.post("/cards", { type: "Application", name: unique("Waiting ") });
const password = "Correct Horse 17 Battery";

test("health and a card are answered while changes wait for the lock, and then all succeed in their order", async () => {
  const card = await makeCard(admin, { type: "Application" });
  hold();
  const order: string[] = [];
  const noted = (name: string, answer: Promise<Answer>) => answer.then(({ status }) => order.push(`${name} ${status}`));
  const changes = [
    noted("patch", admin.patch(`/cards/${card.id}`, { description: "waited" })),
    noted("post", newCard()),
  ];
  for (let read = 0; read < 5; read++) {
    await noted("health", admin.get("/api/health"));
    await noted("card", admin.get(`/cards/${card.id}`));
  }
  expect(order).toEqual(Array(5).fill(["health 200", "card 200"]).flat());
  release();
  await Promise.all(changes);
  expect(order.slice(10).sort()).toEqual(["patch 200", "post 201"]);
  expect((await admin.get(`/cards/${card.id}`)).body.description).toBe("waited");
});

test("changes with another wait hold the lock only for their transaction", async () => {
  const user = { email: `${unique("waiting.")}@stoa.example`, display_name: "Waiting", password };
  const image = new FormData();
  image.set("file", new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], "logo.png"));
  hold();
  const registered = server.nobody.post("/auth/register", user);
  const uploaded = admin.post("/settings/logo", image);
  const created = admin.post("/users", {
    ...user,
    email: `other.${user.email}`,
    role: "member",
    auth_provider: "local",
    send_email: false,
  });
  const renamed = admin.patch(`/users/${admin.userId}`, { display_name: "Renamed" });
  expect((await admin.get("/api/health")).status).toBe(200);
  release();
  const answers = await Promise.all([registered, uploaded, created, renamed]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 200]);
  hold();
  const loggedIn = server.nobody.post("/auth/login", { email: `other.${user.email}`, password });
  expect((await admin.get("/api/health")).status).toBe(200);
  release();
  expect((await loggedIn).status).toBe(200);
});

test("a change that waits for too long for the lock is refused with 503 and Retry-After, and changes nothing", async () => {
  const { body } = await admin.get("/cards?page_size=1");
  setPatience(1);
  hold();
  const refused = await newCard();
  expect(refused).toMatchObject({
    status: 503,
    body: { detail: "Another program holds the database; nothing was changed." },
  });
  expect(refused.headers.get("retry-after")).toBe("5");
  release();
  expect((await admin.get("/cards?page_size=1")).body.total).toBe(body.total);
});

test("a change of a client that disconnects while it waits is not executed", async () => {
  const name = unique("Gone ");
  hold();
  const caller = new AbortController();
  const gone = fetch(`${server.url}/api/v1/cards`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
    body: JSON.stringify({ type: "Application", name }),
    signal: caller.signal,
  }).catch(() => "gone");
  expect((await admin.get("/api/health")).status).toBe(200);
  caller.abort();
  expect(await gone).toBe("gone");
  // A connection's end is noticed before what is sent over another one afterwards.
  expect((await admin.get("/api/health")).status).toBe(200);
  release();
  expect((await newCard()).status).toBe(201);
  expect((await admin.get(`/cards?search=${name}`)).body.total).toBe(0);
});

test("changes wait for the lock of another thread of the server, too", async () => {
  lend();
  const change = newCard();
  expect((await admin.get("/api/health")).status).toBe(200);
  returnLock();
  expect((await change).status).toBe(201);
});

test("a change that waits for too long for a long change is refused with that reason", async () => {
  setPatience(1);
  lend();
  expect((await newCard()).body.detail).toBe("A long change holds the database; nothing was changed.");
});

test("a periodic run waits for the lock and then runs once", async () => {
  const kind = "run-purge";
  const row = () => statement<{ ended_at: string | null }>("SELECT ended_at FROM runs WHERE kind = ?").get(kind);
  makeDue(kind);
  await durable();
  hold();
  const run = executeNow(kind);
  expect((await admin.get("/api/health")).status).toBe(200);
  expect(row()?.ended_at).toBeNull();
  release();
  await run;
  expect(row()?.ended_at).not.toBeNull();
});
