/** The settings that only administrators read, and changing each of them. */
import { t } from "@lingui/core/macro";
import type { DataTag, QueryKey } from "@tanstack/react-query";
import { shown, tryChange } from "../../server/changes";
import { answered, api, type Schemas } from "../../server/client";
import { cache, query } from "../../server/queries";
import { settingsQuery } from "../../server/session";

export type Mail = Schemas["EmailSettings"];
export type Ai = Schemas["AiSettings"];
export type SignOn = Schemas["SsoSettings"];

/** Reads where mail goes out. */
export const mailQuery = query(["settings", "mail"], ["settings."], ({ signal }) =>
  answered(api.GET("/api/v1/settings/email", { signal })),
);

/** Reads which language model is asked. */
export const aiQuery = query(["settings", "ai"], ["settings."], ({ signal }) =>
  answered(api.GET("/api/v1/settings/ai", { signal })),
);

/** Reads how single sign-on works. */
export const signOnQuery = query(["settings", "sign-on"], ["settings."], ({ signal }) =>
  answered(api.GET("/api/v1/settings/sso", { signal })),
);

/** Reads whether people may register themselves. */
export const registrationQuery = query(["settings", "registration"], ["settings."], ({ signal }) =>
  answered(api.GET("/api/v1/settings/registration", { signal })),
);

/** Reads whether assistants may connect. */
export const mcpQuery = query(["settings", "mcp"], ["settings."], ({ signal }) =>
  answered(api.GET("/api/v1/settings/mcp", { signal })),
);

/** Reads whether somebody else must approve a flow than who has submitted it. */
export const secondApproverQuery = query(["settings", "second-approver"], ["settings."], ({ signal }) =>
  answered(api.GET("/api/v1/settings/bpm-second-approver", { signal })),
);

type Reply = { data?: unknown; error?: unknown; response: Response };

/** Saves a setting. @param name of the setting, for the message */
export const saveSetting = (name: string, send: () => Promise<Reply>): Promise<boolean> =>
  tryChange({ sentence: t`Saved: ${name}`, show: [shown(settingsQuery, (before) => before)], send });

let latest: Promise<unknown> = Promise.resolve();

/**
 * Saves some of the settings that the API takes all at once. A save waits for the one before it and takes what is shown of the
 * others along, so that none takes another back.
 * @param of the query that reads all of them
 * @param send sends all of them
 */
export const saveAmong = <All extends object>(
  name: string,
  of: { queryKey: DataTag<QueryKey, All, Error> },
  changes: Partial<All>,
  send: (all: All) => Promise<Reply>,
): Promise<boolean> =>
  tryChange({
    sentence: t`Saved: ${name}`,
    show: [shown(of, (before) => ({ ...before, ...changes }))],
    send: () => {
      const sent = latest.then(() => send({ ...cache.getQueryData<All>(of.queryKey), ...changes } as never));
      latest = sent.catch(() => undefined);
      return sent;
    },
  });

/** The paths of the settings that are a switch. */
type SwitchPath =
  | "/api/v1/settings/bpm-enabled"
  | "/api/v1/settings/ppm-enabled"
  | "/api/v1/settings/grc-enabled"
  | "/api/v1/settings/turbolens-enabled"
  | "/api/v1/settings/file-uploads-enabled"
  | "/api/v1/settings/mcp"
  | "/api/v1/settings/bpm-second-approver"
  | "/api/v1/settings/principles-display"
  | "/api/v1/settings/registration";

/** Turns a switch. */
export const turn = (name: string, path: SwitchPath, isOn: boolean) =>
  saveSetting(name, () => api.PATCH(path, { body: { enabled: isOn } }));
