import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrate, SCHEMA_VERSION } from "../../db/migrate";
import { clientOf } from "../support/client";
import { runStoa, startStoa } from "../support/executable";
import { newFolder } from "../support/scratch";
import { fill, tablesOf } from "./fill";

/** A database as the program with an earlier schema has left it, in a folder of its own. */
function oldDatabase(version: number): { folder: string; file: string } {
  const folder = newFolder();
  mkdirSync(join(folder, "data"));
  const file = join(folder, "data", "stoa.db");
  const sqlite = new Database(file, { create: true, strict: true });
  migrate(sqlite, version);
  sqlite.run("PRAGMA foreign_keys = ON");
  fill(sqlite);
  sqlite.close();
  return { folder, file };
}

type Content = Map<string, Record<string, unknown>[]>;

function contentOf(file: string): Content {
  const sqlite = new Database(file, { readonly: true, strict: true });
  try {
    return new Map(
      tablesOf(sqlite).map((table) => [
        table,
        sqlite.query(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[],
      ]),
    );
  } finally {
    sqlite.close();
  }
}

/** Rows that were there before and aren't any more, in the columns that both schemas have. */
function lost(before: Content, after: Content): string[] {
  return [...before].flatMap(([table, rows]) => {
    const kept = after.get(table) ?? [];
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column in (kept[0] ?? {}));
    const text = (row: Record<string, unknown>) => JSON.stringify(columns.map((column) => row[column]));
    const found = new Set(kept.map(text));
    return rows.filter((row) => !found.has(text(row))).map((row) => `${table}: ${text(row)}`);
  });
}

const earlier = Array.from({ length: SCHEMA_VERSION - 1 }, (_, index) => index + 1);

describe("a database of an earlier schema", () => {
  test.each(earlier)("of version %d is brought up to date at start, and keeps its rows", async (version) => {
    const { folder, file } = oldDatabase(version);
    const before = contentOf(file);
    expect(before.get("cards")).toHaveLength(2);
    expect(await runStoa(["check"], { folder })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`the next start of the server upgrades it to ${SCHEMA_VERSION}`),
    });
    const server = await startStoa({ folder });
    expect(lost(before, contentOf(file))).toEqual([]);
    const account = { email: "user0@company.example", password: "Difference-Engine-1822" };
    await runStoa(["user", "reset-password", account.email, "--password", account.password], { folder });
    const { body } = await clientOf(server.url).post("/auth/login", account);
    const cards = await clientOf(server.url, body.access_token).get("/cards?search=cards.name");
    expect(cards).toMatchObject({ status: 200, body: { total: 2 } });
    await server.stop();
    expect(await runStoa(["check"], { folder })).toMatchObject({ code: 0, stderr: "" });
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
