/** The landscape in figures. */
import { z } from "zod";
import { firstValue, statement } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import { analysisModel } from "../../core/llm/configuration";
import { generalSettings } from "../../core/settings/general";
import { Id, namedObject } from "../../http/schemas";
import { oneDecimal } from "../../platform/rounding";

export const Status = namedObject("TurboLensStatus", {
  ai_configured: z.boolean().meta({ description: "Whether a language model is configured" }),
  ready: z.boolean(),
  enabled: z.boolean(),
  engine: z.string().meta({ description: "Who answers analyses: `local`, or the model" }),
});

export const Overview = namedObject("TurboLensOverview", {
  total_cards: z.int(),
  cards_by_type: z.record(z.string(), z.int()),
  quality_avg: z.number(),
  quality_bronze: z.int(),
  quality_silver: z.int(),
  quality_gold: z.int(),
  total_cost: z.number().meta({ description: "0 for those who may not see costs" }),
  vendor_count: z.int(),
  duplicate_clusters: z.int(),
  modernization_count: z.int(),
  top_issues: z.object({ id: Id, name: z.string(), type: z.string(), data_quality: z.number() }).array(),
});

/** Says whether analyses are enabled, and who answers them. */
export function findStatus(): z.infer<typeof Status> {
  const model = analysisModel();
  const enabled = generalSettings().turboLensEnabled;
  return {
    ai_configured: model !== undefined,
    ready: model !== undefined && enabled,
    enabled,
    engine: model?.name ?? "local",
  };
}

const COUNTS = `SELECT (SELECT count(*) FROM turbolens_vendor_analysis) AS vendor_count,
  (SELECT count(*) FROM turbolens_duplicate_clusters) AS duplicate_clusters,
  (SELECT count(*) FROM turbolens_modernization_assessments) AS modernization_count`;

const QUALITY = `SELECT coalesce(avg(data_quality), 0) AS quality_avg,
    coalesce(sum(data_quality < 45), 0) AS quality_bronze,
    coalesce(sum(data_quality >= 45 AND data_quality < 80), 0) AS quality_silver,
    coalesce(sum(data_quality >= 80), 0) AS quality_gold
  FROM cards WHERE status <> 'ARCHIVED'`;

const COST = `SELECT coalesce(sum(attributes ->> '$.costTotalAnnual'), 0) AS cost FROM cards
  WHERE status <> 'ARCHIVED' AND json_type(attributes, '$.costTotalAnnual') IN ('integer', 'real')`;

const ISSUES = `SELECT id, name, type, data_quality FROM cards
  WHERE status <> 'ARCHIVED' AND data_quality < 40 ORDER BY data_quality, seq LIMIT 10`;

type Overview = z.infer<typeof Overview>;
type Counts = Pick<Overview, "vendor_count" | "duplicate_clusters" | "modernization_count">;
type Quality = Pick<Overview, "quality_avg" | "quality_bronze" | "quality_silver" | "quality_gold">;

/** Returns the figures of all cards that are not archived. */
export function summarizeLandscape(actor: Actor): Overview {
  const types = statement<{ type: string; count: number }>(
    "SELECT type, sum(count) AS count FROM card_counts WHERE status <> 'ARCHIVED' GROUP BY type HAVING sum(count) > 0 ORDER BY type",
  ).all();
  const quality = statement<Quality>(QUALITY).get() as Quality;
  const cost = may(actor, "costs.view") ? (firstValue<number>(COST) ?? 0) : 0;
  return {
    total_cards: types.reduce((sum, { count }) => sum + count, 0),
    cards_by_type: Object.fromEntries(types.map(({ type, count }) => [type, count])),
    ...quality,
    quality_avg: oneDecimal(quality.quality_avg),
    total_cost: Math.round(100 * Math.min(cost, Number.MAX_SAFE_INTEGER)) / 100,
    ...(statement<Counts>(COUNTS).get() as Counts),
    top_issues: statement<Overview["top_issues"][number]>(ISSUES).all(),
  };
}
