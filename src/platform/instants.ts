/** Reads the days and instants that clients filter by. */

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+\- ]\d\d(?::?\d\d)?)?)?$/i;

const daysIn = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/** Minutes east of Greenwich; undefined when there is no such zone. A plus in a URL may have become a space. */
function offsetOf(zone: string): number | undefined {
  if (zone.toUpperCase() === "Z") return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(":", "") || 0)];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * The instant that a text means, as Stoa stores instants; undefined when it means none.
 * Without a zone it is UTC, as all that Stoa sends: nobody who asks knows the zone of the server.
 * @param edge which end of the day a date without a time stands for
 */
export function instantOf(text: string, edge: "start" | "end"): string | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
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
  // A zone may push the first and the last day that four digits hold beyond them, where text is not in order any more.
  if (instant.startsWith("+")) return "9999-12-31T23:59:59.999Z";
  return instant.startsWith("-") ? "0000-01-01T00:00:00.000Z" : instant;
}
