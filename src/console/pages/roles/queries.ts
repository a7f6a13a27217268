/** Roles on cards, and what they may grant. */
import { answered, api } from "../../server/client";
import { query } from "../../server/queries";

/** Reads the roles on cards of a type. */
export const stakeholderRolesQuery = (type_key: string) =>
  query(["roles", "on-cards", type_key], ["stakeholder_role.", "metamodel."], ({ signal }) =>
    answered(
      api.GET("/api/v1/metamodel/types/{type_key}/stakeholder-roles", { signal, params: { path: { type_key } } }),
    ),
  );

/** Reads the roles that are archived. */
export const archivedRolesQuery = query(["roles", "archived"], ["role."], async ({ signal }) => {
  const roles = await answered(
    api.GET("/api/v1/roles", { signal, params: { query: { include_archived: true } as never } }),
  );
  return roles.filter(({ is_archived }) => is_archived);
});

/** Reads every right that a role on cards may grant. */
export const cardRightsQuery = query(["roles", "card-rights"], [], ({ signal }) =>
  answered(api.GET("/api/v1/stakeholder-roles/permissions-schema", { signal })),
);
