/** Deliveries to webhooks: in order, signed, retried, paused, replayed. */
import { describe, expect, test } from "bun:test";
import { newestSeq } from "../../../src/core/journal/recent-events";
import { until } from "../../support/waiting";
import { deliver, newCard, shift, subscribe, webhookServer } from "./support";

const { admin, receiver } = webhookServer();
const PAST = "next_attempt_at = '2020-01-01T00:00:00.000Z'";

const webhookOf = async (id: string) => (await admin.get(`/admin/webhooks/${id}`)).body;
const deliveriesOf = async (id: string) => (await admin.get(`/admin/webhooks/${id}/deliveries`)).body;
const namesIn = (messages: { data: Record<string, unknown> }[]) =>
  messages.map(({ data }) => (data["payload"] as { name?: string }).name);

describe("a webhook", () => {
  test("gets the events that it names in their order, signed, once, and from its creation on", async () => {
    const there = await receiver();
    await newCard(admin, "Before");
    const { id, secret } = await subscribe(admin, there.url);
    const names = Array.from({ length: 45 }, (_, at) => `Card ${at}`);
    for (const name of names) await newCard(admin, name);
    await admin.post("/tag-groups", { name: "Not a card" });
    await deliver();
    await deliver();
    const received = there.verified(secret);
    expect(namesIn(received)).toEqual(names);
    expect(new Set(received.map(({ id }) => id)).size).toBe(45);
    expect(received[0]).toMatchObject({
      type: "card.created",
      data: { user_id: admin.userId, payload: { name: "Card 0" }, link: expect.stringContaining("/cards/") },
    });
    expect(await webhookOf(id)).toMatchObject({ attempts: 0, last_problem: null, is_paused: false });
    expect((await deliveriesOf(id)).length).toBe(45);
  });

  test("gets only events about cards that its filter names, archived, related and deleted ones too", async () => {
    const there = await receiver();
    const { secret } = await subscribe(admin, there.url, {
      event_types: ["*"],
      filter: { type: "Application", search: "orders" },
    });
    const all = await receiver();
    const byType = await subscribe(admin, all.url, { event_types: ["card.deleted"], filter: { type: "Application" } });
    const orders = await newCard(admin, "Orders");
    const other = await newCard(admin, "Billing");
    const platform = (await admin.post("/cards", { type: "Platform", name: "Base" })).body.id;
    await admin.post("/relations", { type: "relPlatformToApp", source_id: platform, target_id: orders });
    await admin.post(`/cards/${orders}/archive`, {});
    await deliver();
    expect(there.verified(secret).map(({ type }) => type)).toEqual([
      "card.created",
      "relation.created",
      "relation.created",
      "card.archived",
    ]);
    await admin.post(`/cards/${other}/archive`, {});
    await admin.delete(`/cards/${other}`);
    await deliver();
    expect(namesIn(all.verified(byType.secret))).toEqual(["Billing"]);
  });

  test("is tried again with growing pauses while the receiver fails, under the same id and before later events", async () => {
    const there = await receiver();
    const { id, secret } = await subscribe(admin, there.url);
    there.answers(500);
    await newCard(admin, "First");
    await newCard(admin, "Second");
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      await deliver();
      const { attempts, next_attempt_at, last_problem } = await webhookOf(id);
      expect({ attempts, last_problem }).toEqual({ attempts: attempt, last_problem: "The receiver answered with 500" });
      pauses.push(Date.parse(next_attempt_at) - Date.now());
      shift(id, PAST);
    }
    expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses);
    there.answers(204);
    await deliver();
    expect(namesIn(there.verified(secret))).toEqual([...Array(5).fill("First"), "Second"]);
    expect(new Set(there.verified(secret).map(({ id }) => id)).size).toBe(2);
    expect(await webhookOf(id)).toMatchObject({ attempts: 0, failing_since: null, behind: 0 });
  });

  test("is left alone for as long as the receiver asks", async () => {
    const there = await receiver();
    const { id } = await subscribe(admin, there.url);
    there.answers(429, { "retry-after": "600" });
    await newCard(admin, "Too much");
    await deliver();
    const { next_attempt_at } = await webhookOf(id);
    expect(Date.parse(next_attempt_at) - Date.now()).toBeGreaterThan(500_000);
  });

  test.each([
    ["fails for a day", 500, "Deliveries have failed for a day"],
    ["wants no more", 410, "The receiver wants no more deliveries"],
  ])(
    "is paused with a notice to administrators when its receiver %s, and continues where it was",
    async (_, status, reason) => {
      const there = await receiver();
      const { id, secret } = await subscribe(admin, there.url, { name: "Stubborn" });
      there.answers(500);
      await newCard(admin, `Waiting ${status}`);
      await deliver();
      there.answers(status);
      shift(id, `${PAST}, failing_since = '2020-01-01T00:00:00.000Z'`);
      await deliver();
      expect(await webhookOf(id)).toMatchObject({ is_paused: true, pause_reason: expect.stringContaining(reason) });
      const { body: notices } = await admin.get("/notifications");
      expect(notices.items[0]).toMatchObject({ type: "webhook_paused", title: "The webhook Stubborn is paused" });
      const before = there.seen.length;
      await deliver();
      expect(there.seen).toHaveLength(before);
      there.answers(204);
      expect((await admin.patch(`/admin/webhooks/${id}`, { is_paused: false })).status).toBe(200);
      await deliver();
      expect(namesIn(there.verified(secret)).at(-1)).toBe(`Waiting ${status}`);
    },
  );

  test("gets events again from the one that a replay names, and nothing of what a replay passes over", async () => {
    const there = await receiver();
    const { id, secret } = await subscribe(admin, there.url);
    for (const name of ["One", "Two", "Three"]) await newCard(admin, name);
    await deliver();
    const second = (await deliveriesOf(id)).toReversed()[1];
    await admin.post(`/admin/webhooks/${id}/replay`, { from: second.number });
    await deliver();
    expect(namesIn(there.verified(secret))).toEqual(["One", "Two", "Three", "Two", "Three"]);
    const ids = there.verified(secret).map(({ id }) => id);
    expect(ids.slice(3)).toEqual(ids.slice(1, 3));
    await newCard(admin, "Passed over");
    await admin.post(`/admin/webhooks/${id}/replay`, { from: null });
    await newCard(admin, "Next");
    await deliver();
    expect(namesIn(there.verified(secret)).at(-1)).toBe("Next");
    expect(there.seen).toHaveLength(6);
    const beyond = await admin.post(`/admin/webhooks/${id}/replay`, { from: newestSeq() + 2 });
    expect(beyond.status).toBe(422);
  });

  test("is not delivered to an address that must not be called", async () => {
    const { id } = await subscribe(admin, "http://169.254.169.254/latest/meta-data");
    await newCard(admin, "Kept here");
    await deliver();
    expect((await webhookOf(id)).last_problem).toContain("an address that must not be called");
  });

  test("follows no redirect", async () => {
    const there = await receiver();
    const elsewhere = await receiver();
    const { id } = await subscribe(admin, there.url);
    there.answers(307, { location: elsewhere.url });
    await newCard(admin, "Stays");
    await deliver();
    expect(elsewhere.seen).toEqual([]);
    expect((await webhookOf(id)).last_problem).toBe("The receiver answered with 307");
  });
});

test("fifty webhooks get everything in order while one receiver is dead and one never answers", async () => {
  const [there, silent] = [
    await receiver(),
    Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Promise<Response>(() => {}) }),
  ];
  const hooks = await Promise.all(Array.from({ length: 50 }, (_, at) => subscribe(admin, `${there.url}/${at}`)));
  await subscribe(admin, "http://127.0.0.1:1/dead");
  await subscribe(admin, silent.url.href);
  const names = Array.from({ length: 10 }, (_, at) => `Burst ${at}`);
  for (const name of names) await newCard(admin, name);
  const delivered = deliver();
  await until(() => there.seen.length === 500, "all deliveries to the others");
  for (const at of hooks.keys()) {
    const bodies = there.seen.filter(({ url }) => url === `/hook/${at}`).map(({ body }) => JSON.parse(body));
    expect(namesIn(bodies)).toEqual(names);
  }
  await silent.stop(true);
  await delivered;
});
