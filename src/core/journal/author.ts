/** The authors of events. */
import type { Origin } from "../../http/request-context";

/** An event that is its own batch. */
export type SingleEvent = { seq: number; id: string };

/** The author of events, and the request they belong to. One object for each request. */
export type Author = {
  /** Null for the program itself. */
  userId: string | null;
  /** The role that an administrator impersonates. */
  impersonatedRole?: string | undefined;
  origin?: Origin | undefined;
  /** The program that makes the changes on the user's behalf, as events name it. */
  source?: string | undefined;
  /** The batch named by the request's header; not yet verified. */
  namedBatch?: string | undefined;
  /** The operation, as in `PATCH /api/v1/cards/{id}`. */
  operation?: string | undefined;
  /** The id of the batch that the author's events open, for a change that is made several times; a new one without it. */
  newBatchId?: string | undefined;
  /** The batch of the request, once events have opened or joined one. */
  batchId?: string | undefined;
  /** The only event of the request so far, if it is its own batch. */
  single?: SingleEvent | undefined;
};

/** Returns the author of changes that the program makes itself, outside a request. */
export const program = (operation: string): Author => ({ userId: null, operation });

/** Notes which user has sent a request that needs no token. @returns the same author */
export const identify = (author: Author, userId: string): Author => Object.assign(author, { userId });
