/** What the tests of the area share: connections and mappings to an instance. */
import { expect } from "bun:test";
import type { Client } from "../../support/client";
import { unique } from "../../support/factories";
import type { Instance } from "../../support/table-api";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export type Mapped = any;

/** Creates a connection to an instance, with the user that it knows. */
export async function connect(client: Client, { url, basic }: Instance, rest: object = {}): Promise<string> {
  const { status, body } = await client.post("/servicenow/connections", {
    name: unique("Instance "),
    instance_url: url,
    ...basic,
    ...rest,
  });
  expect(status).toBe(200);
  return body.id;
}

/** Fields that a pull reads, and the name that it finds cards by. */
export const FIELDS = [
  { turbo_field: "name", snow_field: "name", is_identity: true },
  { turbo_field: "description", snow_field: "short_description" },
];

/** Creates a mapping of a table onto Applications. */
export async function map(client: Client, connection_id: string, snow_table: string, rest: object = {}): Promise<Mapped> {
  const { status, body } = await client.post("/servicenow/mappings", {
    connection_id,
    card_type_key: "Application",
    snow_table,
    field_mappings: FIELDS,
    ...rest,
  });
  expect(status).toBe(200);
  return body;
}
