/** Links to documents on the wire. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Id, Instant, LINE, namedObject, orNull, Text } from "../../http/schemas";

export const Document = namedObject("Document", {
  id: Id,
  card_id: Id,
  name: z.string(),
  url: z.string().nullable(),
  type: z.string().meta({ description: "Mostly the key of a link type; `link` by default" }),
  created_at: Instant,
});
export type Document = z.infer<typeof Document>;

export const AddedDocument = Document.pick({ id: true, name: true, url: true }).meta({ id: "AddedDocument" });
export type AddedDocument = z.infer<typeof AddedDocument>;

/** Characters of an address. */
const LONGEST_URL = 10_000;

/** The address must lead somewhere: a page of another kind could run in the product's own. */
export const DocumentUrl = Text(LONGEST_URL)
  .transform((text) => text.trim())
  .refine((url) => /^(https?:\/\/|mailto:)/.test(url), "must begin with http://, https:// or mailto:")
  .refine((url) => !/[\p{Cc}\u2028\u2029]/u.test(url), "must not contain line breaks or other control characters")
  .meta({ type: "string", maxLength: LONGEST_URL });

export const NewDocument = z.object({
  name: Text(LINE),
  url: orNull(DocumentUrl).meta({ description: "Begins with `http://`, `https://` or `mailto:`" }),
  type: Text(50).default("link"),
});
export type NewDocument = z.infer<typeof NewDocument>;

export const DocumentQuery = z.object(SliceQuery);
