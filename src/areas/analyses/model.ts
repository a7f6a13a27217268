/** Runs of analyses on the wire. */
import { z } from "zod";
import { Flag, Id, Instant, namedObject, StoredObject } from "../../http/schemas";

export const AnalysisRun = namedObject("AnalysisRun", {
  id: Id,
  analysis_type: z.string(),
  status: z.enum(["running", "completed", "failed", "cancelled"]),
  queued: z.boolean().meta({ description: "Whether a running one still waits for its turn" }),
  started_at: Instant.nullable(),
  completed_at: Instant.nullable(),
  results: StoredObject.nullable().meta({
    description: "While it runs its progress, then its summary, which names the engine: `local`, or the model",
  }),
  error_message: z.string().nullable(),
  created_at: Instant.nullable(),
  is_inherited: z.boolean().optional().meta({
    description:
      "Whether the landscape has made it, so that what it has found says nothing of the scenario; in scenarios only",
  }),
});
export type AnalysisRun = z.infer<typeof AnalysisRun>;

export const RunQuery = z.object({
  results: Flag.default(true).meta({ description: "Whether the results are listed" }),
});

export const StartedRun = namedObject("StartedRun", { run_id: Id, status: z.literal("running") });
