/** The sheets of stakeholders, and of the roles that they have, in a workspace bundle. */
import { tables } from "../../../db";
import { configurationSheet } from "../../core/sheets/configuration-sheet";
import { recordSheet } from "../../core/sheets/record-sheet";
import { checked } from "../../http/validation";
import { refreshQuality } from "../cards";
import { publishCreated } from "./assignments";
import { NewStakeholderRole, StakeholderRoleChanges } from "./role-model";
import { archiveStakeholderRole, createStakeholderRole, restoreStakeholderRole, updateStakeholderRole } from "./roles";

const roles = configurationSheet("StakeholderRoles", tables.stakeholderRoleDefinitions, {
  columns: "card_type_key key label description color permissions is_archived sort_order translations",
  key: "card_type_key key",
  needs: "admin.metamodel",
  create(actor, row) {
    const { card_type_key, key, sort_order } = row;
    createStakeholderRole(actor, card_type_key, { ...checked(NewStakeholderRole, row), sort_order });
    if (row.is_archived) archiveStakeholderRole(actor, card_type_key, key);
  },
  update(actor, { card_type_key, key, is_archived: wasArchived }, { is_archived, ...changes }) {
    if (wasArchived && is_archived === false) restoreStakeholderRole(actor, card_type_key, key);
    if (Object.keys(changes).length > 0)
      updateStakeholderRole(actor, card_type_key, key, checked(StakeholderRoleChanges, changes));
    if (is_archived) archiveStakeholderRole(actor, card_type_key, key);
  },
});

const stakeholders = recordSheet("Stakeholders", tables.stakeholders, {
  columns: "role id",
  cards: "card_id",
  users: "user_id",
  same: "card_id user_id role",
  needs: { card: "card.manage_stakeholders", of: "card_id" },
  // A role that somebody gave themselves opens no costs to them.
  complete: (_, __, { actor }) => ({ created_by: actor.userId }),
  created(actor, rows) {
    publishCreated(
      actor,
      rows.map(({ id }) => id),
    );
    refreshQuality([...new Set(rows.map(({ card_id }) => card_id))]);
  },
});

export const sheets = [roles, stakeholders];
