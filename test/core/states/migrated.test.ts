/** A state of a moment before a migration: the rows are as they were, and what the migration has added is as it is today. */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { statement } from "../../../db";
import { closeDatabase, openDatabase } from "../../../db/client";
import { makeStateFile } from "../../../db/state-files";
import { findMoment } from "../../../db/states";
import { commit, transaction } from "../../../db/transaction";
import { newFolder } from "../../support/scratch";

const folder = newFolder();
afterAll(() => {
  closeDatabase();
  rmSync(folder, { recursive: true });
});

test("a state of a moment before a migration has the rows of then, and today's values in a column that was added", async () => {
  const file = join(folder, "stoa.db");
  openDatabase(file, { durableCommits: true });
  const write = (text: string) => transaction(() => statement(text).run());
  write("INSERT INTO tag_groups (id, name, created_at) VALUES ('one', 'Before', ''), ('two', 'Deleted later', '')");
  await Bun.sleep(3);
  const then = new Date().toISOString();
  await Bun.sleep(3);
  closeDatabase();
  const migrated = new Database(file);
  migrated.run("ALTER TABLE tag_groups ADD COLUMN added TEXT DEFAULT 'today'");
  migrated.close();

  openDatabase(file, { durableCommits: true });
  write("UPDATE tag_groups SET name = 'After', added = 'later' WHERE id = 'one'");
  write("DELETE FROM tag_groups WHERE id = 'two'");
  commit();
  const state = makeStateFile(findMoment(then) as NonNullable<ReturnType<typeof findMoment>>);
  const made = new Database(state, { readonly: true });
  expect(made.query("SELECT id, name, added FROM tag_groups ORDER BY id").all()).toEqual([
    { id: "one", name: "Before", added: "today" },
    { id: "two", name: "Deleted later", added: "today" },
  ]);
  made.close();
  rmSync(state);
});
