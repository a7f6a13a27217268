/** Helpers of the tests of catalogues. */
import { expect } from "bun:test";
import { statement, transaction } from "../../../db";
import type { Answer, Client } from "../../support/client";
import { wheel } from "../../support/content-package";

/** Uploads an archive of the content package. */
export const upload = (admin: Client, archive = wheel(), fields: Record<string, string> = {}): Promise<Answer> => {
  const form = new FormData();
  form.append("file", new Blob([archive]), "content.whl");
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return admin.put("/catalogue-content", form);
};

/** Puts the content package into force. */
export async function useContent(admin: Client, archive = wheel()): Promise<void> {
  expect((await upload(admin, archive)).status).toBe(200);
}

/** Deletes all cards and relations, so that a test finds none. */
export const deleteCards = (): void =>
  transaction(() => {
    for (const table of ["relations", "cards"]) statement(`DELETE FROM ${table}`).run();
  });

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Node = any;

/** Returns the entries of a catalogue, by their ids. */
export async function entriesOf(client: Client, path: string, key: string): Promise<Map<string, Node>> {
  const { status, body } = await client.get(path);
  expect(status).toBe(200);
  return new Map((body[key] as Node[]).map((node) => [node.id, node]));
}
