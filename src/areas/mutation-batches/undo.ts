/**
 * Carries out the steps that undo a batch, newest event first, each by the rules of the change that it makes. A step that
 * a rule forbids, or that has nothing to change any more, says so and changes nothing.
 */
import { inList, listOf, notInList, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { Problem } from "../../http/errors";
import { now, nowAfter } from "../../platform/clock";
import {
  ancestorsOf,
  approvedFields,
  type CardRow,
  type Changes,
  cardRows,
  checkDepth,
  checkParent,
  descendantsOf,
  findCard,
  moveChildren,
  relevelMoved,
  removeCards,
  settle,
  siblingsNamed,
  updateCard,
} from "../cards";
import { relationType } from "../metamodel";
import { attributesFor, cardinalityObjection, findRelation, findSame } from "../relations";
import { changedSince } from "./conflicts";
import { type FieldChange, formerColumns } from "./fields";
import { type Step, told } from "./steps";

/** What became of a step. */
export type Outcome = {
  status: "ok" | "skipped";
  /** Why it was skipped. */
  reason?: string;
  /** Field that could not be put back → why. */
  notRestored?: Record<string, string>;
  /** Children from outside the batch that a deleted card left behind. */
  disconnected?: string[];
  /** What else of the card changed back beside what the step names. */
  became?: { card_status?: string; approval_status?: string };
};

const done: Outcome = { status: "ok" };
const skipped = (reason: string): Outcome => ({ status: "skipped", reason });

/** What all the steps of one rollback share. */
type Work = {
  actor: Actor;
  /** The batch that is rolled back and the one that the rollback opened. */
  batches: readonly string[];
  /** Cards and relations that others have changed since. */
  touched: ReadonlySet<string>;
  /** Cards that were changed back; what is derived from them is brought up to date at the end. */
  changed: Set<string>;
  /** Cards that have got their former parent back, and the parents that have got or lost a child by it. */
  moved: Set<string>;
  parents: Set<string | null>;
};

/** Whether a rule refuses. */
function refuses(check: () => void): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (error instanceof Problem) return true;
    throw error;
  }
}

function write({ actor, changed }: Work, card: CardRow, columns: Changes): void {
  updateCard(card.seq, { ...columns, updated_by: actor.userId, updated_at: nowAfter(card.updated_at) });
  changed.add(card.id);
}

/** Deletes cards together, so that trees go whole; children that stay become roots. */
function deleteCards({ actor, changed }: Work, steps: readonly Step[]): Outcome[] {
  const ids = [...new Set(steps.map((step) => step.subject).filter((id) => id !== null))];
  const present = new Set(cardRows(ids).map((card) => card.id));
  const strays = Map.groupBy(
    statement<{ id: string; parent_id: string }, [string, string]>(
      `SELECT id, parent_id FROM cards WHERE ${inList("parent_id")}
         AND ${notInList("id")} ORDER BY seq`,
    ).all(listOf(ids), listOf(ids)),
    (stray) => stray.parent_id,
  );
  moveChildren(actor, ids, null, ids);
  removeCards([...present]);
  return steps.map(({ subject }) => {
    if (subject === null) return skipped("missing_card_id");
    if (!present.delete(subject)) return skipped("already_deleted");
    changed.delete(subject);
    const disconnected = strays.get(subject)?.map((stray) => stray.id);
    return disconnected ? { ...done, disconnected } : done;
  });
}

/** Brings an archived card back, or archives one that had come back. */
function changeStatus(work: Work, step: Step, card: CardRow): Outcome {
  const isArchived = card.status === "ARCHIVED";
  if (step.op === "archive_card") {
    if (isArchived) return skipped("already_archived");
    write(work, card, { status: "ARCHIVED", archived_at: now() });
    return done;
  }
  if (!isArchived) return skipped("not_archived");
  const before = step.undo?.["status"];
  const status = typeof before === "string" ? before : "ACTIVE";
  write(work, card, { status, archived_at: null });
  return { ...done, became: { card_status: status } };
}

/** Why a card can't get its former parent back; undefined when it can. */
function objectionToParent(card: CardRow, parentId: unknown): string | undefined {
  if (typeof parentId !== "string") return undefined;
  if (!findCard(parentId)) return "parent_not_found";
  return refuses(() => checkParent(card.id, parentId)) ? "would_form_cycle" : undefined;
}

/**
 * Why a card, already changed back, can't be at its place under its name; undefined when it can. What broke a rule before
 * the batch may break it again; only what others have done since stands in the way.
 */
function objectionToPlace({ batches }: Work, { seq }: Step, card: CardRow): string | undefined {
  const { id, type, name, parent_id: parentId } = card;
  const isNew = (cards: readonly { id: string }[]) =>
    changedSince(
      cards.map((one) => one.id),
      seq,
      batches,
    );
  if (refuses(() => checkDepth(card)) && isNew([...ancestorsOf(id), ...descendantsOf(id)])) return "too_deep";
  if (card.status !== "ARCHIVED" && isNew(siblingsNamed({ type, name, parentId }, id))) return "name_taken";
  return undefined;
}

const without = (changes: readonly FieldChange[], ...fields: string[]) =>
  changes.filter((change) => !fields.includes(change.field));

/**
 * What becomes of the approval of a card whose content is changed back: it breaks, unless the card is again, in all, what
 * was approved.
 */
function approvalAfter(card: CardRow, columns: Changes, step: Step, whole: boolean): string {
  const { approval_status } = card;
  const wasApproved = step.undo?.["approval_status"] === "APPROVED";
  if (whole && wasApproved && (approval_status === "BROKEN" || approval_status === "APPROVED")) return "APPROVED";
  const breaks = approval_status === "APPROVED" && Object.keys(columns).some((field) => approvedFields.has(field));
  return breaks ? "BROKEN" : approval_status;
}

/** Puts the fields back that a change of a card changed, as far as the rules allow it. */
function restoreFields(work: Work, step: Step, card: CardRow): Outcome {
  const notRestored: Record<string, string> = { ...step.unreadable };
  let changes = step.changes;
  const leave = (reason: string, ...fields: string[]) => {
    for (const field of fields) if (changes.some((change) => change.field === field)) notRestored[field] = reason;
    changes = without(changes, ...fields);
  };
  if (card.status === "ARCHIVED") leave("card_archived", "status");
  const parent = formerColumns(card, changes).parent_id;
  const objection = objectionToParent(card, parent);
  if (objection) leave(objection, "parent_id");

  let columns = formerColumns(card, changes);
  if ("name" in columns || "parent_id" in columns) {
    const { seq, name, name_key, parent_id } = card;
    updateCard(seq, columns);
    const objection = objectionToPlace(work, step, { ...card, ...columns });
    if (objection) {
      updateCard(seq, { name, name_key, parent_id });
      leave(objection, "name", "parent_id");
      columns = formerColumns(card, changes);
    }
  }
  const left = Object.keys(notRestored).length > 0;
  const approval_status = approvalAfter(card, columns, step, !left && !work.touched.has(card.id));
  if (Object.keys(columns).length === 0 && approval_status === card.approval_status) {
    if (!left) return skipped("already_restored");
    return { ...skipped(Object.values(notRestored)[0] as string), notRestored };
  }
  write(work, card, { ...columns, approval_status });
  if (columns.parent_id !== undefined) {
    work.moved.add(card.id);
    for (const parent of [card.parent_id, columns.parent_id]) work.parents.add(parent);
  }
  return {
    ...done,
    ...(left && { notRestored }),
    ...(approval_status !== card.approval_status && { became: { approval_status } }),
  };
}

function undoOnCard(work: Work, step: Step): Outcome {
  if (step.subject === null) return skipped("missing_card_id");
  const card = findCard(step.subject);
  if (!card) return skipped("card_not_found");
  return step.op === "restore_card_fields" ? restoreFields(work, step, card) : changeStatus(work, step, card);
}

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);
const jsonOrNull = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));

/** Makes a relation again that was removed, with its id and all that it held. */
function restoreRelation(id: string, step: Step): Outcome {
  const [type, source, target] = [told(step, "type"), told(step, "source_id"), told(step, "target_id")];
  if (!findCard(source) || !findCard(target)) return skipped("card_not_found");
  const { cardinality } = relationType(type) ?? {};
  if (cardinality === undefined) return skipped("relation_type_not_found");
  if (findSame(type, source, target).length > 0) return skipped("already_related");
  if (cardinalityObjection(type, cardinality, source, target)) return skipped("cardinality");
  const at = now();
  statement(
    "INSERT INTO relations (id, type, source_id, target_id, attributes, description, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  ).run(
    id,
    type,
    source,
    target,
    jsonOrNull(step.undo?.["attributes"]),
    textOrNull(step.undo?.["description"]),
    textOrNull(step.undo?.["created_at"]) ?? at,
    at,
  );
  return done;
}

function restoreRelationFields(actor: Actor, id: string, step: Step): Outcome {
  const row = findRelation(id);
  if (!row) return skipped("relation_not_found");
  const former = (step.undo?.["attributes"] ?? null) as Record<string, unknown> | null;
  const attributes = jsonOrNull(attributesFor(actor, row.source_id, row.type, row.attributes, former));
  const description = textOrNull(step.undo?.["description"]);
  const same = Bun.deepEquals(JSON.parse(attributes ?? "null"), JSON.parse(row.attributes ?? "null"));
  if (same && description === row.description) return skipped("already_restored");
  statement("UPDATE relations SET attributes = ?, description = ?, updated_at = ? WHERE seq = ?").run(
    attributes,
    description,
    now(),
    row.seq,
  );
  return done;
}

function undoOnRelation({ actor, changed }: Work, step: Step): Outcome {
  const id = step.subject;
  if (id === null) return skipped("missing_relation_id");
  const row = findRelation(id);
  let outcome: Outcome;
  if (step.op === "restore_relation_fields") outcome = restoreRelationFields(actor, id, step);
  else if (step.op === "restore_relation") outcome = row ? skipped("already_restored") : restoreRelation(id, step);
  else {
    if (!row) return skipped("already_deleted");
    statement("DELETE FROM relations WHERE seq = ?").run(row.seq);
    outcome = done;
  }
  if (outcome.status === "ok") for (const end of ["source_id", "target_id"]) changed.add(told(step, end));
  return outcome;
}

/**
 * Carries out steps in their order; part of the running transaction. Cards that were made are deleted in groups, as far as
 * nothing else comes between them.
 * @param batches the batch that is rolled back, and the one that the rollback opened
 * @param touched cards and relations that others have changed since: their approval is not given back
 * @param tell is given the steps that were carried out, in their order, before anything else is told
 * @returns what became of each step that is supported
 */
export function undo(
  actor: Actor,
  steps: readonly Step[],
  batches: readonly string[],
  touched: ReadonlySet<string>,
  tell: (done: readonly [Step, Outcome][]) => void,
): Map<Step, Outcome> {
  const work: Work = { actor, batches, touched, changed: new Set(), moved: new Set(), parents: new Set() };
  const outcomes = new Map<Step, Outcome>();
  let alreadyTold = 0;
  const tellOfSteps = () => {
    tell([...outcomes].slice(alreadyTold));
    alreadyTold = outcomes.size;
  };
  let going: Step[] = [];
  const deleteGoing = () => {
    if (going.length === 0) return;
    // It tells of children that are left behind, which the steps before may have put there.
    tellOfSteps();
    for (const [at, outcome] of deleteCards(work, going).entries()) outcomes.set(going[at] as Step, outcome);
    going = [];
  };
  for (const step of steps) {
    if (step.op === "unsupported") continue;
    if (step.op === "delete_card") {
      going.push(step);
      continue;
    }
    deleteGoing();
    outcomes.set(step, step.op.includes("relation") ? undoOnRelation(work, step) : undoOnCard(work, step));
  }
  deleteGoing();
  tellOfSteps();
  if (work.moved.size > 0) relevelMoved([...work.moved].map((id) => ({ id })));
  settle(cardRows([...work.changed]), [...work.parents]);
  return outcomes;
}
