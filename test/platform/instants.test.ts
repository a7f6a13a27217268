import { afterEach, describe, expect, test } from "bun:test";
import { instantOf } from "../../src/platform/instants";

const zoneBefore = process.env["TZ"];
afterEach(() => {
  process.env["TZ"] = zoneBefore ?? "UTC";
});

describe.each([
  ["UTC", 0],
  ["Asia/Kathmandu", -345],
  ["Pacific/Kiritimati", -840],
  ["America/St_Johns", 210],
])("on a machine in the time zone %s", (zone, offset) => {
  test.each([
    ["2026-01-31", "start", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31", "end", "2026-01-31T23:59:59.999Z"],
    ["2026-12-31", "end", "2026-12-31T23:59:59.999Z"],
    ["2026-01-31T12:30", "start", "2026-01-31T12:30:00.000Z"],
    ["2026-01-31 12:30:15.5", "end", "2026-01-31T12:30:15.500Z"],
    ["2026-01-31T12:30:15Z", "start", "2026-01-31T12:30:15.000Z"],
    ["2026-01-31T12:30:15+05:45", "start", "2026-01-31T06:45:15.000Z"],
    ["2026-01-31T23:30-0330", "end", "2026-02-01T03:00:00.000Z"],
    // No clock of the zone ever showed this: it was put forward that night.
    ["2026-03-08T02:30", "start", "2026-03-08T02:30:00.000Z"],
    ["0000-01-01", "start", "0000-01-01T00:00:00.000Z"],
    ["9999-12-31", "end", "9999-12-31T23:59:59.999Z"],
    ["9999-12-31T23:59-01:00", "start", "9999-12-31T23:59:59.999Z"],
    ["2026-02-29", "start", undefined],
    ["2026-01-31T24:00", "start", undefined],
    ["2026-01-31T12:00+24:00", "start", undefined],
    ["tomorrow", "end", undefined],
  ] as const)("the text %s means, as the %s of a period, the instant %p", (text, edge, instant) => {
    process.env["TZ"] = zone;
    expect(new Date(2026, 0, 31).getTimezoneOffset()).toBe(offset);
    expect(instantOf(text, edge)).toBe(instant as string);
  });
});
