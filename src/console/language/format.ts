/** Numbers, amounts, dates and times as the language writes them. */
import { i18n } from "@lingui/core";

const cached = new Map<string, unknown>();

/** Returns the formatter of the current language with these options. */
function formatter<T>(kind: string, options: object, create: (language: string) => T): T {
  const key = `${i18n.locale} ${kind} ${JSON.stringify(options)}`;
  const known = cached.get(key) as T | undefined;
  if (known) return known;
  const made = create(i18n.locale || "en");
  cached.set(key, made);
  return made;
}

/** Returns a number, as 1,480,000. */
export const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  formatter("number", options, (language) => new Intl.NumberFormat(language, options)).format(value);

const KB = 1024;

/** Formats a number of bytes. */
export const size = (bytes: number): string =>
  bytes < KB * KB
    ? `${number(Math.ceil(bytes / KB))} kB`
    : `${number(bytes / KB / KB, { maximumFractionDigits: 1 })} MB`;

/** Returns an amount of money, as $188,000. @param currency as in EUR */
export const money = (value: number, currency: string): string =>
  number(value, { style: "currency", currency, maximumFractionDigits: 0 });

/** Returns an amount of money in few letters, as $6.54 M. */
export const shortMoney = (value: number, currency: string): string =>
  number(value, { style: "currency", currency, notation: "compact", maximumSignificantDigits: 3 });

const dates = (options: Intl.DateTimeFormatOptions) =>
  formatter("date", options, (language) => new Intl.DateTimeFormat(language, options));

/** Returns a day, as 1 Dec 2026. @param value a moment, or a day as 2026-12-01 */
export const day = (value: string | number | Date): string =>
  dates({ day: "numeric", month: "short", year: "numeric" }).format(momentOf(value));

/** Returns a day with its weekday, as Monday, 23 November 2026. */
export const longDay = (value: string | number | Date): string =>
  dates({ weekday: "long", day: "numeric", month: "long", year: "numeric" }).format(momentOf(value));

/** Returns a month, as May 2029. */
export const month = (value: string | number | Date): string =>
  dates({ month: "short", year: "numeric" }).format(momentOf(value));

/** Returns a time of day, as 08:20. */
export const time = (value: string | number | Date): string =>
  dates({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(momentOf(value));

/** Returns a day and the time. */
export const moment = (value: string | number | Date): string => `${day(value)}, ${time(value)}`;

/** A day without a time means that day here, and not in Greenwich. */
const momentOf = (value: string | number | Date): Date =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00`) : new Date(value);

const DAY = 86_400_000;
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["day", DAY],
  ["hour", DAY / 24],
  ["minute", DAY / 1440],
];

/** Returns the time from now, as in 8 days, or 3 months ago. */
export function fromNow(value: string | number | Date): string {
  const distance = momentOf(value).getTime() - Date.now();
  const [unit, size] = UNITS.find(([, span]) => Math.abs(distance) >= span) ?? (["minute", DAY / 1440] as const);
  return formatter("relative", {}, (language) => new Intl.RelativeTimeFormat(language, { numeric: "auto" })).format(
    Math.round(distance / size),
    unit,
  );
}
