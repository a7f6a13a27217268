/** The cost of a list of cards in rows that are read. */
import { firstValue } from "../../../../db";
import { findsFew } from "../../../../db/query";
import { entriesOf } from "../../../http/query";
import { hiddenCardTypes } from "../../metamodel";
import { hasOrder } from "./cached-orders";
import { singleType } from "./conditions";
import { hasLinks } from "./fields";
import type { CardQuery } from "./model";
import { isEvaluated } from "./order";

/** Rows that a page may skip before its list counts as reading much. */
const DEEP = 10_000;

/** Cards among which even the texts of all are searched in a few milliseconds; the way to another thread takes no less. */
const FEW = 2_000;
const hasFew = () => (firstValue<number>("SELECT total(count) AS cards FROM card_counts") ?? 0) <= FEW;

/** Cards that a search may find for its list to be made at once, which then takes some milliseconds. */
const FEW_FOUND = 2_000;

/** Parameters whose conditions are evaluated for each card. */
const evaluated = ["where", "phase", "quality_min", "quality_max"] as const;
/** Parameters with which an index can still give the order. */
const indexed = new Set(["type", "status", "page", "page_size", "sort_by", "sort_dir", "fields"]);

const isGiven = (query: CardQuery, name: string) => query[name as keyof CardQuery] !== undefined;

/** Checks whether an index alone gives the places of a page, so that rows that are skipped cost next to nothing. */
function isWalked(query: CardQuery): boolean {
  if (Object.keys(query).some((name) => !indexed.has(name) && isGiven(query, name))) return false;
  if ((query.sort_by ?? "name") !== "name" || (entriesOf(query.status)?.length ?? 1) !== 1) return false;
  return query.type === undefined ? hiddenCardTypes().length === 0 : singleType(query) !== undefined;
}

/** Checks whether the conditions or the order of a list, which is not a search, are evaluated for each card. */
export const evaluatesEach = (query: CardQuery): boolean =>
  query.search === undefined && (isEvaluated(query) || evaluated.some((name) => isGiven(query, name)));

/**
 * Checks whether a list looks at many cards: to count or compare values, to search in many texts, or to skip those before a
 * page.
 */
export function readsMuch(query: CardQuery): boolean {
  const { facets, totals, fields, search, page, page_size } = query;
  if (
    facets !== undefined ||
    totals !== undefined ||
    query.group_by !== undefined ||
    query.tree !== undefined ||
    hasLinks(fields) ||
    evaluated.some((name) => isGiven(query, name))
  )
    return true;
  if (isEvaluated(query)) return !hasFew();
  if (search) return !hasFew() && !findsFew(search, FEW_FOUND);
  return (page - 1) * page_size > DEEP && !isWalked(query) && !hasOrder(query);
}
