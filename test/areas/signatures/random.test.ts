/** Two people write, sign, reject, recall, revise, delete and undo documents at once, in random order. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import { BATCH_ID } from "../../../src/core/journal/batches";
import type { Answer, Client } from "../../support/client";
import { unique } from "../../support/factories";
import { type Random, randomFrom } from "../../support/openapi";
import { testServer } from "../../support/server";
import { askedToSign, type Body, create, type Kind, kinds, request, take } from "./kinds";

const server = testServer();
let people: [Client, Client];
beforeAll(async () => {
  people = [await server.as("admin"), await server.as("member")];
});

const ROUNDS = 100;
const STATUSES = ["draft", "in_review", "approved", "signed", "parked"];

/** Returns the batches that changed a document, the last four. */
const batchesAbout = (id: string): string[] =>
  statement<{ batch_id: string }, [string]>(
    `SELECT ${BATCH_ID} AS batch_id FROM events WHERE entity_id = ? ORDER BY seq DESC LIMIT 4`,
  )
    .all(id)
    .map(({ batch_id }) => batch_id);

/** Does something with one document, whatever its state is. */
function act(kind: Kind, random: Random, by: Client, id: string): Promise<Answer> {
  const path = `${kind.path}/${id}`;
  const word = unique("word ");
  const signers = random.sample(people, 1 + random.whole(2)).map(({ userId }) => userId);
  // More frequent requests make longer ways through the states.
  const ask = () => by.post(`${path}/request-signatures`, { user_ids: signers });
  const setStatus = () => by.patch(path, { status: random.pick(["draft", "approved", ...STATUSES]) });
  const actions = [
    ...[ask, ask, ask, setStatus, setStatus, setStatus],
    () => by.patch(path, { [kind.title]: word, [kind.text]: kind.content(word) }),
    () => by.post(`${path}/sign`),
    () => by.post(`${path}/sign`),
    () => by.post(`${path}/recall-signatures`),
    () => by.post(`${path}/reject`, { comment: word }),
    () => by.post(`${path}/revise`),
    () => by.delete(path),
    () => by.post(`/mutation-batches/${random.pick(batchesAbout(id))}/rollback`, { dry_run: false, force: true }),
  ];
  return random.pick(actions)();
}

const rowsOf = ({ table }: Kind): Body[] =>
  statement<Body>(`SELECT * FROM ${table} ORDER BY id`)
    .all()
    .map((row) => ({ ...row, signatories: JSON.parse(row.signatories) }));

/** Returns the users whose signatures a document lacks. */
const pendingIn = ({ signatories }: Body): string[] =>
  signatories.flatMap(({ user_id, status }: Body) => (status === "pending" ? [user_id] : [])).toSorted();

/** Checks the invariants of a document after any step. */
function checkDocument(kind: Kind, row: Body, byId: ReadonlyMap<string, Body>): void {
  const pending = pendingIn(row);
  expect(STATUSES).toContain(row.status);
  expect(row.signed_at !== null).toBe(row.status === "signed");
  if (row.status === "draft") expect(row.signatories).toEqual([]);
  if (row.status === "in_review") expect(pending).not.toEqual([]);
  if (row.status === "signed") expect([row.signatories.length > 0, pending]).toEqual([true, []]);
  else expect(pending.length > 0).toBe(row.signatories.length > 0);
  expect(askedToSign(kind, row.id)).toEqual(pending);
  const parent = byId.get(row.parent_id);
  if (parent) expect(row.revision_number).toBeGreaterThan(parent.revision_number);
}

/** Returns the content of signed documents, by their ids and when they were signed. */
const frozen = ({ title, text }: Kind, rows: readonly Body[]): Map<string, string> =>
  new Map(
    rows
      .filter(({ status }) => status === "signed")
      .map((row) => [`${row.id} ${row.signed_at}`, `${row[title]} ${row[text]}`]),
  );

describe.each(kinds.map((kind) => [kind.name, kind] as const))("a document of the kind %s", (_, kind) => {
  test.each([1, 2])("reaches only the states of the contract (seed %i)", async (seed) => {
    const random = randomFrom(seed);
    const reached = new Set<string>();
    // All documents ever created: deleted ones may be restored.
    const known = new Set<string>(rowsOf(kind).map(({ id }) => id));
    let before = new Map<string, string>();
    for (let round = 0; round < ROUNDS; round++) {
      const open = rowsOf(kind).filter(({ status }) => status !== "signed");
      if (open.length === 0) known.add((await create(kind, random.pick(people))).id);
      // Mostly both work on the same one; the other may be signed or deleted.
      const last = [...known].at(-1) as string;
      const current: string = open.at(-1)?.id ?? last;
      const documents = [current, current, current, last];
      const answers = await Promise.all(people.map((by) => act(kind, random, by, random.pick(documents))));
      for (const { status, body } of answers)
        expect([200, 204, 400, 403, 404, 409], JSON.stringify(body)).toContain(status);
      const rows = rowsOf(kind);
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const row of rows) {
        checkDocument(kind, row, byId);
        known.add(row.id);
        reached.add(row.status);
      }
      for (const id of known) if (!byId.has(id)) expect(askedToSign(kind, id)).toEqual([]);
      const after = frozen(kind, rows);
      for (const [key, content] of after) if (before.has(key)) expect(content).toBe(before.get(key) as string);
      before = after;
    }
    expect(reached).toContain("in_review");
  });

  test("every revision lists the same tree, the first one first", async () => {
    const [admin, member] = people;
    const { id } = await create(kind, member);
    const tree = [id];
    for (const parent of [0, 0, 1]) {
      const before = tree[parent] as string;
      // The second revision of the first one finds it signed.
      if (tree.length !== 2) {
        await request(kind, member, before, admin);
        await take(kind, admin, before, "sign");
      }
      tree.push((await take(kind, member, before, "revise")).id);
    }
    for (const of of tree) {
      const { body } = await member.get(`${kind.path}/${of}/revisions`);
      expect(body.map((row: Body) => row.id)).toEqual(tree);
      expect(body.map((row: Body) => row.revision_number)).toEqual([1, 2, 2, 3]);
    }
  });
});
