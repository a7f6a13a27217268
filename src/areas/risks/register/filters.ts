/** The filters of a query for risks. */
import { among, inList, listOf } from "../../../../db";
import { type Condition, oneOf, where } from "../../../../db/query";
import { LEVELS } from "../../../../db/schema/risks";
import { refused } from "../../../http/errors";
import { whereOn } from "../../../http/where";
import { today } from "../../../platform/clock";
import { parseUuid } from "../../../platform/ids";
import type { RiskFilters } from "../model";
import { NEVER_OVERDUE } from "./status";
import { RISK_FIELDS } from "./where";

type GivenValues = readonly string[] | undefined;

/** Returns the condition for a parameter that is given. */
const given = (values: GivenValues, condition: (values: readonly string[]) => Condition): Condition[] =>
  values === undefined ? [] : [condition(values)];

/** Returns the ids in a parameter. @throws Problem 400 for what is none */
const idsOf = (parameter: string, texts: readonly string[]): string[] =>
  texts.map((text) => {
    const id = parseUuid(text);
    if (!id) throw refused(`Invalid ${parameter}`);
    return id;
  });

/** Returns the condition that a risk is on one of some levels; a word that is none matches nothing. */
function onLevel(levels: readonly string[]): Condition {
  const ranks = levels.map((level) => (LEVELS as readonly string[]).indexOf(level)).filter((rank) => rank >= 0);
  const { sql, parameter } = among("r.level_rank", ranks);
  return where(sql, parameter);
}

const linkedTo = (cardIds: readonly string[]): Condition =>
  where(`r.id IN (SELECT risk_id FROM risk_cards WHERE ${inList("card_id")})`, listOf(cardIds));

/** Returns the condition that a text with wildcards is found in a risk. */
const showing = (search: string): Condition =>
  where("(r.search_key LIKE '%' || ? || '%' OR r.reference LIKE '%' || ? || '%')", search.toLowerCase(), search);

/** SQL for whether a risk `r` is overdue; its parameter is today. */
export const IS_OVERDUE = `r.target_resolution_date < ? AND r.status NOT IN (${NEVER_OVERDUE.map((status) => `'${status}'`).join(", ")})`;

/**
 * Returns the conditions on a risk `r`.
 * @throws Problem 400 for a filter by what is no id, 422 for a `where` that can't be parsed
 */
export const riskConditions = (query: RiskFilters): Condition[] => [
  ...given(query.owner_id, (ids) => oneOf("r.owner_id", idsOf("owner_id", ids))),
  ...given(query.card_id, (ids) => linkedTo(idsOf("card_id", ids))),
  ...given(query.status, (statuses) => oneOf("r.status", statuses)),
  ...given(query.category, (categories) => oneOf("r.category", categories)),
  ...given(query.level, onLevel),
  ...given(query.source_type, (sources) => oneOf("r.source_type", sources)),
  ...(query.search ? [showing(query.search)] : []),
  ...(query.overdue ? [where(`(${IS_OVERDUE})`, today())] : []),
  ...(query.where ? whereOn(RISK_FIELDS, query.where) : []),
];
