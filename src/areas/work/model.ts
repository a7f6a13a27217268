/** Schemas of long changes and runs. */
import { z } from "zod";
import { Page, PageSize, SliceQuery } from "../../http/pagination";
import { Id, Instant, namedObject } from "../../http/schemas";

export const Work = namedObject("Work", {
  id: Id,
  operation: z.string().meta({
    description:
      "Method and path, as in `POST /api/v1/cards/bulk-create`, the kind of a run, or `state of` and the instant of the state of the past that a read waits for",
  }),
  user_id: Id.nullable(),
  state: z.enum(["waiting", "running"]),
  done: z.int().meta({ description: "Rows that are done; of a state, the percentage" }),
  total: z.int().nullable().meta({ description: "Rows in all; null as long as that is unknown" }),
  requested_at: Instant,
  started_at: Instant.nullable(),
});
export type Work = z.infer<typeof Work>;

export const WorkQuery = z.object(SliceQuery);

const RUN_STATES = ["queued", "running", "completed", "failed", "cancelled"] as const;
const Reason = z.string().nullable().meta({ description: "The reason of a failure, in one sentence" });

export const Job = namedObject("Job", {
  kind: z.string().meta({ description: "The name of the work that comes again by itself", examples: ["backup"] }),
  is_running: z.boolean(),
  every_seconds: z.int().nullable().meta({ description: "Seconds from its end to its next time" }),
  daily_at_hour: z.int().nullable().meta({ description: "The hour in UTC at which it is due each day" }),
  cron: z.string().nullable().meta({ description: "The cron expression in UTC by which it is due" }),
  started_at: Instant.nullable().meta({ description: "When it ran last; null when it never did" }),
  ended_at: Instant.nullable(),
  error: Reason.meta({ description: "The reason for which its last time has failed" }),
  due_at: Instant.meta({ description: "When it is due next" }),
});
export type Job = z.infer<typeof Job>;

export const WorkRun = namedObject("WorkRun", {
  id: Id,
  operation: z.string().meta({ description: "The operation that has started it, or its kind" }),
  kind: z.string(),
  state: z.enum(RUN_STATES),
  user_id: Id.nullable(),
  user_display_name: z.string().nullable(),
  attempts: z.int(),
  phase: z.string().nullable(),
  position: z.int().meta({ description: "How far it is in its phase" }),
  error: Reason,
  requested_at: Instant,
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
});
export type WorkRun = z.infer<typeof WorkRun>;

export const WorkRunList = namedObject("WorkRunList", {
  items: WorkRun.array(),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});
export type WorkRunList = z.infer<typeof WorkRunList>;

export const WorkRunQuery = z.object({
  state: z.enum(RUN_STATES).optional().meta({ description: "Only runs in this state" }),
  page: Page,
  page_size: PageSize,
});
export type WorkRunQuery = z.infer<typeof WorkRunQuery>;
