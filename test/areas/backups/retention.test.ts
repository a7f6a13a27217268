/** The rule by which nightly backups are retained. */
import { expect, test } from "bun:test";
import { expiredOf } from "../../../src/core/backups/retention";

const NOW = "2026-11-25T12:00:00.000Z";
const backup = (created_at: string) => ({ created_at });
const night = (day: string) => backup(`${day}T02:00:00.000Z`);
const DAY = 86_400_000;
const nights = (count: number, last: string) =>
  Array.from({ length: count }, (_, back) =>
    night(new Date(Date.parse(`${last}T00:00:00Z`) - back * DAY).toISOString().slice(0, 10)),
  );
const retained = (all: { created_at: string }[], rule: Parameters<typeof expiredOf>[1]) => {
  const expired = new Set(expiredOf(all, rule, NOW));
  return all.filter((one) => !expired.has(one)).map(({ created_at }) => created_at.slice(0, 10));
};

test("of a year of nights, the newest of seven days, four weeks and twelve months stay", () => {
  expect(retained(nights(400, "2026-11-25"), { daily: 7, weekly: 4, monthly: 12 })).toEqual([
    ...["2026-11-25", "2026-11-24", "2026-11-23", "2026-11-22", "2026-11-21", "2026-11-20", "2026-11-19"],
    ...["2026-11-15", "2026-11-08"],
    ...["2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30", "2026-05-31", "2026-04-30", "2026-03-31"],
    ...["2026-02-28", "2026-01-31", "2025-12-31"],
  ]);
});

test("weeks begin on Monday", () => {
  const sundayAndMonday = [night("2026-11-23"), night("2026-11-22"), night("2026-11-16"), night("2026-11-15")];
  expect(retained(sundayAndMonday, { daily: 0, weekly: 3, monthly: 0 })).toEqual([
    "2026-11-23",
    "2026-11-22",
    "2026-11-15",
  ]);
});

test("the newest backup stays whatever the rule", () => {
  expect(retained(nights(5, "2026-11-25"), { daily: 0, weekly: 0, monthly: 0 })).toEqual(["2026-11-25"]);
  expect(expiredOf([], { daily: 0, weekly: 0, monthly: 0 }, NOW)).toEqual([]);
});

test("of several backups of a day the newest stays", () => {
  const day = [backup("2026-11-25T02:00:00.000Z"), backup("2026-11-25T09:00:00.000Z")];
  expect(expiredOf(day, { daily: 7, weekly: 4, monthly: 12 }, NOW)).toEqual([day[0]!]);
});

test("backups from before the clock was set back stay, and take no place of those that are made after it", () => {
  const before = nights(3, "2027-06-01");
  const after = nights(3, "2026-11-25");
  expect(retained([...before, ...after], { daily: 2, weekly: 0, monthly: 0 })).toEqual([
    ...["2027-06-01", "2027-05-31", "2027-05-30"],
    ...["2026-11-25", "2026-11-24"],
  ]);
});
