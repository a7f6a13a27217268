/** Architecture decision records: numbered documents that go from draft to signed. */
import { eq } from "drizzle-orm";
import { db, statement, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { may } from "../../core/access/actor";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { sanitizeRichText } from "../../core/rich-text";
import { forbidden, notFound, refused } from "../../http/errors";
import { now, nowAfter } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { type AdrChanges, LONGEST_TITLE, type NewAdr } from "./model";

const { architectureDecisions } = tables;
export type AdrRow = typeof architectureDecisions.$inferSelect;

const TEXTS = ["context", "decision", "consequences", "alternatives_considered"] as const;
const COPY = " (copy)";

/**
 * The row of a record.
 * @throws Problem 404
 */
export function requireAdr(id: string): AdrRow {
  const row = db.select().from(architectureDecisions).where(eq(architectureDecisions.id, id)).get();
  if (!row) throw notFound("ADR");
  return row;
}

/** What every event says of its record. */
export const named = ({ id, reference_number, title }: AdrRow) => ({ id, reference_number, title });

/** Updates columns of a record, and when it was changed; part of the running transaction. */
export const updateRow = (row: AdrRow, columns: Partial<AdrRow>): AdrRow =>
  db
    .update(architectureDecisions)
    .set({ ...columns, updated_at: nowAfter(row.updated_at) })
    .where(eq(architectureDecisions.id, row.id))
    .returning()
    .get();

/** The number after the highest; numbers that are no `ADR-` and digits don't count. */
function nextReferenceNumber(): string {
  const { highest } = statement<{ highest: number | null }>(
    `SELECT max(CAST(substr(reference_number, 5) AS INTEGER)) AS highest FROM architecture_decisions
     WHERE reference_number GLOB 'ADR-[0-9]*' AND substr(reference_number, 5) NOT GLOB '*[^0-9]*'`,
  ).get() as { highest: number | null };
  return `ADR-${String((highest ?? 0) + 1).padStart(3, "0")}`;
}

type Content = Pick<AdrRow, "title" | (typeof TEXTS)[number] | "related_decisions">;

/** Inserts a draft with the next number; part of the running transaction. */
function insertDraft(actor: Actor, content: Content, revision: Partial<AdrRow> = {}): AdrRow {
  const at = now();
  return db
    .insert(architectureDecisions)
    .values({
      ...content,
      ...revision,
      id: newId(),
      reference_number: nextReferenceNumber(),
      created_by: actor.userId,
      signatories: [],
      created_at: at,
      updated_at: at,
    })
    .returning()
    .get();
}

const sanitized = (text: string | null | undefined): string | null => (text ? sanitizeRichText(text) : (text ?? null));

/**
 * Creates a draft. Publishes `adr.created`.
 * @returns its id
 */
export function createAdr(actor: Actor, input: NewAdr): string {
  return transaction(() => {
    const texts = Object.fromEntries(TEXTS.map((field) => [field, sanitized(input[field])]));
    const { title, related_decisions } = input;
    const row = insertDraft(actor, { title, related_decisions, ...texts } as Content);
    publish(actor, { type: "adr.created", data: named(row) });
    return row.id;
  });
}

/** @throws Problem 400 for a status that has an operation of its own */
function checkStatus(status: string, current: string): void {
  if (status === "signed") throw refused("An ADR is signed by its signatories: use the sign operation");
  if (status === "in_review")
    throw refused("An ADR goes into review when signatures are requested: use that operation");
  if (status === "draft" && current === "in_review")
    throw refused("An ADR in review becomes a draft again when its signatures are recalled: use that operation");
}

/**
 * Updates the fields that are given; an explicit null clears a text, and leaves any other field as it is. Publishes
 * `adr.updated`.
 * @throws Problem 404; 403 when it is signed; 400 for a status that has an operation of its own
 */
export function updateAdr(actor: Actor, id: string, asked: AdrChanges): void {
  transaction(() => {
    const before = requireAdr(id);
    if (before.status === "signed") throw forbidden("The ADR is signed: revise it to continue");
    if (asked.status) checkStatus(asked.status, before.status);
    const texts = TEXTS.filter((field) => asked[field] !== undefined).map((field) => [field, sanitized(asked[field])]);
    const { title, related_decisions, status } = asked;
    const columns = {
      ...Object.fromEntries(texts),
      ...(title && { title }),
      ...(related_decisions && { related_decisions }),
      ...(status && { status }),
    } as Partial<AdrRow>;
    const changes = differences(before, { ...before, ...columns });
    if (Object.keys(changes).length === 0) return;
    const after = updateRow(before, columns);
    publish(actor, { type: "adr.updated", data: { ...named(after), changes } });
  });
}

/**
 * Deletes a draft with its links; its revisions lose their parent. Publishes `adr.deleted`.
 * @throws Problem 404; 400 when it is no draft; 403 for others than its author, unless they may delete any
 */
export function deleteAdr(actor: Actor, id: string): void {
  transaction(() => {
    const row = requireAdr(id);
    if (row.status !== "draft") throw refused("Only a draft can be deleted");
    const isAuthor = row.created_by === actor.userId && may(actor, "adr.manage");
    if (!isAuthor && !may(actor, "adr.delete")) throw forbidden();
    db.delete(architectureDecisions).where(eq(architectureDecisions.id, id)).run();
    publish(actor, { type: "adr.deleted", data: named(row) });
  });
}

const CONTENT = ["title", ...TEXTS, "related_decisions"] as const;

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
  const copy = insertDraft(actor, contentOf(original), changed);
  statement(
    `INSERT INTO architecture_decision_cards (architecture_decision_id, card_id)
     SELECT ?, card_id FROM architecture_decision_cards WHERE architecture_decision_id = ?`,
  ).run(copy.id, original.id);
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
    const original = requireAdr(id);
    const title = original.title.slice(0, LONGEST_TITLE - COPY.length) + COPY;
    return copyAdr(actor, original, { title }, { duplicate_of: id });
  });

/**
 * Creates the next revision of a signed record: a draft with a number of its own. Publishes `adr.created`.
 * @returns its id
 * @throws Problem 404; 400 unless it is signed
 */
export const reviseAdr = (actor: Actor, id: string): string =>
  transaction(() => {
    const signed = requireAdr(id);
    if (signed.status !== "signed") throw refused("Only a signed ADR can be revised");
    return copyAdr(actor, signed, { revision_number: signed.revision_number + 1, parent_id: id }, { revision_of: id });
  });
