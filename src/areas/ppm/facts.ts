/** The facts that the operations of the area share. */
import { firstValue } from "../../../db";
import { ListQuery } from "./model";

/** A change. */
export const MANAGE = { permission: "ppm.manage" } as const;
/** The facts of operations that create a record, which is refused when there are too many. */
export const CREATE = { permission: "ppm.manage", refusals: [400] } as const;

/** Records, and bytes of their texts, up to which they are listed on the server's thread. */
const FEW = 500;
const SHORT = 256 * 1024;

/** The owner by which records are listed: the initiative, or the task. */
type Owner = "initiative_id" | "task_id";

/** Returns SQL that decides whether a list is long; it reads no more rows than a short one has. */
const listsMuchSql = (table: string, owner: Owner, texts: readonly string[]) => {
  const bytes = ["0", ...texts.map((text) => `coalesce(octet_length(${text}), 0)`)].join(" + ");
  return `SELECT count(*) > ${FEW} OR total(bytes) > ${SHORT} AS much
    FROM (SELECT ${bytes} AS bytes FROM ${table} WHERE ${owner} = ? LIMIT ${FEW + 1})`;
};

/**
 * Returns the facts of a list of records, which is read on another thread when it is long.
 * @param texts the columns that may hold long texts
 */
export function list(table: string, owner: Owner, ...texts: string[]) {
  const sql = listsMuchSql(table, owner, texts);
  const readsMuch = (_query: unknown, params: Record<string, string>) =>
    firstValue<number>(sql, params[owner] ?? "") === 1;
  return { permission: "ppm.view", query: ListQuery, readsMuch } as const;
}
