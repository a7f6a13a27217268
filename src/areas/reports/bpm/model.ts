/** Schemas of the reports on processes. */
import { z } from "zod";
import { SliceQuery } from "../../../http/pagination";
import { Id, namedObject, StoredObject, Text } from "../../../http/schemas";
import { Count, Name, Phase } from "../model";
import { Filters, FiltersAt } from "../population";
import { Format } from "../table";

export const ProcessQuery = Filters;
export const ProcessTableQuery = Filters.extend(Format);
export const ProcessTableQueryAt = FiltersAt.extend(Format);
export const ElementMapQuery = ProcessTableQuery.extend(SliceQuery);
export const HeatmapQuery = ProcessTableQueryAt.extend({
  metric: Text(100).default("process_count").meta({
    description: "process_count, maturity, strategicImportance; any other has no values",
  }),
});

const Subtype = z.string().nullable();
const NameRef = z.object({ id: Id, name: Name });
const truncated = z.literal(true).optional().meta({ description: "Only when there are more than can be shown" });
const Counts = z.record(z.string(), Count).meta({ description: "Value → processes, `unknown` without one" });

export const ProcessDashboard = namedObject("ProcessDashboard", {
  total_processes: Count,
  by_process_type: Counts,
  by_maturity: Counts,
  by_automation: Counts,
  by_risk: Counts,
  top_risk_processes: NameRef.extend({ risk: z.string(), maturity: z.string() }).array(),
  diagram_coverage: z.object({ with_diagram: Count, total: Count, percentage: z.number() }),
});

export const CapabilityProcessMatrix = namedObject("CapabilityProcessMatrix", {
  rows: NameRef.array().meta({ description: "Processes" }),
  columns: NameRef.array().meta({ description: "Capabilities" }),
  cells: z.object({ process_id: Id, capability_id: Id, attributes: StoredObject }).array(),
  truncated,
});

const Supported = z.object({ process_id: Id, application_id: Id });

export const ProcessApplicationMatrix = namedObject("ProcessApplicationMatrix", {
  rows: NameRef.array().meta({ description: "Processes" }),
  columns: NameRef.array().meta({ description: "Applications" }),
  cells: z
    .union([
      Supported.extend({ source: z.literal("relation"), attributes: StoredObject }),
      Supported.extend({
        source: z.literal("element"),
        element_name: z.string().nullable(),
        element_type: z.string(),
      }),
    ])
    .array(),
  truncated,
});

export const ProcessDependencies = namedObject("ProcessDependencies", {
  nodes: NameRef.extend({ subtype: Subtype, attributes: StoredObject }).array(),
  edges: z.object({ id: Id, source: Id, target: Id }).array(),
  truncated,
});

export const ProcessHeatmap = namedObject("ProcessHeatmap", {
  metric: z.string(),
  items: NameRef.extend({
    parent_id: Id.nullable(),
    level: z.string(),
    metric_value: z.number().nullable(),
    attributes: StoredObject,
    phase: Phase,
  }).array(),
});

export const ElementApplications = namedObject("ElementApplications", {
  application_id: Id,
  application_name: Name,
  elements: z
    .object({
      element_id: Id,
      element_name: z.string().nullable(),
      element_type: z.string(),
      lane_name: z.string().nullable(),
      process_id: Id,
      process_name: Name,
    })
    .array(),
});

const ProcessCard = NameRef.extend({
  subtype: Subtype,
  parent_id: Id.nullable(),
  attributes: StoredObject,
  lifecycle: StoredObject,
  phase: Phase,
});

export const ProcessMap = namedObject("ProcessMap", {
  items: ProcessCard.extend({
    has_diagram: z.boolean().meta({ description: "Whether a flow is published" }),
    element_count: Count,
    apps: NameRef.extend({
      subtype: Subtype,
      attributes: StoredObject,
      lifecycle: StoredObject,
      rel_attributes: StoredObject,
    }).array(),
    app_count: Count,
    total_cost: z.number().meta({ description: "What the applications cost in a year, where the caller may see it" }),
    data_objects: NameRef.array(),
    org_ids: Id.array(),
    ctx_ids: Id.array(),
  }).array(),
  organizations: NameRef.array(),
  business_contexts: NameRef.array(),
});

const Laid = z.unknown().meta({ description: "As it is stored; null without one" });
const Placed = NameRef.extend({ subtype: Subtype, parent_id: Id.nullable() });
const PlacedProcess = ProcessCard.extend({ apps: NameRef.extend({ subtype: Subtype }).array() });

export const ValueStreamMatrix = namedObject("ValueStreamMatrix", {
  organizations: Placed.array(),
  contexts: Placed.extend({ attributes: StoredObject, sort_order: Laid, column_width: Laid }).array(),
  cells: z.record(z.string(), z.record(z.string(), PlacedProcess.array())).meta({
    description: "Id of an organization → id of a value stream → processes; `__none__` stands for none of either",
  }),
  unassigned: NameRef.extend({ subtype: Subtype, attributes: StoredObject }).array(),
  truncated,
});
