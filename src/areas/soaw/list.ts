/** Statements of architecture work as they are read: lists, one statement, its revisions. */
import { listOf, statement } from "../../../db";
import { type Condition, clause, valuesOf, where } from "../../../db/query";
import { notFound } from "../../http/errors";
import { MAX_ROWS, slice } from "../../http/pagination";
import { contentHash, requireDocument, revisionIds } from "../signatures";
import { soawDocuments } from "./documents";
import type { OneSoaw, Soaw, SoawQuery } from "./model";
import { CONTENT } from "./rows";

/** Bytes of sections that a list holds; the statements after those are listed without theirs. */
const LARGEST_LIST = 16 * 1024 * 1024;

type Content = Pick<Soaw, "document_info" | "version_history" | "sections">;
/** A statement without its content. */
type Heading = Omit<Soaw, keyof Content>;
type Texts<T> = { [K in keyof T]: string };

/** Returns the statements `s` for which a condition holds, without their content, in an order. */
function headingsWhere(conditions: readonly Condition[], order: string): Heading[] {
  const rows = statement<Omit<Heading, "signatories"> & { signatories: string }>(
    `SELECT s.id, s.name, s.initiative_id, s.status, s.created_by, s.signatories, s.signed_at, s.revision_number,
       s.parent_id, s.created_at, s.updated_at
     FROM statements_of_architecture_work s ${clause(conditions)} ORDER BY ${order} LIMIT ?`,
  ).all(...valuesOf(conditions), MAX_ROWS);
  return rows.map((row) => ({ ...row, signatories: JSON.parse(row.signatories) as Soaw["signatories"] }));
}

/** Statements with their content. */
function withContent(headings: readonly Heading[]): Soaw[] {
  const contents = statement<Texts<Content>, [number, string]>(
    `SELECT s.document_info, s.version_history,
       iif(sum(octet_length(s.sections)) OVER (ORDER BY listed.key) <= ?, s.sections, '{}') AS sections
     FROM json_each(?) listed CROSS JOIN statements_of_architecture_work s ON s.id = listed.value ORDER BY listed.key`,
  ).all(LARGEST_LIST, listOf(headings.map(({ id }) => id)));
  return headings.map((heading, place) => {
    const content = Object.entries(contents[place] as Texts<Content>).map(([field, text]) => [field, JSON.parse(text)]);
    return { ...heading, ...(Object.fromEntries(content) as Content) };
  });
}

type Page = Parameters<typeof slice<Heading>>[1];
type Headers = Parameters<typeof slice>[2];

/** Lists the statements that are asked for, all revisions of each, the one changed last first. */
export function listSoaws(query: SoawQuery, set: Headers): Soaw[] {
  const conditions = query.initiative_id ? [where("s.initiative_id = ?", query.initiative_id)] : [];
  return withContent(slice(headingsWhere(conditions, "s.updated_at DESC, s.id DESC"), query, set));
}

/**
 * Finds a statement.
 * @throws Problem 404
 */
export function requireSoaw(id: string): OneSoaw {
  const row = requireDocument(soawDocuments, id);
  return { ...row, content_hash: contentHash(CONTENT, row) };
}

/**
 * Lists the revisions that a statement is one of, the first one first.
 * @throws Problem 404
 */
export function listRevisions(id: string, query: Page, set: Headers): Soaw[] {
  const isRevision = where(`s.id IN (${revisionIds("statements_of_architecture_work")})`, id);
  const revisions = headingsWhere([isRevision], "s.revision_number, s.created_at, s.id");
  if (revisions.length === 0) throw notFound("SoAW");
  return withContent(slice(revisions, query, set));
}
