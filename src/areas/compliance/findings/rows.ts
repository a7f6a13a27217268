/** Access to the rows of findings. */

import { eq } from "drizzle-orm";
import { columnInList, db, tables } from "../../../../db";
import { type Author, publishAll } from "../../../core/journal/journal";
import { recordsOf } from "../../../core/records";
import { progress } from "../../../core/threads/progress";
import { now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import type { FindingPayload } from "../definitions";
import { findingKey } from "./key";

const { complianceFindings: findings } = tables;

/** Rows of one statement, whose parameters are bounded. */
const ROWS_AT_ONCE = 200;

export type FindingRow = typeof findings.$inferSelect;
/** The columns of a finding, without what is derived from them. */
export type StoredFinding = Omit<FindingRow, "seq" | "scope_type" | "severity_rank" | "finding_key">;
/** Columns of a finding that can be set. */
export type FindingColumns = Partial<Omit<StoredFinding, "id" | "created_at" | "updated_at">>;

const rows = recordsOf(findings, "Finding");
/** Finds a finding; undefined when there is none. */
export const findFinding = rows.find;
/** Finds a finding. @throws Problem 404 */
export const requireFindingRow = rows.require;
/** Finds the findings that exist of some ids, in their order. */
export const findFindings = rows.list;

/** Returns the findings that a risk follows. */
export const findingsOfRisk = (riskId: string): FindingRow[] =>
  db.select().from(findings).where(eq(findings.risk_id, riskId)).orderBy(findings.seq).all();

type NewRow = Omit<typeof findings.$inferInsert, "id" | "seq" | "finding_key" | "created_at" | "updated_at">;

/** Returns a row to insert, with its identity and key. */
const completed = (columns: NewRow, at = now()) => {
  const { card_id = null, regulation_article = null } = columns;
  const key = findingKey({ regulation: columns.regulation, card_id, regulation_article });
  return { ...columns, id: newId(), finding_key: key, created_at: at, updated_at: at };
};

/** Inserts a finding. */
export const createFindingRow = (columns: NewRow): FindingRow =>
  db.insert(findings).values(completed(columns)).returning().get();

/** Inserts many findings, in statements of some hundred rows. */
export function createFindingRows(all: readonly NewRow[]): void {
  for (let done = 0; done < all.length; done += ROWS_AT_ONCE) {
    progress(done, all.length);
    const rows = all.slice(done, done + ROWS_AT_ONCE).map((columns) => completed(columns));
    db.insert(findings).values(rows).run();
  }
}

/** Inserts a finding again, as it was. */
export const reinsertFinding = (row: StoredFinding): FindingRow =>
  rows.create({ ...row, finding_key: findingKey(row) });

/** Updates columns of a finding, and its key with them. */
export const updateFinding = (row: FindingRow, columns: FindingColumns): FindingRow =>
  rows.update(row, { ...columns, finding_key: findingKey({ ...row, ...columns }) });

/** Deletes findings. */
export const deleteFindingRows = (ids: readonly string[]): void =>
  void db.delete(findings).where(columnInList(findings.id, ids)).run();

/** Returns a finding without what is derived from it. */
export function storedFinding(row: FindingRow): StoredFinding {
  const { seq: _, scope_type: __, severity_rank: ___, finding_key: ____, ...stored } = row;
  return stored;
}

/** Returns the payload of an event about a finding. */
const payloadOf = (row: FindingRow): FindingPayload => {
  const { id, regulation, regulation_article, card_id, requirement, status, severity, decision, risk_id } = row;
  return { id, regulation, regulation_article, card_id, requirement, status, severity, decision, risk_id };
};

/** Publishes that findings were created or deleted; part of the running transaction. */
export const publishFindings = (author: Author, what: "created" | "deleted", rows: readonly FindingRow[]): void =>
  publishAll(
    author,
    rows.map((row) => ({
      type: `compliance_finding.${what}` as const,
      data: payloadOf(row),
      undo: what === "deleted" ? { row: storedFinding(row) } : undefined,
    })),
  );

/** A finding before and after a change. */
export type ChangedFinding = { before: FindingRow; after: FindingRow };

/** Publishes what has changed of findings, with what it was; part of the running transaction. */
export function publishChanges(author: Author, changed: readonly ChangedFinding[]): void {
  publishAll(
    author,
    changed.map(({ before, after }) => {
      const old = storedFinding(before);
      const current = storedFinding(after);
      const fields = (Object.keys(old) as (keyof StoredFinding)[]).filter(
        (field) => field !== "updated_at" && old[field] !== current[field],
      );
      return {
        type: "compliance_finding.updated" as const,
        data: { ...payloadOf(after), fields: fields.toSorted() },
        undo: { before: Object.fromEntries(fields.map((field) => [field, old[field]])) },
      };
    }),
  );
}
