/** Processes with people, for the tests of their models. */
import { expect } from "bun:test";
import type { Client } from "../../support/client";
import { makeCard, stakeholder } from "../../support/factories";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export type Body = any;

export const UNKNOWN = "01900000-0000-7000-8000-00000000dead";

/** The operations of a test on one process. */
export type TestProcess = { id: string; name: string; path: string; flow: string; owner(user: Client): void };

/** Creates a process. */
export async function newProcess(admin: Client): Promise<TestProcess> {
  const { id, name } = await makeCard(admin, { type: "BusinessProcess" });
  const path = `/bpm/processes/${id}`;
  return { id, name, path, flow: `${path}/flow`, owner: (user) => void stakeholder(id, user.userId, "process_owner") };
}

/** Creates a draft. */
export async function newDraft(by: Client, { flow }: TestProcess, body: Record<string, unknown>): Promise<Body> {
  const answer = await by.post(`${flow}/drafts`, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** Creates a draft, submits and approves it. */
export async function newPublished(by: Client, process: TestProcess, body: Record<string, unknown>): Promise<Body> {
  const { id } = await newDraft(by, process, body);
  await by.post(`${process.flow}/versions/${id}/submit`);
  const answer = await by.post(`${process.flow}/versions/${id}/approve`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Returns the elements of a process, by BPMN id. */
export async function elementsOf(by: Client, { path }: TestProcess): Promise<Record<string, Body>> {
  const { body } = await by.get(`${path}/elements`);
  return Object.fromEntries(body.map((element: Body) => [element.bpmn_element_id, element]));
}

/** Returns the ids of the cards that a process has relations of a type to. */
export async function relatedTo(by: Client, { id }: TestProcess, type: string): Promise<string[]> {
  const { body } = await by.get(`/relations?card_id=${id}&type=${type}`);
  return body.map((relation: Body) => relation.target_id).toSorted();
}
