/** Risks: their list, and one of them in full. */
import { z } from "zod";
import { answerOf } from "../answer";
import { findCard } from "../cards";
import { columnsOf, type Row } from "../rows";
import { type Column, factsOf, PAGE, pageText, part, tableOf } from "../table";
import { Page, readingTool, type Toolbox } from "../tool";

/** Registers the tool of risks. */
export const riskTools: Toolbox = (server, api) =>
  readingTool(
    server,
    "risks",
    {
      title: "Risks",
      description:
        "Lists the risk register, gravest first, by words, level, status, category or card; of one risk (by its reference R-000123 or id), all of it with its mitigation tasks.",
      input: z.object({
        risk: z.string().max(100).optional().describe("The reference or id of one risk; the list without it"),
        words: z.string().max(200).optional(),
        level: z.enum(["critical", "high", "medium", "low"]).optional(),
        status: z.string().max(50).optional(),
        card: z.string().max(500).optional().describe("Only risks that are linked to this card: its id or exact name"),
        overdue: z.boolean().default(false),
        page: Page,
      }),
    },
    async ({ risk, words, card, page, ...filters }) => {
      if (risk !== undefined) {
        const found = await api.get(`/risks/${encodeURIComponent(risk)}`);
        const tasks = await api.get<(Row & { occurrences: Row[] })[]>(`/risks/${found["id"]}/mitigation-tasks`);
        const facts = Object.entries(found).filter(
          ([key]) => !key.endsWith("_by") && key !== "cards" && key !== "owner_id",
        );
        const cards = (found["cards"] as Row[] | undefined) ?? [];
        const due: Column<Row & { occurrences: Row[] }> = ["due", (task) => task.occurrences[0]?.["due_date"]];
        return answerOf(
          [],
          [
            factsOf([
              ...facts.map(([key, value]): [string, unknown] => [key.replaceAll("_", " "), value]),
              ["Page", `${api.base}/ea-delivery/risks/${found["id"]}`],
            ]),
            part("Cards", tableOf(columnsOf("card_name", "card_type", "role", "card_id"), cards)),
            part(
              "Mitigation tasks",
              tableOf([...columnsOf("title", "reference", "owner_name", "is_active"), due], tasks),
            ),
          ].join("\n"),
        );
      }
      const card_id = card === undefined ? undefined : (await findCard(api, card)).id;
      const query = { ...filters, card_id, search: words, sort_by: "level", sort_dir: "asc", page, page_size: PAGE };
      const { items, total } = await api.get<{ items: Row[]; total: number }>("/risks", query);
      const columns = columnsOf(
        "title",
        "reference",
        "status",
        "category",
        "initial_level",
        "residual_level",
        "owner_name",
        "target_resolution_date",
        "id",
      );
      return answerOf([pageText(total, page, PAGE, "risks")], tableOf(columns, items));
    },
  );
