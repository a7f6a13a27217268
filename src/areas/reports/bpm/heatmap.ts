/** Business capabilities by the values of their processes, or their own. */
import { relationTypeNumber } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { columns } from "../../../http/tables";
import { BUSINESS_CAPABILITY } from "../card-types";
import { activeCards, type Filters, numbersOf, phaseMember, selectCards } from "../population";
import { fragment, listed, members, type Query, rowsOf, scalar, stored } from "../rows";
import { parsed, phaseColumn, type Report } from "../table";
import { processesOf, relationOf } from "./processes";
import { shownAttributes } from "./redaction";

/** Attribute → its values, of which the first counts 1; any other counts 0. */
const scales: Record<string, readonly string[]> = {
  maturity: ["initial", "managed", "defined", "measured", "optimized"],
  strategicImportance: ["low", "medium", "high", "critical"],
};

/**
 * Returns SQL for the value of a metric for a capability `c`; null for an unknown one.
 * @param processes a query of the numbers of processes
 */
function metricOf(metric: string, processes: Query): Query {
  if (metric === "process_count")
    return fragment(
      `(SELECT count(*) FROM relations r WHERE r.target_seq = c.seq AND r.type_seq = ${relationTypeNumber()}
        AND +r.source_seq IN (${processes.sql}))`,
      relationOf.capability,
      ...processes.values,
    );
  const scale = Object.hasOwn(scales, metric) ? scales[metric] : undefined;
  if (!scale) return fragment("NULL");
  const cases = scale.map((value, place) => `WHEN '${value}' THEN ${place + 1}`);
  return fragment(`CASE c.attributes ->> '$.${metric}' ${cases.join(" ")} ELSE 0 END`);
}

const LEVEL = "coalesce(nullif(CAST(c.attributes ->> '$.capabilityLevel' AS TEXT), ''), 'L1')";

/** Returns the active capabilities by name, each with its value of a metric; the filters restrict the processes. */
export function processHeatmap(actor: Actor, { metric, ...filters }: Filters & { metric: string }): Report {
  const value = metricOf(metric, numbersOf(processesOf(actor, filters)));
  const attributes = shownAttributes(actor, BUSINESS_CAPABILITY);
  const phase = phaseMember(filters.at);
  const text = members({
    id: scalar("c.id"),
    name: scalar("c.name"),
    parent_id: scalar("c.parent_id"),
    level: scalar(LEVEL),
    metric_value: scalar(value.sql),
    attributes: stored(attributes.sql, "{}"),
  });
  const items = rowsOf<[number, string]>(
    selectCards(
      activeCards(BUSINESS_CAPABILITY, filters.at),
      fragment(`'{' || ${text} || ${phase.sql} || '}'`, ...value.values, ...attributes.values, ...phase.values),
    ),
  ).map(([, item]) => item);
  return {
    name: "capability-heatmap",
    json: () => listed(items, `{"metric":${JSON.stringify(metric)},"items":`, "}"),
    columns: [...columns("id", "name", "parent_id", "level", "metric_value"), ...phaseColumn(filters.at)],
    rows: () => parsed(items),
  };
}
