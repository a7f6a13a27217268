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

/** Reads every right that a role on cards may grant. */
export const cardRightsQuery = query(["roles", "card-rights"], [], ({ signal }) =>
  answered(api.GET("/api/v1/stakeholder-roles/permissions-schema", { signal })),
);
