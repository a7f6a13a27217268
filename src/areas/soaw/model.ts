/** Statements of architecture work on the wire. */
import { z } from "zod";
import { isLongRichText, STORED_PARTS } from "../../core/rich-text";
import { SliceQuery } from "../../http/pagination";
import {
  changesOf,
  FreeObject,
  Id,
  Instant,
  namedObject,
  orNull,
  StoredObject,
  Text,
  Uuid,
  withinLimits,
} from "../../http/schemas";
import { ContentHash, Refusal, Signatory } from "../signatures";

export const Soaw = namedObject("StatementOfArchitectureWork", {
  id: Id,
  name: z.string(),
  initiative_id: Id.nullable().meta({ description: "The card that it is about" }),
  status: z.string().meta({ description: "`draft`, `in_review`, `approved`, `signed`, or what a client has set" }),
  document_info: StoredObject.meta({ description: "`prepared_by`, `reviewed_by`, `review_date`, or other keys" }),
  version_history: z.array(z.unknown()).meta({ description: "Noted manually: `version`, `date`, `revised_by`, …" }),
  sections: StoredObject.meta({ description: "Id of a section → its content" }),
  created_by: Id.nullable(),
  signatories: Signatory.array(),
  signed_at: Instant.nullable().meta({ description: "When the last signatory signed" }),
  revision_number: z.int(),
  parent_id: Id.nullable().meta({ description: "The revision before" }),
  created_at: Instant,
  updated_at: Instant,
});
export type Soaw = z.infer<typeof Soaw>;

/** A statement that is read alone. */
export const OneSoaw = Soaw.extend({
  rejection: Refusal.nullable().meta({ description: "The last rejection, with its reason" }),
  content_hash: ContentHash,
}).meta({ id: "OneStatementOfArchitectureWork" });
export type OneSoaw = z.infer<typeof OneSoaw>;

/** An id of a card; the empty text means none. */
const Initiative = z.preprocess((input) => (input === "" ? null : input), Uuid.nullable()).optional();

export const SoawQuery = z.object({
  initiative_id: Initiative.meta({ description: "About this card" }),
  ...SliceQuery,
});
export type SoawQuery = z.infer<typeof SoawQuery>;
export const RevisionQuery = z.object(SliceQuery);

/** The limits of the sections of a statement. */
const MAX_SECTIONS = 300;
const LONGEST_SECTIONS = 1_000_000;

/** Returns the reason why sections are refused, as a sentence; undefined when they aren't. */
function objectionTo(sections: Record<string, unknown>): string | undefined {
  if (Object.keys(sections).length > MAX_SECTIONS) return `must not have more than ${MAX_SECTIONS} sections`;
  if (JSON.stringify(sections).length > LONGEST_SECTIONS)
    return `must not be longer than ${LONGEST_SECTIONS} characters of JSON`;
  return undefined;
}

const Sections = z
  .custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
    error: "must be an object",
    params: { type: "dict_type" },
  })
  .superRefine((sections, context) => {
    const message = objectionTo(sections);
    if (message) context.addIssue({ code: "custom", message, input: sections });
  })
  .meta({
    type: "object",
    additionalProperties: true,
    description: `Id of a section → its content, of any shape. Texts are ${STORED_PARTS} In \`title\`, \`insertAfter\`, \`table_data\` \
and \`togaf_data\` of a section they are plain text, which stays as it is.`,
  });

const fields = {
  initiative_id: Initiative.meta({ description: "The card that it is about; null or the empty text: none" }),
  document_info: orNull(FreeObject),
  version_history: orNull(z.array(z.unknown()).max(1_000).superRefine(withinLimits)),
  sections: orNull(Sections),
};

const Name = Text(500, 1);

export const NewSoaw = z.object({
  name: Name,
  status: Text(50).default("draft").meta({ description: "`draft` or `approved`" }),
  ...fields,
});
export type NewSoaw = z.infer<typeof NewSoaw>;

export const SoawChanges = changesOf(NewSoaw).extend({ name: orNull(Name), status: orNull(Text(50, 1)) });
export type SoawChanges = z.infer<typeof SoawChanges>;

/** Returns characters of the texts in a value. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((length: number, entry) => length + lengthOf(entry), 0);
}

/** Checks whether sections are so long that they are stored on the writer thread. */
export const isLong = ({ sections }: Pick<SoawChanges, "sections">): boolean => isLongRichText(lengthOf(sections));
