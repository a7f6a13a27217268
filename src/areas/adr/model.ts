/** Architecture decision records on the wire. */
import { z } from "zod";
import { isLongRichText, STORED_PARTS } from "../../core/rich-text";
import { SliceQuery } from "../../http/pagination";
import { Id, Instant, LONG, Moment, namedObject, nullableChangesOf, orNull, Text, Uuid } from "../../http/schemas";
import { FileQuery } from "../../http/tables";
import { ContentHash, Refusal, Signatory, Signature } from "../signatures";

const LinkedCard = namedObject("AdrCard", { id: Id, name: z.string(), type: z.string() });

const Successor = z
  .object({ id: Id, reference_number: z.string(), title: z.string() })
  .nullable()
  .meta({ description: "The decision that was made in its place, or else its next revision that is signed" });

const Html = z.string().nullable().meta({ description: "HTML" });

export const AdrSummary = namedObject("AdrSummary", {
  id: Id,
  reference_number: z.string().meta({ examples: ["ADR-001"] }),
  title: z.string(),
  status: z.string().meta({ description: "`draft`, `in_review`, `signed`, or what a client has set" }),
  decision: Html,
  created_by: Id.nullable(),
  creator_name: z.string().nullable(),
  signatories: Signatory.array(),
  signed_at: Instant.nullable(),
  revision_number: z.int(),
  parent_id: Id.nullable().meta({ description: "The revision before" }),
  superseded_by: Successor,
  linked_cards: LinkedCard.array(),
  created_at: Instant,
  updated_at: Instant,
});
export type AdrSummary = z.infer<typeof AdrSummary>;

export const Adr = AdrSummary.extend({
  context: Html,
  consequences: Html,
  alternatives_considered: Html,
  related_decisions: z.string().array(),
  rejection: Refusal.nullable().meta({ description: "The last rejection, with its reason" }),
  content_hash: ContentHash,
}).meta({ id: "Adr" });
export type Adr = z.infer<typeof Adr>;

const zone = /(?<=\d[T ]\d\d:\d\d\S*)(Z|[+\- ]([01]\d|2[0-3])(:?[0-5]\d)?)$/i;

/** Returns a day or an instant to filter by; the time of an instant counts as UTC, whatever its zone is. */
const Day = (edge: "start" | "end", what: string) =>
  z
    .preprocess((input) => (typeof input === "string" ? input.trim().replace(zone, "Z") : input), Moment(edge, what))
    .nullable()
    .optional();

export const AdrQuery = z.object({
  initiative_id: orNull(Uuid).meta({ description: "Linked to this card; `card_id` is then ignored" }),
  card_id: orNull(Uuid).meta({ description: "Linked to this card" }),
  card_ids: orNull(Text(5_000)).meta({
    description: "Linked to one of these cards: ids between commas; what is no card matches nothing",
  }),
  card_type: orNull(Text(100)).meta({ description: "Linked to a card of this type" }),
  status: orNull(Text(50)).meta({ description: "With this status" }),
  search: orNull(Text(500)).meta({ description: "With this text in the title or the reference number" }),
  date_from: Day("start", "Created on or after"),
  date_to: Day("end", "Created on or before this day"),
  modified_from: Day("start", "Changed on or after"),
  modified_to: Day("end", "Changed on or before this day"),
  signed_from: Day("start", "Signed on or after"),
  signed_to: Day("end", "Signed on or before this day"),
  ...SliceQuery,
});
export type AdrQuery = z.infer<typeof AdrQuery>;
export type AdrFilters = Omit<AdrQuery, "page" | "page_size">;
/** The parameters of an export: those of the list. */
export const ExportQuery = AdrQuery.omit({ page: true, page_size: true }).extend(FileQuery);

export const RevisionQuery = z.object(SliceQuery);

/** Characters of a title. */
export const LONGEST_TITLE = 500;

const Title = Text(LONGEST_TITLE, 1);
const RichText = orNull(Text(LONG)).meta({ description: STORED_PARTS });
const RelatedDecisions = z.array(Text(500)).max(200);

export const NewAdr = z.object({
  title: Title,
  context: RichText,
  decision: RichText,
  consequences: RichText,
  alternatives_considered: RichText,
  related_decisions: RelatedDecisions.default([]),
});
export type NewAdr = z.infer<typeof NewAdr>;

export const AdrChanges = nullableChangesOf(NewAdr).extend({ status: orNull(Text(50, 1)) });
export type AdrChanges = z.infer<typeof AdrChanges>;

/** The texts that are HTML. */
export const TEXTS = ["context", "decision", "consequences", "alternatives_considered"] as const;

/** Checks whether the texts are so long that they are stored on the writer thread. */
export const isLong = (asked: Pick<AdrChanges, (typeof TEXTS)[number]>): boolean =>
  isLongRichText(TEXTS.reduce((length, field) => length + (asked[field]?.length ?? 0), 0));

export const Signing = Signature.extend({ comment: orNull(Text(10_000)).meta({ description: "Ignored" }) });
export const Supersession = z.object({
  by: Uuid.nullable().meta({ description: "The id of the signed decision that holds in its place; null for none" }),
});
export const CardLink = z.object({ card_id: Uuid });
