/** Column shapes of documents that people sign. */
import { integer, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";
import { users } from "./users";

/** Somebody whose signature is asked for; name and address are those of the moment of asking. */
export type Signatory = {
  user_id: string;
  display_name: string;
  email: string;
  status: "pending" | "signed";
  signed_at: string | null;
  /** The hash of the content that was signed; null while the signature is asked for. */
  content_hash?: string | null;
  /** The moment at which the content was changed after they had signed. */
  asked_again_at?: string | null;
};

/** The last refusal to sign: by whom, of which revision, and why. */
export type Refusal = {
  user_id: string;
  display_name: string;
  comment: string;
  revision_number: number;
  rejected_at: string;
};

/** Returns the columns that every document has that people sign. */
export const signedColumns = () => ({
  id: text("id").primaryKey(),
  status: text("status").notNull().default("draft"),
  created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
  signatories: json<Signatory[]>("signatories").notNull(),
  signed_at: instant("signed_at"),
  /** The last rejection; null while nobody has rejected the document. */
  rejection: json<Refusal>("rejection"),
  revision_number: integer("revision_number").notNull().default(1),
  created_at: instant("created_at").notNull(),
  updated_at: instant("updated_at").notNull(),
});
