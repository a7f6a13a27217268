/** Moves cards back below their former parents by one statement for all, which is half the work of one for each. */
import { hasRow, listOf, statement } from "../../../db";
import type { Rollback, SubjectStep } from "../../core/undo";
import { nowAfter } from "../../platform/clock";
import type { FieldChanges } from "./field-changes";
import { exceedsDepth } from "./hierarchy";
import { approvalAfterUndo } from "./lifecycle/approval";
import type { CardRow } from "./repository";

/** A step that does nothing but give a card its former parent; null makes it a root. */
type Move = { step: SubjectStep<FieldChanges>; card: CardRow; parent_id: string | null };

/** Returns the steps that only move a card that no other step is about. */
function movesIn(steps: readonly SubjectStep<FieldChanges>[], cards: ReadonlyMap<string, CardRow>): Move[] {
  const bySubject = Map.groupBy(steps, ({ subject }) => subject);
  return steps.flatMap((step): Move[] => {
    const [change, ...others] = step.data.changes;
    const card = cards.get(step.subject);
    const isOther = others.length > 0 || Object.keys(step.data.unreadable).length > 0;
    if (!card || change?.field !== "parent_id" || isOther) return [];
    const { old } = change;
    const isMove = (old === null || typeof old === "string") && old !== card.parent_id;
    return isMove && bySubject.get(step.subject)?.length === 1 ? [{ step, card, parent_id: old }] : [];
  });
}

const namesNoCard = (ids: readonly (string | null)[]): boolean =>
  hasRow(
    "SELECT 1 FROM json_each(?) WHERE value IS NOT NULL AND value NOT IN (SELECT id FROM cards)",
    JSON.stringify(ids),
  );

/** Returns the parents of some cards and of all above them, each card once: card → its parent. */
const parentsAbove = (ids: readonly string[]): Map<string, string> =>
  new Map(
    statement<[string, string], [string]>(
      `WITH RECURSIVE up (id, parent_id) AS (
         SELECT c.id, c.parent_id FROM json_each(?) CROSS JOIN cards c ON c.id = value WHERE c.parent_id IS NOT NULL
         UNION SELECT c.id, c.parent_id FROM up CROSS JOIN cards c ON c.id = up.parent_id WHERE c.parent_id IS NOT NULL)
       SELECT id, parent_id FROM up`,
    ).values(listOf(ids)) as [string, string][],
  );

/** Checks whether one of some cards, which were moved, is below itself. */
function formCycle(moves: readonly Move[]): boolean {
  const ids = new Set(moves.flatMap(({ parent_id }) => parent_id ?? []));
  const parents = parentsAbove([...ids]);
  for (const { card, parent_id } of moves) if (parent_id !== null) parents.set(card.id, parent_id);
  const free = new Set<string>();
  for (const { card } of moves) {
    const way = new Set<string>();
    for (let id: string | undefined = card.id; id !== undefined && !free.has(id); id = parents.get(id)) {
      if (way.has(id)) return true;
      way.add(id);
    }
    for (const id of way) free.add(id);
  }
  return false;
}

/** Checks whether one of some cards, by their numbers, has a sibling of its type and name, where that is a rule. */
const shareNames = (numbers: string): boolean =>
  hasRow(
    `SELECT 1 FROM json_each(?) CROSS JOIN cards c ON c.seq = value
     CROSS JOIN cards s ON s.type = c.type AND s.name_key = c.name_key AND s.parent_id IS c.parent_id
     WHERE c.status <> 'ARCHIVED' AND c.name_key <> '' AND s.status = 'ACTIVE' AND s.id <> c.id LIMIT 1`,
    numbers,
  );

/** Checks whether a rule refuses the places of cards that were moved. */
function areRefused(moves: readonly Move[]): boolean {
  return (
    formCycle(moves) ||
    shareNames(listOf(moves.map(({ card }) => card.seq))) ||
    moves.some(({ card: { id, type }, parent_id }) => exceedsDepth({ id, type, parent_id }))
  );
}

type Place = Pick<CardRow, "parent_id" | "approval_status" | "updated_by" | "updated_at">;

/** Writes the parents and approvals of cards, in the order of the table. */
const writePlaces = (places: readonly (Place & { seq: number })[]): void =>
  void statement(
    `UPDATE cards SET parent_id = p.value ->> 1, updated_by = p.value ->> 2, updated_at = p.value ->> 3,
       approval_status = p.value ->> 4
     FROM json_each(?) AS p WHERE cards.seq = p.value ->> 0`,
  ).run(
    JSON.stringify(
      places
        .toSorted((one, other) => one.seq - other.seq)
        .map(({ seq, parent_id, updated_by, updated_at, approval_status }) => [
          seq,
          parent_id,
          updated_by,
          updated_at,
          approval_status,
        ]),
    ),
  );

/**
 * Moves cards back by those of some steps that do nothing else, unless a rule refuses one of them: then all cards stay where
 * they are, and each step has to be executed by itself. The rows in memory get who changed them, and keep their parents and
 * approvals.
 * @returns the steps whose cards have their former parents, and the approvals that follow
 */
export function moveBack(
  { actor, touched }: Rollback,
  steps: readonly SubjectStep<FieldChanges>[],
  cards: ReadonlyMap<string, CardRow>,
): ReadonlySet<SubjectStep<FieldChanges>> {
  const moves = movesIn(steps, cards);
  if (moves.length === 0 || namesNoCard([...new Set(moves.map(({ parent_id }) => parent_id))])) return new Set();
  const places = moves.map(({ card, step, parent_id }) => ({
    seq: card.seq,
    parent_id,
    approval_status: approvalAfterUndo(card, ["parent_id"], step.undo, !touched.has(card.id)),
    updated_by: actor.userId,
    updated_at: nowAfter(card.updated_at),
  }));
  writePlaces(places);
  if (areRefused(moves)) {
    writePlaces(moves.map(({ card }) => card));
    return new Set();
  }
  for (const [at, { card }] of moves.entries()) {
    const { updated_by, updated_at } = places[at] as Place;
    Object.assign(card, { updated_by, updated_at });
  }
  return new Set(moves.map(({ step }) => step));
}
