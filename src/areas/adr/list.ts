/** Architecture decision records as they are read: lists, one record, its revisions. */
import { inList, listOf, statement } from "../../../db";
import { type Condition, clause, oneOf, type Value, valuesOf, where } from "../../../db/query";
import { found, notFound } from "../../http/errors";
import { contentHash, revisionIds } from "../signatures";
import type { Adr, AdrFilters, AdrSummary } from "./model";
import { CONTENT } from "./rows";

const SUMMARY = `d.id, d.reference_number, d.title, d.status, d.decision, d.created_by, u.display_name AS creator_name,
  d.signatories, d.signed_at, d.revision_number, d.parent_id,
  (SELECT json_group_array(json_object('id', c.id, 'name', c.name, 'type', c.type) ORDER BY c.name, c.id)
   FROM architecture_decision_cards l JOIN cards c ON c.id = l.card_id WHERE l.architecture_decision_id = d.id
  ) AS linked_cards,
  (SELECT json_object('id', s.id, 'reference_number', s.reference_number, 'title', s.title) FROM architecture_decisions s
   WHERE s.id = d.superseded_by OR s.parent_id = d.id AND s.status = 'signed'
   ORDER BY s.id = d.superseded_by DESC, s.revision_number DESC, s.id DESC LIMIT 1
  ) AS superseded_by, d.created_at, d.updated_at`;
const FULL = `${SUMMARY}, d.context, d.consequences, d.alternatives_considered, d.related_decisions,
  d.rejection`;
const FROM = "FROM architecture_decisions d LEFT JOIN users u ON u.id = d.created_by";

/** A column that is a list or an object is text. */
type StoredRow<T> = {
  [K in keyof T]: T[K] extends unknown[] ? string : NonNullable<T[K]> extends object ? string | null : T[K];
};
/** A record with all its texts as SQLite gives it. */
type StoredAdr = StoredRow<Omit<Adr, "content_hash" | "rejection">> & { rejection: string | null };

const parsed = <T extends StoredRow<AdrSummary>>(row: T) => ({
  ...row,
  signatories: JSON.parse(row.signatories) as AdrSummary["signatories"],
  linked_cards: JSON.parse(row.linked_cards) as AdrSummary["linked_cards"],
  superseded_by: row.superseded_by === null ? null : (JSON.parse(row.superseded_by) as AdrSummary["superseded_by"]),
});

/** Returns a record with all its texts. */
function complete(row: StoredAdr): Adr {
  const rejection = row.rejection === null ? null : (JSON.parse(row.rejection) as Adr["rejection"]);
  const record = { ...parsed(row), related_decisions: JSON.parse(row.related_decisions) as string[], rejection };
  return { ...record, content_hash: contentHash(CONTENT, record) };
}

/** Records whose texts are read at a time. */
const PORTION = 20;

const summaries = (rest: string, ...values: Value[]): AdrSummary[] =>
  statement<StoredRow<AdrSummary>>(`SELECT ${SUMMARY} ${FROM} ${rest}`)
    .all(...values)
    .map(parsed);

/** Returns the end of the day of an instant. */
const endOfDay = (instant: string) => `${instant.slice(0, 10)}T23:59:59.999Z`;

/** Returns the condition on the linked cards: one that is named, one of some, of a type, or all of it. */
function linkCondition({ initiative_id, card_id, card_ids, card_type }: AdrFilters): Condition | undefined {
  const cardId = initiative_id ?? card_id;
  const links = [
    ...(cardId ? [where("c.id = ?", cardId)] : []),
    ...(card_ids ? [where(inList("c.id"), listOf(card_ids.split(",")))] : []),
    ...(card_type ? [where("c.type = ?", card_type)] : []),
  ];
  if (links.length === 0) return undefined;
  const linked =
    "SELECT l.architecture_decision_id FROM architecture_decision_cards l JOIN cards c ON c.id = l.card_id";
  return where(`d.id IN (${linked} ${clause(links)})`, ...valuesOf(links));
}

/** Returns the condition that a text is in the title or the number, in any case. */
function searchCondition(search: string): Condition {
  const text = search.toLowerCase();
  const rows = statement<Pick<AdrSummary, "id" | "title" | "reference_number">>(
    "SELECT id, title, reference_number FROM architecture_decisions",
  ).all();
  const found = rows.filter((row) => [row.title, row.reference_number].some((of) => of.toLowerCase().includes(text)));
  return oneOf(
    "d.id",
    found.map(({ id }) => id),
  );
}

/** Returns the conditions of a query. */
function conditionsOf(query: AdrFilters): Condition[] {
  const conditions: (Condition | undefined)[] = [linkCondition(query)];
  if (query.status) conditions.push(where("d.status = ?", query.status));
  if (query.search) conditions.push(searchCondition(query.search));
  for (const [name, column] of [
    ["date", "d.created_at"],
    ["modified", "d.updated_at"],
    ["signed", "d.signed_at"],
  ] as const) {
    const from = query[`${name}_from`];
    const to = query[`${name}_to`];
    if (from) conditions.push(where(`${column} >= ?`, from));
    if (to) conditions.push(where(`${column} <= ?`, endOfDay(to)));
  }
  return conditions.filter((condition) => condition !== undefined);
}

/** Lists the records that match, the one changed last first. */
export function listAdrs(query: AdrFilters): AdrSummary[] {
  const conditions = conditionsOf(query);
  return summaries(`${clause(conditions)} ORDER BY d.updated_at DESC, d.id DESC`, ...valuesOf(conditions));
}

/** Lists the records that are linked to a card, by their numbers. */
export const listAdrsOfCard = (cardId: string): AdrSummary[] =>
  summaries(
    `WHERE d.id IN (SELECT architecture_decision_id FROM architecture_decision_cards WHERE card_id = ?)
     ORDER BY d.reference_number`,
    cardId,
  );

/**
 * Finds a record with all its texts.
 * @throws Problem 404
 */
export function requireAdr(id: string): Adr {
  const row = found(statement<StoredAdr>(`SELECT ${FULL} ${FROM} WHERE d.id = ?`).get(id), "ADR");
  return complete(row);
}

/** Records with all their texts, by their ids and in their order; read as they are taken, a few at a time. */
export function* adrsOf(ids: readonly string[]): Generator<Adr> {
  for (let from = 0; from < ids.length; from += PORTION) {
    const rows = statement<StoredAdr, [string]>(
      `SELECT ${FULL} FROM json_each(?) n CROSS JOIN architecture_decisions d ON d.id = n.value
       LEFT JOIN users u ON u.id = d.created_by ORDER BY n.key`,
    ).all(listOf(ids.slice(from, from + PORTION)));
    for (const row of rows) yield complete(row);
  }
}

/**
 * Lists the revisions that a record is one of, the first one first.
 * @throws Problem 404
 */
export function listRevisions(id: string): AdrSummary[] {
  const revisions = summaries(
    `WHERE d.id IN (${revisionIds("architecture_decisions")}) ORDER BY d.revision_number, d.created_at, d.id`,
    id,
  );
  if (revisions.length === 0) throw notFound("ADR");
  return revisions;
}
