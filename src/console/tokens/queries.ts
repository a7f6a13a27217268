/** Access tokens: one's own, those of somebody else, and the areas to which they can be limited. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Token = Schemas["AccessToken"];
export type NewToken = Schemas["NewAccessToken"];

/** The owner of tokens: the id of an account, or undefined for one's own. */
export type Owner = string | undefined;

/** Reads the tokens of an account, newest first. */
export const tokensQuery = (owner: Owner) =>
  query(["tokens", owner ?? "mine"], ["token."], ({ signal }) =>
    answered(
      owner === undefined
        ? api.GET("/api/v1/users/me/tokens", { signal, params: { query: {} } })
        : api.GET("/api/v1/users/{user_id}/tokens", { signal, params: { path: { user_id: owner }, query: {} } }),
    ),
  );

/** Reads the areas to which a token can be limited. */
export const tokenAreasQuery = query(["tokens", "areas"], [], ({ signal }) =>
  answered(api.GET("/api/v1/users/token-areas", { signal })),
);
