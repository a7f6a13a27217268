import { beforeAll, beforeEach, expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { behindItsBack, findingsOf } from "../../support/databases";
import { newFolder } from "../../support/scratch";
import { startTestServer } from "../../support/server";

let sealed: string;
/** A copy of the file for a test to tamper with. */
let file: string;

beforeAll(async () => {
  const server = await startTestServer();
  const admin = await server.as("admin");
  const member = await server.as("member");
  const { body } = await member.post("/cards", { type: "Application", name: "Payroll" });
  await member.patch(`/cards/${body.id}`, { name: "Payroll 2" });
  await admin.delete(`/cards/${body.id}`);
  await admin.delete(`/users/${member.userId}`);
  await admin.post("/cards", { type: "Application", name: "Ledger" });
  await server.stop();
  sealed = server.databaseFile;
});
beforeEach(() => {
  file = join(newFolder(), "copy.db");
  copyFileSync(sealed, file);
});

const problemOf = (check: string) => findingsOf(file).find((finding) => finding.check === check)?.problem;
const seals = () => problemOf("seals");
const tamper = (sql: string) => behindItsBack(file, (sqlite) => sqlite.run(sql));

test("deleting cards, users and batches breaks no seal", () => {
  tamper("DELETE FROM mutation_batches");
  expect(seals()).toBeUndefined();
});

test("the seals of older versions, which are texts, are valid together with newer ones", () => {
  tamper("UPDATE events SET seal = lower(hex(seal)) WHERE seq <= 3");
  expect(seals()).toBeUndefined();
  tamper("UPDATE events SET data = '{}' WHERE seq = 2");
  expect(seals()).toBeString();
});

/**
 * Returns the problem that the check of the journal finds in the columns that no seal covers, because deletions change
 * them.
 */
const journal = () => problemOf("journal");

test.each([
  ["a changed user", "UPDATE events SET user_id = (SELECT id FROM users) WHERE author_id IS NOT user_id"],
  ["a removed user", "UPDATE events SET user_id = NULL WHERE event_type = 'user.deleted'"],
  [
    "a changed card",
    "UPDATE events SET card_id = (SELECT id FROM cards WHERE name = 'Ledger') WHERE event_type = 'card.deleted'",
  ],
])("%s is found by the check of the journal, although no seal covers it", (_, sql) => {
  expect(journal()).toBeUndefined();
  tamper(sql);
  expect(journal()).toBeString();
});

test.each([
  ["a changed content", 'UPDATE events SET data = \'{"id":"x"}\' WHERE seq = 2'],
  ["a changed time", "UPDATE events SET created_at = '2020-01-01T00:00:00.000Z' WHERE seq = 2"],
  ["a changed author", "UPDATE events SET author_id = 'somebody else' WHERE seq = 2"],
  ["a deleted entry", "DELETE FROM events WHERE seq = 2"],
  ["a deleted last entry", "DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)"],
  ["a forged seal", "UPDATE events SET seal = 'forged' WHERE seq = 2"],
  ["a removed seal", "UPDATE events SET seal = NULL WHERE seq = 2"],
  [
    "an unsealed entry at the end",
    "INSERT INTO events (id, event_type, data, created_at) VALUES ('put-in', 'card.created', '{}', '2026-01-01T00:00:00.000Z')",
  ],
])("%s breaks a seal", (_, sql) => {
  expect(seals()).toBeUndefined();
  tamper(sql);
  expect(seals()).toBeString();
});
