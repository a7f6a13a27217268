/** Testing a webhook: a message that stands for no event. */
import { transactionInTurn } from "../../../db";
import { logAttempts } from "./log";
import { testMessage } from "./messages";
import type { TestedWebhook } from "./model";
import { webhookRows } from "./rows";
import { send } from "./send";

/** Sends a test to a webhook and answers how that went, whatever its position and whether it is paused. @throws Problem 404 */
export async function testWebhook(id: string, signal: AbortSignal): Promise<TestedWebhook> {
  const webhook = webhookRows.require(id);
  const message = testMessage(webhook);
  const outcome = await send(webhook, message, signal);
  await transactionInTurn(() => {
    if (webhookRows.find(id)) logAttempts(id, [{ message, outcome, attempt: 1 }]);
  });
  const { isDelivered, status, problem, milliseconds } = outcome;
  return { is_delivered: isDelivered, status, problem, milliseconds };
}
