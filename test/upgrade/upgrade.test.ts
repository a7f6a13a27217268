import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { eq } from "drizzle-orm";
import { db, tables } from "../../db";
import { closeDatabase, openDatabase } from "../../db/client";
import { SCHEMA_VERSION } from "../../db/migrate";
import { issueToken } from "../../src/core/access/tokens";
import { newId } from "../../src/platform/ids";
import { clientOf } from "../support/client";
import { findingsOf } from "../support/databases";
import { runStoa, startStoa } from "../support/executable";
import { startTestServer } from "../support/server";
import { contentOf, lost } from "./content";
import { oldDatabase, schemaBefore } from "./fill";

/** Returns a token of a user of the open database. */
const tokenOf = (id: string) => {
  const user = db.select().from(tables.users).where(eq(tables.users.id, id)).get();
  return issueToken(user as NonNullable<typeof user>);
};

/** The last schema in which relations name cards by their ids, and the search index holds places. */
const BEFORE_NUMBERS = schemaBefore("search_without_places");

/** Brings a file up to date as a start does. */
function migrateFile(file: string): void {
  openDatabase(file, { durableCommits: true });
  closeDatabase();
}

const earlier = Array.from({ length: SCHEMA_VERSION - 1 }, (_, index) => index + 1);

describe("a database of an earlier schema", () => {
  test.each(earlier)("is upgraded from version %d at start, and keeps its rows", async (version) => {
    const { file } = oldDatabase(version);
    const before = contentOf(file);
    expect(before.get("cards")).toHaveLength(2);
    const server = await startTestServer({ BACKUPS: "false", DATABASE_URL: `file:${file}` });
    expect(lost(before, contentOf(file))).toEqual([]);
    const [user] = before.get("users") as [{ id: string }];
    const client = clientOf(server.url, await tokenOf(user.id));
    expect(await client.get("/cards?search=cards.name")).toMatchObject({ status: 200, body: { total: 2 } });
    await server.stop();
    expect(findingsOf(file).filter(({ problem }) => problem)).toEqual([]);
  });

  test.each([1, SCHEMA_VERSION - 1])(
    "is upgraded from version %d by the executable, which announces it in the log",
    async (version) => {
      const { folder, file } = oldDatabase(version);
      const before = contentOf(file);
      expect(await runStoa(["check"], { folder })).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`the next start of the server upgrades it to ${SCHEMA_VERSION}`),
      });
      const server = await startStoa({ folder });
      expect(server.output()).toContain("upgrading the database");
      expect(lost(before, contentOf(file))).toEqual([]);
      const account = { email: "user0@company.example", password: "Difference-Engine-1822" };
      await runStoa(["user", "reset-password", account.email, "--password", account.password], { folder });
      const { body } = await clientOf(server.url).post("/auth/login", account);
      const cards = await clientOf(server.url, body.access_token).get("/cards?search=cards.name");
      expect(cards).toMatchObject({ status: 200, body: { total: 2 } });
      await server.stop();
      expect(await runStoa(["check"], { folder })).toMatchObject({ code: 0, stderr: "" });
    },
  );

  test("keeps its relations, and those of a missing relation type", async () => {
    const { file } = oldDatabase(BEFORE_NUMBERS);
    const old = new Database(file, { strict: true });
    const [one, two] = old.query("SELECT id FROM cards ORDER BY seq").all() as { id: string }[];
    const [known, unknown, own] = [newId(), newId(), newId()];
    old.run("DELETE FROM relations");
    const insert = old.query(
      "INSERT INTO relations (id, type, source_id, target_id, attributes, created_at, updated_at) VALUES (?, ?, ?, ?, '{}', ?, '')",
    );
    insert.run(
      known,
      JSON.stringify({ "relation_types.key": 0 }),
      one?.id as string,
      two?.id as string,
      "2026-01-02T03:04:05.001Z",
    );
    insert.run(unknown, "relOfOldTimes", two?.id as string, one?.id as string, "1999-12-31T23:59:59.999Z");
    insert.run(own, "relOfOldTimes", one?.id as string, one?.id as string, "2026-06-30T12:00:00.000Z");
    old.close();
    migrateFile(file);
    const sqlite = new Database(file, { readonly: true });
    expect(
      sqlite
        .query(
          `SELECT r.id, r.created_at, y.key, y.is_hidden, s.id AS source, t.id AS target FROM relations r
           JOIN relation_types y ON y.seq = r.type_seq JOIN cards s ON s.seq = r.source_seq JOIN cards t ON t.seq = r.target_seq
           ORDER BY r.seq`,
        )
        .all(),
    ).toMatchObject([
      { id: known, created_at: "2026-01-02T03:04:05.001Z", source: one?.id, target: two?.id },
      {
        id: unknown,
        created_at: "1999-12-31T23:59:59.999Z",
        key: "relOfOldTimes",
        is_hidden: 1,
        source: two?.id,
        target: one?.id,
      },
      { id: own, created_at: "2026-06-30T12:00:00.000Z", key: "relOfOldTimes", source: one?.id, target: one?.id },
    ]);
    expect(sqlite.query("SELECT count(*) AS count FROM relation_types WHERE key = 'relOfOldTimes'").get()).toEqual({
      count: 1,
    });
    sqlite.close();
  });

  test("has the events of relations whose cards are gone in the timelines of those", () => {
    const { file } = oldDatabase(schemaBefore("deleted_cards_events"));
    const old = new Database(file, { strict: true });
    const payload = { direction: "incoming", source_id: "source", target_id: "target" };
    old.run("UPDATE events SET event_type = 'relation.created', card_id = NULL, data = ?", [JSON.stringify(payload)]);
    old.close();
    migrateFile(file);
    const sqlite = new Database(file, { readonly: true });
    expect(sqlite.query("SELECT DISTINCT former_card_id FROM events").values()).toEqual([["target"]]);
    sqlite.close();
  });

  test("gets smaller by the columns and indexes that are no longer needed", () => {
    const { file } = oldDatabase(BEFORE_NUMBERS);
    const old = new Database(file, { strict: true });
    const words = "the quick brown fox jumps over the lazy dog and finds a herd of other foxes behind it ";
    old.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
       INSERT INTO cards (id, type, name, name_key, description, created_at, updated_at)
       SELECT 'card ' || i, 'Application', 'Name ' || i, 'name ' || i, ? || i, '', '' FROM n`,
      [words.repeat(3)],
    );
    old.run(
      `INSERT INTO relations (id, type, source_id, target_id, attributes, created_at, updated_at)
       SELECT printf('01900000-0000-7000-8000-%012d', seq), 'relSomethingToSomethingElse', id, id, '{}', created_at, updated_at FROM cards`,
    );
    old.close();
    const before = statSync(file).size;
    migrateFile(file);
    expect(statSync(file).size).toBeLessThan(0.75 * before);
  });

  test("is left as it is while an older program uses it", async () => {
    const { folder, file } = oldDatabase(SCHEMA_VERSION - 1);
    const older = new Database(file);
    older.run("PRAGMA journal_mode = WAL");
    older.query("SELECT count(*) FROM cards").get();
    const { code, stderr } = await runStoa([], { folder, environment: { PORT: "0", HOST: "127.0.0.1" } });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "stoa: ./data/stoa.db can't be used: a program is using it; stop it first.\n",
    });
    expect(older.query("PRAGMA user_version").values()).toEqual([[SCHEMA_VERSION - 1]]);
    older.close();
  });
});
