/** Saved sessions of the wizard on the wire. */
import { z } from "zod";
import { Id, Instant, LINE, LONG, namedObject, nullableChangesOf, StoredObject, Text } from "../../../http/schemas";
import { withAliases } from "../architect/model";

/** The largest session, in characters of JSON, and its deepest nesting. */
const MAX_CHARACTERS = 800_000;
const MAX_LEVELS = 16;

const isTooDeep = (value: unknown, levels = MAX_LEVELS): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((entry) => isTooDeep(entry, levels - 1)));

const SessionData = z
  .custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
    error: "must be an object",
    params: { type: "dict_type" },
  })
  .refine((value) => !isTooDeep(value), `must not be nested more than ${MAX_LEVELS} levels deep`)
  .refine(
    (value) => JSON.stringify(value).length <= MAX_CHARACTERS,
    `must not be longer than ${MAX_CHARACTERS} characters of JSON`,
  )
  .meta({ type: "object", additionalProperties: true });

const fields = z.object({ title: Text(LINE), requirement: Text(LONG), sessionData: SessionData });

export const NewAssessment = withAliases(fields.shape).meta({ id: "NewAssessment" });
export type NewAssessment = z.infer<typeof NewAssessment>;

export const AssessmentChanges = withAliases(nullableChangesOf(fields).shape).meta({ id: "AssessmentChanges" });
export type AssessmentChanges = z.infer<typeof AssessmentChanges>;

export const Assessment = namedObject("Assessment", {
  id: Id,
  title: z.string(),
  requirement: z.string(),
  status: z.enum(["saved", "committed"]),
  session_data: StoredObject.nullable(),
  initiative_id: Id.nullable(),
  initiative_name: z.string().nullable(),
  created_by: Id.nullable(),
  created_by_name: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type Assessment = z.infer<typeof Assessment>;
