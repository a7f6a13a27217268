/**
 * The inverses that undo events of settings. Secrets stay as they are: no event holds them, and each is used only for the server
 * that it was entered for.
 */

import type { Changes } from "../../core/journal/differences";
import type { Author } from "../../core/journal/journal";
import { hasAlready, restoration, type UndoableRows } from "../../core/row-inverses";
import { generalDefaults, updateGeneralSettings } from "../../core/settings/general";
import { providerDefaults, updateAiSettings, updateSsoSettings } from "../../core/settings/providers";
import { storedSettings, updateStoredSettings } from "../../core/settings/store";
import { done, type Inverses, type UndoneEvent, unchanged } from "../../core/undo";
import { updateBpm } from "./service";

type FormerSettings = Record<string, unknown>;

const { ai, sso } = providerDefaults;

/** Key → how a general setting is restored that isn't only stored; nothing stands for its default. */
const restorers: Record<string, (author: Author, former: unknown) => void> = {
  bpmEnabled: (author, former) => updateBpm(author, former !== false),
  sso: (author, former) => updateSsoSettings(author, { ...sso, ...(former as object | null), client_secret: "" }),
  ai: (author, former) => updateAiSettings(author, { ...ai, ...(former as object | null), apiKey: "" }),
};

const isSection = (name: unknown): name is "general" | "email" => name === "general" || name === "email";

/** Checks whether a setting can be set by anybody with `admin.settings`; others have rules of their own. */
const isRestorable = (key: string): boolean => key in generalDefaults || key in restorers;

/** Reads the former values off an event; a text says why it can't be undone. */
function formerSettings({ payload }: UndoneEvent): FormerSettings | string {
  const { id, changes } = payload as { id?: unknown; changes?: Changes };
  if (!isSection(id)) return "The former image isn't stored with the event";
  if (!changes) return "The event doesn't contain what was changed";
  const keys = Object.keys(changes).filter((key) => key !== "smtp_password");
  const other = id === "general" ? keys.find((key) => !isRestorable(key)) : undefined;
  if (other) return `A change of ${other} can't be undone`;
  if (keys.length === 0) return "The former password isn't stored with the event";
  return Object.fromEntries(keys.map((key) => [key, changes[key]?.old ?? null]));
}

/** Restores general settings. */
function restoreGeneral(author: Author, former: FormerSettings): void {
  const plain = Object.entries(former).filter(([key]) => !(key in restorers));
  const defaults: FormerSettings = generalDefaults;
  updateGeneralSettings(author, Object.fromEntries(plain.map(([key, value]) => [key, value ?? defaults[key]])));
  for (const [key, restore] of Object.entries(restorers)) if (key in former) restore(author, former[key]);
}

const settings: UndoableRows<FormerSettings> = {
  // Its sections are columns of one row.
  subject: { idField: "settings_id", table: "(SELECT 'general' AS id UNION ALL SELECT 'email' AS id)" },
  permission: "admin.settings",
  find: (id) => (isSection(id) ? storedSettings()[id] : undefined),
  publishes: true,
};

export const undo = {
  restore_settings: restoration(settings, formerSettings, (current, { subject, data: former }, { actor }) => {
    if (hasAlready(current, former)) return unchanged("already_restored");
    if (subject === "email") updateStoredSettings(actor, "email", former);
    else restoreGeneral(actor, former);
    return done;
  }),
} satisfies Inverses;
