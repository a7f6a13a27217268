/** Several people write, submit, approve and reject the flow of one process at once, in random order. */
import { beforeAll, expect, test } from "bun:test";
import { statement } from "../../../db";
import type { Answer, Client } from "../../support/client";
import { type Random, randomFrom } from "../../support/openapi";
import { testServer } from "../../support/server";
import { simpleBpmn } from "./documents";
import { type Body, elementsOf, newProcess, type TestProcess } from "./processes";

const server = testServer();
let people: Client[];
let owner: Client;
beforeAll(async () => {
  people = await Promise.all(["admin", "bpm_admin", "member"].map((name) => server.as(name)));
  owner = await server.as("viewer");
});

/** A version in the model of the test: the BPMN that was accepted for it, and true once its deletion was. */
type VersionModel = { texts: Set<string>; isDeleted: boolean };
type State = { process: TestProcess; known: Map<string, VersionModel>; random: Random; made: number };

const documentNumber = (number: number) => simpleBpmn(`<task id="t${number}"/>`);

/** Creates a draft, of nothing or of another version. */
async function create(state: State, by: Client): Promise<void> {
  const { process, known, random } = state;
  const bpmn_xml = documentNumber(++state.made);
  const based_on_id = random() < 0.5 ? random.pick([...known.keys(), null]) : null;
  const { status, body } = await by.post(`${process.flow}/drafts`, { bpmn_xml, based_on_id: based_on_id ?? null });
  expect([201, 404]).toContain(status);
  if (status === 201) known.set(body.id, { texts: new Set([bpmn_xml]), isDeleted: false });
}

/** Does one thing with one version, whatever its state is. */
async function change(state: State, by: Client, id: string): Promise<void> {
  const { process, known, random } = state;
  const version = known.get(id) as VersionModel;
  const path = `${process.flow}/versions/${id}`;
  const action = random.pick(["patch", "patch", "submit", "submit", "approve", "approve", "reject", "delete"] as const);
  let answer: Answer;
  if (action === "patch") {
    const bpmn_xml = documentNumber(++state.made);
    answer = await by.patch(path, { bpmn_xml });
    if (answer.status === 200) version.texts.add(bpmn_xml);
  } else if (action === "delete") {
    answer = await by.delete(path);
    if (answer.status === 204) version.isDeleted = true;
  } else answer = await by.post(`${path}/${action}`);
  expect([200, 204, 400, 403, 404], `${action}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
}

/** Checks the invariants, straight from the tables after each step. */
function checkTables({ process, known }: State): void {
  const rows = statement<Body, [string]>("SELECT * FROM process_flow_versions WHERE process_id = ?").all(process.id);
  const byId = new Map(rows.map((row) => [row.id, row]));
  expect(rows.filter(({ status }) => status === "published").length).toBeLessThanOrEqual(1);
  expect(new Set(rows.map(({ revision }) => revision)).size).toBe(rows.length);
  for (const [id, { texts, isDeleted }] of known) {
    const row = byId.get(id);
    expect({ id, exists: row !== undefined }).toEqual({ id, exists: !isDeleted });
    if (row) expect([...texts]).toContain(row.bpmn_xml);
  }
  for (const { status, submitted_at, approved_at, archived_at } of rows)
    expect([submitted_at, approved_at, archived_at].map((at) => at !== null)).toEqual([
      status !== "draft",
      status === "published" || status === "archived",
      status === "archived",
    ]);
  const waiting = rows.filter(({ status }) => status === "pending").length;
  const { open } = statement<{ open: number }, [string]>(
    "SELECT count(*) AS open FROM todos WHERE card_id = ? AND is_system = 1 AND status = 'open'",
  ).get(process.id) as { open: number };
  expect(open).toBe(waiting);
}

test.each([1, 2, 3, 4, 5, 6])("at most one version is published, and no draft is lost (seed %i)", async (seed) => {
  const [admin] = people as [Client];
  const state: State = { process: await newProcess(admin), known: new Map(), random: randomFrom(seed), made: 0 };
  const { random, known, process } = state;
  process.owner(owner);
  for (let round = 0; round < 25; round++) {
    const ids = [...known].filter(([, { isDeleted }]) => !isDeleted).map(([id]) => id);
    await Promise.all(
      Array.from({ length: 1 + random.whole(4) }, () => {
        const by = random.pick([...people, owner]);
        return ids.length < 2 || random() < 0.2
          ? create(state, random.pick(people))
          : change(state, by, random.pick(ids));
      }),
    );
    checkTables(state);
  }
  // The elements of the process are those of what is published last.
  const { body } = await admin.post(`${process.flow}/drafts`, { bpmn_xml: documentNumber(0) });
  await admin.post(`${process.flow}/versions/${body.id}/submit`);
  expect((await owner.post(`${process.flow}/versions/${body.id}/approve`)).status).toBe(200);
  expect(Object.keys(await elementsOf(admin, process))).toEqual(["t0"]);
});
