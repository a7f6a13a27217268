import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { connect } from "node:net";
import { db, statement, tables, transaction } from "../../../db";
import { issueToken } from "../../../src/core/access/tokens";
import { BATCH_ID } from "../../../src/core/journal/batches";
import { program } from "../../../src/core/journal/journal";
import { setStreamTiming, subscriberCount } from "../../../src/core/journal/stream";
import { type Client, clientOf } from "../../support/client";
import { subscribe } from "../../support/events";
import {
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  role,
  stakeholder,
  stakeholderRole,
} from "../../support/factories";
import { publishAny } from "../../support/publish";
import { startTestServer, type TestServer } from "../../support/server";
import { inTime, until } from "../../support/waiting";

let server: TestServer;
let admin: Client;
let open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  cardType("Widget", [field("price", "cost"), field("size", "number")]);
  stakeholderRole("Widget", "reader", ["card.view"]);
  stakeholderRole("Widget", "nothing");
  relationType("apes", "Widget", "Widget");
});
afterAll(() => server.stop());
beforeEach(() => {
  open = [];
});
afterEach(async () => {
  for (const stream of open) await stream.close();
  setStreamTiming();
});

/** Subscribes, and waits until the server has begun to listen for us. */
async function listen(options: Parameters<typeof subscribe>[1]) {
  const stream = await subscribe(server.url, options);
  open.push(stream);
  if (stream.status === 200) await stream.untilComments(1);
  return stream;
}

type Stream = Awaited<ReturnType<typeof subscribe>>;

/** Waits for so many events that are no notifications. */
async function besidesNotifications(stream: Stream | undefined, count: number) {
  const found = () => stream?.events.filter((event) => !event.event.startsWith("notification.")) ?? [];
  for (let wanted = count; found().length < count; wanted++) {
    const before = stream?.events.length ?? 0;
    await stream?.until(Math.max(wanted, before + 1));
    if (stream?.events.length === before) break;
  }
  return found();
}

const change = (card: { id: string }, attributes: object) => admin.patch(`/cards/${card.id}`, { attributes });
const subscribers = (count: number) => until(() => subscriberCount() === count, `${count} subscribers`);

describe("the token of a stream", () => {
  const ways: [string, (token: string) => Parameters<typeof subscribe>[1]][] = [
    ["the bearer header", (token) => ({ token })],
    ["the cookie", (token) => ({ headers: { cookie: `a=b; access_token=${token}` } })],
    ["the query", (token) => ({ query: `?token=${token}` })],
    [
      "the query, which counts more than a cookie that is stale",
      (token) => ({ query: `?token=${token}`, headers: { cookie: "access_token=stale" } }),
    ],
    [
      "the cookie, when the query is empty",
      (token) => ({ query: "?token=", headers: { cookie: `access_token=${token}` } }),
    ],
  ];
  test.each(ways)("is accepted in %s", async (_, options) => {
    const stream = await listen(options(admin.token as string));
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(stream.headers.get("cache-control")).toBe("no-cache");
    expect(stream.headers.get("x-accel-buffering")).toBe("no");
    const card = await makeCard(admin, { type: "Widget" });
    expect((await stream.until(1))[0]).toMatchObject({ event: "card.created", card_id: card.id });
  });
});

describe("a stream without a valid token", () => {
  const answer = async (query: string, headers: Record<string, string> = {}) => {
    const { status, headers: sent, body } = await server.nobody.get(`/events/stream${query}`, headers);
    expect(sent.get("content-type")).toContain("application/json");
    return [status, body.detail];
  };

  test.each([
    ["none", "", {}, "Not authenticated"],
    ["an empty one", "?token=", {}, "Not authenticated"],
    ["nonsense in the query", "?token=nonsense", {}, "Invalid or expired token"],
    ["nonsense in the header", "", { authorization: "Bearer nonsense" }, "Invalid or expired token"],
    ["nonsense in the cookie", "", { cookie: "access_token=nonsense" }, "Invalid or expired token"],
  ] as [string, string, Record<string, string>, string][])(
    "is refused as JSON with %s",
    async (_, query, headers, detail) => {
      expect(await answer(query, headers)).toEqual([401, detail]);
    },
  );

  test("is refused for a user who is deactivated or deleted", async () => {
    const user = await server.as("member");
    transaction(() => statement("UPDATE users SET is_active = 0 WHERE id = ?").run(user.userId as string));
    expect(await answer(`?token=${user.token}`)).toEqual([401, "User not found or inactive"]);
    const ghost = await issueToken({ id: "01900000-0000-7000-8000-000000000000", role: "admin", token_version: 0 });
    expect(await answer(`?token=${ghost}`)).toEqual([401, "User not found or inactive"]);
  });
});

test("an event is sent as it is stored, with its number in the journal as its id", async () => {
  const stream = await listen({ token: admin.token });
  const card = await makeCard(admin, { type: "Widget", name: "Zwei\nZeilen \u2028 \u{1F680}", description: "d" });
  await admin.patch(`/cards/${card.id}`, { description: null }, { "X-Turbo-EA-Origin": "web" });
  await admin.delete(`/cards/${card.id}`);
  const events = await stream.until(3);
  const rows = statement<{ seq: number; data: string; batch_id: string; created_at: string }>(
    `SELECT seq, data, ${BATCH_ID} AS batch_id, created_at FROM events ORDER BY seq DESC LIMIT 3`,
  )
    .all()
    .reverse();
  expect(events).toEqual(
    ["card.created", "card.updated", "card.deleted"].map((event, at) => ({
      id: String(rows[at]?.seq),
      event,
      data: JSON.parse(rows[at]?.data as string),
      // The deleted card's too, although the journal no longer refers to it.
      card_id: card.id,
      batch_id: rows[at]?.batch_id as string,
      timestamp: rows[at]?.created_at as string,
      user_id: admin.userId as string,
      user_display_name: expect.stringContaining("admin"),
      changed_fields: at === 1 ? ["description"] : [],
    })),
  );
  expect(events[1]?.data).toEqual({
    id: card.id,
    changes: { description: { old: "d", new: null } },
    origin: "web",
  });
});

test("a refused change sends no event", async () => {
  const stream = await listen({ token: admin.token });
  const card = await makeCard(admin, { type: "Widget", name: "Parent" });
  await makeCard(admin, { type: "Widget", name: "Child", parent_id: card.id });
  for (const [path, body] of [
    ["/cards", { type: "Widget", name: "parent" }],
    [`/cards/${card.id}/archive`, undefined],
    [`/relations`, { type: "apes", source_id: card.id, target_id: "01900000-0000-7000-8000-000000000000" }],
  ] as const)
    expect((await admin.post(path, body)).status).toBeGreaterThanOrEqual(400);
  expect((await admin.patch(`/cards/${card.id}`, { alias: "x", status: "ARCHIVED" })).status).toBe(409);
  await makeCard(admin, { type: "Widget", name: "Last" });
  const events = await stream.until(3);
  expect(events.map((event) => event.data["name"])).toEqual(["Parent", "Child", "Last"]);
});

describe("a client that reconnects", () => {
  test("gets the events that it missed once each, also when they are more than the server holds in memory", async () => {
    const stream = await listen({ token: admin.token });
    const card = await makeCard(admin, { type: "Widget" });
    const [seen] = await stream.until(1);
    await stream.close();
    // Another client continues to listen, so that the server holds recent events.
    const other = await listen({ token: admin.token });
    const missed = 2_300;
    for (let from = 0; from < missed; from += 100)
      transaction(() => {
        for (let at = from; at < from + 100; at++)
          publishAny(program("test"), { type: "card.updated", cardId: card.id, data: { id: card.id, at } });
      });
    await other.until(missed);
    const back = await listen({ token: admin.token, lastEventId: seen?.id });
    await change(card, { size: 1 });
    const events = await back.until(missed + 1);
    expect(events.slice(0, missed).map((event) => event.data["at"])).toEqual(
      Array.from({ length: missed }, (_, at) => at),
    );
    expect(events[missed]?.data).toMatchObject({ changes: {} });
    expect(events.map((event) => Number(event.id))).toEqual(
      Array.from({ length: missed + 1 }, (_, at) => Number(seen?.id) + 1 + at),
    );
  });

  test.each(["nonsense", "-1", "1e3", "99999999999999999", " "])(
    "gets new events when its last event id is %p",
    async (lastEventId) => {
      const stream = await listen({ token: admin.token, lastEventId });
      const card = await makeCard(admin, { type: "Widget" });
      expect((await stream.until(1))[0]).toMatchObject({ card_id: card.id });
    },
  );
});

describe("the streams of two users", () => {
  test("hide costs from the one who may not see them, card by card", async () => {
    const viewer = await server.as("viewer");
    const [mine, other] = [await makeCard(admin, { type: "Widget" }), await makeCard(admin, { type: "Widget" })];
    stakeholder(mine.id, viewer.userId, "nothing");
    const streams = [await listen({ token: admin.token }), await listen({ token: viewer.token })];
    await change(mine, { price: 1, size: 1 });
    await change(other, { price: 2, size: 2 });
    await admin.delete(`/cards/${other.id}`);
    const [full, hidden] = await Promise.all(streams.map((stream) => besidesNotifications(stream, 3)));
    const values = (events: typeof full) =>
      events?.slice(0, 2).map((event) => {
        const { attributes } = event.data["changes"] as { attributes: { new: object } };
        return attributes.new;
      });
    expect(values(full)).toEqual([
      { price: 1, size: 1 },
      { price: 2, size: 2 },
    ]);
    expect(values(hidden)).toEqual([{ price: 1, size: 1 }, { size: 2 }]);
    // The card of the cost is no longer known, so a replay hides the cost from everybody who may not see all costs.
    const replay = await listen({ token: viewer.token, lastEventId: String(Number(full?.[0]?.id) - 1) });
    expect(values(await besidesNotifications(replay, 3))).toEqual([{ price: 1, size: 1 }, { size: 2 }]);
  });

  test("send notifications only to their recipient", async () => {
    const [one, other] = [await server.as("viewer"), await server.as("admin")];
    const streams = [await listen({ token: one.token }), await listen({ token: other.token })];
    transaction(() => {
      for (const user of [one, other])
        publishAny(program("test"), { type: "notification.created", data: { id: "n", user_id: user.userId } });
    });
    await makeCard(admin, { type: "Widget" });
    const received = await Promise.all(streams.map((stream) => stream.until(2)));
    expect(received.map((events) => events.map((event) => [event.event, event.data["user_id"]]))).toEqual([
      [
        ["notification.created", one.userId],
        ["card.created", undefined],
      ],
      [
        ["notification.created", other.userId],
        ["card.created", undefined],
      ],
    ]);
  });

  test("send events of a card to a stakeholder who may see it without the right to see the inventory", async () => {
    const stranger = await server.as(role("stakeholders.view"));
    const [mine, hidden, other] = [
      await makeCard(admin, { type: "Widget" }),
      await makeCard(admin, { type: "Widget" }),
      await makeCard(admin, { type: "Widget" }),
    ];
    stakeholder(mine.id, stranger.userId, "reader");
    stakeholder(hidden.id, stranger.userId, "nothing");
    const stream = await listen({ token: stranger.token });
    for (const card of [other, hidden, mine]) await change(card, { size: 1 });
    await relate(admin, "apes", mine, other);
    transaction(() => publishAny(program("test"), { type: "user.created", data: {} }));
    await change(mine, { size: 2 });
    expect((await besidesNotifications(stream, 2)).map((event) => [event.event, event.card_id])).toEqual([
      ["card.updated", mine.id],
      ["card.updated", mine.id],
    ]);
  });

  test("send events of the administration to administrators only", async () => {
    const streams = [await listen({ token: admin.token }), await listen({ token: (await server.as("member")).token })];
    transaction(() => publishAny(program("test"), { type: "user.created", data: { id: "x" } }));
    await makeCard(admin, { type: "Widget" });
    const [all, some] = [await streams[0]?.until(2), await streams[1]?.until(1)];
    expect(all?.map((event) => event.event)).toEqual(["user.created", "card.created"]);
    expect(some?.map((event) => event.event)).toEqual(["card.created"]);
  });

  /** First words of events → the right without which nobody gets them; undefined where everybody does. */
  const kinds: [right: string | undefined, types: string[]][] = [
    ["inventory.view", ["card.created", "card.updated", "card.approval_status.approve", "card.deleted", "card.tagged"]],
    ["relations.view", ["relation.created", "relation.updated", "relation.deleted", "relation.deleted.bulk"]],
    ["stakeholders.view", ["stakeholder.added", "stakeholder.role_changed", "stakeholder.removed"]],
    ["comments.view", ["comment.created"]],
    ["documents.view", ["document.added", "document.removed", "file.uploaded", "file.deleted"]],
    ["risks.view", ["risk.added", "risk.updated", "risk_mitigation_task.created"]],
    ["bpm.view", ["process_diagram.saved", "process_flow.approved"]],
    ["soaw.view", ["soaw.signed"]],
    ["adr.view", ["adr.signed"]],
    [
      "admin.events",
      [
        ...["user.created", "user.logged_in", "user.login_failed", "user.locked", "user.password_changed"],
        ...["invitation.created", "impersonation.started", "role.updated", "stakeholder_role.updated"],
        ...["settings.updated", "rollback.delete_card", "something.new", "cards", ""],
      ],
    ],
    [undefined, ["metamodel.type.updated", "calculation.activated", "tag_group.created", "tag.deleted"]],
  ];
  const rights = kinds.flatMap(([right]) => right ?? []);

  test.each(kinds)(
    "send to the user who has only the right %s the events %j, and not to the one who has all other rights",
    async (right, types) => {
      const [holder, lacking] = await Promise.all([
        server.as(role(...(right ? [right] : []))),
        server.as(role(...rights.filter((other) => other !== right))),
      ]);
      const streams = [await listen({ token: holder.token }), await listen({ token: lacking.token })];
      transaction(() => {
        for (const type of [...types, "tag.created"])
          publishAny(program("test"), { type, data: { id: "01900000-0000-7000-8000-000000000000" } });
      });
      const received = await Promise.all(
        streams.map(async (stream) => {
          while (!stream.events.some((event) => event.event === "tag.created"))
            await stream.until(stream.events.length + 1);
          return stream.events.map((event) => event.event);
        }),
      );
      expect(received[0]).toEqual([...types, "tag.created"]);
      expect(received[1]).toEqual(right ? ["tag.created"] : [...types, "tag.created"]);
    },
  );

  test("follow a right that is granted or revoked within seconds", async () => {
    const user = await server.as("viewer");
    const card = await makeCard(admin, { type: "Widget" });
    const stream = await listen({ token: user.token });
    const price = (at: number) => {
      const changes = stream.events[at]?.data["changes"] as { attributes: { new: { price?: number } } } | undefined;
      return changes?.attributes.new.price;
    };
    await change(card, { price: 1 });
    await stream.until(1);
    expect(price(0)).toBeUndefined();
    transaction(() => statement("UPDATE users SET role = 'member' WHERE id = ?").run(user.userId as string));
    let last = 1;
    const shown = await until(async () => {
      await Bun.sleep(100);
      await change(card, { price: ++last });
      await stream.until(last);
      return price(last - 1);
    }, "a price that is shown");
    expect(shown).toBe(last);
  });
});

describe("a stream", () => {
  test("ends within seconds of its user's deactivation, and of a change of their password", async () => {
    for (const column of ["is_active = 0", "token_version = token_version + 1"]) {
      const user = await server.as("viewer");
      const stream = await listen({ token: user.token });
      transaction(() => statement(`UPDATE users SET ${column} WHERE id = ?`).run(user.userId as string));
      await stream.ended;
      expect(stream.events).toEqual([]);
    }
  });

  test("ends at once when the user is deactivated through the API", async () => {
    const user = await server.as("viewer");
    const stream = await listen({ token: user.token });
    expect((await admin.patch(`/users/${user.userId}`, { is_active: false })).status).toBe(200);
    await stream.ended;
  });

  test("ends when its token expires", async () => {
    const user = await server.as("viewer");
    const brief = clientOf(server.url, await tokenFor(user.userId as string, 2));
    const stream = await listen({ token: brief.token });
    await stream.ended;
    expect((await brief.get("/cards")).status).toBe(401);
  });

  test("ends when its client disconnects", async () => {
    await subscribers(0);
    const stream = await listen({ token: admin.token });
    expect(subscriberCount()).toBe(1);
    await stream.close();
    await subscribers(0);
  });

  test("ends for HEAD before it has begun", async () => {
    const answer = await admin.send("HEAD", "/events/stream");
    expect(answer.status).toBe(200);
    await subscribers(0);
  });
});

/** Returns a token that ends in so many seconds, signed as the server signs. */
async function tokenFor(id: string, seconds: number): Promise<string> {
  const [header, payload] = (await issueToken({ id, role: "viewer", token_version: 0 })).split(".");
  const claims = JSON.parse(Buffer.from(payload as string, "base64url").toString());
  claims.exp = Math.floor(Date.now() / 1000) + seconds;
  const text = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  const hasher = new Bun.CryptoHasher("sha256", "a key for tests that nobody else uses");
  return `${text}.${hasher.update(text).digest("base64url")}`;
}

test("a stream that is idle sends keep-alive comments", async () => {
  setStreamTiming({ keepAlive: 500 });
  const stream = await listen({ token: admin.token });
  expect((await stream.untilComments(3)).slice(1)).toEqual([":", ":"]);
});

test("a client that never reads is disconnected; the others get every event", async () => {
  await subscribers(0);
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  let received = 0;
  const gone = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  socket.on("error", () => {});
  socket.pause();
  socket.write(`GET /api/v1/events/stream?token=${admin.token} HTTP/1.1\r\nHost: stoa\r\n\r\n`);
  const reading = await listen({ token: admin.token });
  await subscribers(2);
  setStreamTiming({ patience: 1_000 });
  // More than the buffers of both ends of a connection hold.
  const [count, large] = [600, "x".repeat(100_000)];
  for (let at = 0; at < count; at++) {
    transaction(() => publishAny(program("test"), { type: "card.updated", data: { large } }));
    await Bun.sleep(0);
  }
  await reading.until(count);
  await subscribers(1);
  socket.on("data", (bytes: Buffer) => {
    received += bytes.length;
  });
  socket.resume();
  await inTime(gone, "the connection to be closed");
  expect(received).toBeLessThan(count * large.length);
  expect(reading.events).toHaveLength(count);
});

test("many subscribers get every event", async () => {
  const streams = await Promise.all(Array.from({ length: 60 }, () => listen({ token: admin.token })));
  const made = await Promise.all(Array.from({ length: 20 }, () => makeCard(admin, { type: "Widget" })));
  for (const stream of streams)
    expect(new Set((await stream.until(20)).map((event) => event.card_id))).toEqual(
      new Set(made.map((card) => card.id)),
    );
});

test("streams end cleanly when the server stops, and the server doesn't wait for them", async () => {
  // The last test of this file: the server is started anew for what comes after.
  const streams = [await listen({ token: admin.token }), await listen({ token: admin.token })];
  await makeCard(admin, { type: "Widget" });
  await Promise.all(streams.map((stream) => stream.until(1)));
  // No waiting ends by itself: a stop that waited for the streams until its patience is over would never be done.
  const patience = spyOn(Bun, "sleep").mockReturnValue(new Promise(() => {}));
  try {
    await server.stop();
  } finally {
    patience.mockRestore();
  }
  await Promise.all(streams.map((stream) => stream.ended));
  expect(subscriberCount()).toBe(0);
  expect(streams.map((stream) => stream.failed())).toEqual([false, false]);
  server = await startTestServer();
  admin = await server.as("admin");
  expect(db.select().from(tables.cards).all()).toEqual([]);
});
