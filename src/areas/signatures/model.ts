/** Signatures on the wire. */
import { z } from "zod";
import { Instant, orNull, Text, Uuid } from "../../http/schemas";

export const Signatory = z
  .object({
    user_id: z.string(),
    display_name: z.string().meta({ description: "As it was when the signature was asked for" }),
    email: z.string(),
    status: z.enum(["pending", "signed"]),
    signed_at: Instant.nullable(),
  })
  .meta({ id: "Signatory" });
export type Signatory = z.infer<typeof Signatory>;

/** A body of which nothing is read. */
export const Nothing = z.object({});

export const SignatureRequest = z.object({
  user_ids: z.array(Uuid).min(1).max(200),
  message: orNull(Text(2_000)).meta({ description: "Ignored" }),
});

export const Rejection = z.object({ comment: Text(10_000) });
