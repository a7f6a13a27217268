/** Suggestions and insights on the wire. */
import { z } from "zod";
import { LINE, namedObject, orNull, Text, Whole } from "../../http/schemas";

export const AiStatus = namedObject("AiStatus", {
  enabled: z.boolean(),
  configured: z.boolean(),
  provider_type: z.string(),
  enabled_types: z.string().array(),
  running_models: z.string().array(),
  model: z.string().nullable(),
  portfolio_insights_enabled: z.boolean(),
});
export type AiStatus = z.infer<typeof AiStatus>;

const Engine = z
  .enum(["model", "local"])
  .default("model")
  .meta({ description: "`local` is answered by templates and rules, and needs no model" });

export const SuggestRequest = namedObject("AiSuggestRequest", {
  type_key: Text(100, 1),
  name: Text(LINE, 1),
  subtype: orNull(Text(100)),
  context: orNull(Text(500)),
  engine: Engine,
});
export type SuggestRequest = z.infer<typeof SuggestRequest>;

const FieldSuggestion = namedObject("FieldSuggestion", {
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  confidence: z.number().min(0).max(1),
  source: z.string().nullable(),
});
export type FieldSuggestion = z.infer<typeof FieldSuggestion>;

export const SuggestResponse = namedObject("AiSuggestResponse", {
  suggestions: z.record(z.string(), FieldSuggestion),
  sources: z.object({ url: z.string().nullable(), title: z.string().nullable() }).array(),
  model: z.string().nullable(),
  search_provider: z.string().nullable(),
  engine: z.string(),
});
export type SuggestResponse = z.infer<typeof SuggestResponse>;

/** Groups, attributes and filters of one request. */
const MAX_ENTRIES = 1_000;
const Count = z.number().min(0).max(1e12);
const Counts = z
  .record(z.string().max(LINE), Count)
  .refine((counts) => Object.keys(counts).length <= MAX_ENTRIES, `must not have more than ${MAX_ENTRIES} entries`);

const Group = z.object({
  name: Text(LINE).default(""),
  count: Count.default(0),
  breakdown: Counts.default({}),
});
export type Group = z.infer<typeof Group>;

export const InsightsRequest = namedObject("PortfolioInsightsRequest", {
  total_apps: Whole(0, 1_000_000_000).default(0),
  group_by: orNull(Text(LINE)),
  color_by: orNull(Text(LINE)),
  groups: z.array(Group).max(MAX_ENTRIES).default([]),
  attribute_summary: z
    .record(z.string().max(LINE), Counts)
    .refine((all) => Object.keys(all).length <= 200, "must not have more than 200 entries")
    .default({}),
  lifecycle_summary: Counts.default({}),
  active_filters: z.array(Text(LINE)).max(MAX_ENTRIES).default([]),
  engine: Engine,
});
export type InsightsRequest = z.infer<typeof InsightsRequest>;

const Insight = namedObject("PortfolioInsight", {
  title: z.string(),
  observation: z.string(),
  recommendation: z.string(),
});
export type Insight = z.infer<typeof Insight>;

export const InsightsResponse = namedObject("PortfolioInsightsResponse", {
  insights: z.union([Insight, z.string()]).array(),
  model: z.string().nullable(),
  engine: z.string(),
});
export type InsightsResponse = z.infer<typeof InsightsResponse>;
