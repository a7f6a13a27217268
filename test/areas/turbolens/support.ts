/** Running analyses in tests. */
import { expect } from "bun:test";
import type { Client } from "../../support/client";
import { until } from "../../support/waiting";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export type Run = any;

/** Follows a run to its end. */
export const runEnd = (client: Client, id: string): Promise<Run> =>
  until(async () => {
    const { status, body } = await client.get(`/turbolens/analysis-runs/${id}`);
    expect(status).toBe(200);
    return body.status !== "running" && body;
  }, `the analysis ${id} to come to an end`);

/** Starts a run and follows it to its end. @param path below /turbolens */
export async function analyse(client: Client, path: string, body?: unknown): Promise<Run> {
  const started = await client.post(`/turbolens/${path}`, body);
  expect(started).toMatchObject({ status: 200, body: { status: "running" } });
  return runEnd(client, started.body.run_id);
}
