import { beforeAll, describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import { exportEvents } from "../../../src/areas/events/service";
import type { Actor } from "../../../src/core/access/actor";
import { role } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
let card: string;

beforeAll(async () => {
  card = (await admin.post("/cards", { type: "Application", name: "Payroll", attributes: { costTotalAnnual: 5 } })).body
    .id;
  await member.patch(`/cards/${card}`, { name: "=Payroll" });
  await admin.post("/cards", { type: "Provider", name: "Acme" });
});

const types = async (query: string) =>
  (await admin.get(`/events?${query}`)).body.map((event: { event_type: string }) => event.event_type);

test("the journal is filtered by card, user, kind and time", async () => {
  expect(await types(`card_id=${card}`)).toEqual(["card.updated", "card.created"]);
  expect(await types(`user_id=${member.userId}`)).toEqual(["card.updated"]);
  expect(await types("event_type=card.created")).toEqual(["card.created", "card.created"]);
  expect(await types("until=2020-01-01")).toEqual([]);
  expect((await types("since=2020-01-01&event_type=card.updated")).length).toBe(1);
});

test.each(["since=yesterday", "card_id=x", "user_id=x", "page=0"])(
  "the filter %s is refused by name",
  async (query) => {
    const { status, body } = await admin.get(`/events?${query}`);
    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(["query", query.split("=")[0]]);
  },
);

test("the journal is exported with its seals, oldest first, and its cells run no formula", async () => {
  const answer = await admin.get(`/events/export/csv?card_id=${card}`);
  expect(answer.headers.get("content-disposition")).toContain("events.csv");
  const lines = answer.body.trim().split("\r\n");
  expect(lines[0]).toBe("number,id,created_at,event_type,user_id,user,card_id,data,seal");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain("card.created");
  expect(lines[1]).toMatch(/,[0-9a-f]{64}$/);
});

describe("a long export of the journal", () => {
  const numbers = (csv: string) =>
    csv
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => Number(line.split(",")[0]));

  test("has every event once, in order, up to the last one at its beginning", async () => {
    const rename = (at: number) => admin.patch(`/cards/${card}`, { alias: `Alias ${at}` });
    for (let at = 0; at < 250; at++) await rename(at);
    const actor = { userId: admin.userId, role: "admin", permissions: { "*": true } } as unknown as Actor;
    const reader = exportEvents(actor, {}).getReader();
    const decoder = new TextDecoder();
    let csv = decoder.decode((await reader.read()).value);
    const stored = statement<{ seq: number }>("SELECT seq FROM events ORDER BY seq").all();
    await rename(999);
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) csv += decoder.decode(piece.value);
    expect(numbers(csv)).toEqual(stored.map(({ seq }) => seq));
    expect(csv).not.toContain("Alias 999");
  });

  test("is filtered from its first event to its last", async () => {
    const { body } = await admin.get(
      `/events/export/csv?card_id=${card}&event_type=card.updated&user_id=${admin.userId}`,
    );
    const stored = statement<{ seq: number }, [string, string]>(
      "SELECT seq FROM events WHERE card_id = ? AND event_type = 'card.updated' AND user_id = ? ORDER BY seq",
    ).all(card, admin.userId as string);
    expect(stored.length).toBeGreaterThan(250);
    expect(numbers(body)).toEqual(stored.map(({ seq }) => seq));
    expect((await admin.get("/events/export/csv?event_type=nothing")).body).toBe(
      "number,id,created_at,event_type,user_id,user,card_id,data,seal\r\n",
    );
  });

  test("hides costs from users who may not see them", async () => {
    const auditor = await server.as(role("admin.events"));
    await admin.patch(`/cards/${card}`, { attributes: { costTotalAnnual: 987_654 } });
    const path = `/events/export/csv?card_id=${card}`;
    expect((await admin.get(path)).body).toContain("987654");
    expect((await auditor.get(path)).body).not.toContain("987654");
  });
});

test.each(["POST", "PATCH", "PUT", "DELETE"])("a user who lacks the right can't %s the journal", async (method) => {
  const answer = await admin.send(method, "/events", {});
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toContain("GET");
});
