/** Helpers of the tests of the area: an instance, connections and mappings to it, and runs. */
import { afterAll, beforeAll, beforeEach, expect } from "bun:test";
import type { Client } from "../../support/client";
import { unique } from "../../support/factories";
import { executePeriodic } from "../../support/runs";
import { type Instance, newInstance } from "../../support/table-api";
import { until } from "../../support/waiting";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export type Body = any;

/** Starts an instance before the tests of a file; it forgets its faults and what it was asked before each test. */
export function testInstance(): Instance {
  const instance = newInstance();
  beforeAll(() => instance.start());
  beforeEach(() => instance.reset());
  afterAll(() => instance.stop());
  return instance;
}

/** Creates a connection to an instance, with the user that it knows. */
export async function connect(client: Client, instance: Instance, rest: object = {}): Promise<string> {
  const answer = await client.post("/servicenow/connections", {
    name: unique("Instance "),
    instance_url: instance.url,
    ...instance.basic,
    ...rest,
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.id;
}

/** Fields that a pull reads, and the name that it finds cards by. */
export const FIELDS = [
  { turbo_field: "name", snow_field: "name", is_identity: true },
  { turbo_field: "description", snow_field: "short_description" },
];

/** Creates a mapping of a new table onto Applications, over a new connection unless one is given. */
export async function map(
  client: Client,
  instance: Instance,
  { connection_id, ...rest }: { connection_id?: string; [field: string]: unknown } = {},
): Promise<Body> {
  const snow_table = unique("table_");
  instance.add((rest["snow_table"] as string) ?? snow_table, []);
  const answer = await client.post("/servicenow/mappings", {
    connection_id: connection_id ?? (await connect(client, instance)),
    card_type_key: "Application",
    snow_table,
    field_mappings: FIELDS,
    ...rest,
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Pulls or pushes by a mapping and answers the run. */
export async function run(client: Client, { id }: Body, what: "pull" | "push" = "pull", query = ""): Promise<Body> {
  const { status, body } = await client.post(`/servicenow/sync/${what}/${id}${query}`);
  expect(status).toBe(200);
  return body;
}

/** Returns the staged records of a run. */
export const staged = async (client: Client, { id }: Body, query = ""): Promise<Body[]> =>
  (await client.get(`/servicenow/sync/runs/${id}/staged${query}`)).body;

/** Waits until a run has ended, and answers it. */
export const ended = (client: Client, id: string): Promise<Body> =>
  until(async () => {
    const { body } = await client.get(`/servicenow/sync/runs/${id}`);
    return body.status !== "running" && body;
  }, `the run ${id} to come to an end`);

/** Runs the area's job once, as its timer does. */
export const runJob = async (): Promise<void> => {
  await executePeriodic("servicenow.schedule");
};
