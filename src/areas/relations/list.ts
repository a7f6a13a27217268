/** Lists of relations. */
import { listOf, notInList, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { isDescending, MOST_ROWS } from "../../http/pagination";
import { hiddenCardTypes } from "../metamodel";
import type { RelationQuery } from "./model";
import { type RelationWithEnds, WITH_ENDS } from "./rows";
import { relationsJson } from "./serialize";

/** Oldest first unless the query says otherwise. */
function orderBy(query: RelationQuery): string {
  const { sort_by } = query;
  const direction = isDescending(query) ? "DESC" : "ASC";
  if (sort_by === "created_at") return `ORDER BY r.seq ${direction}`;
  return sort_by === "type" ? `ORDER BY r.type ${direction}, r.seq` : "ORDER BY r.seq";
}

/**
 * The relations that match, oldest first, as a JSON array; without those that have an archived end or one of a hidden type.
 * With a page, sets `X-Total-Count`.
 * @param set the context's `set`, which gets the header
 */
export function listRelations(actor: Actor, query: RelationQuery, set: { headers: Record<string, unknown> }): string {
  const hidden = hiddenCardTypes();
  const conditions = ["s.status <> 'ARCHIVED'", "t.status <> 'ARCHIVED'"];
  const values: (string | number)[] = [];
  if (query.card_id) {
    // Two searches, each by its index; UNION drops a relation of a card with itself that both find.
    conditions.push(
      "r.seq IN (SELECT seq FROM relations WHERE source_id = ? UNION SELECT seq FROM relations WHERE target_id = ?)",
    );
    values.push(query.card_id, query.card_id);
  }
  if (query.type) {
    conditions.push("r.type = ?");
    values.push(query.type);
  }
  if (hidden.length > 0) {
    const types = listOf(hidden);
    conditions.push(notInList("s.type"), notInList("t.type"));
    values.push(types, types);
  }
  const where = `WHERE ${conditions.join(" AND ")}`;
  const page = query.page;
  const [limit, offset] = page === undefined ? [MOST_ROWS, 0] : [query.page_size, (page - 1) * query.page_size];
  const rows = statement<RelationWithEnds>(`SELECT ${WITH_ENDS} ${where} ${orderBy(query)} LIMIT ? OFFSET ?`).all(
    ...values,
    limit,
    offset,
  );
  if (page !== undefined) {
    const count = `SELECT count(*) AS total FROM relations r JOIN cards s ON s.id = r.source_id JOIN cards t ON t.id = r.target_id ${where}`;
    set.headers["x-total-count"] = String(statement<{ total: number }>(count).get(...values)?.total);
  }
  return `[${relationsJson(actor, rows)}]`;
}
