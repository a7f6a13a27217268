/** Webhooks in the console: made, tested, looked at, paused, replayed, rotated and deleted. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { webhooks } from "../../src/console/pages/webhooks/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { type Receiver, startReceiver } from "../support/webhook-receiver";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true", ALLOW_PRIVATE_ADDRESSES: "true" });
const administrator = person(server, "admin");
const member = person(server, "member");

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const stored = async () => (await administrator.account!.get("/admin/webhooks")).body;

test("an administrator subscribes an address, sees its secret once, tests it, pauses it and deletes it", async () => {
  const { tab } = administrator;
  await administrator.opens(webhooks);
  await administrator.sees("No webhook yet");
  await administrator.clicks("New webhook");
  await administrator.fills("Name", "Ticket system");
  await administrator.fills("Address", receiver.url);
  await tab.getByRole("option", { name: "Risks" }).click();
  await tab.getByRole("button", { name: /About cards of the type/ }).click();
  await tab.getByRole("option", { name: "Application", exact: true }).click();
  await administrator.fills("That this filter finds", "-businessCriticality:missionCritical harvest");
  await administrator.clicks("Subscribe it");
  await administrator.sees("This is the secret that deliveries are signed with.");
  const secret = (await tab.locator(".callout code").textContent())!;
  expect(await stored()).toMatchObject([
    {
      name: "Ticket system",
      event_types: ["card.*", "risk.*"],
      filter: { type: "Application", where: "!businessCriticality:missionCritical", search: "harvest" },
    },
  ]);
  await administrator.sees("-businessCriticality:missionCritical harvest");

  await administrator.clicks("Send a test");
  await administrator.sees("Ticket system has answered with 204");
  expect(receiver.verified(secret)).toMatchObject([{ type: "webhook.test" }]);
  await tab.getByRole("button", { name: /webhook\.test/ }).click();
  await administrator.sees(/"type":"webhook.test"/);
  expect(await administrator.violations()).toEqual([]);

  await administrator.clicks("Pause");
  await administrator.sees("Ticket system is paused");
  await expectSoon(async () => (await stored())[0].is_paused).toBe(true);
  await administrator.clicks("Change");
  await administrator.fills("Name", "Tickets");
  await tab.getByRole("button", { name: "Save", exact: true }).click();
  await expectSoon(async () => (await stored())[0].name).toBe("Tickets");

  await administrator.opens(webhooks, { search: { webhook: (await stored())[0].id } });
  await administrator.sees("Last deliveries");
  await expectSoon(() => tab.locator(".callout code").count()).toBe(0);
  await administrator.clicks("Rotate the secret…");
  await administrator.clicks("Rotate the secret");
  await administrator.sees("This is the secret that deliveries are signed with.");
  expect(await tab.locator(".callout code").textContent()).not.toBe(secret);
  await administrator.clicks("Delete…");
  await administrator.clicks("Delete");
  await expectSoon(stored).toEqual([]);
  await administrator.sees("No webhook yet");
});

test("a member has no page of webhooks", async () => {
  await member.tab.goto("/admin/webhooks");
  await member.sees(/may not|no page/);
});
