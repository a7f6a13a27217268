/** Schemas of scenarios side by side. */
import { z } from "zod";
import { SCENARIO_STATES } from "../../../../db/schema";
import { Id, Instant, namedObject, Text } from "../../../http/schemas";
import { Bom } from "../../../http/tables";
import { State } from "../model";
import { criteria } from "./criteria";
import { MAX_NAMED } from "./named";

/** Scenarios that are compared at once. */
export const MAX_SCENARIOS = 4;

export const WeighingQuery = z.object({
  scenarios: Text(200, 1).meta({
    description: `The ids of one to ${MAX_SCENARIOS} scenarios, comma-separated, in the order of their columns`,
    examples: ["0198c6a0-7d1c-7a3e-9c55-7d2f6f0a1b2c"],
  }),
  base: State(
    "The state that they are compared with: a moment, or `scenario:` and the id of another one; the present without it",
  ),
  weights: Text(400)
    .optional()
    .meta({
      description: `Criteria with weights from 1 to 10, comma-separated, as in \`costs_of_years:5,risks:3\`: ${criteria.join(", ")}`,
      examples: ["capability_coverage:5,data_quality:2"],
    }),
  format: z.enum(["json", "csv", "xlsx"]).default("json").meta({ description: "JSON, or a table of the same" }),
  bom: Bom,
});
export type WeighingQuery = z.infer<typeof WeighingQuery>;

const count = z.int();
const Score = z.number().nullable().meta({ description: "From 0 to 100; null without weights" });

const NamedCards = (description: string) =>
  z
    .object({
      total: count,
      items: z
        .object({ id: Id, name: z.string(), day: z.string().nullable() })
        .array()
        .meta({ description: `By name, at most ${MAX_NAMED}` }),
    })
    .meta({ description });

export const ScenarioComparison = namedObject("ScenarioComparison", {
  base: z.object({
    scenario_id: Id.nullable(),
    name: z.string().nullable().meta({ description: "The name of the scenario, if it is one" }),
    at: Instant,
    score: Score,
  }),
  scenarios: z
    .object({
      id: Id,
      name: z.string(),
      state: z.enum(SCENARIO_STATES),
      is_stale: z.boolean().meta({ description: "Whether the landscape has changed since it began" }),
      target_date: z.string().nullable(),
      score: Score,
      new_applications: NamedCards("Active applications that the base lacks; the day is the one on which they begin"),
      retired_applications: NamedCards(
        "Applications of the base that aren't active here, or end earlier; the day is the one on which they end",
      ),
      new_initiatives: NamedCards("Active initiatives that the base lacks").nullable(),
    })
    .array(),
  figures: z
    .object({
      figure: z.string(),
      of: z.string().nullable().meta({ description: "The year or the level that it is of" }),
      better: z.enum(["more", "fewer"]).nullable(),
      base: z.number(),
      values: z
        .object({ value: z.number(), difference: z.number() })
        .array()
        .meta({ description: "One for each scenario, with its difference to the base" }),
    })
    .array(),
  criteria: z
    .object({
      criterion: z.enum(criteria),
      weight: count,
      points: z.number().array().meta({ description: "Of the base and of each scenario, from 0 to 100" }),
    })
    .array(),
});
export type ScenarioComparison = z.infer<typeof ScenarioComparison>;
