/** The inverse of a change of the rules: the former ones are set again, as anybody sets them, and by the same rules. */
import { hasAlready, restoration, type UndoableRows, unlessRefused } from "../../core/row-inverses";
import { done, type Inverses, type UndoneEvent, unchanged } from "../../core/undo";
import { Rules } from "./model";
import { listRules, replaceRules } from "./rules";

/** Reads the former rules off an event; a text says why it can't be undone. */
function formerRules({ payload }: UndoneEvent): Rules | string {
  const { success, data } = Rules.safeParse({ rules: payload["before"] });
  return success ? data : "The event doesn't contain the former rules";
}

/** The id of the rules, which are undone as a whole. */
const RULES = "rules";

const rules: UndoableRows<Rules> = {
  subject: { idField: "rules_id", table: `(SELECT '${RULES}' AS id)` },
  permission: "admin.users",
  find: (id) => (id === RULES ? listRules() : undefined),
  publishes: true,
};

export const undo = {
  restore_group_roles: restoration(rules, formerRules, (current, { data: former }, { actor }) =>
    hasAlready(current, former)
      ? unchanged("already_restored")
      : unlessRefused(() => {
          replaceRules(actor, former);
          return done;
        }),
  ),
} satisfies Inverses;
