/** Webhooks as administrators have them: rights, secrets, tests, and what others may see of what is sent. */
import { describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import { deliver, newCard, shift, subscribe, webhookServer } from "./support";

const { server, admin, receiver } = webhookServer();

/** Returns every text of the journal and of the log that follows it. */
const journalTexts = () => JSON.stringify(statement("SELECT data, undo FROM events").all());

describe("the secret of a webhook", () => {
  test("is shown once, and is in no answer, event, log or stored text afterwards", async () => {
    const there = await receiver();
    const { id, secret } = await subscribe(admin, `${there.url}?key=hidden-in-the-query`);
    await newCard(admin, "Signed");
    await deliver();
    there.verified(secret);
    const texts = [
      JSON.stringify((await admin.get("/admin/webhooks")).body),
      JSON.stringify((await admin.get(`/admin/webhooks/${id}`)).body),
      JSON.stringify((await admin.get(`/admin/webhooks/${id}/deliveries`)).body),
      JSON.stringify(statement("SELECT * FROM webhooks").all()),
      JSON.stringify(statement("SELECT * FROM webhook_deliveries").all()),
      JSON.stringify((await admin.get("/events/export/csv")).body),
      journalTexts(),
    ];
    for (const text of texts) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain("hidden-in-the-query");
    }
  });

  test("is rotated with two valid at once, until the old one ends", async () => {
    const there = await receiver();
    const { id, secret: old } = await subscribe(admin, there.url);
    const { body } = await admin.post(`/admin/webhooks/${id}/rotate`, { overlap_hours: 2 });
    await newCard(admin, "By both");
    await deliver();
    expect(there.verified(old)).toEqual(there.verified(body.secret));
    shift(id, "previous_secret_until = '2020-01-01T00:00:00.000Z'");
    await newCard(admin, "By the new one");
    await deliver();
    expect(there.verified(body.secret)).toHaveLength(2);
    expect(() => there.verified(old)).toThrow();
  });
});

test("a test is delivered whatever the position, answers how it went, and stands in the log", async () => {
  const there = await receiver();
  const { id, secret } = await subscribe(admin, there.url);
  await admin.patch(`/admin/webhooks/${id}`, { is_paused: true });
  expect((await admin.post(`/admin/webhooks/${id}/test`, {})).body).toMatchObject({ is_delivered: true, status: 204 });
  expect(there.verified(secret)[0]).toMatchObject({ type: "webhook.test", data: { name: "Hook" } });
  there.answers(401);
  const failed = (await admin.post(`/admin/webhooks/${id}/test`, {})).body;
  expect(failed).toMatchObject({ is_delivered: false, status: 401, problem: "The receiver answered with 401" });
  const [last] = (await admin.get(`/admin/webhooks/${id}/deliveries`)).body;
  expect((await admin.get(`/admin/webhooks/${id}/deliveries/${last.id}`)).body).toMatchObject({
    event_type: "webhook.test",
    answer: "a word of the receiver",
    request: expect.stringContaining("webhook.test"),
  });
});

test.each(["member", "viewer", "bpm_admin"])("a %s reads and changes no webhooks", async (role) => {
  const there = await receiver();
  const { id } = await subscribe(admin, there.url);
  const person = await server.as(role);
  const answers = await Promise.all([
    person.get("/admin/webhooks"),
    person.post("/admin/webhooks", { name: "Mine", address: there.url, event_types: ["*"] }),
    person.patch(`/admin/webhooks/${id}`, { address: "https://elsewhere.example" }),
    person.post(`/admin/webhooks/${id}/rotate`, {}),
    person.post(`/admin/webhooks/${id}/replay`, { from: 1 }),
    person.get(`/admin/webhooks/${id}/deliveries`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(403));
});

test.each([
  ["address", { address: "ftp://files.example" }],
  ["address", { address: "https://user:password@hooks.example" }],
  ["event_types", { event_types: ["notification.created"] }],
  ["event_types", { event_types: ["cards.*"] }],
  ["where", { filter: { type: "Application", where: "nothing:like this" } }],
  ["service_account_id", { service_account_id: "01a21d9b-b351-76dd-b08b-9a2efa8b519d" }],
])("a webhook with a wrong %s is refused with 422 that names it: %j", async (field, wrong) => {
  const body = { name: "Wrong", address: "https://hooks.example", event_types: ["card.*"], ...wrong };
  const { status, body: answer } = await admin.post("/admin/webhooks", body);
  expect(status).toBe(422);
  expect(JSON.stringify(answer)).toContain(field);
});

describe("a webhook that reads with the eyes of a service account", () => {
  test("gets what that account may see at that moment, without costs, and is paused when it is deactivated", async () => {
    const there = await receiver();
    const robot = (await admin.post("/users/service-accounts", { display_name: "Robot", role: "member" })).body;
    const { id, secret } = await subscribe(admin, there.url, { service_account_id: robot.id });
    const card = await newCard(admin, "Costly");
    const change = (costTotalAnnual: number) =>
      admin.patch(`/cards/${card}`, { attributes: { costTotalAnnual, numberOfUsers: costTotalAnnual } });
    await change(1_111);
    await deliver();
    await admin.patch(`/users/${robot.id}`, { role: "viewer" });
    await change(2_222);
    await deliver();
    const [, seen, redacted] = there.verified(secret).map((message) => JSON.stringify(message));
    expect(seen).toContain("costTotalAnnual");
    expect(redacted).toContain("2222");
    expect(redacted).not.toContain("costTotalAnnual");
    await admin.patch(`/users/${robot.id}`, { is_active: false });
    await change(3_333);
    await deliver();
    expect(there.seen).toHaveLength(3);
    expect((await admin.get(`/admin/webhooks/${id}`)).body).toMatchObject({
      is_paused: true,
      pause_reason: expect.stringContaining("deactivated"),
    });
  });

  test("may not do more than whoever chooses it, and what was sent is hidden from whoever may see less", async () => {
    const there = await receiver();
    const robot = (await admin.post("/users/service-accounts", { display_name: "Root", role: "admin" })).body;
    const keeper = { key: "keeper", label: "Keeper", permissions: { "admin.webhooks": true, "inventory.view": true } };
    expect((await admin.post("/roles", keeper)).status).toBeLessThan(300);
    const person = await server.as("keeper");
    const body = { name: "Wide", address: there.url, event_types: ["*"], service_account_id: robot.id };
    expect((await person.post("/admin/webhooks", body)).status).toBe(403);
    const { id } = await subscribe(admin, there.url);
    await newCard(admin, "Not for keepers");
    await deliver();
    const [delivery] = (await person.get(`/admin/webhooks/${id}/deliveries`)).body;
    const address = `/admin/webhooks/${id}/deliveries/${delivery.id}`;
    expect((await person.get(address)).body).toMatchObject({ request: null, answer: null });
    expect((await admin.get(address)).body.request).toContain("Not for keepers");
    // A webhook reads for its last editor, who finds nothing of what another account has read.
    await person.patch(`/admin/webhooks/${id}`, { name: "Taken over" });
    expect((await person.get(`/admin/webhooks/${id}`)).body.account_id).toBe(person.userId);
    expect((await person.get(address)).body.request).toBeNull();
    expect((await admin.get(address)).body.request).toBeNull();
  });
});

describe("a chat gets a sentence with a link, in which names neither format nor call anybody", () => {
  const HOSTILE = "A *b* <!channel> @here [x](y)";
  test.each([
    ["slack", (body: { text: string }) => body.text],
    ["mattermost", (body: { text: string }) => body.text],
    [
      "teams",
      (body: { attachments: { content: { body: { text: string }[] } }[] }) =>
        body.attachments[0]?.content.body[0]?.text,
    ],
  ] as const)("of %s", async (preset, textOf) => {
    const there = await receiver();
    const { id } = await subscribe(admin, there.url, { preset });
    const card = await newCard(admin, `${HOSTILE} ${preset}`);
    await admin.patch(`/cards/${card}`, { description: "New" });
    await deliver();
    const texts = there.seen.map(({ body }) => textOf(JSON.parse(body)) ?? "");
    expect(texts[0]).toContain("created");
    expect(texts[1]).toMatch(/updated .*description/);
    for (const text of texts) {
      expect(text).toContain(`/cards/${card}`);
      expect(text).not.toContain("<!channel>");
      expect(text).not.toContain("@here");
      if (preset !== "slack") expect(text).not.toContain("[x](y)");
    }
    expect((await admin.get(`/admin/webhooks/${id}`)).body.address).toEndWith("/…");
  });
});
