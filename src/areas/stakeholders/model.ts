/** Schemas of stakeholders. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Id, Instant, namedObject, Text, Uuid } from "../../http/schemas";

export const Stakeholder = namedObject("Stakeholder", {
  id: Id,
  user_id: Id,
  user_display_name: z.string().nullable(),
  user_email: z.string().nullable(),
  role: z.string(),
  role_label: z.string(),
  created_at: Instant,
});
export type Stakeholder = z.infer<typeof Stakeholder>;

export const Assignment = Stakeholder.omit({ user_email: true, created_at: true }).meta({
  id: "StakeholderAssignment",
});
export type Assignment = z.infer<typeof Assignment>;

export const ChangedAssignment = Assignment.omit({ user_display_name: true }).meta({ id: "ChangedStakeholder" });
export type ChangedAssignment = z.infer<typeof ChangedAssignment>;

export const Observation = namedObject("Observation", {
  is_observer: z.boolean(),
  observer_role_available: z.boolean(),
});
export type Observation = z.infer<typeof Observation>;

export const StakeholderQuery = z.object(SliceQuery);

const RoleKey = Text(50);

export const NewStakeholder = z.object({ user_id: Uuid, role: RoleKey });
export type NewStakeholder = z.infer<typeof NewStakeholder>;

export const StakeholderChange = z.object({
  user_id: Text(64).meta({ description: "Has no effect: the user stays who they are" }),
  role: RoleKey,
});
