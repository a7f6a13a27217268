/** Helpers that upload workbooks and wait for their migrations. */
import { expect } from "bun:test";
import type { Answer, Client } from "../../support/client";
import { until } from "../../support/waiting";
import { type Sheets, table, workbookOf } from "../../support/workbooks";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export type Body = any;

/** Uploads bytes as the file of a migration. */
export function upload(
  client: Client,
  bytes: Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  form.append("file", new File([bytes], "export.xlsx"));
  for (const [field, value] of Object.entries({ source_key: "leanix", name: "Export", ...fields }))
    form.append(field, value);
  return client.post("/migration/upload", form);
}

/** Returns the migration once it is neither being parsed nor being applied. */
export const settled = (client: Client, id: string): Promise<Body> =>
  until(async () => {
    const { body } = await client.get(`/migration/${id}`);
    return body.status !== "uploaded" && body.status !== "applying" && body;
  }, `the migration ${id} to come to an end`);

/** Returns a migration that is parsed. */
export async function parsed(client: Client, sheets: Sheets, fields?: Record<string, string>): Promise<Body> {
  const { status, body } = await upload(client, await workbookOf(sheets), fields);
  expect({ status, body }).toMatchObject({ status: 201, body: { status: "uploaded" } });
  return settled(client, body.id);
}

/** Returns a migration that is applied, or has failed to be. */
export async function applied(client: Client, id: string): Promise<Body> {
  const { status, body } = await client.post(`/migration/${id}/apply`);
  expect({ status, body }).toMatchObject({ status: 202, body: { status: "applying" } });
  return settled(client, id);
}

/** Returns the staged records of a kind. */
export const staged = async (client: Client, id: string, kind: string, more = ""): Promise<Body[]> =>
  (await client.get(`/migration/${id}/preview?entity_kind=${kind}&limit=10000${more}`)).body.items;

type Entity = Record<string, string | number | boolean | Date | null>;

let made = 0;
/** Returns a text that no other test has. */
export const unique = (text: string): string => `${text} ${++made} ${process.pid}`;

/** Returns a row that is an entity; `type` is a type of the tool. */
export const entity = (type: string, name: string, more: Entity = {}): Entity => ({
  id: `id-${name}`,
  type,
  name,
  displayName: name,
  ...more,
});

/** Returns a row that is a relation between two entities. */
export const relation = (type: string, from: Entity, to: Entity, more: Entity = {}): Entity => ({
  id: `${type}-${from["id"]}-${to["id"]}`,
  type,
  fromRelatedFactSheetDisplayName: from["displayName"] as string,
  fromRelatedFactSheetType: from["type"] as string,
  toRelatedFactSheetDisplayName: to["displayName"] as string,
  toRelatedFactSheetType: to["type"] as string,
  ...more,
});

export { table };
