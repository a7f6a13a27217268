/** Documents that people sign: what an area declares of its kind, and what holds for all kinds. */
import type { NewEvent } from "../../core/journal/journal";
import type { Notice } from "../../core/notify/notify";
import { found, refused } from "../../http/errors";
import type { Refusal, Signatory } from "./model";

/** The columns of a document that the steps of signing change. */
export type Review = {
  status: string;
  signatories: Signatory[];
  signed_at: string | null;
  revision_number: number;
  rejection: Refusal | null;
};

/** A document that people sign. */
export type SignedDocument = Review & { id: string; created_by: string | null };

type Heading = Pick<Notice, "type" | "title">;

/** A kind of document, as its area declares it. */
export type DocumentKind<D extends SignedDocument> = {
  /** The name that people use for it, as in "ADR". */
  noun: string;
  find: (id: string) => D | undefined;
  /** The fields that a signature stands under. */
  content: readonly (keyof D)[];
  /** Updates columns of a document, and when it was changed. */
  update: (document: D, columns: Partial<Review>) => D;
  /** The page of the front end where it is signed; it names the document's todos. */
  link: (id: string) => string;
  /** The label by which people know a document. */
  label: (document: D) => string;
  /** The card that a document is about, if it is about one. */
  cardId: (document: D) => string | null;
  /** The data of notifications about a document in addition to their text. */
  data: (document: D) => Record<string, unknown>;
  notices: Record<"requested" | "received" | "completed" | "recalled" | "rejected", Heading>;
  events: {
    requested: (document: D, signatoryCount: number) => NewEvent;
    requestedAgain: (document: D, signatoryCount: number) => NewEvent;
    signed: (document: D, signer: string, isComplete: boolean) => NewEvent;
    recalled: (document: D) => NewEvent;
    rejected: (document: D, rejector: string, comment: string) => NewEvent;
  };
};

/** Finds the document with an id. @throws Problem 404 */
export function requireDocument<D extends SignedDocument>({ find, noun }: DocumentKind<D>, id: string): D {
  return found(find(id), noun);
}

/** A review as events of earlier versions have it, which knew no rejection. */
export type StoredReview = Omit<Review, "rejection"> & Partial<Pick<Review, "rejection">>;

/** Returns the part of a document that the steps of signing change. */
export const reviewOf = ({ status, signatories, signed_at, revision_number, rejection }: StoredReview): Review => ({
  status,
  signatories,
  signed_at,
  revision_number,
  rejection: rejection ?? null,
});

/** Refuses to give a document a status manually that only a step of signing gives it. @throws Problem 400 */
export function requireFreeStatus(noun: string, status: string, current: string): void {
  if (status === "signed") throw refused(`status: signatories sign the ${noun}; use the sign operation`);
  if (status === "in_review")
    throw refused(`status: the ${noun} goes into review when signatures are requested; use request-signatures`);
  if (status === "draft" && current === "in_review")
    throw refused(`status: the ${noun} becomes a draft again when its signatures are recalled; use recall-signatures`);
}

/** Returns SQL for the ids of all revisions of the document whose id is the parameter, itself included. */
export const revisionIds = (table: string): string => `WITH RECURSIVE up (id, parent_id) AS (
    SELECT id, parent_id FROM ${table} WHERE id = ?
    UNION SELECT p.id, p.parent_id FROM up JOIN ${table} p ON p.id = up.parent_id
  ), tree (id) AS (
    SELECT id FROM up UNION SELECT c.id FROM tree JOIN ${table} c ON c.parent_id = tree.id
  ) SELECT id FROM tree`;
