/** Statements of architecture work: documents that go from draft to signed, and are continued by revisions. */
import { transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { forbidden, refused } from "../../http/errors";
import { requireCard } from "../cards";
import { requestAgain, requireFreeStatus, withdrawRequest } from "../signatures";
import { completeSystemTodos } from "../todos";
import { soawDocuments } from "./documents";
import type { NewSoaw, SoawChanges } from "./model";
import { CONTENT, named, revisionsAfter, type SoawRow, soawRows } from "./rows";
import { formerSections, sanitizeSections } from "./sections";

type Content = Pick<SoawRow, (typeof CONTENT)[number]>;

/** Inserts a statement of the actor's; part of the running transaction. */
const createFrom = (actor: Actor, content: Content, more: Partial<SoawRow>): SoawRow =>
  soawRows.create({ ...content, ...more, created_by: actor.userId, signatories: [] });

/**
 * Creates a statement. Publishes `soaw.created`.
 * @returns its id
 * @throws Problem 400 for a status that it can't begin with, 404 for an unknown card, 422 for a text
 */
export function createSoaw(actor: Actor, input: NewSoaw): string {
  return transaction(() => {
    const { name, status, initiative_id, document_info, version_history, sections } = input;
    if (status !== "draft" && status !== "approved") throw refused("status: a SoAW begins as `draft` or `approved`");
    if (initiative_id) requireCard(initiative_id);
    const content = {
      name,
      initiative_id: initiative_id ?? null,
      document_info: document_info ?? {},
      version_history: version_history ?? [],
      sections: sanitizeSections(sections ?? {}),
    };
    const row = createFrom(actor, content, { status });
    publish(actor, { type: "soaw.created", data: named(row) });
    return row.id;
  });
}

/** Returns the columns that an update asks for. @throws Problem 404 for an unknown card, 422 for a text */
function columnsIn(asked: SoawChanges): Partial<SoawRow> {
  const { initiative_id, sections, name, status, document_info, version_history } = asked;
  if (initiative_id) requireCard(initiative_id);
  return {
    ...(name && { name }),
    ...(status && { status }),
    ...(document_info && { document_info }),
    ...(version_history && { version_history }),
    ...(initiative_id !== undefined && { initiative_id }),
    ...(sections && { sections: sanitizeSections(sections) }),
  };
}

/** Returns the data that undoes an update: it holds only those sections that changed. */
function formerFields(before: SoawRow, after: SoawRow, fields: readonly string[]) {
  const former = Object.fromEntries(fields.map((field) => [field, before[field as keyof SoawRow]]));
  return fields.includes("sections")
    ? { ...former, sections: formerSections(before.sections, after.sections) }
    : former;
}

/**
 * Updates the fields that are given, each whole; an explicit null clears the card, and leaves any other field as
 * it is. Making it a draft withdraws the signatures that are asked for; other content asks those who have signed again.
 * Publishes `soaw.updated`.
 * @throws Problem 404 for an unknown statement or card; 403 when it is signed; 400 for a status that has an
 * operation of its own; 422 for a text
 */
export function updateSoaw(actor: Actor, id: string, asked: SoawChanges): void {
  transaction(() => {
    const row = soawRows.require(id);
    if (row.status === "signed") throw forbidden("The SoAW is signed: revise it to continue");
    if (asked.status) requireFreeStatus("SoAW", asked.status, row.status);
    const columns = columnsIn(asked);
    const isWithdrawn = asked.status === "draft" && row.signatories.length > 0;
    const before = isWithdrawn ? withdrawRequest(soawDocuments, actor, row) : row;
    const fields = Object.keys(differences(before, { ...before, ...columns }));
    if (fields.length === 0) return;
    const after = soawRows.update(before, columns);
    publish(actor, {
      type: "soaw.updated",
      data: { ...named(after), fields },
      undo: formerFields(before, after, fields),
    });
    requestAgain(soawDocuments, actor, after);
  });
}

/**
 * Deletes a statement in any state; its revisions lose their parent, and its signing todos are done. Publishes
 * `soaw.deleted`.
 * @throws Problem 404
 */
export function deleteSoaw(actor: Actor, id: string): void {
  transaction(() => {
    const row = soawRows.require(id);
    const revisions = revisionsAfter(id);
    soawRows.delete(id);
    completeSystemTodos(actor, soawDocuments.link(id));
    publish(actor, { type: "soaw.deleted", data: named(row), undo: { row, revisions } });
  });
}

/**
 * Creates the next revision of a signed statement, a draft. Publishes `soaw.created`.
 * @returns its id
 * @throws Problem 404; 400 unless it is signed
 */
export function reviseSoaw(actor: Actor, id: string): string {
  return transaction(() => {
    const signed = soawRows.require(id);
    if (signed.status !== "signed") throw refused("Only a signed SoAW can be revised");
    const content = Object.fromEntries(CONTENT.map((field) => [field, signed[field]])) as Content;
    const row = createFrom(actor, content, { revision_number: signed.revision_number + 1, parent_id: id });
    publish(actor, { type: "soaw.created", data: { ...named(row), revision_of: id } });
    return row.id;
  });
}
