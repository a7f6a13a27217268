/**
 * The inverses that undo events of users: what was changed is changed back, as anybody changes it and by the same rules.
 * Nobody gets or gives rights by undoing that they couldn't give.
 */
import { type Account, findUser } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import type { Changes } from "../../core/journal/differences";
import { hasAlready, restoration, storedAs, type UndoableRows, unlessRefused } from "../../core/row-inverses";
import { done, type Inverses, type SubjectStep, type UndoneEvent, unchanged } from "../../core/undo";
import { Problem } from "../../http/errors";
import type { HomeLayout, UserChanges } from "./model";
import { setHomeLayout } from "./preferences";
import { requireUpdatable, updateUserFields } from "./update";

/** The fields that a change by an administrator, or by the user, can restore. */
const restorable: ReadonlySet<string> = new Set(["display_name", "role", "is_active", "email", "locale"]);

/** Reads the former fields off an event; a text says why it can't be undone. */
function formerFields({ payload }: Pick<UndoneEvent, "payload">): UserChanges | string {
  const changes = payload["changes"] as Changes | undefined;
  if (!changes) return "The event doesn't contain what was changed";
  const lost = Object.keys(changes).find((field) => !restorable.has(field));
  if (lost) return `A change of ${lost} can't be undone: what belonged to it is gone`;
  // A language that nobody had chosen yet can't be set.
  const former = Object.entries(changes).filter(([, { old }]) => old !== null);
  return Object.fromEntries(former.map(([field, { old }]) => [field, old]));
}

/** Checks whether somebody may give a user the former fields. */
function mayUndo(actor: Actor, step: SubjectStep): boolean {
  const former = formerFields(step);
  try {
    requireUpdatable(actor, step.subject, typeof former === "string" ? {} : former);
    return true;
  } catch (error) {
    // A change that another rule refuses is skipped with its reason.
    if (error instanceof Problem) return error.status !== 403;
    throw error;
  }
}

const users: UndoableRows<Account> = {
  subject: { idField: "user_id", table: "users" },
  permission: { mayUndo },
  find: findUser,
  publishes: true,
};

/** Home is arranged by each for themselves. */
const homes: UndoableRows<Account> = {
  ...users,
  permission: { mayUndo: (actor, { subject }) => subject === actor.userId },
};

export const undo = {
  restore_home: restoration(
    homes,
    storedAs<HomeLayout>("home", "the arrangement before"),
    (account, { data: home }) => {
      if (Bun.deepEquals(account.ui_preferences?.home, home)) return unchanged("already_restored");
      setHomeLayout(account, home);
      return done;
    },
  ),
  restore_user_fields: restoration(users, formerFields, (account, { data: former }, { actor }) =>
    hasAlready(account, former)
      ? unchanged("already_restored")
      : unlessRefused(() => updateUserFields(actor, account.id, former)),
  ),
} satisfies Inverses;
