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

test("deleting cards, users and batches through the API breaks no seal", () => {
  tamper("DELETE FROM mutation_batches");
  expect(seals()).toBeUndefined();
});

test("the seals of older versions, which are texts, are valid together with newer ones", () => {
  tamper("UPDATE events SET seal = lower(hex(seal)) WHERE seq <= 3");
  expect(seals()).toBeUndefined();
  tamper("UPDATE events SET data = '{}' WHERE seq = 2");
  expect(seals()).toBeString();
});

/** The check of the journal reports all changes but those that a seal can't cover because deletions make them, too. */
const journal = () => problemOf("journal");

test.each([
  ["who is named for it", "UPDATE events SET user_id = (SELECT id FROM users) WHERE author_id IS NOT user_id"],
  ["that anybody is named for it", "UPDATE events SET user_id = NULL WHERE event_type = 'user.deleted'"],
  [
    "in whose history it stands",
    "UPDATE events SET card_id = (SELECT id FROM cards WHERE name = 'Ledger') WHERE event_type = 'card.deleted'",
  ],
])("changing %s breaks a seal of an older version, too", (_, sql) => {
  expect(journal()).toBeUndefined();
  tamper(sql);
  expect(journal()).toBeString();
});

test.each([
  ["what an entry says", 'UPDATE events SET data = \'{"id":"x"}\' WHERE seq = 2'],
  ["when it was", "UPDATE events SET created_at = '2020-01-01T00:00:00.000Z' WHERE seq = 2"],
  ["who did it", "UPDATE events SET author_id = 'somebody else' WHERE seq = 2"],
  ["that it is there", "DELETE FROM events WHERE seq = 2"],
  ["that it was the last", "DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)"],
  ["its seal", "UPDATE events SET seal = 'forged' WHERE seq = 2"],
  ["that it had a seal", "UPDATE events SET seal = NULL WHERE seq = 2"],
  [
    "what stands behind it",
    "INSERT INTO events (id, event_type, data, created_at) VALUES ('put-in', 'card.created', '{}', '2026-01-01T00:00:00.000Z')",
  ],
])("changing %s breaks a seal", (_, sql) => {
  expect(seals()).toBeUndefined();
  tamper(sql);
  expect(seals()).toBeString();
});
