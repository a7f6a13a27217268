/** Preferences about notifications, by their kind: in the console, by mail, or not at all. */
import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { shown, tryChange } from "../server/changes";
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Preferences = Schemas["NotificationPreferences"];
export type Channel = keyof Preferences;

/** Reads one's preferences. */
export const preferencesQuery = query(["notifications", "preferences"], ["user."], ({ signal }) =>
  answered(api.GET("/api/v1/users/me/notification-preferences", { signal })),
);

/** The kinds of notifications in groups, as one reads them. */
export const preferenceGroups: readonly { title: MessageDescriptor; kinds: Record<string, MessageDescriptor> }[] = [
  {
    title: msg`My cards`,
    kinds: {
      stakeholder_assigned: msg`I get a part in a card`,
      card_updated: msg`A card of mine is changed`,
      approval_status_changed: msg`A card of mine is approved or rejected`,
      approval_broken: msg`A change breaks an approval`,
    },
  },
  {
    title: msg`Comments`,
    kinds: {
      comment_added: msg`Somebody comments on a card of mine`,
      comment_replied: msg`Somebody answers me`,
      comment_mentioned: msg`Somebody mentions me`,
    },
  },
  {
    title: msg`Work`,
    kinds: {
      todo_assigned: msg`I get a to-do`,
      todo_completed: msg`Somebody has done a to-do of mine`,
      task_assigned: msg`I get a task`,
      task_commented: msg`Somebody comments on a task of mine`,
      status_report_red: msg`A report of a project of mine is red`,
      risk_assigned: msg`I get a risk`,
      survey_request: msg`I am asked in a survey`,
      survey_completed: msg`Everybody has answered a survey of mine`,
    },
  },
  {
    title: msg`Documents`,
    kinds: {
      adr_sign_requested: msg`I am asked to sign a decision`,
      soaw_sign_requested: msg`I am asked to sign a statement`,
      soaw_signed: msg`A statement of mine is signed`,
    },
  },
  {
    title: msg`Administration`,
    kinds: {
      backup_failed: msg`A backup has failed or is overdue`,
      webhook_paused: msg`A webhook is paused because its receiver fails`,
    },
  },
];

const sendPreference = (channel: Channel, kind: string, isOn: boolean) =>
  api.PATCH("/api/v1/users/me/notification-preferences", { body: { [channel]: { [kind]: isOn } } as never });

/** Saves one preference. @param name of the kind, for the message */
export const savePreference = (channel: Channel, kind: string, isOn: boolean, name: string): Promise<boolean> =>
  tryChange({
    sentence: isOn ? t`You are notified from now on: ${name}` : t`You aren't notified any more: ${name}`,
    show: [shown(preferencesQuery, (before) => ({ ...before, [channel]: { ...before[channel], [kind]: isOn } }))],
    send: () => sendPreference(channel, kind, isOn),
    inverse: () => sendPreference(channel, kind, !isOn),
  });
