/** The inverses that undo events of documents that people sign. */
import { type Actor, may } from "../../core/access/actor";
import type { PermissionKey } from "../../core/access/permissions";
import {
  type Collected,
  done,
  type Inverse,
  inverse,
  type Outcome,
  type Subject,
  skipped,
  type UndoneEvent,
  unchanged,
} from "../../core/undo";
import { type DocumentKind, type Review, reviewOf, type SignedDocument } from "./documents";
import { matchSigningTodos } from "./signing";

/** What undoing needs to know of a kind of document beside the kind. */
type Undoable<D extends SignedDocument, Kept, Fields> = {
  kind: DocumentKind<D>;
  subject: Subject;
  /** The right to write documents, and the rights of which one is needed to sign them. */
  rights: { write: PermissionKey; sign: readonly PermissionKey[] };
  hasRevisions: (id: string) => boolean;
  deleteRow: (id: string) => void;
  /** Inserts a deleted document again; returns what could not be restored of it. */
  restore: (kept: Kept) => Record<string, string>;
  /** What fields were before the event of an update. */
  readFields: (event: UndoneEvent) => Fields | undefined;
  /** The columns that give a document fields that it had, and what can't be restored. */
  formerColumns: (document: D, fields: Fields) => { columns: Partial<D>; notRestored?: Record<string, string> };
  updateRow: (document: D, columns: Partial<D>) => void;
};

/** What a step of signing changed, and the only user who may undo it, if there is one. */
type KeptStep = { before: Review; after: Review; by?: string };

/** Documents whose signing todos are put right at the end of a rollback. */
const reviewed: Collected<Map<string, () => void>> = {
  start: () => new Map(),
  finish: (documents) => {
    for (const matchTodos of documents.values()) matchTodos();
  },
};

/** The outcome of a step that could not restore some things. */
const doneBut = (notRestored: Record<string, string>): Outcome =>
  Object.keys(notRestored).length === 0 ? done : { ...done, notRestored };

/** Whether a document with these signatories may have a status. */
const fits = (status: string, { signatories }: Review): boolean =>
  status === "draft" ? signatories.length === 0 : status !== "in_review" || signatories.length > 0;

const NOT_KEPT = "The event doesn't tell what the document was before";

/** The inverses of the events of a kind of document: its creation, update and deletion, and the steps of signing it. */
export function documentInverses<D extends SignedDocument, Kept, Fields>({
  kind,
  subject,
  rights,
  ...rows
}: Undoable<D, Kept, Fields>): Record<"create" | "update" | "delete" | "sign", Inverse> {
  const notFound = (id: string) => skipped(subject.idField.replace(/id$/, "not_found"), { needs: [id] });
  const matchLater = (collected: <C>(of: Collected<C>) => C, actor: Actor, id: string) =>
    collected(reviewed).set(kind.link(id), () => matchSigningTodos(kind, actor, id));
  return {
    create: inverse({
      subject,
      permission: rights.write,
      effect: "deletes",
      undo(_rollback, { subject: id }) {
        const document = kind.find(id);
        if (!document) return unchanged("already_deleted");
        if (document.status !== "draft") return skipped("not_a_draft");
        rows.deleteRow(id);
        return done;
      },
    }),
    delete: inverse<Kept>({
      subject,
      permission: rights.write,
      effect: "creates",
      read: ({ undo }) => (undo as Kept | null) ?? NOT_KEPT,
      undo({ actor, collected }, { subject: id, data }) {
        if (kind.find(id)) return unchanged("already_restored");
        const notRestored = rows.restore(data);
        matchLater(collected, actor, id);
        return doneBut(notRestored);
      },
    }),
    update: inverse<Fields>({
      subject,
      permission: rights.write,
      read: (event) => rows.readFields(event) ?? NOT_KEPT,
      undo(_rollback, { subject: id, data }) {
        const document = kind.find(id);
        if (!document) return notFound(id);
        if (document.status === "signed") return skipped("signed");
        const { columns, notRestored = {} } = rows.formerColumns(document, data);
        const { status = document.status, ...others } = columns;
        const isFit = fits(status, document);
        const restored = { ...others, ...(isFit && { status }) } as Partial<D>;
        if (Bun.deepEquals({ ...document, ...restored }, document) && isFit) return unchanged("already_restored");
        rows.updateRow(document, restored);
        return doneBut({
          ...notRestored,
          ...(!isFit && { status: "Signatures have been requested or recalled since" }),
        });
      },
    }),
    sign: inverse<KeptStep>({
      subject,
      permission: {
        // A signature or a rejection is taken back by whoever gave it.
        mayUndo(actor, { undo }) {
          const by = (undo as KeptStep | null)?.by;
          return by === undefined
            ? may(actor, rights.write)
            : by === actor.userId && rights.sign.some((key) => may(actor, key));
        },
      },
      read: ({ undo }) => (undo as KeptStep | null) ?? NOT_KEPT,
      undo({ actor, collected }, { subject: id, data: { before, after } }) {
        const document = kind.find(id);
        if (!document) return notFound(id);
        const review = reviewOf(document);
        if (Bun.deepEquals(review, before)) return unchanged("already_restored");
        if (!Bun.deepEquals(review, after)) return skipped("review_continued");
        if (rows.hasRevisions(id)) return skipped("revised_since");
        kind.update(document, before);
        matchLater(collected, actor, id);
        return done;
      },
    }),
  };
}
