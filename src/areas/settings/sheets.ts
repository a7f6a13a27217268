/** The sheet of the settings in a workspace bundle, and the images of the installation. Secrets never travel. */
import type { Actor } from "../../core/access/actor";
import { type ImageName, storedImage, storedSettings, updateImage } from "../../core/settings/store";
import { type Cell, jsonCell } from "../../core/sheets/cells";
import { jsonAt, LeftOut, type Outcome, objectAt, type Row, requireText, Unfit } from "../../core/sheets/row";
import { requireFor, type Sheet, type SheetExport, type SheetImport } from "../../core/sheets/sheet";
import { messageOf, Problem } from "../../http/errors";
import { emailPart, generalParts, otherParts } from "./bundle-parts";
import { imageTypeOf } from "./images";

type Json = Record<string, unknown>;

/** The members that hold secrets, and what catalogues of other versions have cached. */
const SECRETS = new Set(["client_secret", "apiKey", "smtp_password"]);
const CACHED = ["capability_catalogue", "process_catalogue", "value_stream_catalogue"];

const isEncrypted = (value: unknown) => typeof value === "string" && value.startsWith("enc:");

/** Returns a value without secrets: their members are left out. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isEncrypted(entry)).map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !SECRETS.has(key) && !isEncrypted(member))
      .map(([key, member]) => [key, withoutSecrets(member)]),
  );
}

/** Settings without secrets and without cached catalogues. */
const shareable = (settings: Readonly<Json>): Json =>
  withoutSecrets(Object.fromEntries(Object.entries(settings).filter(([key]) => !CACHED.includes(key)))) as Json;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Checks whether a setting has all values already that a bundle brings. */
const holds = (own: unknown, brought: unknown): boolean =>
  isObject(own) && isObject(brought)
    ? Object.entries(brought).every(([key, value]) => holds(own[key], value))
    : Bun.deepEquals(own, brought);

type Part = (typeof generalParts)[string];

/** Sets one setting. @throws LeftOut, Problem */
function applyPart(actor: Actor, { needs, set }: Part, value: unknown): void {
  requireFor(actor, needs);
  set(actor, value);
}

/** Applies the settings of a bundle one by one; what is refused of them leaves the others alone. */
function applyParts(
  { actor, remark }: SheetImport,
  entries: readonly (readonly [name: string, part: Part | undefined, value: unknown])[],
): Outcome {
  let isChanged = false;
  let isRefused = false;
  for (const [name, part, value] of entries) {
    try {
      if (!part) throw new LeftOut("there is no such setting here");
      applyPart(actor, part, value);
      isChanged = true;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof LeftOut)) throw error;
      isRefused ||= error instanceof Problem;
      remark(`${name} is left out: ${error instanceof Problem ? messageOf(error) : error.message}`);
    }
  }
  if (isRefused) return "failed";
  return isChanged ? "updated" : "skipped";
}

function applyGeneral(sheetImport: SheetImport, row: Row): Outcome {
  const own = storedSettings().general;
  const others = Object.fromEntries(otherParts().map(({ result }) => [result.key, result]));
  const parts: Record<string, Part> = { ...generalParts, ...others };
  const brought = Object.entries(shareable(objectAt(row, "value") ?? {})).filter(
    ([key, value]) => !holds(own[key], value),
  );
  return applyParts(
    sheetImport,
    brought.map(([key, value]) => [key, Object.hasOwn(parts, key) ? parts[key] : undefined, value]),
  );
}

function applyEmail(sheetImport: SheetImport, row: Row): Outcome {
  const brought = shareable(objectAt(row, "value") ?? {});
  if (holds(storedSettings().email, brought)) return "skipped";
  return applyParts(sheetImport, [["email", emailPart, brought]]);
}

const endings: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "image/x-icon": "ico",
  "image/vnd.microsoft.icon": "ico",
};

/** Returns the path of an image of the installation. */
const imagePath = (image: ImageName, mime: string): string => `branding/${image}.${endings[mime] ?? "bin"}`;

/** Sets an image. @throws Unfit for anything but an image that may be shown, LeftOut */
function applyImage({ actor, assets }: SheetImport, name: ImageName, row: Row): undefined {
  const mime = jsonAt(row, "value");
  if (typeof mime !== "string" || !assets.has(imagePath(name, mime))) return;
  const pieces: Uint8Array[] = [];
  assets.read(imagePath(name, mime), (bytes) => pieces.push(bytes.slice()));
  const bytes = new Uint8Array(Buffer.concat(pieces));
  const own = storedImage(name);
  if (own && Buffer.from(own.bytes).equals(bytes)) return;
  requireFor(actor, "admin.settings");
  const type = imageTypeOf(bytes);
  if (!type) throw new Unfit(`the ${name} must be an image as PNG, JPEG, WebP or GIF, of at most 2 MB`);
  updateImage(actor, name, { bytes, mime: type });
}

type StoredRow = [general: string, email: string, logo: string | null, favicon: string | null];

function* settingsRows({ connection, assets }: SheetExport): Generator<(Cell | null)[]> {
  const [row] = connection.rows<StoredRow>(
    "SELECT general_settings, email_settings, custom_logo_mime, custom_favicon_mime FROM app_settings WHERE id = 'default'",
  );
  const [general, email, logo, favicon] = row ?? ["{}", "{}", null, null];
  for (const [image, mime] of [
    ["logo", logo],
    ["favicon", favicon],
  ] as const) {
    const sql = `SELECT custom_${image} FROM app_settings WHERE id = 'default'`;
    if (mime) assets.create(imagePath(image, mime), (read) => read.rows<[Uint8Array]>(sql).map(([bytes]) => bytes));
  }
  const settings = (text: string) => assets.cellOf(jsonCell(shareable(JSON.parse(text))));
  yield ["general_settings", settings(general)];
  yield ["email_settings", settings(email)];
  yield ["custom_logo_mime", jsonCell(logo)];
  yield ["custom_favicon_mime", jsonCell(favicon)];
}

const settings: Sheet = {
  name: "Settings",
  isSameEverywhere: true,
  headers: ["key", "value"],
  begin: (sheetImport) => ({
    apply(row) {
      const key = requireText(row, "key");
      if (key === "general_settings") return applyGeneral(sheetImport, row);
      if (key === "email_settings") return applyEmail(sheetImport, row);
      if (key === "custom_logo_mime") return applyImage(sheetImport, "logo", row);
      if (key === "custom_favicon_mime") return applyImage(sheetImport, "favicon", row);
      return undefined;
    },
  }),
  rows: settingsRows,
};

export const sheets = [settings];
