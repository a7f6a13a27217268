/** Assessments of processes on the wire. */
import { z } from "zod";
import { SliceQuery } from "../../../http/pagination";
import {
  Day,
  DayOrMidnight,
  FreeObject,
  Id,
  Instant,
  LINE,
  namedObject,
  nullableChangesOf,
  orNull,
  StoredObject,
  Text,
  Whole,
  withinLimits,
} from "../../../http/schemas";

/** The lowest and the highest score. */
const LOWEST = 1;
const HIGHEST = 5;
/** Characters of notes. */
const LONGEST_NOTES = 10_000;
const MAX_ACTION_ITEMS = 200;

const AnyWhole = Whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/** A score; the output is the nearest that exists. */
const Score = z
  .preprocess((input) => {
    const { success, data } = AnyWhole.safeParse(input);
    return success ? Math.min(Math.max(data, LOWEST), HIGHEST) : input;
  }, AnyWhole)
  .meta({ description: "From 1 to 5; what is beyond counts as the nearest of them" });

const fields = {
  notes: orNull(Text(LONGEST_NOTES)),
  action_items: orNull(z.array(FreeObject).max(MAX_ACTION_ITEMS).superRefine(withinLimits)).meta({
    description: "What is to be done, as the front end writes it",
  }),
};

export const NewAssessment = z.object({
  assessment_date: DayOrMidnight,
  overall_score: Score,
  efficiency: Score,
  effectiveness: Score,
  compliance: Score,
  automation: Score,
  ...fields,
});
export type NewAssessment = z.infer<typeof NewAssessment>;

export const AssessmentChanges = nullableChangesOf(NewAssessment.omit({ assessment_date: true }));
export type AssessmentChanges = z.infer<typeof AssessmentChanges>;

const StoredScore = z.int().min(LOWEST).max(HIGHEST);

export const ProcessAssessment = namedObject("ProcessAssessment", {
  id: Id,
  process_id: Id,
  assessor_id: Id.nullable().meta({ description: "Who made it; null once their account is deleted" }),
  assessor_name: z.string().nullable(),
  assessment_date: Day,
  overall_score: StoredScore,
  efficiency: StoredScore,
  effectiveness: StoredScore,
  compliance: StoredScore,
  automation: StoredScore,
  notes: z.string().nullable(),
  action_items: StoredObject.array(),
  created_at: Instant,
});
export type ProcessAssessment = z.infer<typeof ProcessAssessment>;

export const CreatedAssessment = ProcessAssessment.pick({
  id: true,
  process_id: true,
  assessment_date: true,
  overall_score: true,
}).meta({ id: "CreatedAssessment" });
export type CreatedAssessment = z.infer<typeof CreatedAssessment>;

export const UpdatedAssessment = namedObject("UpdatedAssessment", { id: Id, status: z.literal("updated") });

export const AssessmentQuery = z.object(SliceQuery);

const Scored = ProcessAssessment.omit({ process_id: true, assessor_id: true, action_items: true, created_at: true });

export const LatestAssessment = z
  .object({
    process_id: Id,
    name: z.string(),
    assessments: z.int().min(0),
    latest: Scored.nullable().meta({ description: "Null for a process that was never assessed" }),
    before: Scored.nullable().meta({ description: "The one before the latest" }),
  })
  .meta({ id: "LatestAssessment" });
export type LatestAssessment = z.infer<typeof LatestAssessment>;

export const LatestQuery = z.object({
  ...SliceQuery,
  search: Text(LINE).optional().meta({ description: "Only processes with this in their names" }),
});
