/**
 * The inverses that most subjects have: deleting what was created, creating what was deleted again, and restoring the former
 * fields of what was updated. An area says how its rows are found and written; what is the same for all areas is here.
 */
import { Problem } from "../http/errors";
import { existingUserId } from "./access/accounts";
import {
  done,
  type Inverse,
  inverse,
  type Outcome,
  type Rollback,
  type SubjectStep,
  skipped,
  type UndoneEvent,
  unchanged,
} from "./undo";

/** The rows of a subject. */
export type UndoableRows<Row> = Pick<
  Inverse,
  "subject" | "permission" | "ownPermission" | "clearable" | "lossless" | "publishes"
> & {
  /** Finds a row by the id of the subject. */
  find(id: string): Row | null | undefined;
  /** Deletes the row of the subject, where nothing else goes with it. */
  delete?(id: string): void;
};

/** A change that a step makes. */
type Change<D, From> = (from: From, step: SubjectStep<D>, rollback: Rollback) => Outcome;

/** Returns the parts of an inverse that the rows decide. */
const factsOf = <Row>({ subject, permission, ownPermission, clearable, lossless, publishes }: UndoableRows<Row>) => ({
  subject,
  permission,
  ownPermission,
  clearable,
  lossless,
  publishes,
});

/** Skips a step whose subject is gone, as `todo_not_found`; it is no obstacle when the batch created the subject. */
export const notFoundAgain = ({ subject }: Pick<Inverse, "subject">, id: string): Outcome =>
  skipped(subject.idField.replace(/id$/, "not_found"), { needs: [id] });

/** Declares the inverse of a creation. @param change deletes a row that is there; by default the row alone goes */
export const deletion = <Row>(
  rows: UndoableRows<Row>,
  change: Change<unknown, Row> = (_row, { subject }) => {
    rows.delete?.(subject);
    return done;
  },
): Inverse =>
  inverse({
    ...factsOf(rows),
    effect: "deletes",
    undo(rollback, step) {
      const row = rows.find(step.subject);
      return row ? change(row, step, rollback) : unchanged("already_deleted");
    },
  });

/**
 * Declares the inverse of a deletion.
 * @param read reads off the event what was deleted; a text says why the event can't be undone
 * @param change creates what isn't there
 */
export const recreation = <Row, Snapshot>(
  rows: UndoableRows<Row>,
  read: (event: UndoneEvent) => Snapshot | string,
  change: Change<Snapshot, Snapshot>,
): Inverse =>
  inverse<Snapshot>({
    ...factsOf(rows),
    effect: "creates",
    read,
    undo: (rollback, step) =>
      rows.find(step.subject) ? unchanged("already_restored") : change(step.data, step, rollback),
  });

/**
 * Declares the inverse of an update.
 * @param read reads the former fields off the event; a text says why the event can't be undone
 * @param change gives a row that is there its former fields
 */
export const restoration = <Row, Former>(
  rows: UndoableRows<Row>,
  read: (event: UndoneEvent) => Former | string,
  change: Change<Former, Row>,
): Inverse =>
  inverse<Former>({
    ...factsOf(rows),
    read,
    undo(rollback, step) {
      const row = rows.find(step.subject);
      return row ? change(row, step, rollback) : notFoundAgain(rows, step.subject);
    },
  });

/** Reads all that an event stored for its rollback. @param thing that it should have stored, as in "the view" */
export const storedBy =
  <D>(thing: string) =>
  ({ undo }: UndoneEvent): D | string =>
    (undo as D | null) ?? `The event doesn't contain ${thing}`;

/** Reads a part of what an event stored for its rollback. @param key of the part */
export const storedAs =
  <D>(key: string, thing: string) =>
  ({ undo }: UndoneEvent): D | string =>
    (undo?.[key] as D | undefined) ?? `The event doesn't contain ${thing}`;

/** Checks whether a row has former fields already. */
export const hasAlready = (row: object, former: object): boolean => Bun.deepEquals({ ...row, ...former }, row);

/** Copies columns without the users who don't exist any more. @param names of the columns that hold ids of users */
export const withExistingUsers = <C extends object>(columns: C, names: readonly string[]): C =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === "string" ? existingUserId(value) : value,
    ]),
  ) as C;

/** Makes a change that checks its rules before it writes anything; what they refuse is skipped. */
export function unlessRefused(change: () => unknown): Outcome {
  try {
    change();
    return done;
  } catch (error) {
    if (error instanceof Problem) return skipped("refused_by_rule");
    throw error;
  }
}
