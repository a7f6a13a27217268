/** Statements of architecture work as they are read: lists, one statement, its revisions. */
import { statement } from "../../../db";
import { notFound } from "../../http/errors";
import { MOST_ROWS } from "../../http/pagination";
import { type Condition, clause, valuesOf, where } from "../cards";
import { requireDocument, revisionIds } from "../signatures";
import { soawDocuments } from "./documents";
import type { Soaw, SoawQuery } from "./model";

/** Bytes of sections that a list holds; the statements after those are listed without theirs. */
const MOST_SECTIONS = 16 * 1024 * 1024;

const JSON_COLUMNS = ["document_info", "version_history", "sections", "signatories"] as const;
type Stored = Omit<Soaw, (typeof JSON_COLUMNS)[number]> & Record<(typeof JSON_COLUMNS)[number], string>;

/** The statements `s` for which conditions hold, in an order. */
function soawsWhere(conditions: readonly Condition[], order: string): Soaw[] {
  const rows = statement<Stored>(
    `SELECT s.id, s.name, s.initiative_id, s.status, s.document_info, s.version_history,
       iif(sum(octet_length(s.sections)) OVER (ORDER BY ${order}) <= ?, s.sections, '{}') AS sections,
       s.created_by, s.signatories, s.signed_at, s.revision_number, s.parent_id, s.created_at, s.updated_at
     FROM statements_of_architecture_work s ${clause(conditions)} ORDER BY ${order} LIMIT ?`,
  ).all(MOST_SECTIONS, ...valuesOf(conditions), MOST_ROWS);
  return rows.map((row) => {
    const parsed = JSON_COLUMNS.map((column) => [column, JSON.parse(row[column])]);
    return { ...row, ...Object.fromEntries(parsed) } as Soaw;
  });
}

/** The statements that are asked for, all revisions of each, the one changed last first. */
export const listSoaws = ({ initiative_id }: SoawQuery): Soaw[] =>
  soawsWhere(initiative_id ? [where("s.initiative_id = ?", initiative_id)] : [], "s.updated_at DESC, s.id DESC");

/**
 * A statement.
 * @throws Problem 404
 */
export const getSoaw = (id: string): Soaw => requireDocument(soawDocuments, id);

/**
 * The revisions that a statement is one of, the first one first.
 * @throws Problem 404
 */
export function listRevisions(id: string): Soaw[] {
  const isRevision = where(`s.id IN (${revisionIds("statements_of_architecture_work")})`, id);
  const revisions = soawsWhere([isRevision], "s.revision_number, s.created_at, s.id");
  if (revisions.length === 0) throw notFound("SoAW");
  return revisions;
}
