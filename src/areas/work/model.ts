/** Schemas of long changes and runs. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Id, Instant, namedObject } from "../../http/schemas";

export const Work = namedObject("Work", {
  id: Id,
  operation: z
    .string()
    .meta({ description: "Method and path, as in `POST /api/v1/cards/bulk-create`, or the kind of a run" }),
  user_id: Id.nullable(),
  state: z.enum(["waiting", "running"]),
  done: z.int().meta({ description: "Rows that are done" }),
  total: z.int().nullable().meta({ description: "Rows in all; null as long as that is unknown" }),
  requested_at: Instant,
  started_at: Instant.nullable(),
});
export type Work = z.infer<typeof Work>;

export const WorkQuery = z.object(SliceQuery);
