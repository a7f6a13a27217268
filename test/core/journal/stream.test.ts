import { afterEach, beforeEach, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { program } from "../../../src/core/journal/journal";
import {
  endStreams,
  endStreamsOf,
  type JournalEntry,
  openStream,
  type Subscription,
  setStreamTiming,
  subscriberCount,
} from "../../../src/core/journal/stream";
import { EVENTS_PER_TURN } from "../../../src/core/journal/turns";
import { publishAny } from "../../support/publish";
import { testServer } from "../../support/server";
import { until } from "../../support/waiting";

testServer();

beforeEach(() => setStreamTiming());
afterEach(() => {
  endStreams();
  setStreamTiming();
});

/** Publishes events, all in one transaction. */
const publishAll = (...data: Record<string, unknown>[]) =>
  transaction(() => {
    for (const one of data) publishAny(program("test"), { type: "test.published", data: one });
  });
const numbers = (count: number) => Array.from({ length: count }, (_, number) => ({ number }));
const latestSeq = () => statement<{ seq: number }>("SELECT max(seq) AS seq FROM events").get()?.seq ?? 0;
/** Returns the first piece of a stream, with the place at which it begins. */
const greeting = () => `: stoa\nid: ${latestSeq()}\n\n`;

/** Subscribes without a network in between. */
function listen(other: Partial<Subscription> = {}) {
  const seen: JournalEntry[] = [];
  let brokenOff = 0;
  const stream = openStream({
    userId: "somebody",
    lastEventId: undefined,
    isWhole: true,
    expires: Number.MAX_SAFE_INTEGER,
    stillAllowed: () => true,
    disconnect: () => brokenOff++,
    ...other,
    redact: (entry) => {
      seen.push(entry);
      return other.redact ? other.redact(entry) : entry.data;
    },
  });
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const received: { id: number; data: { number?: number } }[] = [];
  const frame = /^id: (\d+)\ndata: (.*)\n$/;
  return {
    reader,
    /** The number of events that the server has looked at for this subscriber. */
    seen,
    brokenOff: () => brokenOff,
    /** The next piece of text; undefined at the end. */
    async piece(): Promise<string | undefined> {
      const { value, done } = await reader.read();
      if (done) return undefined;
      const piece = decoder.decode(value);
      for (const text of piece.split(/(?<=\n\n)/)) {
        const [, id, data] = text.slice(0, -1).match(frame) ?? [];
        if (id && data) received.push({ id: Number(id), data: JSON.parse(data).data });
      }
      return piece;
    },
    /** Reads on until so many events have come in all. */
    async events(count: number) {
      while (received.length < count) if ((await this.piece()) === undefined) break;
      return received;
    },
    /** Reads to the end. */
    async end(): Promise<string> {
      let text = "";
      for (let piece = await this.piece(); piece !== undefined; piece = await this.piece()) text += piece;
      return text;
    },
  };
}

test("a subscriber gets the events that follow, with growing ids, and none that is rolled back", async () => {
  publishAll({ number: -1 });
  const listener = listen();
  expect(await listener.piece()).toBe(greeting());
  publishAll({ number: 0 }, { number: 1 });
  expect(() =>
    transaction(() => {
      publishAny(program("test"), { type: "test.published", data: { number: 99 } });
      throw new Error("no");
    }),
  ).toThrow();
  publishAll({ number: 2 });
  const events = await listener.events(3);
  expect(events.map((event) => event.data.number)).toEqual([0, 1, 2]);
  expect(events.map((event) => event.id)).toEqual([0, 1, 2].map((at) => latestSeq() - 2 + at));
});

test("no event is sent before its transaction is committed", async () => {
  const listener = listen();
  await listener.piece();
  transaction(() => {
    publishAny(program("test"), { type: "test.published", data: { number: 1 } });
    expect(listener.seen).toEqual([]);
  });
  await listener.events(1);
  expect(listener.seen).toHaveLength(1);
});

test.each([1, 99, 100, 101, 999, 1_000, 1_001, 2_500, 6_000])(
  "after %i events a subscriber continues where it disconnected, in order, each event once",
  async (count) => {
    const first = listen();
    const lastEventId = latestSeq();
    await first.piece();
    for (let from = 0; from < count; from += 250) publishAll(...numbers(count).slice(from, from + 250));
    const late = listen({ lastEventId });
    for (const listener of [first, late]) {
      const events = await listener.events(count);
      expect(events.map((event) => event.data.number)).toEqual(numbers(count).map(({ number }) => number));
      expect(events.map((event) => event.id)).toEqual(numbers(count).map(({ number }) => lastEventId + 1 + number));
    }
  },
);

test("a subscriber with the first id gets all events, and one with a future id only new ones", async () => {
  const all = listen({ lastEventId: 0 });
  const future = listen({ lastEventId: 1e14 });
  await future.piece();
  publishAll({ number: 7 });
  expect((await all.events(latestSeq())).map((event) => event.id)).toEqual(
    numbers(latestSeq()).map(({ number }) => number + 1),
  );
  expect((await future.events(1)).map((event) => event.data.number)).toEqual([7]);
});

test("a subscriber that may see few events gets those, and doesn't delay the others", async () => {
  const lastEventId = latestSeq();
  publishAll(...numbers(5_000));
  const blind = listen({ lastEventId, redact: ({ data }) => (JSON.parse(data).number === 4_999 ? data : null) });
  let turns = 0;
  const turning = setInterval(() => turns++, 0);
  await blind.piece();
  expect((await blind.events(1)).map((event) => event.data.number)).toEqual([4_999]);
  clearInterval(turning);
  expect(blind.seen).toHaveLength(5_000);
  expect(turns).toBeGreaterThan(1);
});

test("a turn of the event loop reads few events however many subscribers are far behind, and serves all of them", async () => {
  const lastEventId = latestSeq();
  const count = 1_500;
  publishAll(...numbers(count));
  const listeners = Array.from({ length: 50 }, () => listen({ lastEventId }));
  const perTurn: number[] = [];
  const spreads: number[] = [];
  let before = 0;
  let over = false;
  const turn = () => {
    const seen = listeners.map((listener) => listener.seen.length);
    const all = seen.reduce((sum, one) => sum + one, 0);
    perTurn.push(all - before);
    spreads.push(Math.max(...seen) - Math.min(...seen));
    before = all;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  const received = await Promise.all(listeners.map((listener) => listener.events(count)));
  over = true;
  turn();
  expect(received.map((events) => events.length)).toEqual(listeners.map(() => count));
  expect(Math.max(...perTurn)).toBeLessThan(2 * EVENTS_PER_TURN);
  expect(Math.max(...spreads)).toBeLessThanOrEqual(EVENTS_PER_TURN);
});

test("new events beyond the memory of the server reach subscribers that keep up and those that are behind", async () => {
  const lastEventId = latestSeq();
  const first = listen();
  await first.piece();
  const large = "x".repeat(100_000);
  publishAll(...numbers(60).map((one) => ({ ...one, large })));
  publishAll(...numbers(2_500));
  for (const listener of [first, listen({ lastEventId })])
    expect((await listener.events(2_560)).map((event) => event.data.number)).toEqual(
      [...numbers(60), ...numbers(2_500)].map(({ number }) => number),
    );
});

test("a subscriber that doesn't read costs nothing: no event is looked up for it, and at most one piece waits", async () => {
  const slow = listen();
  const quick = listen();
  await quick.piece();
  const large = "x".repeat(10_000);
  for (let at = 0; at < 30; at++) publishAll(...Array.from({ length: 100 }, () => ({ large })));
  await quick.events(3_000);
  expect(slow.seen).toEqual([]);
  // Once it reads it is given a little at a time.
  await slow.piece();
  const piece = (await slow.piece()) as string;
  expect(piece.length).toBeLessThan(100_000);
  expect(slow.seen.length).toBeLessThan(10);
  expect(await slow.events(3_000)).toHaveLength(3_000);
});

test("a subscriber that reads nothing is disconnected, and one that waits for events stays connected", async () => {
  setStreamTiming({ patience: 500 });
  const waiting = listen();
  await waiting.piece();
  const next = waiting.events(1);
  const stuck = listen();
  await stuck.piece();
  const neverRead = listen();
  publishAll({ number: 1 });
  await next;
  const pending = waiting.events(2);
  await until(() => subscriberCount() === 1, "one subscriber to be left");
  expect([waiting, stuck, neverRead].map((listener) => listener.brokenOff())).toEqual([0, 1, 1]);
  publishAll({ number: 2 });
  expect(await pending).toHaveLength(2);
});

test("an idle stream sends keep-alive comments", async () => {
  setStreamTiming({ keepAlive: 100 });
  const listener = listen();
  expect([await listener.piece(), await listener.piece(), await listener.piece()]).toEqual([
    greeting(),
    ":\n\n",
    ":\n\n",
  ]);
});

test("a stream ends when its time is over, or when its user may no longer read", async () => {
  let allowed = true;
  const [over, forbidden] = [listen({ expires: Date.now() + 100 }), listen({ stillAllowed: () => allowed })];
  expect(await over.end()).toBe(greeting());
  allowed = false;
  expect(await forbidden.end()).toBe(greeting());
  expect(subscriberCount()).toBe(0);
});

test("the streams of one user can be ended, and those of all users", async () => {
  const [one, other] = [listen({ userId: "one" }), listen({ userId: "other" })];
  endStreamsOf("one");
  await one.end();
  expect(subscriberCount()).toBe(1);
  endStreams();
  await other.end();
  expect(subscriberCount()).toBe(0);
});

test("a client that disconnects is forgotten", async () => {
  const listener = listen();
  await listener.piece();
  const pending = listener.piece();
  await listener.reader.cancel();
  await pending;
  expect(subscriberCount()).toBe(0);
  expect(listener.brokenOff()).toBe(0);
});

test("an event that another process writes reaches subscribers too", async () => {
  const listener = listen();
  await listener.piece();
  // The row is written as by another process: without waking anybody.
  transaction(() =>
    statement(
      "INSERT INTO events (id, event_type, data, created_at) VALUES ('from-elsewhere', 'test.published', '{\"number\":5}', '2026-01-01T00:00:00.000Z')",
    ).run(),
  );
  expect((await listener.events(1)).map((event) => event.data.number)).toEqual([5]);
});
