/** Staged records as they are looked at, before and after they are applied. */
import { statement } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import { streamed, streamFromReadConnection } from "../../http/responses";
import { csvLine } from "../../platform/csv";
import type { JsonObject } from "../../platform/json";
import { costKeysHiddenFrom } from "../cards";
import type { PreviewPage, PreviewQuery, RecordKind, StagedRecord } from "./model";
import { type MigrationRow, mappingsOf, requireRow } from "./rows";

type Row = Omit<StagedRecord, "diff"> & { diff: string | null };

/**
 * Returns the keys of attributes whose values the actor may not see: costs, and what is or may become one by this
 * migration.
 */
function hiddenKeys(actor: Actor, migration: MigrationRow): ReadonlySet<string> {
  if (may(actor, "costs.view")) return new Set();
  const staged = statement<{ key: string }>(
    `SELECT source_data ->> '$.key' AS key FROM staged_records
     WHERE migration_id = ? AND entity_kind = 'metamodel_field' AND source_data ->> '$.type' = 'cost'`,
  ).all(migration.id);
  const hidden = new Set([...costKeysHiddenFrom(actor), ...staged.map(({ key }) => key)]);
  for (const fields of Object.values(mappingsOf(migration)))
    for (const [key, target] of Object.entries(fields)) if (hidden.has(target)) hidden.add(key);
  return hidden;
}

/** Returns a diff without hidden attributes. */
function redactDiff(text: string | null, hidden: ReadonlySet<string>): JsonObject | null {
  if (text === null) return null;
  const diff = JSON.parse(text) as JsonObject;
  if (hidden.size === 0 || !("attributes" in diff)) return diff;
  const shown = Object.entries(diff["attributes"] as JsonObject).filter(([key]) => !hidden.has(key));
  return { ...diff, attributes: Object.fromEntries(shown) };
}

/** SQL for whether a record is reported; nobody has to resolve that a type is migrated to a card type. */
const REPORTED = "(error_message IS NOT NULL OR action = 'conflict') AND entity_kind <> 'metamodel_type'";

const CONDITION = `migration_id = ?1 AND entity_kind = ?2
  AND (?3 IS NULL OR card_type_key = ?3) AND (?4 IS NULL OR action = ?4)`;

/** Counts the staged records by their kind, cards by their type, in the order in which they were read. @throws Problem 404 */
export function countRecords(id: string): RecordKind[] {
  requireRow(id);
  return statement<RecordKind>(
    `SELECT entity_kind, CASE entity_kind WHEN 'card' THEN card_type_key END AS card_type_key,
       count(*) FILTER (WHERE action = 'create') AS "create", count(*) FILTER (WHERE action = 'update') AS "update",
       count(*) FILTER (WHERE action = 'skip') AS skip, count(*) FILTER (WHERE action = 'conflict') AS conflict,
       count(*) FILTER (WHERE ${REPORTED}) AS reported, count(*) FILTER (WHERE status = 'applied') AS applied
     FROM staged_records WHERE migration_id = ? GROUP BY 1, 2 ORDER BY min(seq)`,
  ).all(id);
}

/** Returns the staged records of a kind, in the order in which they were read. @throws Problem 404 */
export function previewRecords(actor: Actor, id: string, query: PreviewQuery): PreviewPage {
  const migration = requireRow(id);
  const { entity_kind, card_type_key = null, action = null, offset, limit } = query;
  const conditions = [id, entity_kind, card_type_key, action] as const;
  const condition = query.reported ? `${CONDITION} AND ${REPORTED}` : CONDITION;
  const total = statement<{ count: number }>(`SELECT count(*) AS count FROM staged_records WHERE ${condition}`).get(
    ...conditions,
  );
  const rows = statement<Row>(
    `SELECT id, entity_kind, source_id, ?5 AS source_type, card_type_key, action, status, diff, error_message, target_id, display_name
     FROM staged_records WHERE ${condition} ORDER BY seq LIMIT ?6 OFFSET ?7`,
  ).all(...conditions, migration.source_type, limit, offset);
  const hidden = hiddenKeys(actor, migration);
  const items = rows.map(({ diff, ...row }) => ({ ...row, diff: redactDiff(diff, hidden) }));
  return { items, total: total?.count ?? 0, offset, limit };
}

const ERROR_COLUMNS = ["entity_kind", "source_id", "card_type_key", "action", "error_message"] as const;
/** Rows of a piece of the list of errors. */
const PIECE = 500;

type ErrorRow = Record<(typeof ERROR_COLUMNS)[number], string | null> & { seq: number };

/** SQL for the message about a record; that of a conflict is its reason. */
const MESSAGE = "coalesce(error_message, diff ->> '$.reason')";
/** Lists the records that could not be applied, or not wholly, and the conflicts, as CSV. @throws Problem 404 */
export function listErrors(id: string): Response {
  requireRow(id);
  let last: [kind: string, seq: number] = ["", 0];
  let text = csvLine(ERROR_COLUMNS);
  const next = (rows: readonly ErrorRow[]) => {
    for (const row of rows) {
      const message = row.error_message?.replace(/[\r\n]+/g, " ") ?? null;
      text += csvLine(ERROR_COLUMNS.map((column) => (column === "error_message" ? message : row[column])));
      last = [row.entity_kind ?? "", row.seq];
    }
    const piece = text;
    text = "";
    return piece || null;
  };
  const body = streamFromReadConnection((connection) =>
    next(
      connection
        .rows<[string, string, string | null, string, string | null, number]>(
          `SELECT entity_kind, source_id, card_type_key, action, ${MESSAGE}, seq FROM staged_records
         WHERE migration_id = ? AND ${REPORTED} AND (entity_kind, seq) > (?, ?) ORDER BY entity_kind, seq LIMIT ${PIECE}`,
          id,
          ...last,
        )
        .map(([entity_kind, source_id, card_type_key, action, error_message, seq]) => ({
          entity_kind,
          source_id,
          card_type_key,
          action,
          error_message,
          seq,
        })),
    ),
  );
  return streamed(body, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="migration-${id}-errors.csv"`,
  });
}
