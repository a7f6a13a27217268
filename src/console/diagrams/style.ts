/** Styles of cells: texts such as `rounded=1;fillColor=#fff`, of which nothing gets lost that this editor doesn't know. */
import type { CellStyle } from "@maxgraph/core";

/** A style as the library has it, with the text that it was read from. */
export type ReadStyle = CellStyle & { text?: string };

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Returns the parts of a style: keys with values, and names of styles without one. */
const partsOf = (text: string): [key: string, value: string | undefined][] =>
  text
    .split(";")
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const at = part.indexOf("=");
      return at < 0 ? [part, undefined] : [part.slice(0, at), part.slice(at + 1)];
    });

/** Reads a style. */
export function readStyle(text: string): ReadStyle {
  const style: Record<string, unknown> = { text };
  if (text.startsWith(";")) style["ignoreDefaultStyle"] = true;
  for (const [key, value] of partsOf(text))
    if (value === undefined) style["baseStyleNames"] = [...((style["baseStyleNames"] as string[]) ?? []), key];
    else style[key === "autosize" ? "autoSize" : key] = NUMBER.test(value) ? Number(value) : value;
  return style as ReadStyle;
}

const OWN = new Set(["text", "baseStyleNames", "ignoreDefaultStyle"]);
const written = (value: unknown) => (typeof value === "boolean" ? String(Number(value)) : String(value));

/** Returns a style as a text: the one that it was read from, but for what has changed since. */
export function writeStyle(style: ReadStyle): string {
  const { text = "" } = style;
  const before = readStyle(text) as Record<string, unknown>;
  const after = style as Record<string, unknown>;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)].filter((key) => !OWN.has(key)));
  return [...keys]
    .filter((key) => before[key] !== after[key])
    .reduce((result, key) => withPart(result, key === "autoSize" ? "autosize" : key, after[key]), text);
}

/** Returns the text of a style with another value of a key; undefined takes it away. */
function withPart(text: string, key: string, value: unknown): string {
  const parts = text.split(";");
  const at = parts.findIndex((part) => part.startsWith(`${key}=`));
  if (value === undefined || value === null) return at < 0 ? text : parts.toSpliced(at, 1).join(";");
  const part = `${key}=${written(value)}`;
  if (at >= 0) return parts.with(at, part).join(";");
  return text === "" || text.endsWith(";") ? `${text}${part};` : `${text};${part};`;
}

/** Returns a style with other values. */
export const styleWith = (style: ReadStyle, values: Record<string, string | number | undefined>): ReadStyle => {
  const text = Object.entries(values).reduce((result, [key, value]) => withPart(result, key, value), writeStyle(style));
  return readStyle(text);
};
