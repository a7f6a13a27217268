/** Initiatives and their records, made through the API. */
import { expect } from "bun:test";
import type { Client } from "../../support/client";
import { makeCard, unique } from "../../support/factories";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export type Body = any;

/** An id that nothing has. */
export const NOBODY = "01900000-0000-7000-8000-00000000dead";

/** Creates an initiative. */
export const newInitiative = (client: Client, fields: Record<string, unknown> = {}): Promise<Body> =>
  makeCard(client, { type: "Initiative", name: unique("Initiative "), ...fields });

/** Creates a record of an initiative. @param list as in `tasks` */
export async function create(client: Client, initiative: { id: string }, list: string, body: object): Promise<Body> {
  const answer = await client.post(`/ppm/initiatives/${initiative.id}/${list}`, body);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return answer.body;
}

/** Lists the records of an initiative. */
export const listOf = async (client: Client, initiative: { id: string }, list: string): Promise<Body> =>
  (await client.get(`/ppm/initiatives/${initiative.id}/${list}`)).body;
