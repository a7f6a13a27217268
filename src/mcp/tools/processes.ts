/** Processes: their list, and one of them in full. */
import { z } from "zod";
import { answerOf } from "../answer";
import { findCard } from "../cards";
import { ifPermitted } from "../refusals";
import { columnsOf, OneGiven, pageOf, partOf, type Row } from "../rows";
import { factsOf, PAGE, pageText, part, tableOf } from "../table";
import { Page, readingTool, type Toolbox } from "../tool";

/** Registers the tool of processes. */
export const processTools: Toolbox = (server, api) =>
  readingTool(
    server,
    "processes",
    {
      title: "Processes",
      description:
        "Lists the business processes with their flows and latest assessments; of one process, its tasks in order, the applications that they use, and all assessments (scores are 1 to 5).",
      input: z.object({ process: OneGiven("all processes"), page: Page }),
    },
    async ({ process, page }) => {
      if (process === undefined) {
        const flows = await api.get<Row[]>("/bpm/flows");
        const said = [pageText(flows.length, page, PAGE, "processes")];
        const columns = columnsOf(
          "name",
          "revision",
          "approved_at",
          "pending",
          "tasks",
          "tasks_without_application",
          "process_id",
        );
        return answerOf(said, tableOf(columns, pageOf(flows, page)));
      }
      const { id, name } = await findCard(api, process, "BusinessProcess");
      const elements = await ifPermitted(api.get<Row[]>(`/bpm/processes/${id}/elements`), []);
      const assessments = await ifPermitted(api.get<Row[]>(`/bpm/processes/${id}/assessments`), undefined);
      const scores = columnsOf(
        "assessment_date",
        "overall_score",
        "efficiency",
        "effectiveness",
        "compliance",
        "automation",
        "notes",
      );
      return answerOf(
        ["Scores are 1 (lowest) to 5."],
        [
          factsOf([
            ["Process", name],
            ["Page", `${api.base}/bpm/processes/${id}`],
            ["Id", id],
          ]),
          part(
            "Elements",
            tableOf(columnsOf("name", "element_type", "lane_name", "application_name"), elements.slice(0, 200)),
          ),
          part("Assessments", partOf(scores, assessments?.slice(0, 20))),
        ].join("\n"),
      );
    },
  );
