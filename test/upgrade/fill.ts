/** Fills a database of any schema with rows: two in each table, each column with something that it may hold. */
import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../../db/migrate";
import journal from "../../migrations/meta/_journal.json";
import { newId } from "../../src/platform/ids";
import { newFolder } from "../support/scratch";

/** Returns the schema version before a migration, which is named without its number. */
export const schemaBefore = (migration: string): number =>
  journal.entries.findIndex(({ tag }) => tag.endsWith(`_${migration}`));

type Column = { name: string; type: string; notnull: number; pk: number };
type Reference = { from: string; table: string; to: string };
type Row = Record<string, unknown>;

/**
 * Returns the tables that hold what people put in: neither the search index with its notes nor the counts, which follow from the cards.
 */
export function tablesOf(sqlite: Database): string[] {
  const tables = sqlite
    .query(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all() as { name: string; sql: string }[];
  const indexes = tables.filter(({ sql }) => sql.startsWith("CREATE VIRTUAL")).map(({ name }) => name);
  return tables
    .map(({ name }) => name)
    .filter(
      (name) =>
        name !== "card_counts" &&
        name !== "unindexed_cards" &&
        !indexes.some((index) => name === index || name.startsWith(`${index}_`)),
    );
}

const ROWS = [0, 1];

/** Columns that mean something to the program when it starts; the rest may hold any text or number. */
const meanings: Record<string, (row: number, rows: Map<string, Row[]>) => unknown> = {
  "users.email": (row) => `user${row}@company.example`,
  "users.role": () => "admin",
  "users.is_active": () => 1,
  "users.auth_provider": () => "local",
  "users.locked_until": () => null,
  "users.password_hash": () => null,
  // The token is as old as the password.
  "users.token_version": () => 0,
  // Only the second user has second factors: the first one logs in with a password alone.
  "second_factors.user_id": (_, rows) => rows.get("users")?.[1]?.["id"],
  "feed_tokens.token_version": () => 0,
  "roles.is_archived": () => 0,
  "cards.type": () => "Application",
  "cards.status": () => "ACTIVE",
  "cards.approval_status": () => "DRAFT",
  "cards.parent_id": () => null,
  "cards.archived_at": () => null,
  // A file has one piece, of three bytes.
  "file_attachments.size": () => 3,
  "file_pieces.position": () => 0,
  "migrations.file_size": () => 3,
  "migration_pieces.position": () => 0,
  // No task belongs to an item.
  "ppm_tasks.wbs_id": () => null,
  "ppm_wbs.task_weight": () => 0,
  "ppm_wbs.task_progress": () => 0,
  "workspace_transfers.file_size": () => 3,
  "workspace_pieces.position": () => 0,
  // The drawing refers to no card.
  "diagrams.card_count": () => 0,
  // The history has two moments, in their order, and no change.
  "former_rows.table_name": () => null,
  "former_rows.key": () => null,
  "former_rows.change": () => null,
  "former_rows.former": () => null,
  "former_rows.at": (row) => new Date(Date.UTC(2026, 0, 1 + row)).toISOString(),
  // Scenarios are drafts that begin with these, for users alone.
  "scenarios.state": () => "draft",
  "scenarios.base_seq": (row) => row + 1,
  "scenarios.merged_at": () => null,
  "scenario_members.role": () => null,
  // Only a completed response can be applied.
  // A run that has ended is held by nobody.
  "runs.state": () => "completed",
  "runs.lease_owner": () => null,
  "runs.lease_until": () => null,
  "survey_responses.status": () => "completed",
  "events.event_type": () => "card.created",
  // Events that are older than seals have none.
  "events.seal": () => null,
  "events.entity_id": (row, rows) => rows.get("cards")?.[row]?.["id"],
};

/** Columns that hold a JSON array; other text columns get an object, which is a text as good as any other. */
const arrays =
  /^(subtypes|fields_schema|stakeholder_roles|attributes_schema|planted|restrict_to_types|display_fields|card_refs|event_types)$/;

const YEAR = 365 * 24 * 3600 * 1000;
const instant = (name: string) => new Date(Date.now() + (/expires|until|next/.test(name) ? YEAR : 0)).toISOString();

function valueFor(table: string, { name, type, pk }: Column, row: number): unknown {
  if (/INT/i.test(type)) return pk ? row + 1 : row;
  if (/REAL/i.test(type)) return row + 0.5;
  if (/BLOB/i.test(type)) return new Uint8Array([row, 1, 2]);
  if (/(_at|_until)$/.test(name)) return instant(name);
  if (/_date$/.test(name)) return `2026-01-3${row}`;
  if (/(^|_)id$/.test(name)) return newId();
  if (arrays.test(name)) return "[]";
  return JSON.stringify({ [`${table}.${name}`]: row });
}

/** Fills every table, those first that others refer to. */
export function fill(sqlite: Database): void {
  const rows = new Map<string, Row[]>();
  const fillTable = (table: string) => {
    if (rows.has(table)) return;
    rows.set(table, []);
    const references = sqlite.query(`PRAGMA foreign_key_list("${table}")`).all() as Reference[];
    for (const reference of references) if (reference.table !== table) fillTable(reference.table);
    const columns = sqlite.query(`PRAGMA table_info("${table}")`).all() as Column[];
    for (const row of ROWS) {
      const made: Row = {};
      for (const column of columns) {
        const reference = references.find(({ from }) => from === column.name);
        const meaning = meanings[`${table}.${column.name}`];
        if (meaning) made[column.name] = meaning(row, rows);
        else if (reference) made[column.name] = rows.get(reference.table)?.[row]?.[reference.to] ?? null;
        else made[column.name] = valueFor(table, column, row);
      }
      const names = Object.keys(made);
      sqlite
        .query(`INSERT INTO "${table}" (${names.map((name) => `"${name}"`)}) VALUES (${names.map(() => "?")})`)
        .run(...(Object.values(made) as string[]));
      rows.get(table)?.push(made);
    }
  };
  for (const table of tablesOf(sqlite)) fillTable(table);
}

/** Returns a database as the program with an earlier schema has left it, in a folder of its own. */
export function oldDatabase(version: number): { folder: string; file: string } {
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
