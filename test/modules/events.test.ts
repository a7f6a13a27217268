import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Client } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;
let admin: Client;
let member: Client;
let card: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  member = await server.as("member");
  card = (await admin.post("/cards", { type: "Application", name: "Payroll", attributes: { costTotalAnnual: 5 } })).body
    .id;
  await member.patch(`/cards/${card}`, { name: "=Payroll" });
  await admin.post("/cards", { type: "Provider", name: "Acme" });
});
afterAll(() => server.stop());

const types = async (query: string) =>
  (await admin.get(`/events?${query}`)).body.map((event: { event_type: string }) => event.event_type);

test("the trail is filtered by card, person, kind and time", async () => {
  expect(await types(`card_id=${card}`)).toEqual(["card.updated", "card.created"]);
  expect(await types(`user_id=${member.userId}`)).toEqual(["card.updated"]);
  expect(await types("event_type=card.created")).toEqual(["card.created", "card.created"]);
  expect(await types("until=2020-01-01")).toEqual([]);
  expect((await types("since=2020-01-01&event_type=card.updated")).length).toBe(1);
});

test.each(["since=yesterday", "card_id=x", "user_id=x", "page=0"])("%s is refused by name", async (query) => {
  const { status, body } = await admin.get(`/events?${query}`);
  expect(status).toBe(422);
  expect(body.detail[0].loc).toEqual(["query", query.split("=")[0]]);
});

test("the trail is exported with its seals, oldest first, and runs no formula", async () => {
  const answer = await admin.get(`/events/export/csv?card_id=${card}`);
  expect(answer.headers.get("content-disposition")).toContain("events.csv");
  const lines = answer.body.trim().split("\r\n");
  expect(lines[0]).toBe("number,id,created_at,event_type,user_id,user,card_id,data,seal");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain("card.created");
  expect(lines[1]).toMatch(/,[0-9a-f]{64}$/);
});

test("the trail is for those who may read it", async () => {
  expect((await member.get("/events")).status).toBe(403);
  expect((await member.get("/events/export/csv")).status).toBe(403);
  expect((await server.nobody.get("/events")).status).toBe(401);
});

test.each(["POST", "PATCH", "PUT", "DELETE"])("nobody can %s the trail", async (method) => {
  const answer = await admin.send(method, "/events", {});
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toContain("GET");
});
