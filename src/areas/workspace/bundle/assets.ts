/** The paths of assets: of files, drawings and models, and of the images of the installation. */

const LONGEST_NAME = 120;

/** A name that is safe in a path. */
const safeName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}._\- ]/gu, "_")
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed() || "file";

/** The path of the content of an attached file. */
export const filePath = (id: string, name: string): string => `FileAttachments/${id}__${safeName(name || "data.bin")}`;

/** The path of the drawing of a diagram. */
export const drawingPath = (id: string, name: string): string =>
  `Diagrams/${id}__${safeName(name || "data_xml")}.drawio`;

/** The path of a text of a row. */
export const textPath = (sheet: string, id: string, column: string, ending: string): string =>
  `${sheet}/${id}__${column}.${ending}`;

const endings: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "image/x-icon": "ico",
  "image/vnd.microsoft.icon": "ico",
};

/** The path of an image of the installation. */
export const brandingPath = (image: "logo" | "favicon", mime: string): string =>
  `branding/${image}.${endings[mime] ?? "bin"}`;
