/** Risks as they are read. SQLite makes the JSON that goes out. */
import { listOf, statement } from "../../../../db";
import { clause, type Value, valuesOf } from "../../../../db/query";
import { LEVELS, RISK_STATUSES } from "../../../../db/schema/risks";
import { notFound, refused } from "../../../http/errors";
import { isDescending } from "../../../http/pagination";
import { parseUuid } from "../../../platform/ids";
import type { Risk, RiskQuery } from "../model";
import { riskConditions } from "./filters";

/** The columns of a risk that go out, in their order. */
const COLUMNS = [
  "id",
  "reference",
  "title",
  "description",
  "category",
  "source_type",
  "source_ref",
  "initial_probability",
  "initial_impact",
  "initial_level",
  "residual_probability",
  "residual_impact",
  "residual_level",
  "owner_id",
  "target_resolution_date",
  "status",
  "acceptance_rationale",
  "accepted_by",
  "accepted_at",
  "created_by",
  "created_at",
  "updated_at",
];

/** SQL for the JSON of a risk `r`. */
const TEXT = `json_object(${COLUMNS.map((column) => `'${column}', r.${column}`).join(", ")},
  'owner_name', (SELECT display_name FROM users WHERE id = r.owner_id),
  'cards', json((SELECT json_group_array(
      json_object('card_id', c.id, 'card_name', c.name, 'card_type', c.type, 'role', l.role) ORDER BY c.name, c.id)
    FROM risk_cards l JOIN cards c ON c.id = l.card_id WHERE l.risk_id = r.id)))`;

const textsOf = (rest: string, ...values: Value[]): string[] =>
  statement<unknown>(`SELECT ${TEXT} ${rest}`)
    .values(...values)
    .map(([text]) => text as string);

/** Returns SQL for the place of a value among the words of a vocabulary; those without one come last. */
const placeIn = (column: string, words: readonly string[]) =>
  `CASE ${column} ${words.map((word, place) => `WHEN '${word}' THEN ${place}`).join(" ")} ELSE ${words.length} END`;

const columns = new Map([
  ["target_resolution_date", "r.target_order"],
  ["level", "r.level_rank"],
  ["reference", "r.number"],
  ["name", "r.title COLLATE NOCASE"],
  ["category", "r.category"],
  ["status", placeIn("r.status", RISK_STATUSES)],
  ["initial_level", placeIn("r.initial_level", LEVELS)],
  ["residual_level", placeIn("r.residual_level", LEVELS)],
  ["owner_name", "(SELECT display_name FROM users WHERE id = r.owner_id) COLLATE NOCASE"],
]);

/** Returns the order of a list, in which the id decides between equals. */
function orderOf(query: Pick<RiskQuery, "sort_by" | "sort_dir">): string {
  const direction = isDescending(query) ? "DESC" : "ASC";
  return `ORDER BY ${columns.get(query.sort_by) ?? "r.updated_at"} ${direction}, r.id ${direction}`;
}

/** Lists a page of the risks that a query asks for, as JSON. @throws Problem 400 for a filter by what is no id */
export function listRisks(query: RiskQuery): string {
  const { page, page_size } = query;
  const conditions = riskConditions(query);
  const filter = clause(conditions);
  const values = valuesOf(conditions);
  const order = orderOf(query);
  const { total } = statement<{ total: number }>(`SELECT count(*) AS total FROM risks r ${filter}`).get(...values) as {
    total: number;
  };
  const items = textsOf(
    `FROM (SELECT r.id FROM risks r ${filter} ${order} LIMIT ? OFFSET ?) listed CROSS JOIN risks r ON r.id = listed.id ${order}`,
    ...values,
    page_size,
    (page - 1) * page_size,
  );
  return `{"items":[${items.join(",")}],"total":${total},"page":${page},"page_size":${page_size}}`;
}

/** Risks that are read at a time. */
const PORTION = 200;

/** Lists the ids of the risks that a query asks for, in their order. @throws Problem 400 for a filter by what is no id */
export function listRiskIds(query: Omit<RiskQuery, "page" | "page_size">): string[] {
  const conditions = riskConditions(query);
  return statement<unknown>(`SELECT r.id FROM risks r ${clause(conditions)} ${orderOf(query)}`)
    .values(...valuesOf(conditions))
    .map(([id]) => id as string);
}

/** Returns risks by their ids, in their order, read as they are taken. */
export function* risksOf(ids: readonly string[]): Generator<Risk> {
  for (let from = 0; from < ids.length; from += PORTION) {
    const portion = listOf(ids.slice(from, from + PORTION));
    for (const text of textsOf("FROM json_each(?) n CROSS JOIN risks r ON r.id = n.value ORDER BY n.key", portion))
      yield JSON.parse(text) as Risk;
  }
}

/**
 * Finds a risk.
 * @param id its id, not its reference
 * @throws Problem 404
 */
export function requireRisk(id: string): Risk {
  const [text] = textsOf("FROM risks r WHERE r.id = ?", id);
  if (text === undefined) throw notFound("Risk");
  return JSON.parse(text) as Risk;
}

/**
 * Lists the risks that a card is linked to, the one changed last first, as JSON; none for an unknown card.
 * @throws Problem 400 for what is no id
 */
export function listRisksOfCard(cardKey: string): string[] {
  const cardId = parseUuid(cardKey);
  if (!cardId) throw refused("Invalid card id");
  return textsOf(
    `FROM risks r WHERE r.id IN (SELECT risk_id FROM risk_cards WHERE card_id = ?)
     ORDER BY r.updated_at DESC, r.id DESC`,
    cardId,
  );
}
