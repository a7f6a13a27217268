/** The values of cells: texts that cells share, and styles, which say what numbers are dates. */
import type { Archive } from "../archive/reader";
import { UnreadableFile } from "../archive/source";
import { type XmlHandlers, xmlReader } from "./xml";

/** A value of a cell; a date is its ISO text, without a time when that is midnight. */
export type Cell = string | number | boolean;

const MAX_SHARED_TEXTS = 1_000_000;
const MAX_SHARED_LETTERS = 64 * 1024 * 1024;

const nothing = () => {};

/** Reads a part of an archive as XML, to its end unless `isEnough` returns true earlier. */
export function readPart(archive: Archive, path: string, handlers: Partial<XmlHandlers>, isEnough = () => false): void {
  const reader = xmlReader({ open: nothing, close: nothing, text: nothing, ...handlers });
  let stopped = false;
  archive.read(path, (bytes) => {
    reader.write(bytes);
    stopped = isEnough();
    return !stopped;
  });
  if (!stopped) reader.end();
}

/** Returns a text in which characters that XML can't hold are written as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text
        .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll("\0", "")
        .toWellFormed()
    : text;

/** Reads the texts that cells share. @throws UnreadableFile when they are too many */
export function readSharedTexts(archive: Archive, path: string): string[] {
  const texts: string[] = [];
  let current = "";
  let letters = 0;
  let inText = false;
  let inPhonetic = false;
  readPart(archive, path, {
    open(name) {
      if (name === "si") current = "";
      else if (name === "rPh") inPhonetic = true;
      else if (name === "t") inText = !inPhonetic;
    },
    text(text) {
      if (inText) current += text;
    },
    close(name) {
      if (name === "t") inText = false;
      else if (name === "rPh") inPhonetic = false;
      else if (name === "si") {
        letters += current.length;
        if (texts.push(unescaped(current)) > MAX_SHARED_TEXTS || letters > MAX_SHARED_LETTERS)
          throw new UnreadableFile("The workbook holds too much text");
      }
    },
  });
  return texts;
}

/** Accepts the built-in formats of dates and times (ECMA-376, part 1, 18.8.30). */
const isBuiltInDate = (format: number) => (format >= 14 && format <= 22) || (format >= 45 && format <= 47);

/** Checks whether the code of a format shows dates: it has a letter of dates outside of quotes, brackets and escapes. */
const isDateCode = (code: string) => /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ""));

/** Returns for each style of cells whether it shows numbers as dates. */
export function readDateStyles(archive: Archive, path: string): boolean[] {
  const custom = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCellFormats = false;
  readPart(archive, path, {
    open(name, { numFmtId, formatCode }) {
      const format = Number(numFmtId);
      if (name === "numFmt") custom.set(format, isDateCode(formatCode ?? ""));
      else if (name === "cellXfs") inCellFormats = true;
      else if (name === "xf" && inCellFormats) styles.push(custom.get(format) ?? isBuiltInDate(format));
    },
    close(name) {
      if (name === "cellXfs") inCellFormats = false;
    },
  });
  return styles;
}

const DAY = 86_400_000;
/** Day 0 of the two ways in which spreadsheets count days; the first one takes 1900 for a leap year. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

/** Returns a number of days as ISO text; the number itself when it is no date that can be written so. */
export function dateOf(days: number, epoch: keyof typeof EPOCHS): Cell {
  const date = new Date(EPOCHS[epoch] + Math.round(days * DAY));
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 0 || date.getUTCFullYear() > 9999) return days;
  const [day, time] = date.toISOString().slice(0, 19).split("T") as [string, string];
  return time === "00:00:00" ? day : `${day}T${time}`;
}
