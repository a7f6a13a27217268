/** The sheet of the roles in a workspace bundle. Nobody gives a role more than they may do themselves. */
import { tables } from "../../../db";
import { configurationSheet } from "../../core/sheets/configuration-sheet";
import { checked } from "../../http/validation";
import { NewRole, RoleChanges, SortOrder } from "./model";
import { archiveRole, createRole, restoreRole, updateRole } from "./service";

const roles = configurationSheet("Roles", tables.roles, {
  columns: "key label description is_system is_default is_archived color permissions sort_order",
  key: "key",
  system: "is_system",
  needs: "admin.roles",
  create(actor, row) {
    createRole(actor, { ...checked(NewRole, row), sort_order: checked(SortOrder, row.sort_order ?? 0) });
    if (row.is_archived) archiveRole(actor, row.key);
  },
  update(actor, stored, { is_archived, ...changes }) {
    if (stored.is_archived && is_archived === false) restoreRole(actor, stored.key);
    if (Object.keys(changes).length > 0) updateRole(actor, stored.key, checked(RoleChanges, changes));
    if (is_archived) archiveRole(actor, stored.key);
  },
});

export const sheets = [roles];
