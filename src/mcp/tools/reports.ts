/** Reports as tables, with what happens when a card fails, and what things cost. */
import { z } from "zod";
import { answerOf } from "../answer";
import type { Api, Query } from "../api";
import { findCard } from "../cards";
import { currencyOf } from "../metamodel";
import { csvPage, PAGE, pageText } from "../table";
import { CardGiven, Day, Page, readingTool, type Toolbox, TypeGiven } from "../tool";

/** The reports by name: their path, and what they show. */
const reports = {
  landscape: ["landscape", "cards of `type` in groups of `group_by`"],
  portfolio: ["portfolio", "cards of `type` by fit and criticality"],
  matrix: ["matrix", "which applications support which capabilities"],
  roadmap: ["roadmap", "cards with the dates of their phases"],
  capability_heatmap: ["capability-heatmap", "capabilities with the number of applications, their costs and risks"],
  domain_flows: ["domain-flows", "data flows between domains"],
  data_quality: ["data-quality", "how complete the cards of each type are"],
  end_of_life: ["eol", "technology and applications out of support, with the applications affected"],
  people: ["stakeholder-directory", "who has which part in which cards"],
  projects: ["ppm/gantt", "initiatives with dates, status, budgets and latest reports"],
  project_people: ["ppm/resources", "people with their open and overdue project tasks"],
  process_map: ["bpm/process-map", "processes with applications and data"],
  process_applications: ["bpm/process-application-matrix", "which processes use which applications"],
  capability_processes: ["bpm/capability-process-matrix", "which processes belong to which capabilities"],
  process_dependencies: ["bpm/process-dependencies", "which processes depend on which"],
  value_streams: ["bpm/value-stream-matrix", "processes by organization and value stream"],
  risk_matrix: ["risks/matrix", "risks by probability and impact"],
  risks_over_time: ["risks/over-time", "risks by level and status over the last year"],
} as const;
const names = Object.keys(reports) as (keyof typeof reports)[];

/** The reports that know a parameter. */
const knows: Record<string, ReadonlySet<string>> = {
  at: new Set([
    "landscape",
    "portfolio",
    "matrix",
    "roadmap",
    "capability_heatmap",
    "domain_flows",
    "data_quality",
    "end_of_life",
    "risk_matrix",
  ]),
  type: new Set(["landscape", "portfolio", "roadmap", "domain_flows"]),
  group_by: new Set(["landscape", "roadmap", "domain_flows"]),
};

/** Returns the answer with a page of a report. */
async function tableAnswer(api: Api, path: string, query: Query, page: number, said: string[] = []) {
  const { text, isCut } = await api.table(`/reports/${path}`, query);
  const { text: rows, total } = csvPage(text, page);
  const currency = await currencyOf(api);
  return answerOf(
    [
      ...said,
      pageText(total, page, PAGE, "rows"),
      isCut && "The report is longer than can be read here: narrow it.",
      `Costs are in ${currency || "the currency of the settings"}, of a year unless the column says otherwise; dates are year-month-day.`,
    ],
    rows,
  );
}

/** Registers the tools of reports. */
export const reportTools: Toolbox = (server, api) => {
  readingTool(
    server,
    "report",
    {
      title: "A report as a table",
      description: `Returns a report as a table, page by page: ${names.map((name) => `${name} (${reports[name][1]})`).join("; ")}.`,
      input: z.object({
        name: z.enum(names),
        type: TypeGiven.optional().describe("The card type, for landscape, portfolio, roadmap and domain_flows"),
        group_by: TypeGiven.optional().describe("The card type of the groups, for landscape, roadmap and domain_flows"),
        at: Day.optional().describe("As the landscape is on this date; not of the reports on projects and processes"),
        page: Page,
      }),
    },
    async ({ name, page, ...given }) => {
      const known = Object.entries(given).filter(([key]) => knows[key]?.has(name));
      return tableAnswer(api, reports[name][0], Object.fromEntries(known), page);
    },
  );
  readingTool(
    server,
    "impact",
    {
      title: "What is affected by a card",
      description:
        "Lists what is affected when a card fails, changes or is retired (downstream), or what it depends on (upstream), nearest first, with the path to each.",
      input: z.object({
        card: CardGiven,
        type: TypeGiven.optional(),
        direction: z.enum(["downstream", "upstream"]).default("downstream"),
        depth: z.int().min(1).max(10).default(3).describe("How many relations it goes from the card"),
        at: Day.optional().describe("In the landscape of this date; today without it"),
        page: Page,
      }),
    },
    async ({ card, type, direction, depth, at, page }) => {
      const { id } = await findCard(api, card, type);
      const which = direction === "downstream" ? "what depends on the card" : "what the card depends on";
      const said = [`This is ${which}. Depth counts the relations in between.`];
      return tableAnswer(api, "impact", { card_id: id, direction, depth, at }, page, said);
    },
  );
  readingTool(
    server,
    "costs",
    {
      title: "Costs",
      description:
        "Lists cards by their yearly costs, the highest first, or costs by groups; only for users who may see costs.",
      input: z.object({
        type: TypeGiven.default("Application"),
        group_by: TypeGiven.optional().describe("The card type by whose cards the costs are grouped"),
        at: Day.optional().describe("Of the cards that live on this date"),
        page: Page,
      }),
    },
    async ({ type, group_by, at, page }) =>
      group_by === undefined
        ? tableAnswer(api, "cost", { type, at }, page)
        : tableAnswer(api, "cost-treemap", { type, group_by, at }, page),
  );
};
