/** The row of the settings. */
import { cached, firstValue, statement, transaction } from "../../../db";
import { now } from "../../platform/clock";
import { type Author, publish } from "../journal/journal";

type Json = Record<string, unknown>;

/** The two JSON objects of settings. */
type Section = "general" | "email";
const columns: Record<Section, string> = { general: "general_settings", email: "email_settings" };

/** The settings that have been set, without defaults. */
export const storedSettings = cached((): Record<Section, Json> => {
  const row = statement<{ general_settings: string; email_settings: string }>(
    "SELECT general_settings, email_settings FROM app_settings WHERE id = 'default'",
  ).get();
  return { general: JSON.parse(row?.general_settings ?? "{}"), email: JSON.parse(row?.email_settings ?? "{}") };
});

/** Creates the row when it is missing. */
function ensureRow(): void {
  statement(
    "INSERT INTO app_settings (id, general_settings, email_settings, updated_at) VALUES ('default', '{}', '{}', ?) ON CONFLICT DO NOTHING",
  ).run(now());
}

/** Keys of secrets: an event reports only that they have changed. */
const secret = /password|secret|api_?key/i;
const hidden = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, part]) => [key, secret.test(key) && part !== "" ? "hidden" : part]),
      )
    : value;

/** Updates some settings and publishes those that differ. `updates`: key → new value. */
export function updateStoredSettings(author: Author, section: Section, updates: Json): void {
  transaction(() => {
    const before = storedSettings()[section];
    const changed = Object.entries(updates).filter(([key, value]) => !Bun.deepEquals(before[key], value));
    if (changed.length === 0) return;
    ensureRow();
    statement(`UPDATE app_settings SET ${columns[section]} = ?, updated_at = ? WHERE id = 'default'`).run(
      JSON.stringify({ ...before, ...updates }),
      now(),
    );
    storedSettings.drop();
    publish(author, {
      type: "settings.updated",
      data: {
        id: section,
        name: section,
        changes: Object.fromEntries(
          changed.map(([key, value]) => [
            key,
            {
              old: secret.test(key) ? null : hidden(before[key] ?? null),
              new: secret.test(key) ? "hidden" : hidden(value),
            },
          ]),
        ),
      },
    });
  });
}

/** The images that an installation can customize. */
export type ImageName = "logo" | "favicon";

export type StoredImage = { bytes: Uint8Array; mime: string };

/** Returns a custom image; null when there is none. */
export function storedImage(name: ImageName): StoredImage | null {
  return statement<StoredImage>(
    `SELECT custom_${name} AS bytes, custom_${name}_mime AS mime FROM app_settings WHERE id = 'default' AND custom_${name} IS NOT NULL`,
  ).get();
}

/** Returns the media type of a custom image; null when there is none. */
export const storedImageType = (name: ImageName): string | null =>
  firstValue<string>(
    `SELECT custom_${name}_mime AS mime FROM app_settings WHERE id = 'default' AND custom_${name} IS NOT NULL`,
  ) ?? null;

/** Updates a custom image, or deletes it (null), and publishes the change. */
export function updateImage(author: Author, name: ImageName, image: StoredImage | null): void {
  transaction(() => {
    ensureRow();
    const before = storedImageType(name);
    if (!image && !before) return;
    statement(
      `UPDATE app_settings SET custom_${name} = ?, custom_${name}_mime = ?, updated_at = ? WHERE id = 'default'`,
    ).run(image?.bytes ?? null, image?.mime ?? null, now());
    publish(author, {
      type: "settings.updated",
      data: { id: name, name, changes: { [name]: { old: before, new: image?.mime ?? null } } },
    });
  });
}
