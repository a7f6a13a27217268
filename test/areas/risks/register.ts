/** Helpers of the tests of the risk register. */
import { expect } from "bun:test";
import { statement } from "../../../db";
import type { Client } from "../../support/client";
import { unique } from "../../support/factories";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export type Body = any;

export const UNKNOWN = "01900000-0000-7000-8000-00000000dead";

/** Creates a risk. */
export async function makeRisk(client: Client, fields: Record<string, unknown> = {}): Promise<Body> {
  const answer = await client.post("/risks", { title: unique("Risk "), ...fields });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Changes a risk. */
export async function patchRisk(client: Client, id: string, changes: object): Promise<Body> {
  const answer = await client.patch(`/risks/${id}`, changes);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Leads a risk through these states. */
export async function moveTo(client: Client, id: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) await patchRisk(client, id, { status });
}

export const TO_CLOSED = ["analysed", "mitigation_planned", "in_progress", "mitigated", "closed"];

/** Creates a mitigation task. */
export async function makeTask(client: Client, riskId: string, fields: Record<string, unknown> = {}): Promise<Body> {
  const answer = await client.post(`/risks/${riskId}/mitigation-tasks`, { title: unique("Task "), ...fields });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Returns the todos whose links begin with the page of a risk, the first one first. */
export const todosOf = (riskId: string, rest = ""): Body[] =>
  statement<Body, [string]>(
    `SELECT id, link, description, status, assigned_to, due_date, is_system FROM todos
     WHERE link LIKE ? || '%' ORDER BY id`,
  ).all(`/ea-delivery/risks/${riskId}${rest}`);

/** Returns the notifications of a user about a risk, the first one first. */
export const noticesOf = (userId: string | undefined, riskId: string): Body[] =>
  statement<Body, [string, string]>(
    `SELECT type, title, message, link, data, actor_id FROM notifications
     WHERE user_id = ? AND data ->> 'risk_id' = ? ORDER BY id`,
  ).all(userId as string, riskId);
