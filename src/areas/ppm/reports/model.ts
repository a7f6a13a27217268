/** Status reports on the wire. */
import { z } from "zod";
import { changesOf, DayOrMidnight, Id, Instant, LONG, namedObject, orNull, Text } from "../../../http/schemas";
import { StoredDay } from "../model";

const Health = z.enum(["onTrack", "atRisk", "offTrack"]);

export const StatusReport = namedObject("StatusReport", {
  id: Id,
  initiative_id: Id,
  reporter_id: Id.nullable().meta({ description: "Who made it; null once their account is deleted" }),
  reporter: namedObject("Reporter", { id: Id, display_name: z.string() }).nullable(),
  report_date: StoredDay,
  schedule_health: Health,
  cost_health: Health,
  scope_health: Health,
  summary: z.string().nullable(),
  accomplishments: z.string().nullable(),
  next_steps: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type StatusReport = z.infer<typeof StatusReport>;

const texts = { summary: orNull(Text(LONG)), accomplishments: orNull(Text(LONG)), next_steps: orNull(Text(LONG)) };

export const NewStatusReport = z.object({
  report_date: DayOrMidnight,
  schedule_health: Health.default("onTrack"),
  cost_health: Health.default("onTrack"),
  scope_health: Health.default("onTrack"),
  ...texts,
});
export type NewStatusReport = z.infer<typeof NewStatusReport>;

export const StatusReportChanges = changesOf(NewStatusReport);
export type StatusReportChanges = z.infer<typeof StatusReportChanges>;
