/** Sessions, ended one by one or all at once. */
import { t } from "@lingui/core/macro";
import { shown, tryChange } from "../server/changes";
import { api } from "../server/client";
import { type Owner, type Session, sessionsQuery } from "./queries";

/** Ends a session for good. */
export const endSession = (owner: Owner, { id }: Session): Promise<boolean> =>
  tryChange({
    sentence: t`The session is ended`,
    show: [shown(sessionsQuery(owner), (before) => before.filter((one) => one.id !== id))],
    send: () =>
      owner === undefined
        ? api.DELETE("/api/v1/users/me/sessions/{session_id}", { params: { path: { session_id: id } } })
        : api.DELETE("/api/v1/users/{user_id}/sessions/{session_id}", {
            params: { path: { user_id: owner, session_id: id } },
          }),
  });

/** Ends all sessions of an account; of one's own all but the present one. */
export const endSessions = (owner: Owner): Promise<boolean> =>
  tryChange({
    sentence: owner === undefined ? t`All other sessions are ended` : t`All sessions are ended`,
    show: [
      shown(sessionsQuery(owner), (before) => before.filter(({ is_current }) => owner === undefined && is_current)),
    ],
    send: () =>
      owner === undefined
        ? api.DELETE("/api/v1/users/me/sessions")
        : api.DELETE("/api/v1/users/{user_id}/sessions", { params: { path: { user_id: owner } } }),
  });
