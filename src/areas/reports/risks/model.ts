/** Schemas of the reports on risks. */
import { z } from "zod";
import { CATEGORIES, LEVELS, RISK_STATUSES } from "../../../../db/schema/risks";
import { Day, Flag, Id, namedObject, Text } from "../../../http/schemas";
import { Count, Day as DayInAnswer, Name } from "../model";
import { Filters } from "../population";
import { Format } from "../table";

/** Returns a parameter that may be repeated. */
const anyOf = <const Words extends readonly string[]>(words: Words, description: string) =>
  z
    .preprocess((given) => [given].flat(), z.enum(words).array().max(20))
    .optional()
    .meta({ description: `${description}; several are alternatives` });

/** Risks are filtered by what they are, and by the cards that they are linked to. */
const RiskSelection = {
  ...Filters.shape,
  type: Text(100).optional().meta({ description: "Only risks that are linked to a card of this type" }),
  status: anyOf(RISK_STATUSES, "With this status"),
  category: anyOf(CATEGORIES, "Of this category"),
  closed: Flag.default(false).meta({ description: "Closed risks too, when no status is given" }),
};

const assessments = ["current", "initial", "residual"] as const;

export const MatrixQuery = z.object({
  ...RiskSelection,
  assessment: z.enum(assessments).default("current").meta({
    description: "`current` is the residual assessment of those risks that have one, and the initial one of all others",
  }),
  at: Day.optional().meta({ description: "As the risks were at the end of this day; now without it" }),
  ...Format,
});
export type MatrixQuery = z.infer<typeof MatrixQuery>;

export const OverTimeQuery = z.object({
  ...RiskSelection,
  from: Day.optional().meta({ description: "The first day; a year before the last one without it" }),
  to: Day.optional().meta({ description: "The last day; today without it" }),
  interval: z.enum(["day", "week", "month"]).default("month").meta({ description: "The time between two points" }),
  ...Format,
});
export type OverTimeQuery = z.infer<typeof OverTimeQuery>;
export type Selection = Pick<OverTimeQuery, keyof typeof RiskSelection>;

const Level = z.enum(LEVELS);

export const RiskMatrixReport = namedObject("RiskMatrixReport", {
  at: DayInAnswer.nullable(),
  assessment: z.enum(assessments),
  probabilities: z.string().array().meta({ description: "The rows, the gravest first" }),
  impacts: z.string().array().meta({ description: "The columns, the gravest first" }),
  cells: z
    .object({
      probability: z.string(),
      impact: z.string(),
      level: Level.meta({ description: "That follows from the two today" }),
      count: Count,
      risks: z
        .object({ id: Id, reference: z.string(), title: Name, status: z.enum(RISK_STATUSES) })
        .array()
        .meta({ description: "The first hundred, by reference" }),
    })
    .array()
    .meta({ description: "Row by row" }),
  total: Count,
  unassessed: Count.meta({ description: "Risks that lack the assessment, or are on a step that isn't in use" }),
});
export type RiskMatrixReport = z.infer<typeof RiskMatrixReport>;

export const RisksOverTime = namedObject("RisksOverTime", {
  points: z
    .object({
      date: DayInAnswer,
      total: Count,
      by_level: z.record(Level, Count),
      by_status: z.record(z.enum(RISK_STATUSES), Count),
    })
    .array()
    .meta({ description: "The risks at the end of each day, the earliest first" }),
});
