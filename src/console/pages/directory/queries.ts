/** The rules by which groups give roles, and the groups that the directory has sent. */
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type Rule = Schemas["GroupRole"];
export type Trial = Schemas["GroupRolesTrial"];

/** Reads the rules in their order. */
export const rulesQuery = query(["directory", "rules"], ["directory."], ({ signal }) =>
  answered(api.GET("/api/v1/directory/rules", { signal })),
);

/** Reads the groups by name. */
export const groupsQuery = query(["directory", "groups"], ["directory."], ({ signal }) =>
  answered(api.GET("/api/v1/directory/groups", { signal, params: { query: { page: 1, page_size: 200 } } })),
);

/** Tries rules: who would get another role? */
export const trialQuery = (rules: readonly Rule[]) =>
  query(["directory", "trial", rules], ["directory.", "user."], ({ signal }) =>
    answered(api.POST("/api/v1/directory/trial", { signal, body: { rules: [...rules] } })),
  );
