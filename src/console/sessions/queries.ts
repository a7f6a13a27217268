/** Sessions and sign-ins: one's own, and the sessions of somebody else. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Session = Schemas["Session"];

/** The owner of sessions: the id of an account, or undefined for one's own. */
export type Owner = string | undefined;

/** Reads the sessions of an account, newest first. */
export const sessionsQuery = (owner: Owner) =>
  query(["sessions", owner ?? "mine"], ["user.sessions_ended", "user.logged_in"], ({ signal }) =>
    answered(
      owner === undefined
        ? api.GET("/api/v1/users/me/sessions", { signal, params: { query: {} } })
        : api.GET("/api/v1/users/{user_id}/sessions", { signal, params: { path: { user_id: owner }, query: {} } }),
    ),
  );

/** Reads one's latest sign-ins, newest first. */
export const signInsQuery = query(["sign-ins"], [], ({ signal }) =>
  answered(api.GET("/api/v1/users/me/sign-ins", { signal, params: { query: { page: 1, page_size: 50 } as never } })),
);
