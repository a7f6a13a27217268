/** The completeness of the landscape. */
import { inList, listOf } from "../../../db";
import { type Condition, clause, valuesOf } from "../../../db/query";
import type { Actor } from "../../core/access/actor";
import { columns } from "../../http/tables";
import { DAY, fromNow } from "../../platform/clock";
import { oneDecimal } from "../../platform/rounding";
import { ORGANIZATION } from "./card-types";
import { HAS_PHASE, type QualityGroup, qualityOfGroups } from "./missing";
import { type Filters, numbersOf, populationOf } from "./population";
import { columnOf, fragment, list, object, rowsOf, scalar } from "./rows";
import type { Report } from "./table";

/** Days after which a card that nobody has changed is stale. */
const STALE = 90;
/** The cards of the lowest quality that are named. */
const WORST = 20;

type TypeQuality = { type: string; total: number; complete: number; partial: number; minimal: number; quality: number };

/** Returns the figures of each card type, those of the lowest average first. */
function qualityByType(population: readonly Condition[]) {
  const rows = rowsOf<[string, number, number, number, number, number, number]>(
    fragment(
      `SELECT c.type, count(*), sum(c.data_quality >= 80), sum(c.data_quality >= 40 AND c.data_quality < 80),
         sum(c.data_quality), sum(${HAS_PHASE}), sum(c.updated_at < ?)
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

/** The owners of the lowest quality that are named. */
const OWNERS = 200;

/** Returns what a group of cards lacks, as the report has it. */
const detailsOf = ({ low, middle, high, orphaned, missing }: QualityGroup) => ({
  spread: { low, middle, high },
  orphaned,
  missing,
});

/** Returns the organizations that own cards of a type, those of the lowest quality first. */
function ownersOf(actor: Actor, type: string, filters: Filters) {
  const own = numbersOf(populationOf(actor, type, filters));
  const owned = (card: string, organization: string) =>
    `SELECT o.id AS grp, r.${card} AS seq FROM relations r CROSS JOIN cards o ON o.seq = r.${organization}
     WHERE r.${card} IN (SELECT seq FROM own) AND o.type = '${ORGANIZATION}' AND o.status = 'ACTIVE'
       AND r.attributes ->> '$.usageType' = 'owner'`;
  const groups = qualityOfGroups(
    actor,
    fragment(
      `WITH own AS MATERIALIZED (${own.sql}) ${owned("target_seq", "source_seq")} UNION ${owned("source_seq", "target_seq")}`,
      ...own.values,
    ),
  );
  const lowest = [...groups].sort(([, one], [, other]) => averageOf(one) - averageOf(other)).slice(0, OWNERS);
  const names = new Map(
    rowsOf<[string, string]>(
      fragment(`SELECT c.id, c.name FROM cards c WHERE ${inList("c.id")}`, listOf(lowest.map(([id]) => id))),
    ),
  );
  return {
    total: groups.size,
    items: lowest.map(([id, group]) => ({
      id,
      name: names.get(id) ?? "",
      total: group.total,
      avg_data_quality: oneDecimal(averageOf(group)),
      ...detailsOf(group),
    })),
  };
}

/** Returns how many cards there are of each ten points of quality, ten figures. */
function histogramOf(population: readonly Condition[]): number[] {
  const rows = rowsOf<[number, number]>(
    fragment(
      `SELECT min(9, CAST(c.data_quality / 10 AS INTEGER)), count(*) FROM cards c ${clause(population)} GROUP BY 1`,
      ...valuesOf(population),
    ),
  );
  const counts = new Map(rows);
  return Array.from({ length: 10 }, (_, at) => counts.get(at) ?? 0);
}

/** Returns the figures of all types together. */
function overallOf(types: ReturnType<typeof qualityByType>, population: readonly Condition[]) {
  const sum = (key: "total" | "quality" | "withLifecycle" | "stale") => types.reduce((all, type) => all + type[key], 0);
  return {
    overall_data_quality: oneDecimal(averageOf({ quality: sum("quality"), total: sum("total") })),
    total_items: sum("total"),
    with_lifecycle: sum("withLifecycle"),
    orphaned: countOrphans(population),
    stale: sum("stale"),
  };
}

/** Returns the quality of the data about some cards in figures. */
export const overallQuality = (population: readonly Condition[]) => overallOf(qualityByType(population), population);

type QualityAsked = Filters & { missing?: boolean | undefined; owners_of?: string | undefined };

/** Returns the quality of the data about the cards that match. */
export function dataQuality(actor: Actor, { missing = false, owners_of, ...filters }: QualityAsked): Report {
  const population = populationOf(actor, undefined, filters);
  const groups = missing
    ? qualityOfGroups(
        actor,
        fragment(`SELECT c.type, c.seq FROM cards c ${clause(population)}`, ...valuesOf(population)),
      )
    : undefined;
  const types = qualityByType(population);
  const by_type = types.map(({ type, total, complete, partial, minimal, quality }) => ({
    type,
    total,
    complete,
    partial,
    minimal,
    avg_data_quality: oneDecimal(averageOf({ quality, total })),
    ...(groups?.has(type) && detailsOf(groups.get(type) as QualityGroup)),
  }));
  const worst = () =>
    columnOf(
      fragment(
        `SELECT ${WORST_ITEM} FROM cards c ${clause(population)} ORDER BY c.data_quality, c.name, c.seq LIMIT ?`,
        ...valuesOf(population),
        WORST,
      ),
    );
  return {
    name: "data-quality",
    json: () => [
      [
        JSON.stringify(overallOf(types, population)).slice(0, -1),
        `"by_type":${JSON.stringify(by_type)}`,
        `"worst_items":${list(worst())}`,
        ...(missing ? [`"histogram":${JSON.stringify(histogramOf(population))}`] : []),
        ...(owners_of === undefined ? [] : [`"owners":${JSON.stringify(ownersOf(actor, owners_of, filters))}`]),
      ]
        .join(",")
        .concat("}"),
    ],
    columns: columns("type", "total", "complete", "partial", "minimal", "avg_data_quality"),
    rows: () => by_type,
  };
}
