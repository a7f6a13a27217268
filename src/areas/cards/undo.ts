/** The inverses that undo events of cards, each by the rules of the change that it makes. */

import { z } from "zod";
import { inList, listOf, notInList, statement } from "../../../db";
import { LATER } from "../../../db/instants";
import type { CardPermissionKey } from "../../core/access/permissions";
import {
  type Collection,
  done,
  type Inverses,
  inverse,
  type Outcome,
  type Rollback,
  type Step,
  type Subject,
  type SubjectStep,
  skipped,
  unchanged,
} from "../../core/undo";
import { Id } from "../../http/schemas";
import { now, nowAfter } from "../../platform/clock";
import { parseObject } from "../../platform/json";
import { keepDerived } from "./derived-attributes";
import { recalculate, recalculateParents } from "./derived-fields";
import {
  changedAttributes,
  changedKeys,
  changesTo,
  type FieldChanges,
  formerColumns,
  readChanges,
} from "./field-changes";
import { moveBack } from "./former-parents";
import { ancestorsOf, descendantsOf, exceedsDepth, isAtOrBelow, relevel, siblingsNamed } from "./hierarchy";
import { approvalAfterUndo } from "./lifecycle/approval";
import { moveChildren, numbersOf } from "./lifecycle/cascade";
import { deleteRows } from "./lifecycle/delete";
import { changesScore } from "./quality";
import { redactedKeysFor, redactPayload } from "./redaction";
import { type CardColumns, type CardRow, cardRefs, findCards, hasCard, updateColumns } from "./repository";

const subject: Subject = {
  idField: "card_id",
  table: "cards",
  resultFields: {
    card_status: z.string().optional().meta({ description: "The status that a restored card has got back" }),
    approval_status: z.string().optional().meta({ description: "The approval that a card has now, when it changed" }),
    disconnected_card_ids: Id.array()
      .optional()
      .meta({ description: "Children from outside the batch that the deleted card leaves without a parent" }),
  },
};

/** The columns that make the place of a card among its siblings. */
const PLACE: ReadonlySet<string> = new Set(["name", "name_key", "parent_id"]);

const onSubject = (card: CardPermissionKey) => ({ card, onAnyOf: (step: SubjectStep) => [step.subject] });

type ChangedCards = {
  ids: Set<string>;
  /** The cards that got only what changes no score, such as another parent or another text in place of one. */
  unscored: Set<string>;
  moved: Set<string>;
  parents: Set<string | null>;
  /** Columns that are still to be written, so that the steps about one card are written together. */
  pending: Map<CardRow, CardColumns>;
};

/** Cards whose derived fields are brought up to date at the end of a rollback. */
export const changedCards: Collection<ChangedCards> = {
  start: () => ({ ids: new Set(), unscored: new Set(), moved: new Set(), parents: new Set(), pending: new Map() }),
  finish: ({ ids, unscored, moved, parents }) => {
    const cards = cardRefs([...ids, ...unscored]);
    const scored = cards.filter(({ id }) => ids.has(id));
    relevel(
      cards,
      cards.filter(({ id }) => moved.has(id)),
    );
    recalculate(cards, scored);
    recalculateParents([...parents]);
  },
};

/** Changes columns of a card in memory, where later steps find them; `writePending` writes them. */
function change({ actor, collected }: Rollback, card: CardRow, columns: CardColumns): void {
  const changed = { ...columns, updated_by: actor.userId, updated_at: nowAfter(card.updated_at) };
  const { pending } = collected(changedCards);
  Object.assign(card, changed);
  pending.set(card, { ...pending.get(card), ...changed });
}

/** Writes what steps have changed in memory, before anything else reads it. */
function writePending({ collected }: Rollback): void {
  const { pending } = collected(changedCards);
  for (const [{ seq }, columns] of pending) updateColumns(seq, columns);
  pending.clear();
}

/** Deletes cards together, so that whole trees can be deleted; other children become roots. */
function deleteCards({ actor, collected }: Rollback, steps: readonly SubjectStep[]): Outcome[] {
  const ids = [...new Set(steps.map((step) => step.subject))];
  const present = new Set(findCards(ids).map((card) => card.id));
  const children = Map.groupBy(
    statement<{ id: string; parent_id: string }, [string, string]>(
      `SELECT id, parent_id FROM cards WHERE ${inList("parent_id")} AND ${notInList("id")} ORDER BY seq`,
    ).all(listOf(ids), listOf(ids)),
    (child) => child.parent_id,
  );
  moveChildren(actor, ids, null, ids);
  deleteRows([...present]);
  return steps.map(({ subject }) => {
    if (!present.delete(subject)) return unchanged("already_deleted");
    collected(changedCards).ids.delete(subject);
    const card_ids = children.get(subject)?.map((child) => child.id);
    if (!card_ids) return done;
    return { ...done, result: { disconnected_card_ids: card_ids }, obstacle: { reason: "children_left", card_ids } };
  });
}

type UndoOnCard<D = unknown> = (rollback: Rollback, step: SubjectStep<D>, card: CardRow) => Outcome;
/** Does what many steps can do together, before each is executed. @returns the steps for which that was done */
type Prepare<D> = (
  rollback: Rollback,
  steps: readonly SubjectStep<D>[],
  cards: ReadonlyMap<string, CardRow>,
) => ReadonlySet<SubjectStep<D>>;

/** Executes steps on their cards, which are read together; a step is skipped when its card isn't there. */
const onCards =
  <D = unknown>(undo: (...on: [...Parameters<UndoOnCard<D>>, isPrepared: boolean]) => Outcome, prepare?: Prepare<D>) =>
  (rollback: Rollback, steps: readonly SubjectStep<D>[]): Outcome[] => {
    const cards = new Map(findCards(steps.map(({ subject }) => subject)).map((card) => [card.id, card]));
    const prepared = prepare?.(rollback, steps, cards);
    const outcomes = steps.map((step) => {
      const card = cards.get(step.subject);
      return card
        ? undo(rollback, step, card, prepared?.has(step) === true)
        : skipped("card_not_found", { needs: [step.subject] });
    });
    writePending(rollback);
    return outcomes;
  };

/**
 * Gives cards other statuses, by one statement for all that get the same.
 * @param next returns the status that a card gets; undefined when it keeps its own
 * @param reason that the card keeps its own
 */
const setStatuses =
  (next: (card: CardRow, step: SubjectStep) => string | undefined, reason: string) =>
  (rollback: Rollback, steps: readonly SubjectStep[]): Outcome[] => {
    const changed: CardRow[] = [];
    const outcomes = onCards((_rollback, step, card) => {
      const status = next(card, step);
      if (status === undefined) return unchanged(reason);
      card.status = status;
      changed.push(card);
      return status === "ARCHIVED" ? done : { ...done, result: { card_status: status } };
    })(rollback, steps);
    for (const [status, cards] of Map.groupBy(changed, (card) => card.status)) writeStatus(rollback, cards, status);
    return outcomes;
  };

function writeStatus({ actor, collected }: Rollback, cards: readonly CardRow[], status: string): void {
  const at = now();
  statement(
    `UPDATE cards SET status = ?, archived_at = ?, updated_by = ?, updated_at = ${LATER} WHERE ${inList("seq")}`,
  ).run(status, status === "ARCHIVED" ? at : null, actor.userId, at, listOf(numbersOf(cards)));
  for (const { id } of cards) collected(changedCards).ids.add(id);
}

const archive = setStatuses(({ status }) => (status === "ARCHIVED" ? undefined : "ARCHIVED"), "already_archived");

const unarchive = setStatuses(({ status }, { undo }) => {
  if (status !== "ARCHIVED") return undefined;
  return typeof undo?.["status"] === "string" ? undo["status"] : "ACTIVE";
}, "not_archived");

/** Returns the reason why a card can't get its former parent back; undefined when it can. */
function objectionToParent(card: CardRow, parentId: unknown): string | undefined {
  if (typeof parentId !== "string") return undefined;
  if (!hasCard(parentId)) return "parent_not_found";
  return isAtOrBelow(parentId, card.id) ? "would_form_cycle" : undefined;
}

/**
 * Returns the reason why a card, already changed back, can't have its parent and name; undefined when it can. A rule that
 * was broken before the batch may be broken again; only later changes by others count.
 */
function objectionToPlace({ changedSince }: Rollback, { seq }: Step, card: CardRow): string | undefined {
  const { id, type, name, parent_id: parentId } = card;
  const isNew = (cards: readonly { id: string }[]) =>
    changedSince(
      cards.map((one) => one.id),
      seq,
    );
  if (exceedsDepth(card) && isNew([...ancestorsOf(id), ...descendantsOf(id)])) return "too_deep";
  if (card.status !== "ARCHIVED" && isNew(siblingsNamed({ type, name, parentId }, id))) return "name_taken";
  return undefined;
}

/** Returns those of some columns that make the place of a card among its siblings. */
const placeIn = (columns: CardColumns): CardColumns =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => PLACE.has(name)));

/** Writes the former name and parent of a card, and checks them; what the rules don't allow is reset to what it was. */
function tryPlace(rollback: Rollback, step: Step, card: CardRow, columns: CardColumns): string | undefined {
  const place = placeIn(columns);
  if (Object.keys(place).length === 0) return undefined;
  const { seq, name, name_key, parent_id } = card;
  // Its siblings are read from the table.
  writePending(rollback);
  updateColumns(seq, place);
  const objection = objectionToPlace(rollback, step, { ...card, ...columns });
  if (objection) updateColumns(seq, { name, name_key, parent_id });
  return objection;
}

/** Returns columns that a card is to have, with the attributes that another area derives as they are. */
function withDerived(card: CardRow, { attributes, ...columns }: CardColumns): CardColumns {
  if (attributes === undefined) return columns;
  const restored = keepDerived(card, attributes === null ? null : parseObject(attributes));
  const text = restored === null ? null : JSON.stringify(restored);
  return text === card.attributes ? columns : { ...columns, attributes: text };
}

/**
 * Restores the fields that an event changed, as far as the rules allow.
 * @param isMoved whether its row has its former parent and approval already
 */
function restoreFields(rollback: Rollback, step: SubjectStep<FieldChanges>, card: CardRow, isMoved: boolean): Outcome {
  const notRestored: Record<string, string> = { ...step.data.unreadable };
  let { changes } = step.data;
  let former = formerColumns(card, changes);
  const leave = (reason: string | undefined, ...fields: string[]) => {
    if (!reason) return;
    for (const field of fields) if (changes.some((change) => change.field === field)) notRestored[field] = reason;
    changes = changes.filter(({ field }) => !fields.includes(field));
    former = formerColumns(card, changes);
  };
  if (card.status === "ARCHIVED") leave("card_archived", "status");
  const parent = former.parent_id;
  if (!isMoved) {
    leave(objectionToParent(card, parent), "parent_id");
    leave(tryPlace(rollback, step, card, former), "name", "parent_id");
  }

  const columns = withDerived(card, former);
  const incomplete = Object.keys(notRestored).length > 0 && { notRestored, needs: parent ? [parent] : [] };
  const approval_status = approvalAfterUndo(
    card,
    Object.keys(columns),
    step.undo,
    !incomplete && !rollback.touched.has(card.id),
  );
  if (Object.keys(columns).length === 0 && approval_status === card.approval_status)
    return incomplete ? skipped(Object.values(notRestored)[0] as string, incomplete) : unchanged("already_restored");
  if (columns.parent_id !== undefined) {
    const { moved, parents } = rollback.collected(changedCards);
    moved.add(card.id);
    for (const id of [card.parent_id, columns.parent_id]) parents.add(id);
  }
  const approval = approval_status !== card.approval_status && { approval_status };
  // Setting a column rewrites its indexes, even with the same value; the place is written already.
  const rest = Object.fromEntries(Object.entries(columns).filter(([name]) => !PLACE.has(name)));
  const { ids, unscored } = rollback.collected(changedCards);
  (isMoved || !changesScore(changesTo(card, columns)) ? unscored : ids).add(card.id);
  if (!isMoved) change(rollback, card, { ...rest, ...approval });
  Object.assign(card, columns, approval);
  return { ...done, ...incomplete, ...(approval && { result: approval }) };
}

/** Restores the approval that a card had before a decision, unless somebody has decided since. A broken one follows from it. */
const restoreApproval: UndoOnCard<{ approval_status: string }> = (rollback, { payload, data }, card) => {
  const { approval_status } = data;
  const decided = payload["approval_status"];
  const isBroken = decided === "APPROVED" && card.approval_status === "BROKEN";
  if (card.approval_status === approval_status) return unchanged("already_restored");
  if (card.approval_status !== decided && !isBroken) return skipped("approval_changed");
  change(rollback, card, { approval_status });
  rollback.collected(changedCards).ids.add(card.id);
  return { ...done, result: { approval_status } };
};

export const undo = {
  restore_approval: inverse<{ approval_status: string }>({
    subject,
    permission: onSubject("card.approval_status"),
    read: ({ undo }) =>
      typeof undo?.["approval_status"] === "string"
        ? { approval_status: undo["approval_status"] }
        : "The event doesn't contain the approval as it was before",
    undoTogether: onCards(restoreApproval),
  }),
  delete_card: {
    subject,
    permission: onSubject("card.delete"),
    ownPermission: "inventory.create",
    effect: "deletes",
    clearable: ["children_left"],
    publishes: true,
    undoTogether: deleteCards,
  },
  restore_card: { subject, permission: onSubject("card.archive"), undoTogether: unarchive },
  archive_card: { subject, permission: onSubject("card.archive"), undoTogether: archive },
  restore_card_fields: inverse<FieldChanges>({
    subject,
    permission: onSubject("card.edit"),
    clearable: ["name_taken", "would_form_cycle", "too_deep"],
    read: ({ payload, undo }) =>
      readChanges(undo && "status" in undo ? { status: { old: undo["status"] } } : payload["changes"]) ??
      "The event doesn't contain the fields as they were before",
    hiddenKeys(actor, steps) {
      const hidden = redactedKeysFor(actor, [...new Set(steps.flatMap(({ subject }) => subject ?? []))]);
      return (step) => hidden(step.subject);
    },
    changesHidden: ({ data }, hidden) => changedAttributes(data.changes).some((key) => hidden.includes(key)),
    describe({ data: { changes } }, hidden) {
      const keys = changedKeys(changes);
      if (keys["attributes"]) keys["attributes"] = keys["attributes"].filter((key) => !hidden.includes(key));
      return {
        ...redactPayload({ fields: Object.fromEntries(changes.map(({ field, old }) => [field, old])) }, hidden),
        ...(Object.keys(keys).length > 0 && { keys }),
      };
    },
    undoTogether: onCards(restoreFields, moveBack),
  }),
} as const satisfies Inverses;
