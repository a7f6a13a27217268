/** Architecture decision records: numbered documents that go from draft to signed. */
import { transaction } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { sanitizeRichText } from "../../core/rich-text";
import { forbidden, refused } from "../../http/errors";
import { requestAgain, requireFreeStatus, withdrawRequest } from "../signatures";
import { adrDocuments } from "./documents";
import { type AdrChanges, LONGEST_TITLE, type NewAdr, TEXTS } from "./model";
import { type AdrRow, adrRows, CONTENT, cardIdsOf, createLinks, named, nextReferenceNumber } from "./rows";

const COPY = " (copy)";

type Content = Pick<AdrRow, "title" | "related_decisions"> & Partial<Pick<AdrRow, (typeof TEXTS)[number]>>;

/** Inserts a draft with the next number; part of the running transaction. */
function createDraft(actor: Actor, content: Content, revision: Partial<AdrRow> = {}): AdrRow {
  return adrRows.create({
    ...content,
    ...revision,
    reference_number: nextReferenceNumber(),
    created_by: actor.userId,
    signatories: [],
  });
}

/** Returns the texts that are asked for, as they are stored. @throws Problem 422 when one is nested too deeply */
const textsIn = (asked: NewAdr | AdrChanges): Partial<AdrRow> =>
  Object.fromEntries(
    TEXTS.filter((field) => asked[field] !== undefined).map((field) => {
      const text = asked[field];
      return [field, text ? sanitizeRichText(text, ["body", field]) : text];
    }),
  );

/**
 * Creates a draft. Publishes `adr.created`.
 * @returns its id
 */
export function createAdr(actor: Actor, input: NewAdr): string {
  return transaction(() => {
    const { title, related_decisions } = input;
    const row = createDraft(actor, { title, related_decisions, ...textsIn(input) });
    publish(actor, { type: "adr.created", data: named(row) });
    return row.id;
  });
}

/** Returns the columns that an update asks for. */
const columnsIn = (asked: AdrChanges): Partial<AdrRow> => {
  const { title, related_decisions, status } = asked;
  return {
    ...textsIn(asked),
    ...(title && { title }),
    ...(related_decisions && { related_decisions }),
    ...(status && { status }),
  };
};

/**
 * Updates the fields that are given; an explicit null clears a text, and leaves any other field as it is. Making
 * it a draft withdraws the signatures that are asked for; other content asks those who have signed again. Publishes `adr.updated`.
 * @throws Problem 404; 403 when it is signed; 400 for a status that has an operation of its own; 422 for a text
 */
export function updateAdr(actor: Actor, id: string, asked: AdrChanges): void {
  transaction(() => {
    const row = adrRows.require(id);
    if (row.status === "signed") throw forbidden("The ADR is signed: revise it to continue");
    if (asked.status) requireFreeStatus("ADR", asked.status, row.status);
    const columns = columnsIn(asked);
    const isWithdrawn = asked.status === "draft" && row.signatories.length > 0;
    const before = isWithdrawn ? withdrawRequest(adrDocuments, actor, row) : row;
    const changes = differences(before, { ...before, ...columns });
    if (Object.keys(changes).length === 0) return;
    const after = adrRows.update(before, columns);
    publish(actor, { type: "adr.updated", data: { ...named(after), changes } });
    requestAgain(adrDocuments, actor, after);
  });
}

/**
 * Deletes a draft with its links; its revisions lose their parent. Publishes `adr.deleted`.
 * @throws Problem 404; 403 for others than its author, unless they may delete any; 400 when it is no draft
 */
export function deleteAdr(actor: Actor, id: string): void {
  transaction(() => {
    const row = adrRows.require(id);
    const isAuthor = row.created_by === actor.userId && may(actor, "adr.manage");
    if (!isAuthor && !may(actor, "adr.delete")) throw forbidden();
    if (row.status !== "draft") throw refused("Only a draft can be deleted");
    const card_ids = cardIdsOf(id);
    adrRows.delete(id);
    publish(actor, { type: "adr.deleted", data: named(row), undo: { row, card_ids } });
  });
}

/**
 * Names the signed decision that holds in place of another one; null for none. Publishes `adr.superseded`.
 * @throws Problem 404; 400 unless both are signed, and for a decision that doesn't hold any more itself
 */
export function supersedeAdr(actor: Actor, id: string, by: string | null): void {
  transaction(() => {
    const row = adrRows.require(id);
    if (row.status !== "signed") throw refused("Only a signed ADR can be superseded");
    if (row.superseded_by === by) return;
    const successor = by === null ? null : adrRows.require(by);
    if (successor) requireValid(successor, id);
    adrRows.update(row, { superseded_by: by });
    const reference = successor?.reference_number ?? null;
    const data = { ...named(row), superseded_by: by, reference };
    publish(actor, { type: "adr.superseded", data, undo: { before: row.superseded_by } });
  });
}

/** Refuses a decision that can't take the place of another one. @throws Problem 400 */
function requireValid({ id, reference_number, status, superseded_by }: AdrRow, former: string): void {
  if (id === former) throw refused("by: an ADR can't supersede itself");
  if (status !== "signed") throw refused(`by: ${reference_number} must be signed`);
  if (superseded_by !== null) throw refused(`by: ${reference_number} must not be superseded itself`);
}

const contentOf = (row: AdrRow) => Object.fromEntries(CONTENT.map((field) => [field, row[field]])) as Content;

/**
 * Creates a draft with the content and the links to cards of another record. Publishes `adr.created` with its `origin`; part of
 * the running transaction.
 * @param changed what the draft doesn't take from the other record
 */
function copyAdr(
  actor: Actor,
  original: AdrRow,
  changed: Partial<AdrRow>,
  origin: { duplicate_of: string } | { revision_of: string },
): string {
  const copy = createDraft(actor, contentOf(original), changed);
  createLinks(copy.id, cardIdsOf(original.id));
  publish(actor, { type: "adr.created", data: { ...named(copy), ...origin } });
  return copy.id;
}

/**
 * Creates a draft with the content and the links of another record. Publishes `adr.created`.
 * @returns its id
 * @throws Problem 404
 */
export const duplicateAdr = (actor: Actor, id: string): string =>
  transaction(() => {
    const original = adrRows.require(id);
    const title = original.title.slice(0, LONGEST_TITLE - COPY.length).toWellFormed() + COPY;
    return copyAdr(actor, original, { title }, { duplicate_of: id });
  });

/**
 * Creates the next revision of a signed record: a draft with a number of its own. Publishes `adr.created`.
 * @returns its id
 * @throws Problem 404; 400 unless it is signed
 */
export const reviseAdr = (actor: Actor, id: string): string =>
  transaction(() => {
    const signed = adrRows.require(id);
    if (signed.status !== "signed") throw refused("Only a signed ADR can be revised");
    return copyAdr(actor, signed, { revision_number: signed.revision_number + 1, parent_id: id }, { revision_of: id });
  });
