/** Signatures on the wire. */
import { z } from "zod";
import { Page, PageSize } from "../../http/pagination";
import { Id, Instant, namedObject, orNull, StoredObject, Text, Uuid } from "../../http/schemas";

export const Signatory = namedObject("Signatory", {
  user_id: z.string(),
  display_name: z.string().meta({ description: "As it was when the signature was asked for" }),
  email: z.string(),
  status: z.enum(["pending", "signed"]),
  signed_at: Instant.nullable(),
  content_hash: z.string().nullable().optional().meta({
    description: "The `content_hash` of the document when it was signed; the signature counts only for that",
  }),
  asked_again_at: Instant.nullable()
    .optional()
    .meta({ description: "When the content changed after they had signed, so that their signature is needed again" }),
});
export type Signatory = z.infer<typeof Signatory>;

/** The last rejection of a document. */
export const Refusal = namedObject("Refusal", {
  user_id: z.string(),
  display_name: z.string().meta({ description: "As it was then" }),
  comment: z.string().meta({ description: "The reason" }),
  revision_number: z.int().meta({ description: "The revision that was rejected" }),
  rejected_at: Instant,
});
export type Refusal = z.infer<typeof Refusal>;

/** A body of which nothing is read. */
export const Nothing = z.object({});

/** The hash of a document's content, as the document on the wire has it. */
export const ContentHash = z.string().meta({
  description:
    "SHA-256 of all that a PATCH changes but the status; a signature counts only for the content with its hash",
});

/** The content that is signed: the present one unless the signatory names another. */
export const Signature = z.object({
  content_hash: orNull(Text(64)).meta({
    description: "The `content_hash` of what the signatory has read; 409 when the content has changed since",
  }),
});

export const SignatureRequest = z.object({
  user_ids: z.array(Uuid).min(1).max(200),
  message: orNull(Text(2_000)).meta({ description: "Ignored" }),
});

export const Rejection = z.object({ comment: Text(10_000) });

export const HistoryQuery = z.object({ page: Page, page_size: PageSize });
export type HistoryQuery = z.infer<typeof HistoryQuery>;

export const DocumentEvent = namedObject("DocumentEvent", {
  id: Id,
  event_type: z.string(),
  data: StoredObject.meta({ description: "What the event says, as `changes`: field → `old` and `new`" }),
  user_id: Id.nullable(),
  user_display_name: z.string().nullable(),
  created_at: Instant,
});
export type DocumentEvent = z.infer<typeof DocumentEvent>;
