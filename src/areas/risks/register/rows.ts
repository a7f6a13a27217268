/** Access to the rows of risks. */

import { eq } from "drizzle-orm";
import { allValues, db, firstValue, hasRow, statement, tables } from "../../../../db";
import { type NewRecord, recordsOf } from "../../../core/records";
import { found, refused } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";

const { risks } = tables;

export type RiskRow = typeof risks.$inferSelect;
/** The columns of a risk, without what is derived from them. */
export type StoredRisk = Omit<RiskRow, "reference" | "level_rank" | "target_order" | "search_key">;
/** Columns of a risk that can be set. */
export type RiskColumns = Partial<Omit<StoredRisk, "id" | "number" | "owner_todo_id" | "created_at" | "updated_at">>;

/** Returns a risk without what is derived from it. */
export function storedRisk(risk: RiskRow): StoredRisk {
  const { reference: _, level_rank: __, target_order: ___, search_key: ____, ...stored } = risk;
  return stored;
}

/** Returns the page of the front end that shows a risk. */
export const linkOf = ({ id }: Pick<RiskRow, "id">): string => `/ea-delivery/risks/${id}`;

/** Returns the current level, which is the residual one if there is one. */
export const levelOf = ({ residual_level, initial_level }: RiskRow) => residual_level ?? initial_level;

const rows = recordsOf(risks, "Risk");

/** Finds a risk; undefined when there is none. */
export const findRisk = rows.find;

const REFERENCE = /^R-(\d{6,15})$/i;

/** Finds a risk by its id or its reference; null when there is none. @throws Problem 400 for what is neither */
function findByKey(key: string): RiskRow | null {
  const id = parseUuid(key);
  const number = REFERENCE.exec(key)?.[1];
  if (id === undefined && number === undefined) throw refused("Invalid risk id");
  if (id) return findRisk(id) ?? null;
  return (
    db
      .select()
      .from(risks)
      .where(eq(risks.number, Number(number)))
      .get() ?? null
  );
}

/**
 * Finds a risk by its id or its reference.
 * @throws Problem 400 for what is neither, 404
 */
export const requireRiskRow = (key: string): RiskRow => found(findByKey(key), "Risk");

/** Returns the number after the highest one of a table. */
export const nextNumber = (table: "risks" | "risk_mitigation_tasks"): number =>
  (firstValue<number | null>(`SELECT max(number) AS highest FROM ${table}`) ?? 0) + 1;

/** Checks whether something in a table has a number. */
export const numberIsTaken = (table: "risks" | "risk_mitigation_tasks", number: number): boolean =>
  hasRow(`SELECT 1 AS found FROM ${table} WHERE number = ?`, number);

/** Returns the text that a risk is searched by. */
export const searchKeyOf = ({ title, description = "" }: { title: string; description?: string }) =>
  `${title}\n${description}`.toLowerCase();

/** Inserts a risk. */
export const createRiskRow = (row: Omit<NewRecord<typeof risks>, "search_key">): RiskRow =>
  rows.create({ ...row, search_key: searchKeyOf(row) });

/** Returns the entries of some columns that differ from a row. */
export function changedColumns<R extends object>(row: R, columns: Partial<R>): Partial<R> {
  const keys = Object.keys(columns) as (keyof R)[];
  return Object.fromEntries(
    keys.filter((key) => columns[key] !== row[key]).map((key) => [key, columns[key]]),
  ) as Partial<R>;
}

/** Updates the columns that differ, and if any does, when the risk was changed. */
export function updateRisk(row: RiskRow, columns: RiskColumns): RiskRow {
  const changed = changedColumns<RiskColumns>(row, columns);
  if (Object.keys(changed).length === 0) return row;
  return rows.update(row, { ...changed, search_key: searchKeyOf({ ...row, ...changed }) });
}

/** Sets which todo asks the owner of a risk to see to it; the risk does not count as changed. */
export const setOwnerTodo = (id: string, todoId: string | null): void =>
  void statement("UPDATE risks SET owner_todo_id = ? WHERE id = ?").run(todoId, id);

/** Returns the ids of the cards that a risk is linked to. */
export const cardsOf = (riskId: string): string[] =>
  allValues<string>("SELECT card_id FROM risk_cards WHERE risk_id = ? ORDER BY card_id", riskId);
