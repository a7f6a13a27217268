/** Rules by which groups of the directory give roles: the first one that names a group of somebody counts. */
import { db, inList, listOf, statement, tables, transaction } from "../../../db";
import { findUser } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { giveRole } from "../../core/access/group-roles";
import { rolesByKey } from "../../core/access/roles";
import { publish } from "../../core/journal/journal";
import { invalid } from "../../http/errors";
import { requireGrantable } from "../users";
import type { Rule, Rules, Trial, TrialResult } from "./model";

const { groupRoles } = tables;

/** Changes that a trial lists. */
const MAX_CHANGES = 500;

const storedRules = (): Rule[] =>
  db
    .select({ group: groupRoles.group_name, role: groupRoles.role })
    .from(groupRoles)
    .orderBy(groupRoles.position)
    .all();

/** Lists the rules in their order. */
export const listRules = (): Rules => ({ rules: storedRules() });

const key = (name: string) => name.trim().toLowerCase();

/** Returns the first rule that names one of the groups, in any case of letters; undefined when none does. */
export function ruleFor(groups: readonly string[], rules: readonly Rule[] = storedRules()): Rule | undefined {
  const named = new Set(groups.map(key));
  return rules.find(({ group }) => named.has(key(group)));
}

/** A person whose groups are known. */
export type Member = { id: string; display_name: string; email: string; role: string; groups: string[] };

/** Lists people with their groups, by name and by id of each; all of whom groups are known, or those with the ids. */
export function listMembers(ids?: readonly string[]): Member[] {
  const rows = statement<Omit<Member, "groups"> & { groups: string }, (string | null)[]>(
    `SELECT u.id, u.display_name, u.email, u.role, json_group_array(g.name) AS groups
     FROM users u
     JOIN (
       SELECT m.user_id, d.display_name AS name FROM directory_members m JOIN directory_groups d ON d.id = m.group_id
       UNION ALL
       SELECT m.user_id, d.external_id FROM directory_members m JOIN directory_groups d ON d.id = m.group_id
         WHERE d.external_id IS NOT NULL
       UNION ALL
       SELECT p.user_id, e.value FROM directory_people p, json_each(p.sign_on_groups) e
     ) g ON g.user_id = u.id
     WHERE ?1 IS NULL OR ${inList("u.id", "?1")}
     GROUP BY u.id ORDER BY u.display_name COLLATE NOCASE, u.id`,
  ).all(ids === undefined ? null : listOf(ids));
  return rows.map((row) => ({ ...row, groups: JSON.parse(row.groups) as string[] }));
}

/**
 * Gives people the roles of their groups, as part of the running transaction. Publishes `user.updated` for each.
 * @throws Problem 403 when somebody has or would get a role that may do more than the actor's
 */
export function applyRules(actor: Actor, ids?: readonly string[]): void {
  const rules = storedRules();
  if (rules.length === 0) return;
  for (const { id, role, groups } of listMembers(ids)) {
    const becomes = ruleFor(groups, rules)?.role;
    if (becomes === undefined || becomes === role || !rolesByKey().has(becomes)) continue;
    requireGrantable(actor, role);
    requireGrantable(actor, becomes);
    const account = findUser(id);
    if (account) giveRole(actor, account, becomes);
  }
}

function requireRoles(actor: Actor, rules: readonly Rule[], before: readonly Rule[] = []): void {
  const known = new Set(before.map(({ role }) => role));
  for (const [index, { role }] of rules.entries()) {
    if (!rolesByKey().has(role)) throw invalid(["body", "rules", index, "role"], "names no role", "value_error", role);
    if (!known.has(role)) requireGrantable(actor, role);
  }
}

/**
 * Replaces the rules, and gives everybody whose groups are known their role. Publishes `directory.rules_updated` and
 * `user.updated`.
 * @throws Problem 422 for an unknown role; 403 for one that may do more than the actor
 */
export function replaceRules(actor: Actor, { rules }: Rules): Rules {
  return transaction(() => {
    const before = storedRules();
    requireRoles(actor, rules, before);
    db.delete(groupRoles).run();
    if (rules.length > 0)
      db.insert(groupRoles)
        .values(rules.map(({ group, role }, position) => ({ position, group_name: group, role })))
        .run();
    publish(actor, { type: "directory.rules_updated", data: { id: "rules", before, after: rules } });
    applyRules(actor);
    return listRules();
  });
}

/**
 * Says what rules would do, and changes nothing: which role some groups would give, and who would get another role.
 * @throws Problem 422 for an unknown role; 403 for one that may do more than the actor
 */
export function tryRules(actor: Actor, { rules = storedRules(), groups = [] }: Trial): TrialResult {
  requireRoles(actor, rules, storedRules());
  const rule = ruleFor(groups, rules) ?? null;
  const changes = listMembers().flatMap(({ id, display_name, email, role, groups: own }) => {
    const found = ruleFor(own, rules);
    if (!found || found.role === role) return [];
    return [{ user_id: id, display_name, email, role, becomes: found.role, group: found.group }];
  });
  return { rule, total: changes.length, changes: changes.slice(0, MAX_CHANGES) };
}
