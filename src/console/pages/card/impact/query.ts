/** The impact of a card, or the cards that it relies on, as the server answers it. */
import { z } from "zod/mini";
import { type Filter, queryOf } from "../../../filters/condition";
import { lenient } from "../../../reports/search";
import { answered, api, type Schemas } from "../../../server/client";
import { query } from "../../../server/queries";

export type Impact = Schemas["Impact"];
export type AffectedCard = Impact["items"][number];
export type Direction = "downstream" | "upstream";

/** The search parameters of the tab. */
export const impactSearch = {
  /** `upstream` for what the card relies on. */
  direction: z.optional(z.enum(["downstream", "upstream"])),
  /** Steps that are shown in full. */
  steps: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(9))),
  /** The date that it is of, as in 2026-12-31; today without it. */
  at: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))),
  as: z.optional(z.enum(["list", "both", "graph"])),
  /** The id of the selected card. */
  node: z.optional(z.string()),
  /** The parts of the graph that are unfolded, as `4:Interface`, between commas. */
  open: z.optional(z.string()),
  /** Conditions and words, as `src/console/filters/condition.ts` reads them. */
  filter: lenient(z.string()),
};

export const STEPS = 3;
const ALL_STEPS = 10;

export type ImpactAsked = { direction: Direction; steps: number; at: string | undefined };

/** Returns the parameters of the report. @param steps whose items are in it; one more is there to be folded */
const parametersOf = (card_id: string, { direction, steps, at }: ImpactAsked, more: number) => ({
  card_id,
  direction,
  depth: ALL_STEPS,
  items_depth: Math.min(ALL_STEPS, steps + more),
  ...(at && { at }),
});

/** Returns the impact of a card. */
export const impactQuery = (card_id: string, asked: ImpactAsked) =>
  query(
    ["impact", card_id, asked.direction, asked.steps, asked.at ?? ""],
    ["card.", "relation.", "stakeholder.", "metamodel."],
    ({ signal }) =>
      answered(
        api.GET("/api/v1/reports/impact", { signal, params: { query: parametersOf(card_id, asked, 1) as never } }),
      ) as Promise<Impact>,
  );

/** Returns the address of the list as a file, with what the filter leaves. */
export function impactFile(card_id: string, asked: ImpactAsked, filter: Filter, format: "csv" | "xlsx"): string {
  const parameters = Object.entries({ ...parametersOf(card_id, asked, 0), ...queryOf(filter), format });
  return `/api/v1/reports/impact?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))}`;
}

/** Returns the newest risks of a card. */
export const cardRisksQuery = (card_id: string) =>
  query(["cards", "risks", card_id], ["risk."], ({ signal }) =>
    answered(
      api.GET("/api/v1/cards/{card_id}/risks", {
        signal,
        params: { path: { card_id }, query: { page: 1, page_size: 5 } },
      }),
    ),
  );
