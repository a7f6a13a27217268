/** The inverses that undo events of risks and mitigation tasks. Each publishes its change, as anybody's change of them. */
import { findUser } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import {
  done,
  type Inverses,
  inverse,
  type Outcome,
  type Rollback,
  type Subject,
  type SubjectStep,
  skipped,
  type UndoneEvent,
  unchanged,
} from "../../core/undo";
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
  createOccurrenceRow,
  createTaskRow,
  deleteOccurrence,
  findOccurrence,
  findTask,
  type OccurrenceRow,
  type OccurrenceSnapshot,
  occurrencesOf,
  snapshotOccurrence,
  type TaskColumns,
  type TaskOfRisk,
  updateOccurrence,
  updateTask,
} from "./tasks/rows";
import { deleteTaskOfRisk } from "./tasks/tasks";
import { syncTodo } from "./tasks/todos";

/** A change is published for each card concerned. */
const risk: Subject = { idField: "risk_id", table: "risks", severalEvents: true };
const task: Subject = { idField: "task_id", table: "risk_mitigation_tasks", severalEvents: true };
const permission = "risks.manage";

type OfStep<D> = (actor: Actor, step: SubjectStep<D>) => Outcome;

/** Executes steps one by one; they publish events. */
const each =
  <D>(undoOne: OfStep<D>) =>
  ({ actor }: Rollback, steps: readonly SubjectStep<D>[]): Outcome[] =>
    steps.map((step) => undoOne(actor, step));

/** The data that was stored for the rollback; empty in all events of a change but one. */
const readSnapshot = <K extends object>({ undo }: UndoneEvent): K => (undo ?? {}) as K;

const missing = (what: "risk" | "task", id: string) => skipped(`${what}_not_found`, { needs: [id] });

/** A row without those users who don't exist any more. */
function withKnownUsers<R extends object>(row: R): R {
  const users = ["owner_id", "accepted_by", "created_by", "assigned_owner_id", "completed_by", "owner_at_completion"];
  const gone = users.filter((column) => {
    const id = row[column as keyof R];
    return typeof id === "string" && !findUser(id);
  });
  return { ...row, ...Object.fromEntries(gone.map((column) => [column, null])) };
}

/** Creates a task again; part of the rollback. */
function recreateTask(actor: Actor, of: RiskRow, { row, occurrences }: TaskSnapshot): void {
  const number = numberIsTaken("risk_mitigation_tasks", row.number) ? nextNumber("risk_mitigation_tasks") : row.number;
  const recreated: TaskOfRisk = { task: createTaskRow({ ...withKnownUsers(row), number }), risk: of };
  for (const snapshot of occurrences) {
    const occurrence = syncTodo(actor, recreated, createOccurrenceRow(withKnownUsers(snapshot)));
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

const linkBack: OfStep<Partial<Link>> = (actor, { subject, data: { card_id = "", role = "affected" } }) => {
  const row = findRisk(subject);
  if (!row) return missing("risk", subject);
  if (cardsOf(subject).includes(card_id)) return unchanged("already_linked");
  if (!findCard(card_id)) return skipped("card_not_found", { needs: [card_id] });
  linkCards(subject, [card_id], role);
  publishRisk(actor, "risk.added", row, { change: "linked", cardIds: [card_id] });
  return done;
};

const unlink: OfStep<Partial<Link>> = (actor, { subject, data: { card_id = "" } }) => {
  const row = findRisk(subject);
  if (!row || !unlinkCard(subject, card_id)) return unchanged("already_unlinked");
  publishRisk(actor, "risk.removed", row, { change: "unlinked", cardIds: [card_id] });
  return done;
};

type FormerColumns = { before: RiskColumns };

const restoreRiskFields: OfStep<Partial<FormerColumns>> = (actor, { subject, data: { before = {} } }) => {
  const row = findRisk(subject);
  if (!row) return missing("risk", subject);
  const columns = withKnownUsers(before);
  const restored = updateRisk(row, { ...columns, ...levelsOf({ ...row, ...columns }) });
  if (restored === row) return unchanged("already_restored");
  followStatus(actor, row, restored);
  publishRisk(actor, "risk.updated", restored, { change: "updated", fields: Object.keys(before).sort() });
  syncOwnerTodo(actor, restored);
  return done;
};

type FormerTask = { task: TaskColumns; occurrence: OccurrenceSnapshot };

/** Deletes the live occurrences that follow one, with their todos; part of the rollback. */
function deleteFollowers(actor: Actor, of: TaskOfRisk, followers: readonly OccurrenceRow[]): void {
  for (const follower of followers) {
    syncTodo(actor, of, { ...follower, assigned_owner_id: null });
    deleteOccurrence(follower.id);
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
  syncTodo(actor, of, updateOccurrence(current, columns));
  return true;
}

const restoreTask: OfStep<Partial<FormerTask>> = (actor, { subject, data }) => {
  const row = findTask(subject);
  const ofRisk = row && findRisk(row.risk_id);
  if (!ofRisk) return missing("task", subject);
  const { task: columns = {}, occurrence: snapshot } = data;
  const current = snapshot && findOccurrence(snapshot.id);
  const followers = snapshot ? occurrencesOf(subject).filter(({ sequence }) => sequence > snapshot.sequence) : [];
  if (followers.some(({ completed_at }) => completed_at !== null)) return skipped("later_occurrence_finished");
  const of = { task: updateTask(row, withKnownUsers(columns)), risk: ofRisk };
  deleteFollowers(actor, of, followers);
  const isRestored = current !== undefined && restoreOccurrence(actor, of, current, snapshot as OccurrenceSnapshot);
  if (of.task === row && !isRestored) return unchanged("already_restored");
  publishTask(actor, "updated", of, {}, { fields: Object.keys(columns).sort() });
  return done;
};

export const undo = {
  delete_risk: inverse({
    subject: risk,
    permission,
    effect: "deletes",
    undoTogether: each((actor, { subject }) => {
      const row = findRisk(subject);
      if (!row) return unchanged("already_deleted");
      unregisterRisk(actor, row);
      return done;
    }),
  }),
  restore_risk: inverse<Partial<RiskSnapshot>>({
    subject: risk,
    permission,
    effect: "creates",
    read: readSnapshot,
    undoTogether: each((actor, { subject, data }) => {
      if (findRisk(subject)) return unchanged("already_restored");
      if (!data.row) return missing("risk", subject);
      recreateRisk(actor, data as RiskSnapshot);
      return done;
    }),
  }),
  restore_risk_fields: inverse<Partial<FormerColumns>>({
    subject: risk,
    permission,
    read: readSnapshot,
    undoTogether: each(restoreRiskFields),
  }),
  link_risk: inverse<Partial<Link>>({ subject: risk, permission, read: readSnapshot, undoTogether: each(linkBack) }),
  unlink_risk: inverse<Partial<Link>>({ subject: risk, permission, read: readSnapshot, undoTogether: each(unlink) }),
  delete_mitigation_task: inverse({
    subject: task,
    permission,
    effect: "deletes",
    undoTogether: each((actor, { subject }) => {
      const row = findTask(subject);
      if (!row) return unchanged("already_deleted");
      deleteTaskOfRisk(actor, { task: row, risk: findRisk(row.risk_id) as RiskRow });
      return done;
    }),
  }),
  recreate_mitigation_task: inverse<Partial<TaskSnapshot>>({
    subject: task,
    permission,
    effect: "creates",
    read: readSnapshot,
    undoTogether: each((actor, { subject, data }) => {
      if (findTask(subject)) return unchanged("already_restored");
      const of = data.row && findRisk(data.row.risk_id);
      if (!of) return missing("risk", data.row?.risk_id ?? subject);
      recreateTask(actor, of, data as TaskSnapshot);
      return done;
    }),
  }),
  restore_mitigation_task: inverse<Partial<FormerTask>>({
    subject: task,
    permission,
    read: readSnapshot,
    undoTogether: each(restoreTask),
  }),
} as const satisfies Inverses;
