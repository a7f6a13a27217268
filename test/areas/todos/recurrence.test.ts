/** The next due day of recurring todos, and their lead time. */
import { describe, expect, test } from "bun:test";
import { defaultLeadTime, isOpenOn, nextDueDay } from "../../../src/areas/todos/recurrence";

describe("the next occurrence", () => {
  test.each([
    ["2026-01-31", "days", 1, "2026-02-01"],
    ["2026-12-31", "days", 365, "2027-12-31"],
    ["2024-02-28", "weeks", 1, "2024-03-06"],
    ["2026-01-31", "months", 1, "2026-02-28"],
    ["2024-01-31", "months", 1, "2024-02-29"],
    ["2026-02-28", "months", 1, "2026-03-28"],
    ["2026-11-30", "months", 3, "2027-02-28"],
    ["2026-12-15", "months", 1, "2027-01-15"],
    ["2024-02-29", "years", 1, "2025-02-28"],
    ["2024-02-29", "years", 4, "2028-02-29"],
    ["2026-06-30", "years", 365, "2391-06-30"],
  ] as const)("after %s, every %s × %d, is due on %s", (day, unit, interval, next) => {
    expect(nextDueDay(day, unit, interval)).toBe(next);
  });

  test("is never due after the year 9999", () => {
    expect(nextDueDay("9999-12-31", "days", 1)).toBeUndefined();
    expect(nextDueDay("9800-01-01", "years", 365)).toBeUndefined();
  });
});

test.each([
  ["none", 7, 0],
  ["days", 1, 0],
  ["days", 2, 1],
  ["days", 365, 1],
  ["weeks", 1, 2],
  ["weeks", 52, 2],
  ["months", 1, 7],
  ["years", 1, 14],
] as const)("the lead time of every %s × %d is %d days by default", (unit, interval, days) => {
  expect(defaultLeadTime(unit, interval)).toBe(days);
});

test("an occurrence is open from its lead time on", () => {
  expect(isOpenOn("2026-02-21", "2026-03-01", 7)).toBe(false);
  expect(isOpenOn("2026-02-22", "2026-03-01", 7)).toBe(true);
  expect(isOpenOn("2027-01-01", "2026-03-01", 0)).toBe(true);
  expect(isOpenOn("0000-01-01", "0001-01-01", 3_650)).toBe(true);
});
