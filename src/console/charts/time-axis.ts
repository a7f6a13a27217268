/** One axis of time for all life cycles of a list. */
import { scaleTime } from "d3-scale";

/** A span of years as pixels. */
export type TimeAxis = {
  width: number;
  /** The first moment that is shown, and the first that isn't. */
  from: Date;
  to: Date;
  /** The place of a day, within the axis. */
  x: (day: string | Date) => number;
  today: number;
  /** The years with their places; those of `labels` have room for a word. */
  years: readonly { year: number; x: number; isLabelled: boolean }[];
};

/** Room that a label of a year takes, in px: of two digits, and of four on an axis that is wide. */
const LABEL = { short: 24, long: 40 };
const WIDE = 300;
/** Years before today, as a share of the axis. */
const PAST = 0.7;

/** Returns the axis of a width. @param years the number of years that it spans */
export function timeAxis(width: number, years: number, now = new Date()): TimeAxis {
  const first = now.getFullYear() - Math.round(years * PAST);
  return axisBetween(new Date(Date.UTC(first, 0)), new Date(Date.UTC(first + years, 0)), width, now);
}

/** Returns the axis between two moments. */
export function axisBetween(from: Date, to: Date, width: number, now = new Date()): TimeAxis {
  const scale = scaleTime().domain([from, to]).range([0, width]).clamp(true);
  const x = (day: string | Date) => scale(typeof day === "string" ? new Date(day) : day);
  const start = from.getUTCFullYear() + (from.getTime() > Date.UTC(from.getUTCFullYear(), 0) ? 1 : 0);
  const end = to.getUTCFullYear();
  const label = width > WIDE ? LABEL.long : LABEL.short;
  const each = Math.max(1, Math.ceil(label / (width / Math.max(1, end - start))));
  const years = Array.from({ length: Math.max(0, end - start + 1) }, (_, at) => start + at).map((year) => ({
    year,
    x: x(new Date(Date.UTC(year, 0))),
    isLabelled:
      year % each === 0 &&
      x(new Date(Date.UTC(year, 0))) > label / 2 &&
      x(new Date(Date.UTC(year, 0))) < width - label / 2,
  }));
  return { width, from, to, x, today: x(now), years };
}
