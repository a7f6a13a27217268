/** Architecture decisions: their list, and one of them in full. */
import { z } from "zod";
import { plainText } from "../../core/rich-text";
import { answerOf } from "../answer";
import { findCard } from "../cards";
import { columnsOf, type Row } from "../rows";
import { type Column, factsOf, PAGE, part, tableOf } from "../table";
import { Page, readingTool, type Toolbox } from "../tool";

const TEXTS = ["context", "decision", "consequences", "alternatives_considered"] as const;

/** Registers the tool of decisions. */
export const decisionTools: Toolbox = (server, api) =>
  readingTool(
    server,
    "decisions",
    {
      title: "Architecture decisions",
      description:
        "Lists the architecture decisions by words, status or card; of one decision (by its id), all of its texts.",
      input: z.object({
        decision: z.uuid().optional().describe("The id of one decision; the list without it"),
        words: z.string().max(200).optional(),
        status: z.string().max(50).optional().describe("draft, in_review, signed, …"),
        card: z.string().max(500).optional().describe("Only those that are linked to this card: its id or exact name"),
        page: Page,
      }),
    },
    async ({ decision, words, status, card, page }) => {
      if (decision !== undefined) {
        const found = await api.get(`/adr/${decision}`);
        const cards = (found["linked_cards"] as Row[]) ?? [];
        return answerOf(
          [],
          [
            factsOf([
              ["Title", found["title"]],
              ["Reference", found["reference_number"]],
              ["Status", found["status"]],
              ["By", found["creator_name"]],
              ["Signed at", found["signed_at"]],
            ]),
            ...TEXTS.map((key) => part(key.replaceAll("_", " "), plainText(String(found[key] ?? "")))),
            part("Cards", tableOf(columnsOf("name", "type", "id"), cards)),
            factsOf([["Page", `${api.base}/ea-delivery/adr/${decision}`]]),
          ].join("\n"),
        );
      }
      const card_id = card === undefined ? undefined : (await findCard(api, card)).id;
      const list = await api.get<Row[]>("/adr", { search: words, status, card_id, page, page_size: PAGE });
      const cards: Column<Row> = ["cards", (row) => ((row["linked_cards"] as Row[]) ?? []).map(({ name }) => name)];
      const said = [
        `${list.length} decisions on page ${page}, the one changed last first.${list.length === PAGE ? ` Page ${page + 1} may have more.` : ""}`,
      ];
      return answerOf(
        said,
        tableOf([...columnsOf("title", "reference_number", "status"), cards, ...columnsOf("updated_at", "id")], list),
      );
    },
  );
