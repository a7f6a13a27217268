/** Numbers that earlier versions stored as text in number fields. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate } from "../../db/migrate";
import { schemaBefore } from "./fill";

/** The schema version before the numbers are converted. */
const BEFORE = schemaBefore("numbers_in_number_fields");

const field = (key: string, type: string) => ({ key, label: key, type });
const fields = [field("size", "number"), field('odd "key".[0]', "cost"), field("note", "text")];
const AT = "2026-01-01T00:00:00.000Z";

/** Returns a database of the earlier schema, with cards and relations that have these attributes. */
function databaseWith(attributes: readonly (string | null)[]): Database {
  const sqlite = new Database(":memory:", { strict: true });
  migrate(sqlite, BEFORE);
  sqlite.run("PRAGMA foreign_keys = ON");
  sqlite.run(
    "INSERT INTO card_types (key, label, subtypes, stakeholder_roles, section_config, translations, fields_schema) VALUES ('Item', 'Item', '[]', '[]', '{}', '{}', ?)",
    [JSON.stringify([{ section: "General", fields }])],
  );
  sqlite.run(
    "INSERT INTO relation_types (key, label, source_type_key, target_type_key, translations, attributes_schema) VALUES ('uses', 'uses', 'Item', 'Item', '{}', ?)",
    [JSON.stringify(fields)],
  );
  for (const [id, text] of attributes.entries()) {
    sqlite.run(
      "INSERT INTO cards (id, type, name, name_key, attributes, created_at, updated_at) VALUES (?, 'Item', ?, ?, ?, ?, ?)",
      [`c${id}`, `${id}`, `${id}`, text, AT, AT],
    );
    sqlite.run(
      "INSERT INTO relations (id, type, source_id, target_id, attributes, created_at, updated_at) VALUES (?, 'uses', ?, ?, ?, ?, ?)",
      [`r${id}`, `c${id}`, `c${id}`, text, AT, AT],
    );
  }
  return sqlite;
}

type Row = { attributes: string | null; updated_at: string };
const rowsOf = (sqlite: Database, table: string) =>
  sqlite.query(`SELECT attributes, updated_at FROM ${table} ORDER BY seq`).all() as Row[];

test("texts of number fields become numbers on upgrading, in cards and relations; everything else stays as it is", () => {
  const converted: [before: string, after: string][] = [
    ['{"size":"4321","note":"4321"}', '{"size":4321,"note":"4321"}'],
    ['{"note":"a","size":" -4.5 ","other":"1"}', '{"note":"a","size":-4.5,"other":"1"}'],
    ['{"size":"1e3","odd \\"key\\".[0]":"+0.25"}', '{"size":1000,"odd \\"key\\".[0]":0.25}'],
    ['{"size":".5","nested":{"size":"1"}}', '{"size":0.5,"nested":{"size":"1"}}'],
    ['{"size":"5.","empty":null}', '{"size":5,"empty":null}'],
  ];
  const unchanged = [
    ...["", " ", "1,000", "0x10", "12 EUR", "1e999", "-1e999", "Infinity", "NaN", "1.2.3", "."].map((size) =>
      JSON.stringify({ size }),
    ),
    '{"size":4321}',
    '{"size":null}',
    '{"size":["1"]}',
    '{"note":"1"}',
    "{}",
    null,
  ];
  const sqlite = databaseWith([...converted.map(([before]) => before), ...unchanged]);
  expect(migrate(sqlite, BEFORE + 1)).toBe(1);
  for (const table of ["cards", "relations"]) {
    const rows = rowsOf(sqlite, table);
    const parsed = (text: string | null) => (text === null ? null : JSON.parse(text));
    expect(rows.slice(0, converted.length).map(({ attributes }) => parsed(attributes))).toEqual(
      converted.map(([, after]) => parsed(after)),
    );
    for (const { updated_at } of rows.slice(0, converted.length)) expect(updated_at > AT).toBeTrue();
    expect(rows.slice(converted.length)).toEqual(unchanged.map((attributes) => ({ attributes, updated_at: AT })));
  }
  expect(sqlite.query("SELECT 1 FROM sqlite_master WHERE name LIKE 'numbers%'").get()).toBeNull();
});
