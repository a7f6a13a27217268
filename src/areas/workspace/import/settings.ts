/** Settings: those of a bundle go over one's own, except for secrets, which stay. */
import type { Actor } from "../../../core/access/actor";
import { emailDefaults } from "../../../core/settings/email";
import { generalDefaults } from "../../../core/settings/general";
import { providerDefaults } from "../../../core/settings/providers";
import {
  type ImageName,
  storedImage,
  storedSettings,
  updateImage,
  updateStoredSettings,
} from "../../../core/settings/store";
import { checked } from "../../../http/validation";
import { RiskMatrix, updateRiskMatrix } from "../../risks";
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

/** What a setting is: the name of its type. */
const kindOf = (value: unknown) => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value);

/** Section → its settings with values of the kinds that they have. */
const examples = { general: { ...generalDefaults, ...providerDefaults }, email: emailDefaults };

/** @throws Unfit for a known setting of another kind than it has */
function requireKinds(sent: Json, known: Json, path = ""): void {
  for (const [key, value] of Object.entries(sent)) {
    const example = Object.hasOwn(known, key) ? known[key] : undefined;
    if (example === undefined || (value === null && path === "")) continue;
    const isOf = kindOf(value) === kindOf(example);
    if (isObject(example) && isObject(value)) requireKinds(value, example, `${path}${key}.`);
    else if (!isOf || (Array.isArray(value) && value.some((entry) => typeof entry !== "string")))
      throw new Unfit(`${path}${key} must be of the type ${kindOf(example)}${isOf ? " of texts" : ""}`);
  }
}

/** Sets the matrix of risks that a bundle brings. @throws Problem 422, 409 */
function applyMatrix(actor: Actor, matrix: unknown): void {
  if (matrix !== undefined && !Bun.deepEquals(matrix, storedSettings().general["riskMatrix"]))
    updateRiskMatrix(actor, checked(RiskMatrix, matrix));
}

function applySection(actor: Actor, section: "general" | "email", row: Row): Outcome {
  const { riskMatrix, ...sent } = settingsToShare(objectAt(row, "value") ?? {});
  requireKinds(sent, examples[section]);
  const before = storedSettings()[section];
  const after = section === "general" ? merged(before, sent) : { ...before, ...sent };
  updateStoredSettings(actor, section, after);
  if (section === "general") applyMatrix(actor, riskMatrix);
  return Bun.deepEquals(before, storedSettings()[section]) ? "skipped" : "updated";
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
