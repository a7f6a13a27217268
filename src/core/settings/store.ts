/** The one row that the settings are kept in. */
import { cached, statement, transaction } from "../../../db";
import { now } from "../../platform/clock";
import { type Author, publish } from "../journal/journal";

type Json = Record<string, unknown>;

/** The two bodies of settings, each one JSON object. */
type Part = "general" | "email";
const columns: Record<Part, string> = { general: "general_settings", email: "email_settings" };

/** The settings as they are stored: only what somebody has set. */
export const storedSettings = cached((): Record<Part, Json> => {
  const row = statement<{ general_settings: string; email_settings: string }>(
    "SELECT general_settings, email_settings FROM app_settings WHERE id = 'default'",
  ).get();
  return { general: JSON.parse(row?.general_settings ?? "{}"), email: JSON.parse(row?.email_settings ?? "{}") };
});

/** Makes the row when it is missing. */
function ensureRow(): void {
  statement(
    "INSERT INTO app_settings (id, general_settings, email_settings, updated_at) VALUES ('default', '{}', '{}', ?) ON CONFLICT DO NOTHING",
  ).run(now());
}

/** Values that must not be told: an event says only that they changed. */
const secret = /password|secret|api_?key/i;
const hidden = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, part]) => [key, secret.test(key) && part !== "" ? "hidden" : part]),
      )
    : value;

/**
 * Sets some of the settings and tells of those that changed.
 * @param changes key → new value
 */
export function storeSettings(author: Author, part: Part, changes: Json): void {
  transaction(() => {
    const before = storedSettings()[part];
    const changed = Object.entries(changes).filter(([key, value]) => !Bun.deepEquals(before[key], value));
    if (changed.length === 0) return;
    ensureRow();
    statement(`UPDATE app_settings SET ${columns[part]} = ?, updated_at = ? WHERE id = 'default'`).run(
      JSON.stringify({ ...before, ...changes }),
      now(),
    );
    storedSettings.drop();
    publish(author, {
      type: "settings.updated",
      data: {
        id: part,
        name: part,
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

/** The images that an installation can have of its own. */
export type ImageName = "logo" | "favicon";

export type StoredImage = { bytes: Uint8Array; mime: string };

/** An image of one's own; null when there is none. */
export function storedImage(name: ImageName): StoredImage | null {
  return statement<StoredImage>(
    `SELECT custom_${name} AS bytes, custom_${name}_mime AS mime FROM app_settings WHERE id = 'default' AND custom_${name} IS NOT NULL`,
  ).get();
}

/** The media type of an image of one's own, without reading the image; null when there is none. */
export const storedImageType = (name: ImageName): string | null =>
  statement<{ mime: string }>(
    `SELECT custom_${name}_mime AS mime FROM app_settings WHERE id = 'default' AND custom_${name} IS NOT NULL`,
  ).get()?.mime ?? null;

/** Puts an image in place, or takes it away, and tells of it. */
export function storeImage(author: Author, name: ImageName, image: StoredImage | null): void {
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
