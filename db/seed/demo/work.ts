/**
 * The work of the demo company's people on the landscape: their comments, views, surveys and diagrams, and how
 * their processes run.
 */

/** Comments on cards; a reply follows the comment that it answers. */
export const comments: readonly (readonly [type: string, name: string, content: string, ...replies: string[]])[] = [
  [
    "Application",
    "Group ERP",
    "Who knows which of the nine hundred changes are still used?",
    "Purchasing has counted theirs: 31 of 210.",
  ],
  [
    "Application",
    "Orrin Batch Recorder",
    "The spare cabinet from the museum works. Please don't tell anybody where it is from.",
  ],
  [
    "Application",
    "Trace Explorer",
    "Orrin's lots could be loaded by hand until the new system is there.",
    "For how many weeks?",
  ],
  ["Application", "Saltby Accounting", "Closed for September after four days. The fourth went into one freight bill."],
  ["Application", "Product Costing Workbook", "Sheet 27 divides by the number of fish."],
  ["Initiative", "Meal Box", "Half of the testers forgot to pause. That is what the epic is for."],
];

/** Views of the inventory that everybody sees. */
export const views: readonly {
  name: string;
  card_type: string;
  filters: Record<string, unknown>;
  columns: string[];
}[] = [
  {
    name: "Mission critical applications",
    card_type: "Application",
    filters: { types: ["Application"], attributes: { businessCriticality: ["missionCritical"] } },
    columns: ["name", "attr_businessCriticality", "attr_technicalSuitability", "lifecycle"],
  },
  {
    name: "What we let go",
    card_type: "Application",
    filters: { types: ["Application"], attributes: { timeModel: ["eliminate"] } },
    columns: ["name", "attr_timeModel", "attr_costTotalAnnual", "lifecycle"],
  },
];

/** Reports that everybody sees. */
export const reports: readonly {
  name: string;
  description: string;
  report_type: string;
  config: Record<string, unknown>;
}[] = [
  {
    name: "Costs by provider",
    description: "Where the money goes, for the talks in spring.",
    report_type: "cost",
    config: { groupBy: "Provider" },
  },
  {
    name: "What stands on what is old",
    description: "Applications against components, the oldest first.",
    report_type: "matrix",
    config: { rowType: "Application", columnType: "ITComponent" },
  },
  {
    name: "Capabilities by maturity",
    description: "Where we want to be better.",
    report_type: "capability-map",
    config: { metric: "maturity" },
  },
];

/** A survey that is still a draft, so that nobody is asked before somebody wants it. */
export const survey = {
  name: "Are the costs still right?",
  description: "Yearly, before the budget.",
  message: "Please look at the annual costs and the number of users of your applications, and correct them.",
  target_type_key: "Application",
  fields: ["costTotalAnnual", "numberOfUsers"],
} as const;

/** A drawing of boxes in a row, each of which is an application. */
export const drawing = {
  name: "From the order to the lorry",
  description: "What an order passes through.",
  boxes: ["Web Shop", "Order Hub", "Warehouse Control", "Transport Planner", "Driver App"],
} as const;

/** Processes whose flow is published: process, and the template that it was begun with. */
export const flows: readonly (readonly [process: string, template: string])[] = [
  ["Approve an Invoice", "procure-to-pay"],
  ["Take a Web Order", "order-to-cash"],
  ["Hire Somebody", "hire-to-retire"],
];

/** The assessments of processes; months are counted from today, scores go from 1 to 5. */
export const assessments: readonly {
  process: string;
  month: number;
  scores: [overall: number, efficiency: number, effectiveness: number, compliance: number, automation: number];
  notes: string;
}[] = [
  { process: "Approve a Label", month: -4, scores: [2, 2, 3, 3, 1], notes: "Safe as long as both are awake." },
  { process: "Approve an Invoice", month: -11, scores: [3, 2, 3, 4, 2], notes: "Before the reader." },
  { process: "Approve an Invoice", month: -2, scores: [4, 4, 4, 4, 3], notes: "Nine of ten are read rightly." },
  { process: "Recall a Product", month: -3, scores: [1, 1, 2, 2, 1], notes: "Nine hours in the rehearsal." },
  {
    process: "Release a Batch",
    month: -6,
    scores: [4, 3, 5, 5, 3],
    notes: "Waits for the laboratory, and for nothing else.",
  },
  { process: "Take a Kitchen's Order", month: -1, scores: [2, 1, 4, 3, 1], notes: "Friendly and early." },
];
