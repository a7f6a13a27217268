/** Schemas of the reports on the project portfolio. */
import { z } from "zod";
import { SliceQuery } from "../../../http/pagination";
import { Day, Flag, Id, namedObject, Text } from "../../../http/schemas";
import { StatusReport } from "../../ppm";
import { Count, Name } from "../model";
import { Filters } from "../population";
import { Format } from "../table";

export const PortfolioQuery = Filters;

export const GanttQuery = Filters.extend({
  group_by: Text(100).optional().meta({ description: "A card type; the initiatives are grouped by their cards of it" }),
  details: Flag.default(false).meta({ description: "Also the life cycle, the completion, and what is open" }),
  ...Format,
  ...SliceQuery,
});

const Period = {
  from: Day.optional().meta({ description: "Only tasks that are due on this day or later" }),
  to: Day.optional().meta({ description: "Only tasks that begin on this day or earlier" }),
};
export type Period = { from?: string | undefined; to?: string | undefined };

export const ResourcesQuery = Filters.extend({ ...Period, ...Format });

export const Resource = namedObject(
  "Resource",
  {
    user_id: Id.nullable().meta({ description: "Null for the tasks that nobody has" }),
    display_name: z.string().nullable(),
    initiatives: Count,
    todo: Count,
    in_progress: Count,
    blocked: Count,
    done: Count,
    overdue: Count.meta({ description: "Tasks that were due before today and are not done" }),
    open_days: Count.meta({
      description: "The days from start to due date of what is not done, 1 where they are not set",
    }),
    next_due: z.string().nullable().meta({ description: "The first due date of what is not done" }),
  },
  "A person, with the tasks that they have",
);

export const GroupOption = namedObject("GroupOption", {
  type_key: z.string(),
  type_label: z.string().meta({ description: "The same key" }),
});

const Counts = z.record(z.string(), Count);
const Health = namedObject(
  "HealthCounts",
  { onTrack: Count, atRisk: Count, offTrack: Count, noReport: Count },
  "The latest status reports, counted",
);

export const PortfolioDashboard = namedObject("PortfolioDashboard", {
  total_initiatives: Count,
  by_subtype: Counts.meta({ description: "`Other` without one" }),
  by_status: Counts.meta({ description: "`Unknown` without one" }),
  total_budget: z.number().meta({ description: "Of the initiatives whose costs the caller may see" }),
  total_actual: z.number().meta({ description: "Of the initiatives whose costs the caller may see" }),
  health_schedule: Health,
  health_cost: Health,
  health_scope: Health,
});

const Total = z.number().meta({ description: "0 where the caller may not see the costs" });
const Cost = z.number().nullable().meta({ description: "Null where the caller may not see the costs" });

export const GanttItem = namedObject("GanttItem", {
  id: Id,
  name: Name,
  subtype: z.string().nullable(),
  status: z.string().nullable().meta({ description: "Of the initiative, not of the card" }),
  parent_id: Id.nullable(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  cost_budget: Cost,
  cost_actual: Cost,
  capex_planned: Total,
  opex_planned: Total,
  capex_actual: Total,
  opex_actual: Total,
  group_id: Id.nullable(),
  group_name: z.string().nullable(),
  latest_report: StatusReport.nullable(),
  latest_report_id: Id.nullable(),
  stakeholders: z.object({ user_id: Id, display_name: z.string(), role_key: z.string() }).array(),
  lifecycle: z
    .record(z.string(), z.unknown())
    .nullable()
    .optional()
    .meta({ description: "With `details`, as are all below it: phase → the day on which it begins" }),
  completion: z
    .number()
    .nullable()
    .optional()
    .meta({ description: "The mean of the items at the top of its plan, in percent; null without a plan" }),
  open_tasks: Count.optional(),
  late_tasks: Count.optional().meta({ description: "Of the open ones, those that were due before today" }),
  open_risks: Count.optional().meta({ description: "Risks that are open or being mitigated" }),
});
