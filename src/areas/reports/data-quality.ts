/** The completeness of the landscape. */

import { type Condition, clause, phases, valuesOf } from "../../../db/query";
import type { Actor } from "../../core/access/actor";
import { columns } from "../../http/tables";
import { DAY, fromNow } from "../../platform/clock";
import { oneDecimal } from "../../platform/rounding";
import { type Filters, numbersOf, populationOf } from "./population";
import { columnOf, fragment, list, object, rowsOf, scalar } from "./rows";
import type { Report } from "./table";

/** Days after which a card that nobody has changed is stale. */
const STALE = 90;
/** The cards of the lowest quality that are named. */
const WORST = 20;

type TypeQuality = { type: string; total: number; complete: number; partial: number; minimal: number; quality: number };

const LIFECYCLE = phases.map((phase) => `coalesce(c.lifecycle ->> '$.${phase}', '') <> ''`).join(" OR ");

/** Returns the figures of each card type, those of the lowest average first. */
function qualityByType(population: readonly Condition[]) {
  const rows = rowsOf<[string, number, number, number, number, number, number]>(
    fragment(
      `SELECT c.type, count(*), sum(c.data_quality >= 80), sum(c.data_quality >= 40 AND c.data_quality < 80),
         sum(c.data_quality), sum(${LIFECYCLE}), sum(c.updated_at < ?)
       FROM cards c ${clause(population)} GROUP BY c.type`,
      fromNow(-STALE * DAY),
      ...valuesOf(population),
    ),
  );
  return rows
    .map(([type, total, complete, partial, quality, withLifecycle, stale]) => ({
      type,
      total,
      complete,
      partial,
      minimal: total - complete - partial,
      quality,
      withLifecycle,
      stale,
    }))
    .sort((one, other) => averageOf(one) - averageOf(other) || (one.type < other.type ? -1 : 1));
}

const averageOf = ({ quality, total }: Pick<TypeQuality, "quality" | "total">) => (total === 0 ? 0 : quality / total);

/** Returns the number of cards without any relation. */
const countOrphans = (population: readonly Condition[]): number => {
  const { sql, values } = numbersOf(population);
  const [count = 0] = columnOf<number>(
    fragment(
      `SELECT count(*) FROM (${sql}) AS own
       WHERE NOT EXISTS (SELECT 1 FROM relations WHERE source_seq = own.seq)
         AND NOT EXISTS (SELECT 1 FROM relations WHERE target_seq = own.seq)`,
      ...values,
    ),
  );
  return count;
};

const WORST_ITEM = object({
  id: scalar("c.id"),
  name: scalar("c.name"),
  type: scalar("c.type"),
  data_quality: scalar("c.data_quality"),
  updated_at: scalar("c.updated_at"),
});

/** Returns the quality of the data about the cards that match. */
export function dataQuality(actor: Actor, filters: Filters): Report {
  const population = populationOf(actor, undefined, filters);
  const types = qualityByType(population);
  const sum = (key: "total" | "quality" | "withLifecycle" | "stale") => types.reduce((all, type) => all + type[key], 0);
  const by_type = types.map(({ type, total, complete, partial, minimal, quality }) => ({
    type,
    total,
    complete,
    partial,
    minimal,
    avg_data_quality: oneDecimal(averageOf({ quality, total })),
  }));
  const worst = () =>
    columnOf(
      fragment(
        `SELECT ${WORST_ITEM} FROM cards c ${clause(population)} ORDER BY c.data_quality, c.name, c.seq LIMIT ?`,
        ...valuesOf(population),
        WORST,
      ),
    );
  const overall = oneDecimal(averageOf({ quality: sum("quality"), total: sum("total") }));
  return {
    name: "data-quality",
    json: () => [
      [
        `{"overall_data_quality":${overall},"total_items":${sum("total")},"with_lifecycle":${sum("withLifecycle")}`,
        `"orphaned":${countOrphans(population)},"stale":${sum("stale")},"by_type":${JSON.stringify(by_type)}`,
        `"worst_items":${list(worst())}}`,
      ].join(","),
    ],
    columns: columns("type", "total", "complete", "partial", "minimal", "avg_data_quality"),
    rows: () => by_type,
  };
}
