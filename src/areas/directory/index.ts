/** The company's directory: people and groups by SCIM 2.0, and the roles that groups give. */
import { db, tables } from "../../../db";
import { groupRulesProvider } from "../../core/access/group-roles";
import { area } from "../../core/area";
import { now } from "../../platform/clock";
import { events } from "./definitions";
import { operations } from "./operations";
import { ruleFor } from "./rules";
import { undo } from "./undo";

const { directoryPeople } = tables;

/** Stores the groups that a single sign-on has named. */
function storeSignOnGroups(userId: string, groups: readonly string[]): void {
  const named = { sign_on_groups: [...groups], updated_at: now() };
  db.insert(directoryPeople)
    .values({ user_id: userId, ...named })
    .onConflictDoUpdate({ target: directoryPeople.user_id, set: named })
    .run();
}

export const directoryArea = area({
  name: "directory",
  tags: { directory: "The company's directory: people and groups by SCIM 2.0, and the roles that groups give" },
  tables: ["directory_people", "directory_groups", "directory_members", "group_roles"],
  operations,
  events,
  undo,
  extensions: [
    groupRulesProvider.extend("directory", () => ({
      roleOf: (groups) => ruleFor(groups)?.role,
      store: storeSignOnGroups,
    })),
  ],
});
