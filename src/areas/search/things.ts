/** Searching everything but cards: tables of hundreds or thousands of rows, each with the rights of its own list. */
import { statement } from "../../../db";
import { fold } from "../../../db/folding";
import { beyondAscii } from "../../../db/query";
import { type Actor, may } from "../../core/access/actor";
import type { PermissionKey } from "../../core/access/permissions";
import { byRank } from "./cards";
import type { Kind } from "./model";
import { excerptOf, rankOf } from "./ranking";

/** Rows of a kind that are compared letter by letter. */
const MANY = 2_000;

/**
 * Returns a query of the rows that may hold a text; what has letters beyond ASCII is compared later.
 * @param columns `id`, `name`, `detail` and `more`, the other text that is searched
 * @param visible a condition, with the user's id as `?2`
 */
const candidates = (columns: string, from: string, visible: string) =>
  `SELECT id, name, detail, more FROM (
     SELECT id, name, detail, more, name || char(0) || coalesce(detail, '') || char(0) || coalesce(more, '') AS text
     FROM (SELECT ${columns} FROM ${from} WHERE ${visible} AND ?2 IS NOT NULL))
   WHERE instr(lower(text), ?1) > 0 OR ${beyondAscii("text")} LIMIT ${MANY}`;

/** Returns the condition that a thing is public, the user's own, or shared with the user. */
const shown = (owner: string, shares: string, thing: string) =>
  `(visibility = 'public' OR ${owner} = ?2 OR id IN (SELECT ${thing} FROM ${shares} WHERE user_id = ?2))`;

/** A kind of thing: the permission of its list, and its query. */
type Source = { permission: PermissionKey | undefined; sql: string };

const sources: Record<Exclude<Kind, "card">, Source> = {
  diagram: {
    permission: "diagrams.view",
    sql: candidates("id, name, NULL AS detail, description AS more", "diagrams", "TRUE"),
  },
  decision: {
    permission: "adr.view",
    sql: candidates("id, title AS name, reference_number AS detail, NULL AS more", "architecture_decisions", "TRUE"),
  },
  statement: {
    permission: "soaw.view",
    sql: candidates("id, name, NULL AS detail, NULL AS more", "statements_of_architecture_work", "TRUE"),
  },
  risk: {
    permission: "risks.view",
    sql: candidates("id, title AS name, reference AS detail, description AS more", "risks", "TRUE"),
  },
  survey: {
    permission: "surveys.manage",
    sql: candidates("id, name, NULL AS detail, description AS more", "surveys", "TRUE"),
  },
  view: {
    permission: "bookmarks.manage",
    sql: candidates(
      "id, name, card_type AS detail, NULL AS more",
      "bookmarks",
      shown("user_id", "bookmark_shares", "bookmark_id"),
    ),
  },
  report: {
    permission: undefined,
    sql: candidates(
      "id, name, report_type AS detail, description AS more",
      "saved_reports",
      shown("owner_id", "saved_report_shares", "saved_report_id"),
    ),
  },
  user: {
    permission: undefined,
    sql: candidates("id, display_name AS name, email AS detail, NULL AS more", "users", "is_active = 1"),
  },
};

type Row = { id: string; name: string; detail: string | null; more: string | null };

/** A thing that was found. */
type FoundThing = Row & { rank: number; excerpt: string | null };

/** Finds the things of a kind that match best and that the actor may list, best first. */
export function findThings(actor: Actor, kind: Exclude<Kind, "card">, text: string, limit: number): FoundThing[] {
  const { permission, sql } = sources[kind];
  const sought = fold(text.trim());
  if (sought === "" || (permission && !may(actor, permission))) return [];
  return statement<Row, [string, string]>(sql)
    .all(sought, actor.userId)
    .flatMap((row) => {
      const rank = rankOf(row.name, [row.detail, row.more].filter(Boolean).join("\n"), sought);
      return rank === undefined ? [] : [{ ...row, rank, excerpt: excerptOf(rank, row.more, sought) }];
    })
    .toSorted(byRank)
    .slice(0, limit);
}
