/** The rows of webhooks, and what is shown of them. */
import { asc, eq } from "drizzle-orm";
import { db, tables } from "../../../db";
import { newestSeq } from "../../core/journal/recent-events";
import { recordsOf } from "../../core/records";
import { now } from "../../platform/clock";
import { decryptSecret } from "../../platform/crypto";
import type { Webhook } from "./model";

const { users, webhooks } = tables;

/** A row of `webhooks`. */
export type WebhookRow = typeof webhooks.$inferSelect;

/** The rows of webhooks. */
export const webhookRows = recordsOf(webhooks, "Webhook");

/** Returns an address without what may be secret in it: its query, and the path of a chat's. */
function shownAddress({ address, preset }: WebhookRow): string {
  const text = decryptSecret(address);
  if (!URL.canParse(text)) return "";
  const { origin, pathname, search } = new URL(text);
  return preset === "standard" ? `${origin}${pathname}${search && "?…"}` : `${origin}/…`;
}

type Account = { display_name: string; is_service_account: boolean } | null;

function serialize(row: WebhookRow, account: Account, newest: number): Webhook {
  const { address: _, secret, previous_secret, generation, position, previous_secret_until: until, ...shown } = row;
  return {
    ...shown,
    address: shownAddress(row),
    account_name: account?.display_name ?? null,
    is_service_account: account?.is_service_account === true,
    behind: Math.max(0, newest - position),
    previous_secret_until: until !== null && until > now() ? until : null,
  };
}

const joined = () =>
  db
    .select({
      row: webhooks,
      account: { display_name: users.display_name, is_service_account: users.is_service_account },
    })
    .from(webhooks)
    .leftJoin(users, eq(users.id, webhooks.account_id));

/** Lists the webhooks by name. */
export function listWebhooks(): Webhook[] {
  const newest = newestSeq();
  return joined()
    .orderBy(asc(webhooks.name), asc(webhooks.id))
    .all()
    .map(({ row, account }) => serialize(row, account, newest));
}

/** Finds a webhook. @throws Problem 404 */
export function requireWebhook(id: string): Webhook {
  const row = webhookRows.require(id);
  const account = joined().where(eq(webhooks.id, id)).get()?.account ?? null;
  return serialize(row, account, newestSeq());
}

/** Returns the address of a webhook in clear; empty when it can't be decrypted. */
export const addressOf = ({ address }: Pick<WebhookRow, "address">): string => decryptSecret(address);
