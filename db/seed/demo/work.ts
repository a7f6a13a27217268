/**
 * The work of the demo company's people on the landscape: their comments, views, surveys and diagrams, and how
 * their processes run.
 */
import type { Person } from "./people";

/** A comment: when, by whom, and the text. */
type DemoComment = readonly [day: number, by: Person, content: string];

/** Comments on cards; a reply follows the comment that it answers. */
export const comments: readonly (readonly [type: string, name: string, ...thread: DemoComment[]])[] = [
  [
    "Application",
    "Group ERP",
    [88, "ines", "Who knows which of the nine hundred changes are still used?"],
    [86, "tomas", "Purchasing has counted theirs: 31 of 210."],
  ],
  [
    "Application",
    "Orrin Batch Recorder",
    [54, "marc", "The spare cabinet from the museum works. Please don't tell anybody where it is from."],
  ],
  [
    "Application",
    "Trace Explorer",
    [30, "marc", "Orrin's lots could be loaded by hand until the new system is there."],
    [29, "mara", "For how many weeks?"],
  ],
  [
    "Application",
    "Saltby Accounting",
    [58, "tomas", "Closed for September after four days. The fourth went into one freight bill."],
  ],
  ["Application", "Product Costing Workbook", [340, "tomas", "Sheet 27 divides by the number of fish."]],
  [
    "Initiative",
    "Meal Box",
    [75, "jonas", "Half of the testers forgot to pause. That is what the epic is for."],
    [74, "ines", "Then the epic comes before the second season of recipes."],
  ],
  [
    "ITComponent",
    "Data Centre Merrowdale",
    [205, "anselm", "The pump ran for the third time this winter."],
    [204, "ines", "Is there a figure for what a hired room costs?"],
    [202, "anselm", "Two offers, both below what the generator alone needs."],
  ],
  ["Application", "Menu Adviser", [12, "jonas", "Two thousand testers now; one in nine asks for less coriander."]],
];

/** Views of the inventory that everybody sees, in the form in which the front end stores them. */
export const views: readonly {
  day: number;
  by: Person;
  name: string;
  card_type: string;
  filters: Record<string, unknown>;
  columns: string[];
}[] = [
  {
    day: 420,
    by: "ines",
    name: "Mission critical applications",
    card_type: "Application",
    filters: { types: ["Application"], attributes: { businessCriticality: ["missionCritical"] } },
    columns: ["core_type", "core_name", "attr_businessCriticality", "attr_technicalSuitability", "core_lifecycle"],
  },
  {
    day: 310,
    by: "ines",
    name: "What we let go",
    card_type: "Application",
    filters: { types: ["Application"], attributes: { timeModel: ["eliminate"] } },
    columns: ["core_name", "attr_timeModel", "attr_costTotalAnnual", "core_lifecycle", "rel_relAppToITC"],
  },
  {
    day: 140,
    by: "anselm",
    name: "Components out of favour",
    card_type: "ITComponent",
    filters: { types: ["ITComponent"], attributes: { technicalSuitability: ["unreasonable", "inappropriate"] } },
    columns: ["core_name", "core_subtype", "attr_technicalSuitability", "attr_costTotalAnnual", "core_lifecycle"],
  },
];

/** Reports that everybody sees, in the form in which the front end stores them. */
export const reports: readonly {
  day: number;
  by: Person;
  name: string;
  description: string;
  report_type: string;
  config: Record<string, unknown>;
}[] = [
  {
    day: 330,
    by: "tomas",
    name: "Costs by provider",
    description: "Where the money goes, for the talks in spring.",
    report_type: "cost",
    config: { cardTypeKey: "Application", costField: "costTotalAnnual", groupBy: "Provider", view: "treemap" },
  },
  {
    day: 222,
    by: "anselm",
    name: "What stands on what is old",
    description: "Applications against components, the oldest first.",
    report_type: "matrix",
    config: { rowType: "Application", colType: "ITComponent", cellMode: "exists" },
  },
  {
    day: 118,
    by: "ines",
    name: "Capabilities by what they cost",
    description: "Where the money is, and whether that is where we want to be better.",
    report_type: "capability-map",
    config: { metric: "total_cost", displayLevel: 2, search: { lens: "cost", levels: 2 } },
  },
];

/** Drawings of boxes in a row, each of which is an application; each is coloured by its type or by a field. */
export const drawings: readonly {
  day: number;
  by: Person;
  name: string;
  description: string;
  boxes: readonly string[];
  field?: string;
}[] = [
  {
    day: 270,
    by: "jonas",
    name: "From the order to the lorry",
    description: "What an order passes through.",
    boxes: ["Web Shop", "Order Hub", "Warehouse Control", "Transport Planner", "Driver App"],
  },
  {
    day: 83,
    by: "tomas",
    name: "Books, now and then",
    description: "Red goes, green stays.",
    boxes: ["Group ERP", "Saltby Accounting", "Product Costing Workbook", "Cloud ERP", "Consolidation"],
    field: "timeModel",
  },
];

/** The card of a type that a link of an element of a flow leads to. */
type ElementLinks = Partial<Record<"Application" | "DataObject" | "ITComponent", string>>;

/** Processes whose flow is published: when, who drew it, process, the template that it was begun with, and name of an element → its links. */
export const flows: readonly (readonly [
  day: number,
  by: Person,
  process: string,
  template: string,
  links: Record<string, ElementLinks>,
])[] = [
  [
    318,
    "tomas",
    "Approve an Invoice",
    "procure-to-pay",
    {
      "Invoice Verification": { Application: "Invoice Reader", DataObject: "Invoice" },
      Payment: { Application: "Group ERP" },
    },
  ],
  [256, "jonas", "Take a Web Order", "order-to-cash", {}],
  [170, "ines", "Hire Somebody", "hire-to-retire", {}],
];

/** The assessments of processes; months are counted from today, scores go from 1 to 5. */
export const assessments: readonly {
  process: string;
  by: Person;
  month: number;
  scores: [overall: number, efficiency: number, effectiveness: number, compliance: number, automation: number];
  notes: string;
}[] = [
  {
    process: "Approve a Label",
    by: "mara",
    month: -4,
    scores: [2, 2, 3, 3, 1],
    notes: "Safe as long as both are awake.",
  },
  { process: "Approve an Invoice", by: "priya", month: -11, scores: [3, 2, 3, 4, 2], notes: "Before the reader." },
  {
    process: "Approve an Invoice",
    by: "priya",
    month: -2,
    scores: [4, 4, 4, 4, 3],
    notes: "Nine of ten are read rightly.",
  },
  {
    process: "Recall a Product",
    by: "mara",
    month: -3,
    scores: [1, 1, 2, 2, 1],
    notes: "Nine hours in the rehearsal.",
  },
  {
    process: "Release a Batch",
    by: "mara",
    month: -6,
    scores: [4, 3, 5, 5, 3],
    notes: "Waits for the laboratory, and for nothing else.",
  },
  { process: "Take a Kitchen's Order", by: "priya", month: -1, scores: [2, 1, 4, 3, 1], notes: "Friendly and early." },
];
