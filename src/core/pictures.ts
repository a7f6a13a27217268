/** Pictures that clients send as text, data URLs or SVG: what is allowed is listed, and SVG is sanitized. */
import { sanitizeSvg } from "./svg";

/** The data URLs of pictures of pixels, in which nothing can run. */
const PIXELS = /^data:image\/(?:png|apng|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;
const SVG = /^data:image\/svg\+xml((?:;[^,]*)?),/i;
/** The parameters of data URLs of SVG whose text is read by browsers as it is here. */
const PLAIN = /^(?:;(?:charset=)?utf-?8)?(?:;base64)?$/i;
/** The beginning of a path that is one of another host. */
const HOST = /^\s*[\\/]\s*[\\/]/;
/** Characters of SVG up to which it is sanitized on the server's thread. */
const SHORT = 64 * 1024;

/** Checks whether a text is the markup of a picture, not its address. */
const isMarkup = (picture: string): boolean => picture.trimStart().startsWith("<");

/** Checks whether a text is a picture, or at least no address elsewhere or of anything that could run. */
export const isPicture = (text: string): boolean =>
  PIXELS.test(text) || SVG.test(text) || isMarkup(text) || !(text.includes(":") || HOST.test(text));

/** The rule that `isPicture` checks, for people. */
export const PICTURE_RULE = "must be the data URL of a picture, or SVG, and no other address";

/** Checks whether a picture is SVG that is so long that it is sanitized on the writer thread. */
export const isLongSvg = (picture: string | null | undefined): boolean =>
  typeof picture === "string" && picture.length > SHORT && (SVG.test(picture) || isMarkup(picture));

/** Returns bytes of which some are written as `%` and two digits. */
const unescaped = (text: string): Buffer =>
  Buffer.from(
    Buffer.from(text)
      .toString("latin1")
      .replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    "latin1",
  );

/** Returns the data URL of SVG; the empty text when there is none. */
const urlOf = (svg: string): string =>
  svg.trim() === "" ? "" : `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

/** Returns the text of SVG that the rest of a data URL holds. */
function svgIn(parameters: string, rest: string): string {
  const bytes = unescaped(rest);
  return (/;\s*base64\s*$/i.test(parameters) ? Buffer.from(bytes.toString("latin1"), "base64") : bytes).toString();
}

/**
 * Returns a picture in a form in which nothing runs: SVG without what is not known to be harmless, as a data URL. A picture
 * that holds nothing else comes back exactly as it is.
 * @param picture a text that `isPicture` lets pass
 */
export function sanitizePicture(picture: string): string {
  if (isMarkup(picture)) return urlOf(sanitizeSvg(picture));
  const [head, parameters = ""] = SVG.exec(picture) ?? [];
  if (head === undefined) return picture;
  const svg = svgIn(parameters, picture.slice(head.length));
  const sanitized = sanitizeSvg(svg);
  return sanitized === svg && PLAIN.test(parameters) ? picture : urlOf(sanitized);
}
