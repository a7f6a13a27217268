/** The schemas of searches. */
import { z } from "zod";
import { Id, LINE, orNull, Text, Whole } from "../../http/schemas";

/** The kinds of things that are searched, in the order in which those of equal rank are listed. */
export const KINDS = ["card", "diagram", "decision", "statement", "risk", "survey", "view", "report", "user"] as const;
export type Kind = (typeof KINDS)[number];

/** The ways in which a name matches a text, best first; `text` stands for a match elsewhere, in a description or a reference. */
export const MATCHES = ["exact", "prefix", "word", "inside", "text"] as const;

const MOST = 50;

export const SearchQuery = z.object({
  q: Text(LINE, 1).meta({
    description: "What the name, the description or the reference holds, whatever its case and accents",
  }),
  kinds: Text(200)
    .optional()
    .meta({ description: `Only these kinds, comma-separated: ${KINDS.join(", ")}` }),
  type: Text(2_000).optional().meta({ description: "Only cards of these types, comma-separated" }),
  limit: Whole(1, MOST).default(8).meta({ description: "How many things of each kind at most" }),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const SearchResult = z
  .object({
    kind: z.enum(KINDS),
    id: Id,
    name: z.string(),
    detail: z
      .string()
      .nullable()
      .meta({ description: "The parent of a card, a reference, an e-mail address, or a card type" }),
    card_type: orNull(z.string()).meta({
      description: "The type of a card; a process is a card of type BusinessProcess",
    }),
    match: z.enum(MATCHES),
    excerpt: z.string().nullable().meta({ description: "Where the text stands when the name doesn't hold it" }),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.infer<typeof SearchResult>;
