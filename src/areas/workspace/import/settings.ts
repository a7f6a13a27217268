/** Settings: those of a bundle go over one's own, except for secrets, which stay. */
import type { Actor } from "../../../core/access/actor";
import {
  type ImageName,
  storedImage,
  storedSettings,
  updateImage,
  updateStoredSettings,
} from "../../../core/settings/store";
import { imageTypeOf } from "../../settings";
import { brandingPath } from "../bundle/assets";
import { settingsToShare } from "../bundle/secrets";
import type { Bundle, Row } from "./bundle";
import { applyRows, type Outcome, type Sections, Unfit } from "./report";
import { jsonAt, objectAt, requireText } from "./values";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One's own settings with those of a bundle over them. */
function merged(own: Json, sent: Json): Json {
  const over = Object.entries(sent).map(([key, value]) => {
    const before = Object.hasOwn(own, key) ? own[key] : undefined;
    return [key, isObject(before) && isObject(value) ? merged(before, value) : value] as const;
  });
  return { ...own, ...Object.fromEntries(over) };
}

function applySection(actor: Actor, section: "general" | "email", row: Row): Outcome {
  const sent = settingsToShare(objectAt(row, "value") ?? {});
  const before = storedSettings()[section];
  const after = section === "general" ? merged(before, sent) : { ...before, ...sent };
  if (Bun.deepEquals(before, after)) return "skipped";
  updateStoredSettings(actor, section, after);
  return "updated";
}

/** @throws Unfit for what is no image that may be shown */
function applyImage(actor: Actor, bundle: Bundle, name: ImageName, row: Row): void {
  const mime = jsonAt(row, "value");
  if (typeof mime !== "string" || !bundle.hasAsset(brandingPath(name, mime))) return;
  const pieces: Uint8Array[] = [];
  bundle.readAsset(brandingPath(name, mime), (bytes) => pieces.push(bytes.slice()));
  const bytes = new Uint8Array(Buffer.concat(pieces));
  const type = imageTypeOf(bytes);
  if (!type) throw new Unfit(`the ${name} must be an image as PNG, JPEG, WebP or GIF, of at most 2 MB`);
  const own = storedImage(name);
  if (own?.mime !== type || !Buffer.from(own.bytes).equals(bytes)) updateImage(actor, name, { bytes, mime: type });
}

/** Applies settings. Images are not counted unless they are refused. */
export function applySettings(actor: Actor, bundle: Bundle, sections: Sections): void {
  applyRows(sections, "Settings", bundle.rows("Settings"), (row) => {
    const key = requireText(row, "key");
    if (key === "general_settings") return applySection(actor, "general", row);
    if (key === "email_settings") return applySection(actor, "email", row);
    if (key === "custom_logo_mime") applyImage(actor, bundle, "logo", row);
    if (key === "custom_favicon_mime") applyImage(actor, bundle, "favicon", row);
    return undefined;
  });
}
