/** Webhooks in tests: a server that may call loopback, receivers, and deliveries that happen when a test says so. */
import { afterEach, beforeAll } from "bun:test";
import { statement, transaction } from "../../../db";
import { setDeliveryStay } from "../../../src/areas/webhooks/runs";
import type { Client } from "../../support/client";
import { executePeriodic } from "../../support/runs";
import { clientAs, testServer } from "../../support/server";
import { type Receiver, startReceiver } from "../../support/webhook-receiver";

/** Starts a server whose webhooks may be on this machine, and deliver as soon as a test asks for it. */
export function webhookServer() {
  const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
  beforeAll(() => setDeliveryStay(0));
  const admin = clientAs(server, "admin");
  const receivers: Receiver[] = [];
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.stop();
    const { body: webhooks } = await admin.get("/admin/webhooks");
    for (const { id } of webhooks) await admin.delete(`/admin/webhooks/${id}`);
  });
  return {
    server,
    admin,
    /** Starts a receiver, which stops at the end of the test. */
    async receiver(): Promise<Receiver> {
      const receiver = await startReceiver();
      receivers.push(receiver);
      return receiver;
    },
  };
}

/** Subscribes an address to events of cards, or as a test says. */
export async function subscribe(client: Client, address: string, more: object = {}) {
  const body = { name: "Hook", address, event_types: ["card.*"], ...more };
  return (await client.post("/admin/webhooks", body)).body as { id: string; secret: string };
}

/** Delivers everything that is due. */
export const deliver = (): Promise<void> => executePeriodic("webhook-delivery");

/** Creates an application. @returns its id */
export const newCard = async (client: Client, name: string, more: object = {}): Promise<string> =>
  (await client.post("/cards", { type: "Application", name, ...more })).body.id;

/** Changes columns of a webhook, as if time had passed. */
export const shift = (id: string, columns: string): void =>
  transaction(() => void statement(`UPDATE webhooks SET ${columns} WHERE id = ?`).run(id));
