/** The surveys of the demo company. Days are counted back from the day of loading. */
import type { Person } from "./people";

/** An answer to a survey: on which card, when, by whom, and field key → value; the others are confirmed. */
type DemoAnswer = readonly [card: string, day: number, by: Person | "administrator", values: Record<string, unknown>];

/** The surveys: a closed one whose answers were applied, one that runs, and a draft. */
export const surveys: readonly {
  day: number;
  closed?: number;
  sent: boolean;
  name: string;
  description: string;
  message: string;
  roles: readonly string[];
  fields: readonly string[];
  answers: readonly DemoAnswer[];
}[] = [
  {
    day: 366,
    closed: 352,
    sent: true,
    name: "Which applications learn by themselves?",
    description: "Before the new law applies.",
    message: "Please say for each of your applications whether it has features with artificial intelligence.",
    roles: ["business_application_owner"],
    fields: ["hasAiFeatures"],
    answers: [
      ["Customer CRM", 364, "jonas", { hasAiFeatures: true }],
      ["Cloud ERP", 361, "tomas", { hasAiFeatures: true }],
      ["Saltby Accounting", 361, "tomas", {}],
      ["Recipe Lab", 358, "mara", { hasAiFeatures: true }],
      ["Trace Explorer", 358, "mara", {}],
    ],
  },
  {
    day: 16,
    sent: true,
    name: "Are the costs still right?",
    description: "Yearly, before the budget.",
    message: "Please look at the annual costs and the number of users of your applications, and correct them.",
    roles: ["responsible"],
    fields: ["costTotalAnnual", "numberOfUsers"],
    answers: [
      ["Cloud ERP", 15, "tomas", { costTotalAnnual: 985_000, numberOfUsers: 97 }],
      ["Consolidation", 15, "tomas", {}],
      ["Customer CRM", 13, "jonas", { numberOfUsers: 204 }],
      ["Label Designer", 11, "mara", {}],
      ["Laboratory System", 11, "mara", { costTotalAnnual: 101_500 }],
      ["Web Shop", 8, "administrator", {}],
      ["Analytics Warehouse", 8, "administrator", {}],
      ["Plant Historian", 4, "marc", {}],
    ],
  },
  {
    day: 2,
    sent: false,
    name: "Who answers when it stops?",
    description: "A person for each application that must be back within the hour.",
    message: "Please name whom to call.",
    roles: ["responsible"],
    fields: ["businessCriticality"],
    answers: [],
  },
];
