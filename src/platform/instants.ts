/** Parses days and instants. */

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+\- ]\d\d(?::?\d\d)?)?)?$/i;

const daysIn = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/** Returns the offset of a zone in minutes; undefined when it is invalid. A plus in a URL may have become a space. */
function offsetOf(zone: string): number | undefined {
  if (zone.toUpperCase() === "Z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(":", "") || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** Parses an instant, in UTC without a zone, or a date, which stands for an `edge` of its day; undefined when invalid. */
export function instantOf(text: string, edge: "start" | "end"): string | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const milliseconds = Number((match[7] ?? "0").padEnd(3, "0").slice(0, 3));
  const offset = match[8] === undefined ? 0 : offsetOf(match[8]);
  if (offset === undefined) return undefined;
  const date = new Date(0);
  if (match[4] === undefined && edge === "end") {
    date.setUTCFullYear(year, month - 1, day + 1);
    date.setUTCHours(0, 0, 0, -1);
  } else {
    date.setUTCFullYear(year, month - 1, day);
    date.setUTCHours(hour, minute - offset, second, milliseconds);
  }
  const instant = date.toISOString();
  // An offset may lead beyond four-digit years, where texts don't sort in order.
  if (instant.startsWith("+")) return "9999-12-31T23:59:59.999Z";
  return instant.startsWith("-") ? "0000-01-01T00:00:00.000Z" : instant;
}
