import { beforeAll, expect, test } from "bun:test";
import { statement } from "../../db";
import type { Client } from "../support/client";
import { type StreamedEvent, subscribe } from "../support/events";
import { clientAs, testServer } from "../support/server";

/** Everybody who works, those of them who watch, and what they do between them. */
const USERS = 200;
const STREAMS = 50;
const CHANGES = 2_000;
const PER_SECOND = 500;

const server = testServer();
const admin = clientAs(server, "admin");

beforeAll(async () => {
  await admin.post("/roles", { key: "outsider", label: "Outsider", permissions: { "notifications.manage": true } });
});

type Watcher = { client: Client; role: string; holds: Set<string>; seen: StreamedEvent[] };

/** Watches until the event with this id has been seen, coming back once from where it left. */
async function watch(watcher: Watcher, leaveAfter: number, isOver: () => boolean): Promise<void> {
  let stream = await subscribe(server.url, { token: watcher.client.token, lastEventId: "0" });
  await Promise.race([stream.until(leaveAfter), until(isOver)]);
  await stream.close();
  watcher.seen.push(...stream.events);
  stream = await subscribe(server.url, { token: watcher.client.token, lastEventId: watcher.seen.at(-1)?.id ?? "0" });
  await until(isOver);
  // The last published event is on its way; the end of the journal is the last event that the watcher may see.
  const expected = visibleTo(watcher).length - watcher.seen.length;
  await stream.until(expected);
  await stream.close();
  watcher.seen.push(...stream.events);
}

async function until(isOver: () => boolean): Promise<void> {
  while (!isOver()) await Bun.sleep(20);
}

type Row = { seq: number; event_type: string; card_id: string | null; recipient: string | null; data: string };

/** Returns the events that a watcher may see, by rules of the test's own. */
function visibleTo({ client, role, holds }: Watcher): Row[] {
  const rows = statement<Row>(
    "SELECT seq, event_type, card_id, data ->> '$.user_id' AS recipient, data FROM events ORDER BY seq",
  ).all();
  return rows.filter(({ event_type, card_id, recipient }) => {
    const subject = event_type.split(".")[0];
    if (subject === "card") return role !== "outsider" || (card_id !== null && holds.has(card_id));
    if (subject === "stakeholder") return role !== "outsider";
    if (subject === "notification") return recipient === client.userId;
    return role === "admin";
  });
}

/** Returns the visible part of an event for a watcher: a viewer is no stakeholder of any card, and sees no costs. */
function shownTo({ role }: Watcher, row: Row): string {
  if (role !== "viewer") return row.data;
  const data = JSON.parse(row.data);
  for (const side of Object.values(data.changes?.attributes ?? {}) as Record<string, unknown>[])
    delete side["costTotalAnnual"];
  return JSON.stringify(data);
}

test("every stream gets what its user may see, in order, and nothing is lost over a reconnect", async () => {
  const workers = await Promise.all(Array.from({ length: USERS }, () => server.as("member")));
  const cards: string[] = [];
  for (let index = 0; index < 40; index++)
    cards.push(
      (
        await admin.post("/cards", {
          type: "Application",
          name: `Application ${index}`,
          attributes: { costTotalAnnual: 1 },
        })
      ).body.id,
    );
  const roles = ["admin", "member", "viewer", "outsider"];
  const watchers: Watcher[] = [];
  for (let index = 0; index < STREAMS; index++) {
    const role = roles[index % roles.length] as string;
    const client = await server.as(role);
    const holds = new Set(role === "outsider" ? cards.filter((_, at) => at % 5 === index % 5) : []);
    for (const id of holds)
      await admin.post(`/cards/${id}/stakeholders`, { user_id: client.userId, role: "responsible" });
    watchers.push({ client, role, holds, seen: [] });
  }
  let over = false;
  const watching = watchers.map((watcher, index) => watch(watcher, 200 + index * 20, () => over));

  const started = performance.now();
  const change = async (number: number) => {
    await Bun.sleep(Math.max(0, (number / PER_SECOND) * 1_000 - (performance.now() - started)));
    const worker = workers[number % USERS] as Client;
    const id = cards[(number * 7) % cards.length];
    const { status } = await worker.patch(`/cards/${id}`, { attributes: { costTotalAnnual: number + 2 } });
    expect(status).toBe(200);
  };
  await Promise.all(Array.from({ length: CHANGES }, (_, number) => change(number)));
  over = true;
  await Promise.all(watching);

  for (const watcher of watchers) {
    expect(watcher.seen.map((event) => [Number(event.id), event.event, JSON.stringify(event.data)])).toEqual(
      visibleTo(watcher).map((row) => [row.seq, row.event_type, shownTo(watcher, row)]),
    );
    const text = JSON.stringify(watcher.seen.filter((event) => event.event === "card.updated"));
    expect(text.includes("costTotalAnnual")).toBe(watcher.role !== "viewer");
  }
});
