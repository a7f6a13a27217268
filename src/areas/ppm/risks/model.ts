/** Risks of projects on the wire. */
import { z } from "zod";
import { changesOf, Id, Instant, LINE, LONG, namedObject, orNull, Text, Uuid, Whole } from "../../../http/schemas";

const Status = z.enum(["open", "mitigating", "mitigated", "closed", "accepted"]);
const Degree = Whole(1, 5);

export const ProjectRisk = namedObject("ProjectRisk", {
  id: Id,
  initiative_id: Id,
  title: z.string(),
  description: z.string().nullable(),
  probability: z.int(),
  impact: z.int(),
  risk_score: z.int().meta({ description: "Probability times impact" }),
  mitigation: z.string().nullable(),
  owner_id: Id.nullable(),
  owner_name: z.string().nullable(),
  status: Status,
  created_at: Instant,
  updated_at: Instant,
});
export type ProjectRisk = z.infer<typeof ProjectRisk>;

const optional = { description: orNull(Text(LONG)), mitigation: orNull(Text(LONG)), owner_id: orNull(Uuid) };

export const NewProjectRisk = z.object({
  title: Text(LINE),
  probability: Degree.default(3),
  impact: Degree.default(3),
  status: Status.default("open"),
  ...optional,
});
export type NewProjectRisk = z.infer<typeof NewProjectRisk>;

export const ProjectRiskChanges = changesOf(NewProjectRisk);
export type ProjectRiskChanges = z.infer<typeof ProjectRiskChanges>;
