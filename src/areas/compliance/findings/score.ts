/** The score of a regulation. */
import type { FindingStatus } from "../model";

/** Status → how much of a requirement it fulfils, in tenths. */
const tenths: Readonly<Record<FindingStatus, number>> = {
  compliant: 10,
  not_applicable: 10,
  partial: 5,
  review_needed: 3,
  non_compliant: 0,
};

/** A number of findings for each status that occurs. */
export type StatusCounts = Partial<Record<FindingStatus, number>>;

/** Returns the mean of what findings fulfil, from 0 to 100, half a point rounded to the even number; 100 without any. */
export function scoreOf(counts: StatusCounts): number {
  const entries = Object.entries(counts) as [FindingStatus, number][];
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return 100;
  const points = 10 * entries.reduce((sum, [status, count]) => sum + tenths[status] * count, 0);
  const whole = Math.floor(points / total);
  const rest = 2 * (points - whole * total);
  return rest > total || (rest === total && whole % 2 === 1) ? whole + 1 : whole;
}
