/** The inverses that undo events of documents that people sign. */
import { may } from "../../core/access/actor";
import type { PermissionKey } from "../../core/access/permissions";
import {
  deletion,
  hasAlready,
  notFoundAgain,
  recreation,
  restoration,
  storedBy,
  type UndoableRows,
} from "../../core/row-inverses";
import {
  type Collection,
  done,
  type Inverse,
  inverse,
  type Outcome,
  type Rollback,
  type Subject,
  skipped,
  type UndoneEvent,
  unchanged,
} from "../../core/undo";
import { type DocumentKind, type Review, reviewOf, type SignedDocument, type StoredReview } from "./documents";
import { matchSigningTodos, requestAgain } from "./signing";

/** The definitions that undoing needs of a kind of document in addition to the kind. */
type Undoable<D extends SignedDocument, Snapshot, Fields> = {
  kind: DocumentKind<D>;
  subject: Subject;
  /** The right to write documents, and the rights of which one is needed to sign them. */
  rights: { write: PermissionKey; sign: readonly PermissionKey[] };
  hasRevisions: (id: string) => boolean;
  rows: { update(document: D, columns: Partial<D>): D; delete(id: string): void };
  /** Inserts a deleted document again; returns what could not be restored of it. */
  restore: (snapshot: Snapshot) => Record<string, string>;
  /** Reads the former fields off the event of an update. */
  readFields: (event: UndoneEvent) => Fields | undefined;
  /** The columns that give a document fields that it had, and what can't be restored. */
  formerColumns: (document: D, fields: Fields) => { columns: Partial<D>; notRestored?: Record<string, string> };
};

/** The change that a step of signing made, and the only user who may undo it, if there is one. */
type FormerStep = { before: StoredReview; after: StoredReview; by?: string };

/** The documents whose signing todos are repaired at the end of a rollback. */
const reviewed: Collection<Map<string, () => void>> = {
  start: () => new Map(),
  finish: (documents) => {
    for (const matchTodos of documents.values()) matchTodos();
  },
};

/** Returns the outcome of a step that could not restore some things. */
const doneBut = (notRestored: Record<string, string>): Outcome =>
  Object.keys(notRestored).length === 0 ? done : { ...done, notRestored };

/** Checks whether a document with these signatories may have a status. */
const fits = (status: string, { signatories }: Review): boolean =>
  status === "draft" ? signatories.length === 0 : status !== "in_review" || signatories.length > 0;

const THING = "the document as it was before";
const NOT_STORED = `The event doesn't contain ${THING}`;

type Place<D extends SignedDocument> = { kind: DocumentKind<D>; subject: Subject };

/** Matches the signatures of a document with its content, and its signing todos with those, at the end of a rollback. */
const matchLater = <D extends SignedDocument>({ actor, collected }: Rollback, { kind }: Place<D>, id: string) =>
  collected(reviewed).set(kind.link(id), () => {
    const document = kind.find(id);
    if (document) requestAgain(kind, actor, document);
    matchSigningTodos(kind, actor, id);
  });

/** Returns the rows of a kind of document, for their inverses. */
const rowsOf = <D extends SignedDocument, Snapshot, Fields>(of: Undoable<D, Snapshot, Fields>): UndoableRows<D> => ({
  subject: of.subject,
  permission: of.rights.write,
  find: of.kind.find,
});

/** Declares the inverse that deletes a document that was created, while it is a draft. */
const deleteCreated = <D extends SignedDocument, Snapshot, Fields>(of: Undoable<D, Snapshot, Fields>): Inverse =>
  deletion(rowsOf(of), ({ status }, { subject: id }) => {
    if (status !== "draft") return skipped("not_a_draft");
    of.rows.delete(id);
    return done;
  });

/** Declares the inverse that restores a document that was deleted. */
const restoreDeleted = <D extends SignedDocument, Snapshot, Fields>(of: Undoable<D, Snapshot, Fields>): Inverse =>
  recreation(rowsOf(of), storedBy<Snapshot>(THING), (snapshot, { subject: id }, rollback) => {
    const notRestored = of.restore(snapshot);
    matchLater(rollback, of, id);
    return doneBut(notRestored);
  });

/** Declares the inverse that restores a document's fields, unless it is signed; its status only if that fits its signatories. */
const restoreFields = <D extends SignedDocument, Snapshot, Fields>(of: Undoable<D, Snapshot, Fields>): Inverse =>
  restoration(
    rowsOf(of),
    (event) => of.readFields(event) ?? NOT_STORED,
    (document, { subject: id, data }, rollback) => {
      if (document.status === "signed") return skipped("signed");
      const { columns, notRestored = {} } = of.formerColumns(document, data);
      const { status = document.status, ...others } = columns;
      const isFit = fits(status, document);
      const restored = { ...others, ...(isFit && { status }) } as Partial<D>;
      if (isFit && hasAlready(document, restored)) return unchanged("already_restored");
      of.rows.update(document, restored);
      matchLater(rollback, of, id);
      return doneBut({ ...notRestored, ...(!isFit && { status: "Signatures have been requested or recalled since" }) });
    },
  );

/** Restores what a step of signing changed, if signing hasn't continued; a signature or a rejection is its giver's. */
const restoreReview = <D extends SignedDocument, Snapshot, Fields>(of: Undoable<D, Snapshot, Fields>): Inverse =>
  inverse<FormerStep>({
    subject: of.subject,
    permission: {
      mayUndo(actor, { undo }) {
        const by = (undo as FormerStep | null)?.by;
        if (by === undefined) return may(actor, of.rights.write);
        return by === actor.userId && of.rights.sign.some((key) => may(actor, key));
      },
    },
    read: ({ undo }) => (undo as FormerStep | null) ?? NOT_STORED,
    undo(rollback, { subject: id, data: { before, after } }) {
      const document = of.kind.find(id);
      if (!document) return notFoundAgain(of, id);
      const review = reviewOf(document);
      const former = reviewOf(before);
      if (Bun.deepEquals(review, former)) return unchanged("already_restored");
      if (!Bun.deepEquals(review, reviewOf(after))) return skipped("review_continued");
      if (of.hasRevisions(id)) return skipped("revised_since");
      of.kind.update(document, former);
      matchLater(rollback, of, id);
      return done;
    },
  });

/**
 * Returns the inverses of the events of a kind of document: its creation, update and deletion, and the steps of signing it.
 */
export const documentInverses = <D extends SignedDocument, Snapshot, Fields>(of: Undoable<D, Snapshot, Fields>) => ({
  create: deleteCreated(of),
  update: restoreFields(of),
  delete: restoreDeleted(of),
  sign: restoreReview(of),
});
