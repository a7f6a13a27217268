/** Feed tokens of earlier versions, which become access tokens. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate } from "../../db/migrate";
import { schemaBefore } from "./fill";

const AT = "2026-01-01T00:00:00.000Z";
const END = "2999-01-01T00:00:00.000Z";

test("feed tokens become access tokens that open feeds alone, without those that a change of password has ended", () => {
  const sqlite = new Database(":memory:", { strict: true });
  migrate(sqlite, schemaBefore("access_tokens"));
  sqlite.run("PRAGMA foreign_keys = ON");
  sqlite.run(
    "INSERT INTO users (id, email, display_name, token_version, created_at, updated_at) VALUES ('u', 'u@company.example', 'U', 3, ?1, ?1)",
    [AT],
  );
  for (const [id, version] of [
    ["valid", 3],
    ["ended", 2],
  ] as const)
    sqlite.run(
      "INSERT INTO feed_tokens (id, user_id, name, token_hash, token_version, expires_at, last_used_at, created_at) VALUES (?1, 'u', ?1, ?1, ?2, ?3, ?4, ?4)",
      [id, version, END, AT],
    );
  migrate(sqlite);
  expect(sqlite.query("SELECT * FROM access_tokens").all()).toMatchObject([
    {
      ...{ id: "valid", user_id: "u", name: "valid", token_hash: "valid", last_four: "", scope: "feed", areas: null },
      ...{ expires_at: END, last_used_at: AT, last_used_from: null, created_at: AT },
    },
  ]);
});
