/** The stakeholder roles of new card types. */
import type { Translations } from "../../../db/schema/metamodel";
import { roleTranslations, stakeholderRoles } from "../../../db/seed/metamodel";
import { cardCatalogue } from "../../core/access/permissions";
import { createStakeholderRoleRows } from "../../core/access/roles";

/** Returns the default permissions of a stakeholder role; an unknown one gets those of an observer. */
function permissionsOf(roleKey: string): Record<string, boolean> {
  const grants = (stakeholderRoles[roleKey] ?? stakeholderRoles["observer"])?.grants ?? [];
  return Object.fromEntries(Object.keys(cardCatalogue()).map((key) => [key, grants.includes(key)]));
}

/** Returns the translations of a stakeholder role: those of the built-in role with the same key and label, or none. */
function translationsOf(key: string, label: string): Record<string, Translations> {
  const translations = roleTranslations(key, label);
  return translations ? { label: translations } : {};
}

/** Creates the missing stakeholder roles of card types, with default permissions; part of the running transaction. */
export function createStakeholderRoles(
  types: readonly { key: string; stakeholder_roles: { key: string; label: string }[] }[],
): void {
  const roles = types.flatMap((type) =>
    type.stakeholder_roles.map(({ key, label }, sort_order) => ({
      card_type_key: type.key,
      key,
      label,
      permissions: permissionsOf(key),
      translations: translationsOf(key, label),
      sort_order,
    })),
  );
  createStakeholderRoleRows(roles);
}
