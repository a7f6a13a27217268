/** Schemas of comparisons. */
import { z } from "zod";
import { Page, PageSize } from "../../http/pagination";
import { Flag, Id, Instant, Moment, namedObject, Text } from "../../http/schemas";
import { Bom } from "../../http/tables";
import { parseUuid } from "../../platform/ids";
import { CardFilters } from "../cards";
import { changes } from "./changed-cards";

const { status, include_archived, ...filters } = CardFilters.shape;

/** The prefix of the id of a scenario in the place of a moment. */
const SCENARIO = "scenario:";

/** A state that is compared: that of a moment, or a scenario. */
export type AskedState = { at: string } | { scenario: string };

/** Returns the schema of a moment or a scenario. */
export const State = (description: string) =>
  Text(60)
    .transform((text, context): AskedState => {
      if (text.startsWith(SCENARIO)) {
        const scenario = parseUuid(text.slice(SCENARIO.length));
        if (scenario !== undefined) return { scenario };
      }
      const at = Instants.safeParse(text).data;
      if (at !== undefined) return { at };
      context.addIssue({
        code: "custom",
        message: "must be a date, an instant as in 2026-01-31T12:00:00Z, or a scenario as in scenario:<id>",
        params: { type: "datetime_parsing" },
        input: text,
      });
      return z.NEVER;
    })
    .optional()
    .meta({ type: "string", maxLength: 60, examples: ["2026-03-31"], description });

const Instants = Moment("end", "");

export const CompareQuery = z.object({
  from: State(
    "The earlier state: a moment, the end of a day, or `scenario:` and the id of one; without it what the scenario `to` begins with",
  ),
  to: State("The later state, in the same way; the present without it"),
  ...filters,
  change: Text(200)
    .optional()
    .meta({ description: `Only cards that differ so, comma-separated: ${changes.join(", ")}` }),
  figures: Flag.default(true).meta({ description: "With the figures of both states" }),
  page: Page,
  page_size: PageSize,
  format: z.enum(["json", "csv", "xlsx"]).default("json").meta({ description: "JSON, or a table of all changes" }),
  bom: Bom,
});
export type CompareQuery = z.infer<typeof CompareQuery>;

const Value = z.unknown().meta({ description: "As it is stored; null without one" });

const FieldChange = namedObject("ComparedField", {
  field: z.string().meta({
    description:
      "As `attributes.size`, `lifecycle.active` or `stakeholders.responsible`; `parent` has id and name, `tags` and people are lists of names",
  }),
  old: Value,
  new: Value,
});

const CardName = z.object({ id: Id, name: z.string(), type: z.string() });

const RelatedChange = namedObject("ComparedRelation", {
  change: z.enum(["added", "changed", "removed"]),
  id: Id,
  type: z.string(),
  direction: z.enum(["outgoing", "incoming"]),
  peer: CardName.meta({ description: "The card at its other end" }),
  changes: FieldChange.array(),
});

const Costs = namedObject("ComparedCosts", { old: z.number(), new: z.number(), difference: z.number() });

export const ComparedCard = namedObject("ComparedCard", {
  change: z.enum(changes),
  ...CardName.shape,
  changes: FieldChange.array().meta({ description: "Of a card that is only in one state, the fields that it has" }),
  costs: Costs.nullable().meta({ description: "The sum of its costs; null when it has none that the caller may see" }),
  relations: RelatedChange.array().meta({ description: "At most 100" }),
  more_relations: z.int().meta({ description: "How many more relations differ" }),
});

const count = z.int();

export const Comparison = namedObject("Comparison", {
  from: Instant.meta({ description: "The instant asked for, or `known_since`" }),
  to: Instant,
  known_since: Instant.nullable().meta({
    description: "The first instant of which the landscape is known, where an earlier one was asked for",
  }),
  figures: z
    .object({
      figure: z.string(),
      of: z.string().nullable().meta({ description: "The card type or the phase that it is of" }),
      old: z.number(),
      new: z.number(),
      difference: z.number(),
    })
    .array()
    .meta({ description: "Figures of the whole landscape, as the reports have them" }),
  types: z
    .object({
      type: z.string(),
      added: count,
      changed: count,
      archived: count,
      restored: count,
      deleted: count,
    })
    .array()
    .meta({ description: "How many of the cards that match differ, by card type" }),
  relations: z
    .object({ type: z.string(), added: count, changed: count, removed: count })
    .array()
    .meta({ description: "How many relations of these cards differ, by relation type" }),
  items: ComparedCard.array().meta({ description: "By card type, then by name" }),
  total: count,
  page: count,
  page_size: count,
});
export type Comparison = z.infer<typeof Comparison>;
