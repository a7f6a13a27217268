/**
 * The formats of files that are accepted: by the type that they are declared to be of, unless they are
 * recognisably of another.
 */
import { fileTypeFromBuffer } from "file-type";
import { refused } from "../../http/errors";

const OFFICE = "application/vnd.openxmlformats-officedocument.";
/** A document that has a password is a compound file, and the beginning of one without may show no more than an archive. */
const OFFICE_CONTAINERS = ["application/zip", "application/x-cfb"];

/** Type of a file → the types that it may be recognised as in addition to itself. */
const allowed: Record<string, readonly string[]> = {
  "application/pdf": [],
  [`${OFFICE}wordprocessingml.document`]: OFFICE_CONTAINERS,
  [`${OFFICE}spreadsheetml.sheet`]: OFFICE_CONTAINERS,
  [`${OFFICE}presentationml.presentation`]: OFFICE_CONTAINERS,
  "image/png": ["image/apng"],
  "image/jpeg": [],
  "image/svg+xml": ["application/xml"],
  "text/plain": ["text/html", "image/svg+xml", "application/xml", "application/x-sh"],
};

/** The types of files that are taken. */
export const fileTypes: readonly string[] = Object.keys(allowed);

/** @throws Problem 400 for a type of files that is not taken */
export function requireAllowedType(type: string): void {
  if (!fileTypes.includes(type))
    throw refused(`The file type ${type.slice(0, 100)} is not allowed; allowed are: ${fileTypes.join(", ")}`);
}

/** Bytes by which a format is recognised. */
const SAMPLE = 4_100;

/** The formats of text that are recognised, by how they begin (https://mimesniff.spec.whatwg.org, section 7.1). */
const textFormats: readonly [start: RegExp, type: string][] = [
  [/^%PDF-/, "application/pdf"],
  [/^#!/, "application/x-sh"],
  [/^GIF8[79]a/, "image/gif"],
  [/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s/>]/is, "image/svg+xml"],
  [
    /^\s*(?:<!DOCTYPE HTML|<(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>])/i,
    "text/html",
  ],
  [/^\s*<\?xml/, "application/xml"],
];

/**
 * Returns the sample as text; undefined when it is not UTF-8, perhaps cut off, or has control characters that no text has.
 */
function textOf(sample: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: true });
    return /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Returns the type that the first bytes of a file are recognised as; undefined for what has no signature. */
async function recognise(sample: Uint8Array): Promise<string | undefined> {
  // A text may begin with two or three letters that are the signature of a format of bytes.
  const text = textOf(sample);
  if (text !== undefined) return textFormats.find(([start]) => start.test(text))?.[1];
  return (await fileTypeFromBuffer(sample))?.mime;
}

/**
 * Requires that the beginning of a file is not recognised as another format than its type.
 * @param type one that `requireAllowedType` lets pass
 * @throws Problem 400
 */
export async function requireFormat(type: string, beginning: Uint8Array): Promise<void> {
  const recognised = await recognise(beginning.subarray(0, SAMPLE));
  if (recognised === undefined || recognised === type || allowed[type]?.includes(recognised)) return;
  throw refused(`The file is said to be ${type}, but its content is ${recognised}`);
}
