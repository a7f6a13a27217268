/** The kinds of documents that people sign, as their tests address them. */
import { expect } from "bun:test";
import { statement } from "../../../db";
import type { Client } from "../../support/client";
import { unique } from "../../support/factories";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export type Body = any;

export type Kind = {
  name: "adr" | "soaw";
  path: string;
  table: string;
  /** The field that people know a document by, and one that holds rich text. */
  title: string;
  text: string;
  /** A value of the text field, made from a word. */
  content: (word: string) => unknown;
};

export const kinds: readonly Kind[] = [
  {
    ...{ name: "adr", path: "/adr", table: "architecture_decisions", title: "title", text: "decision" },
    content: (word) => `<p>${word}</p>`,
  },
  {
    ...{ name: "soaw", path: "/soaw", table: "statements_of_architecture_work", title: "name", text: "sections" },
    content: (word) => ({ "1.1": { content: `<p>${word}</p>` } }),
  },
];

/** Creates a document. */
export async function create({ path, title }: Kind, by: Client, fields: Record<string, unknown> = {}): Promise<Body> {
  const { status, body } = await by.post(path, { [title]: unique("Document "), ...fields });
  expect(status).toBe(201);
  return body;
}

/** Takes a step of a document, which must succeed. @returns the document as it is then */
export async function take({ path }: Kind, by: Client, id: string, step: string, body: object = {}): Promise<Body> {
  const answer = await by.post(`${path}/${id}/${step}`, body);
  expect({ step, status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return answer.body;
}

/** Asks users for their signatures. */
export const request = (kind: Kind, by: Client, id: string, ...signers: Client[]): Promise<Body> =>
  take(kind, by, id, "request-signatures", { user_ids: signers.map(({ userId }) => userId) });

/** Returns the ids of the users who have an open todo to sign a document. */
export const askedToSign = ({ name }: Kind, id: string): (string | null)[] =>
  statement<{ assigned_to: string | null }, [string]>(
    "SELECT assigned_to FROM todos WHERE link = ? AND is_system = 1 AND status = 'open' ORDER BY assigned_to",
  )
    .all(`/ea-delivery/${name}/${id}`)
    .map(({ assigned_to }) => assigned_to);
