/** The inverses that undo events of risks and mitigation tasks. Each publishes its change, as anybody's change of them. */
import type { Actor } from "../../core/access/actor";
import {
  deletion,
  notFoundAgain,
  recreation,
  restoration,
  type UndoableRows,
  withExistingUsers,
} from "../../core/row-inverses";
import { done, type Inverses, inverse, type Subject, skipped, type UndoneEvent, unchanged } from "../../core/undo";
import { findCard } from "../cards";
import { levelsOf } from "./matrix";
import type { CardRole } from "./model";
import { publishRisk } from "./register/events";
import { followStatus } from "./register/followers";
import { linkCards, unlinkCard } from "./register/links";
import { syncOwnerTodo } from "./register/owner";
import { unregisterRisk } from "./register/risks";
import {
  cardsOf,
  createRiskRow,
  findRisk,
  nextNumber,
  numberIsTaken,
  type RiskColumns,
  type RiskRow,
  updateRisk,
} from "./register/rows";
import type { RiskSnapshot, TaskSnapshot } from "./snapshots";
import { publishOccurrence, publishTask } from "./tasks/events";
import {
  type OccurrenceRow,
  type OccurrenceSnapshot,
  occurrenceRows,
  occurrencesOf,
  snapshotOccurrence,
  type TaskColumns,
  type TaskOfRisk,
  type TaskRow,
  taskRows,
  updateTask,
} from "./tasks/rows";
import { deleteTaskOfRisk } from "./tasks/tasks";
import { syncTodo } from "./tasks/todos";

/** A change is published for each card concerned. */
const risk: Subject = { idField: "risk_id", table: "risks", severalEvents: true };
const task: Subject = { idField: "task_id", table: "risk_mitigation_tasks", severalEvents: true };
const permission = "risks.manage";

/** Publishes its changes, as do those of tasks. */
const risks: UndoableRows<RiskRow> = { subject: risk, permission, find: findRisk, publishes: true };
const tasks: UndoableRows<TaskRow> = { subject: task, permission, find: taskRows.find, publishes: true };

/** Reads the data that was stored for the rollback; empty in all events of a change but one. */
const readSnapshot = <K extends object>({ undo }: UndoneEvent): Partial<K> => (undo ?? {}) as Partial<K>;

/** The columns that name users, who may be gone. */
const PEOPLE = ["owner_id", "accepted_by", "created_by", "assigned_owner_id", "completed_by", "owner_at_completion"];

const withKnownUsers = <R extends object>(row: R): R => withExistingUsers(row, PEOPLE);

/** Creates a task again; part of the rollback. */
function recreateTask(actor: Actor, of: RiskRow, { row, occurrences }: TaskSnapshot): void {
  const number = numberIsTaken("risk_mitigation_tasks", row.number) ? nextNumber("risk_mitigation_tasks") : row.number;
  const recreated: TaskOfRisk = { task: taskRows.create({ ...withKnownUsers(row), number }), risk: of };
  for (const snapshot of occurrences) {
    const occurrence = syncTodo(actor, recreated, occurrenceRows.create(withKnownUsers(snapshot)));
    if (snapshot === occurrences.at(-1)) publishOccurrence(actor, "created", recreated, occurrence);
  }
}

/** Creates a risk again, with its tasks and with the links to those cards that still exist. */
function recreateRisk(actor: Actor, { row, cards, tasks }: RiskSnapshot): void {
  const number = numberIsTaken("risks", row.number) ? nextNumber("risks") : row.number;
  const recreated = createRiskRow({ ...withKnownUsers(row), ...levelsOf(row), number });
  for (const { card_id, role } of cards) if (findCard(card_id)) linkCards(recreated.id, [card_id], role);
  publishRisk(actor, "risk.added", recreated, { change: "created" });
  syncOwnerTodo(actor, recreated);
  for (const snapshot of tasks) recreateTask(actor, recreated, snapshot);
}

type Link = { card_id: string; role: CardRole };

const linkBack = restoration(risks, readSnapshot<Link>, (row, { subject, data }, { actor }) => {
  const { card_id = "", role = "affected" } = data;
  if (cardsOf(subject).includes(card_id)) return unchanged("already_linked");
  if (!findCard(card_id)) return skipped("card_not_found", { needs: [card_id] });
  linkCards(subject, [card_id], role);
  publishRisk(actor, "risk.added", row, { change: "linked", cardIds: [card_id] });
  return done;
});

const unlink = inverse<Partial<Link>>({
  subject: risk,
  permission,
  read: readSnapshot<Link>,
  publishes: true,
  undo({ actor }, { subject, data: { card_id = "" } }) {
    const row = findRisk(subject);
    if (!row || !unlinkCard(subject, card_id)) return unchanged("already_unlinked");
    publishRisk(actor, "risk.removed", row, { change: "unlinked", cardIds: [card_id] });
    return done;
  },
});

const restoreRiskFields = restoration(
  risks,
  readSnapshot<{ before: RiskColumns }>,
  (row, { data: { before = {} } }, { actor }) => {
    const columns = withKnownUsers(before);
    const restored = updateRisk(row, { ...columns, ...levelsOf({ ...row, ...columns }) });
    if (restored === row) return unchanged("already_restored");
    followStatus(actor, row, restored);
    publishRisk(actor, "risk.updated", restored, { change: "updated", fields: Object.keys(before).sort() });
    syncOwnerTodo(actor, restored);
    return done;
  },
);

type FormerTask = { task: TaskColumns; occurrence: OccurrenceSnapshot };

/** Deletes the live occurrences that follow one, with their todos; part of the rollback. */
function deleteFollowers(actor: Actor, of: TaskOfRisk, followers: readonly OccurrenceRow[]): void {
  for (const follower of followers) {
    syncTodo(actor, of, { ...follower, assigned_owner_id: null });
    occurrenceRows.delete(follower.id);
  }
}

/** Makes an occurrence as it was. @returns whether anything changes */
function restoreOccurrence(
  actor: Actor,
  of: TaskOfRisk,
  current: OccurrenceRow,
  snapshot: OccurrenceSnapshot,
): boolean {
  const columns = withKnownUsers(snapshot);
  if (Bun.deepEquals(snapshotOccurrence(current), columns)) return false;
  syncTodo(actor, of, occurrenceRows.update(current, columns));
  return true;
}

const restoreTask = restoration(tasks, readSnapshot<FormerTask>, (row, { subject, data }, { actor }) => {
  const { task: columns = {}, occurrence: snapshot } = data;
  const current = snapshot && occurrenceRows.find(snapshot.id);
  const followers = snapshot ? occurrencesOf(subject).filter(({ sequence }) => sequence > snapshot.sequence) : [];
  if (followers.some(({ completed_at }) => completed_at !== null)) return skipped("later_occurrence_finished");
  const of = { task: updateTask(row, withKnownUsers(columns)), risk: findRisk(row.risk_id) as RiskRow };
  deleteFollowers(actor, of, followers);
  const isRestored = current !== undefined && restoreOccurrence(actor, of, current, snapshot as OccurrenceSnapshot);
  if (of.task === row && !isRestored) return unchanged("already_restored");
  publishTask(actor, "updated", of, {}, { fields: Object.keys(columns).sort() });
  return done;
});

export const undo = {
  delete_risk: deletion(risks, (row, _step, { actor }) => {
    unregisterRisk(actor, row);
    return done;
  }),
  restore_risk: recreation(risks, readSnapshot<RiskSnapshot>, (snapshot, { subject }, { actor }) => {
    if (!snapshot.row) return notFoundAgain(risks, subject);
    recreateRisk(actor, snapshot as RiskSnapshot);
    return done;
  }),
  restore_risk_fields: restoreRiskFields,
  link_risk: linkBack,
  unlink_risk: unlink,
  delete_mitigation_task: deletion(tasks, (row, _step, { actor }) => {
    deleteTaskOfRisk(actor, { task: row, risk: findRisk(row.risk_id) as RiskRow });
    return done;
  }),
  recreate_mitigation_task: recreation(tasks, readSnapshot<TaskSnapshot>, (snapshot, { subject }, { actor }) => {
    const of = snapshot.row && findRisk(snapshot.row.risk_id);
    if (!of) return notFoundAgain(risks, snapshot.row?.risk_id ?? subject);
    recreateTask(actor, of, snapshot as TaskSnapshot);
    return done;
  }),
  restore_mitigation_task: restoreTask,
} as const satisfies Inverses;
