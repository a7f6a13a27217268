/** Lists of cards. */
import { statement } from "../../../db/client";
import { notFound } from "../../http/errors";
import { parseUuid } from "../../platform/ids";
import { type Actor, require } from "../access/actor";
import { stakeholderRolesByType } from "../access/roles";
import { hiddenCardTypes } from "../metamodel/types";
import type { CardQuery } from "./model";
import { cardsJson, WIRE_COLUMNS, type WireRow } from "./wire";

type Value = string | number | null;

/** Part of a WHERE clause with its values. */
type Condition = { sql: string; values: Value[] };

const where = (sql: string, ...values: Value[]): Condition => ({ sql, values });

/** The entries of a comma-separated list, trimmed; undefined when there is no list. */
const entries = (list: string | undefined) =>
  list
    ?.split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

/** `column` is one of the values; a single one is compared directly, so that an index gives the order too. */
function oneOf(column: string, values: readonly string[]): Condition {
  if (values.length === 1) return where(`${column} = ?`, values[0] as string);
  return where(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values));
}

/** The full-text index holds groups of three letters; what is shorter is looked for in the rows. */
const INDEXED_LETTERS = 3;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** A mark that stands on the letter before it; the index leaves it out. */
const mark = /[\u0300-\u036f]/;

/** A text in both cases of each of its letters: LIKE folds the case of ASCII letters only. */
const inBothCases = (letters: readonly string[]) =>
  letters.reduce(
    (forms, letter) =>
      mark.test(letter)
        ? forms.map((form) => form + letter)
        : forms.flatMap((form) => [form + letter.toLowerCase(), form + letter.toUpperCase()]),
    [""],
  );

function matching(search: string): Condition {
  const letters = [...search].filter((letter) => !mark.test(letter));
  if (letters.length >= INDEXED_LETTERS)
    return where(
      "c.seq IN (SELECT rowid FROM cards_search WHERE cards_search MATCH ?)",
      `"${search.replaceAll('"', '""')}"`,
    );
  // A letter with its mark may be stored as one character or as two.
  const forms = inBothCases([...search.normalize("NFC")]).flatMap((form) => [form, form.normalize("NFD")]);
  const patterns = [...new Set(forms)].map((form) => `%${escapeLike(form)}%`);
  const likes = patterns.map(() => "c.name LIKE ? ESCAPE '\\' OR c.description LIKE ? ESCAPE '\\'").join(" OR ");
  return where(`(${likes})`, ...patterns.flatMap((pattern) => [pattern, pattern]));
}

/** The implicit filter of every list: cards of hidden types don't appear. */
function visible(): Condition[] {
  const hidden = hiddenCardTypes();
  return hidden.length === 0 ? [] : [where("c.type NOT IN (SELECT value FROM json_each(?))", JSON.stringify(hidden))];
}

/**
 * The conditions of a query, or null when nothing can match.
 * Those on `countable` columns can be answered from the kept counts.
 */
function conditionsOf(actor: Actor, query: CardQuery): { countable: Condition[]; others: Condition[] } | null {
  const ids = entries(query.ids)
    ?.map(parseUuid)
    .filter((id) => id !== undefined);
  if (ids?.length === 0) return null;
  const statuses = entries(query.status) ?? (ids ? undefined : ["ACTIVE"]);
  const approvals = entries(query.approval_status);
  if (statuses?.length === 0 || approvals?.length === 0) return null;
  const types = entries(query.type);
  const countable = [
    ...(statuses ? [oneOf("c.status", statuses)] : []),
    ...(types?.length ? [oneOf("c.type", types)] : []),
    ...(approvals ? [oneOf("c.approval_status", approvals)] : []),
    ...visible(),
  ];
  const others = [
    ...(ids ? [oneOf("c.id", ids)] : []),
    ...(query.parent_id ? [where("c.parent_id = ?", query.parent_id)] : []),
    ...(query.search ? [matching(query.search)] : []),
    ...(query.mine ? [where("c.id IN (SELECT card_id FROM stakeholders WHERE user_id = ?)", actor.userId)] : []),
  ];
  return { countable, others };
}

const clause = (conditions: Condition[]) =>
  conditions.length === 0 ? "" : `WHERE ${conditions.map((condition) => condition.sql).join(" AND ")}`;
const valuesOf = (conditions: Condition[]) => conditions.flatMap((condition) => condition.values);

function totalOf(countable: Condition[], others: Condition[]): number {
  const conditions = [...countable, ...others];
  const sql =
    others.length === 0
      ? `SELECT coalesce(sum(c.count), 0) AS total FROM card_counts c ${clause(conditions)}`
      : `SELECT count(*) AS total FROM cards c ${clause(conditions)}`;
  return statement<{ total: number }>(sql).get(...valuesOf(conditions))?.total ?? 0;
}

const sortable = new Set([
  "name",
  "type",
  "status",
  "approval_status",
  "data_quality",
  "created_at",
  "updated_at",
  "subtype",
]);

/** Ascending, the cards without a value come last; descending, first. */
function orderBy(column: string, descending: boolean): string {
  const direction = descending ? "DESC" : "ASC";
  const nulls = column === "subtype" ? (descending ? " NULLS FIRST" : " NULLS LAST") : "";
  return `ORDER BY c.${column} ${direction}${nulls}, c.seq ${direction}`;
}

/**
 * A page of the cards that match, as JSON text of a CardList.
 * The total of a filter by type, status and approval comes from kept counts; a page in the second half is reached
 * from the end, so that the last page costs no more than the first.
 */
export function listCards(actor: Actor, query: CardQuery): string {
  const { page, page_size } = query;
  const conditions = conditionsOf(actor, query);
  if (!conditions) return `{"items":[],"total":0,"page":${page},"page_size":${page_size}}`;
  const total = totalOf(conditions.countable, conditions.others);
  const all = [...conditions.countable, ...conditions.others];
  const rows = pageOf(all, query, total);
  return `{"items":[${cardsJson(actor, rows)}],"total":${total},"page":${page},"page_size":${page_size}}`;
}

function pageOf(conditions: Condition[], query: CardQuery, total: number): WireRow[] {
  const offset = (query.page - 1) * query.page_size;
  const count = Math.min(query.page_size, total - offset);
  if (count <= 0) return [];
  const column = sortable.has(query.sort_by ?? "") ? (query.sort_by as string) : "name";
  const descending = query.sort_dir === "desc";
  const fromEnd = offset > total / 2;
  // The rows are chosen by their place alone; what belongs to a card is gathered only for those of the page.
  const sql = `SELECT ${WIRE_COLUMNS} FROM (
      SELECT c.seq AS place FROM cards c ${clause(conditions)} ${orderBy(column, descending !== fromEnd)} LIMIT ? OFFSET ?
    ) JOIN cards c ON c.seq = place ${orderBy(column, descending !== fromEnd)}`;
  const rows = statement(sql).values(
    ...valuesOf(conditions),
    count,
    fromEnd ? total - offset - count : offset,
  ) as unknown as WireRow[];
  return fromEnd ? rows.reverse() : rows;
}

/** ACTIVE cards per visible type, types without cards left out, and their sum. */
export function countCards(): { by_type: { type: string; count: number }[]; total: number } {
  const conditions = [where("c.status = 'ACTIVE'"), ...visible()];
  const by_type = statement<{ type: string; count: number }>(
    `SELECT c.type, sum(c.count) AS count FROM card_counts c ${clause(conditions)} GROUP BY c.type HAVING sum(c.count) > 0 ORDER BY c.type`,
  ).all(...valuesOf(conditions));
  return { by_type, total: by_type.reduce((sum, row) => sum + row.count, 0) };
}

/** The ACTIVE cards that the actor has made, newest first, as JSON text. */
export function listCreatedCards(actor: Actor, limit: number, offset: number): string {
  const conditions = [where("c.created_by = ?", actor.userId), where("c.status = 'ACTIVE'"), ...visible()];
  const total = totalOf([], conditions);
  const rows = statement(
    `SELECT ${WIRE_COLUMNS} FROM cards c ${clause(conditions)} ORDER BY c.created_at DESC, c.seq DESC LIMIT ? OFFSET ?`,
  ).values(...valuesOf(conditions), limit, offset) as unknown as WireRow[];
  return `{"items":[${cardsJson(actor, rows)}],"total":${total},"offset":${offset},"limit":${limit},"has_more":${offset + rows.length < total}}`;
}

/**
 * The ACTIVE cards in which a user has a part, most recently changed first, with the parts they have in each; as JSON text.
 * @param userId another user than the actor needs `stakeholders.view`
 * @throws Problem 404 for an unknown user, 403
 */
export function listStakeholderCards(actor: Actor, userId: string, limit: number): string {
  if (userId !== actor.userId) {
    if (!statement<{ id: string }>("SELECT id FROM users WHERE id = ?").get(userId)) throw notFound("User");
    require(actor, "stakeholders.view");
  }
  const conditions = [
    where("c.id IN (SELECT card_id FROM stakeholders WHERE user_id = ?)", userId),
    where("c.status = 'ACTIVE'"),
    ...visible(),
  ];
  const rows = statement(
    `SELECT ${WIRE_COLUMNS} FROM cards c ${clause(conditions)} ORDER BY c.updated_at DESC, c.seq DESC LIMIT ?`,
  ).values(...valuesOf(conditions), limit) as unknown as WireRow[];
  const typeOf = new Map(rows.map((row) => [row[0], row[1]]));
  const parts = statement<{ card_id: string; role: string }>(
    "SELECT DISTINCT card_id, role FROM stakeholders WHERE user_id = ? AND card_id IN (SELECT value FROM json_each(?)) ORDER BY card_id, role",
  ).all(userId, JSON.stringify([...typeOf.keys()]));
  const roles: Record<string, unknown[]> = {};
  for (const { card_id, role } of parts) {
    const definition = stakeholderRolesByType()
      .get(typeOf.get(card_id) ?? "")
      ?.get(role);
    const { label, color, translations } = definition ?? { label: role, color: "#757575", translations: {} };
    (roles[card_id] ??= []).push({ key: role, label, color, translations });
  }
  return `{"items":[${cardsJson(actor, rows)}],"roles_by_card_id":${JSON.stringify(roles)}}`;
}

/** Cards by their ids, in the order given, as a JSON array. */
export function cardsByIds(actor: Actor, ids: readonly string[]): string {
  const rows = statement(
    `SELECT ${WIRE_COLUMNS} FROM json_each(?) AS wanted JOIN cards c ON c.id = wanted.value ORDER BY wanted.key`,
  ).values(JSON.stringify(ids)) as unknown as WireRow[];
  return `[${cardsJson(actor, rows)}]`;
}
