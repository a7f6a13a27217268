/** Projects: their list, and one of them in full. */
import { z } from "zod";
import { answerOf } from "../answer";
import { findCard } from "../cards";
import { currencyOf } from "../metamodel";
import { ifPermitted } from "../refusals";
import { columnsOf, OneGiven, partOf, type Row } from "../rows";
import { csvPage, factsOf, PAGE, pageText, part, tableOf } from "../table";
import { Page, readingTool, type Toolbox } from "../tool";

/** Registers the tool of projects. */
export const projectTools: Toolbox = (server, api) =>
  readingTool(
    server,
    "projects",
    {
      title: "Projects",
      description:
        "Lists the initiatives with dates, status and budgets; of one initiative, its plan, tasks, status reports and risks.",
      input: z.object({ project: OneGiven("all initiatives"), page: Page }),
    },
    async ({ project, page }) => {
      const currency = await currencyOf(api);
      const unit = `Costs are in ${currency || "the currency of the settings"}, dates year-month-day.`;
      if (project === undefined) {
        const { text, total } = csvPage((await api.table("/reports/ppm/gantt")).text, page);
        return answerOf([pageText(total, page, PAGE, "initiatives"), unit], text);
      }
      const { id, name } = await findCard(api, project, "Initiative");
      const plan = await api.get<{ items: Row[]; tasks: Row[]; completion: number }>(`/ppm/initiatives/${id}/plan`);
      const reports = await ifPermitted(api.get<Row[]>(`/ppm/initiatives/${id}/reports`), undefined);
      const risks = await ifPermitted(api.get<Row[]>(`/ppm/initiatives/${id}/risks`), undefined);
      const health = columnsOf(
        "report_date",
        "schedule_health",
        "cost_health",
        "scope_health",
        "summary",
        "accomplishments",
        "next_steps",
      );
      return answerOf(
        [unit],
        [
          factsOf([
            ["Project", name],
            ["Completion", `${plan.completion} %`],
            ["Page", `${api.base}/ppm/${id}`],
            ["Id", id],
          ]),
          part(
            "Plan",
            tableOf(
              columnsOf("title", "start_date", "end_date", "completion", "is_milestone"),
              plan.items.slice(0, 100),
            ),
          ),
          part(
            "Tasks",
            tableOf(columnsOf("title", "status", "assignee_name", "due_date", "id"), plan.tasks.slice(0, 100)),
          ),
          part("Status reports, the latest first", partOf(health, reports?.slice(0, 5))),
          part(
            "Risks of the project",
            partOf(
              columnsOf("title", "status", "probability", "impact", "risk_score", "mitigation"),
              risks?.slice(0, 50),
            ),
          ),
        ].join("\n"),
      );
    },
  );
