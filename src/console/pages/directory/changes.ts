/** Changes of the rules, which are stored as a whole; undoing brings back the roles that they have changed, too. */
import { t } from "@lingui/core/macro";
import { shown, tryChange } from "../../server/changes";
import { api } from "../../server/client";
import { type Rule, rulesQuery } from "./queries";

/** Stores the rules. @param sentence about what has happened */
const save = (sentence: string, rules: Rule[]): Promise<boolean> =>
  tryChange({
    sentence,
    show: [shown(rulesQuery, () => ({ rules }))],
    send: () => api.PUT("/api/v1/directory/rules", { body: { rules } }),
  });

/** Creates a rule at the end. */
export const createRule = (rules: readonly Rule[], rule: Rule): Promise<boolean> =>
  save(t`${rule.group} gives a role`, [...rules, rule]);

/** Deletes a rule. */
export const deleteRule = (rules: readonly Rule[], at: number): Promise<boolean> =>
  save(t`${rules[at]?.group ?? ""} gives no role any more`, rules.toSpliced(at, 1));

/** Gives a rule another role. */
export const changeRole = (rules: readonly Rule[], at: number, role: string): Promise<boolean> => {
  const rule = rules[at] as Rule;
  return save(t`${rule.group} gives another role`, rules.with(at, { ...rule, role }));
};

/** Moves a rule one up. */
export const moveUp = (rules: readonly Rule[], at: number): Promise<boolean> => {
  const rule = rules[at] as Rule;
  return save(t`${rule.group} counts earlier`, rules.toSpliced(at, 1).toSpliced(at - 1, 0, rule));
};
