/** The schemas of searches. */
import { z } from "zod";
import { Id, LINE, namedObject, orNull, Text, Whole } from "../../http/schemas";

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

export const SearchResult = namedObject("SearchResult", {
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
});
export type SearchResult = z.infer<typeof SearchResult>;

export const RelatableQuery = z.object({
  q: SearchQuery.shape.q,
  limit: Whole(1, MOST).default(12).meta({ description: "How many cards at most" }),
});
export type RelatableQuery = z.infer<typeof RelatableQuery>;

export const RelatableCard = namedObject("RelatableCard", {
  id: Id,
  name: z.string(),
  type: z.string(),
  parent_name: z.string().nullable(),
  match: z.enum(MATCHES),
  relations: z
    .object({
      relation_type: z.string(),
      side: z.enum(["source", "target"]).meta({ description: "The end at which the card of the path would be" }),
      label: z.string().meta({ description: "As it reads from the card of the path" }),
    })
    .array()
    .meta({ description: "The relations that there could be and that there are not yet" }),
});
export type RelatableCard = z.infer<typeof RelatableCard>;

export const PeopleQuery = z.object({
  role: Text(100).optional().meta({ description: "Only people who don't have this role in the card" }),
  q: Text(LINE).optional().meta({ description: "What the name or the address holds" }),
  limit: Whole(1, MOST).default(10).meta({ description: "How many people at most" }),
});
export type PeopleQuery = z.infer<typeof PeopleQuery>;

export const SuggestedPerson = namedObject("SuggestedPerson", {
  user_id: Id,
  display_name: z.string(),
  email: z.string(),
  neighbours: z.int().meta({ description: "In how many related cards, children or the parent they have a part" }),
});
export type SuggestedPerson = z.infer<typeof SuggestedPerson>;
