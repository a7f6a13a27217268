/** The settings of an export, and the images of the installation. */
import { brandingPath } from "../bundle/assets";
import { type Cell, jsonCell } from "../bundle/cells";
import { settingsToShare } from "../bundle/secrets";
import type { Exporting } from "./exporting";

type Row = [general: string, email: string, logo: string | null, favicon: string | null];

/** The rows of the settings. */
export function settingsRows({ connection, assets }: Exporting): (Cell | null)[][] {
  const [row] = connection.rows<Row>(
    "SELECT general_settings, email_settings, custom_logo_mime, custom_favicon_mime FROM app_settings WHERE id = 'default'",
  );
  const [general, email, logo, favicon] = row ?? ["{}", "{}", null, null];
  for (const [image, mime] of [
    ["logo", logo],
    ["favicon", favicon],
  ] as const) {
    const sql = `SELECT custom_${image} FROM app_settings WHERE id = 'default'`;
    if (mime) assets.add(brandingPath(image, mime), (read) => read.rows<[Uint8Array]>(sql).map(([bytes]) => bytes));
  }
  const settings = (text: string) => assets.cellOf(jsonCell(settingsToShare(JSON.parse(text))));
  const mime = (type: string | null) => (type === null ? "null" : jsonCell(type));
  return [
    ["general_settings", settings(general)],
    ["email_settings", settings(email)],
    ["custom_logo_mime", mime(logo)],
    ["custom_favicon_mime", mime(favicon)],
  ];
}
