/** Finding cards, and everything else that has a name. */
import { z } from "zod";
import { answerOf } from "../answer";
import { cardTypes, currencyOf, type Field, fieldsOf, valueText } from "../metamodel";
import { type Column, PAGE, pageText, tableOf } from "../table";
import { Day, Page, readingTool, type Toolbox, TypeGiven } from "../tool";

type FoundCard = {
  id: string;
  name: string;
  type: string;
  subtype: string | null;
  phase: string | null;
  status: string;
  data_quality: number;
  description: string | null;
  lifecycle: Record<string, string> | null;
  attributes: Record<string, unknown> | null;
};
type Hit = {
  kind: string;
  id: string;
  name: string;
  detail: string | null;
  card_type: string | null;
  excerpt: string | null;
};

const phases = z.enum(["plan", "phaseIn", "active", "phaseOut", "endOfLife"]);

const CardsInput = z.object({
  words: z.string().max(200).optional().describe("Text in the name or description"),
  type: z.string().max(1_000).optional().describe("Keys of card types, comma-separated"),
  where: z
    .string()
    .max(5_000)
    .optional()
    .describe(
      "Conditions between semicolons: `key:value`, `key:a|b` (one of them), `key:from..to` (both included), `key:empty`, `key:set`; `!` before one negates it. A key is an attribute of the one card type given, phase, lifecycle.<phase>, data_quality, relation.<key>, reverse.<key>, stakeholder.<role>, parent. E.g. `businessCriticality:missionCritical;!hostingType:onPremise`",
    ),
  phase: phases.optional().describe("Only cards in this phase of their life"),
  at: Day.optional().describe("With `phase`: on this date; today without it"),
  related_to: z.uuid().optional().describe("Only cards that are related to the card with this id"),
  fields: z
    .array(z.string().max(100))
    .max(12)
    .default([])
    .describe("Keys of attributes to show, of the one type given"),
  sort_by: z
    .string()
    .max(200)
    .optional()
    .describe("name, data_quality, updated_at, lifecycle.<phase>, attributes.<key>"),
  descending: z.boolean().default(false),
  page: Page,
});

const columnsFor = (fields: readonly string[], known: readonly Field[], currency: string): Column<FoundCard>[] => [
  ["Name", ({ name }) => name],
  ["Type", ({ type, subtype }) => (subtype ? `${type} / ${subtype}` : type)],
  ["Phase", ({ phase }) => phase],
  ["Quality %", (card) => card.data_quality],
  ...(fields.length === 0 ? ([["Description", (card) => card.description]] as Column<FoundCard>[]) : []),
  ...fields.map((key): Column<FoundCard> => {
    const field = known.find((one) => one.key === key);
    return [field?.label ?? key, ({ attributes }) => valueText(field, attributes?.[key], currency)];
  }),
  ["Id", ({ id }) => id],
];

/** Registers the tools that find. */
export const findTools: Toolbox = (server, api) => {
  readingTool(
    server,
    "find_cards",
    {
      title: "Find cards",
      description:
        "Finds cards (applications, capabilities, processes, providers, …) by words and conditions. Costs show only where the user may see them.",
      input: CardsInput,
    },
    async ({ words, type, where, phase, at, related_to, fields, sort_by, descending, page }) => {
      const names = ["phase", ...fields.map((key) => `attributes.${key}`)];
      const list = await api.get<{ items: FoundCard[]; total: number }>("/cards", {
        ...{ search: words, type, where, phase, at, related_to, sort_by, page, page_size: PAGE },
        sort_dir: descending ? "desc" : "asc",
        fields: names.join(","),
      });
      const known = fields.length > 0 ? fieldsOf((await cardTypes(api)).find(({ key }) => key === type)) : [];
      const columns = columnsFor(fields, known, fields.length > 0 ? await currencyOf(api) : "");
      return answerOf([pageText(list.total, page, PAGE, "cards")], tableOf(columns, list.items));
    },
  );
  readingTool(
    server,
    "search",
    {
      title: "Search everything",
      description:
        "Searches cards, risks, decisions, statements, diagrams, documents and people by words, best first. For conditions on cards use find_cards.",
      input: z.object({ words: z.string().min(2).max(200) }),
    },
    async ({ words }) => {
      const hits = await api.get<Hit[]>("/search", { q: words });
      const columns: Column<Hit>[] = [
        ["Name", ({ name }) => name],
        ["Kind", ({ kind, card_type }) => card_type ?? kind],
        ["Detail", ({ detail }) => detail],
        ["Excerpt", ({ excerpt }) => excerpt],
        ["Id", ({ id }) => id],
      ];
      return answerOf([`${hits.length} hits, best first.`], tableOf(columns, hits.slice(0, PAGE)));
    },
  );
  readingTool(
    server,
    "life_cycle",
    {
      title: "What begins or ends, and when",
      description:
        "Cards whose phase begins between two dates: with phase endOfLife what ends its life, with phaseOut what is being retired, with active what goes live. Sorted by that date.",
      input: z.object({
        phase: phases.default("endOfLife"),
        from: Day.optional(),
        to: Day.optional(),
        type: TypeGiven.optional(),
        page: Page,
      }),
    },
    async ({ phase, from = "0001-01-01", to = "9999-12-31", type, page }) => {
      const key = `lifecycle.${phase}`;
      const list = await api.get<{ items: FoundCard[]; total: number }>("/cards", {
        ...{ type, where: `${key}:${from}..${to}`, sort_by: key, fields: "phase", page, page_size: PAGE },
      });
      const columns: Column<FoundCard>[] = [
        ["Name", ({ name }) => name],
        ["Type", (card) => card.type],
        [`${phase} from`, ({ lifecycle }) => lifecycle?.[phase]],
        ["Phase today", (card) => card.phase],
        ["Id", ({ id }) => id],
      ];
      const said = [pageText(list.total, page, PAGE, "cards"), "Dates are year-month-day."];
      return answerOf(said, tableOf(columns, list.items));
    },
  );
};
