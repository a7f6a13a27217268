/** The content of a document that people sign, and the signatures that stand under it. */
import { createHash } from "node:crypto";
import type { Signatory } from "./model";

/**
 * Hashes the content of a document: SHA-256, in hexadecimal.
 * @param content the fields that are its content
 */
export const contentHash = <K extends PropertyKey>(content: readonly K[], document: { [key in K]: unknown }): string =>
  createHash("sha256")
    .update(JSON.stringify(content.map((field) => document[field])))
    .digest("hex");

/**
 * Checks whether a signature stands under another content than the one with a hash; one without a hash stands under none.
 */
export const isOutdated = ({ status, content_hash }: Signatory, hash: string): boolean =>
  status === "signed" && content_hash !== hash;

/** Returns the signatory as one who has signed a content. */
export const signedBy = (signatory: Signatory, content_hash: string, at: string): Signatory => ({
  ...signatory,
  status: "signed",
  signed_at: at,
  content_hash,
});

/** Returns the signatory as one who is asked again, because the content has changed since they signed. */
export const askedAgain = (signatory: Signatory, at: string): Signatory => ({
  ...signatory,
  status: "pending",
  signed_at: null,
  content_hash: null,
  asked_again_at: at,
});
