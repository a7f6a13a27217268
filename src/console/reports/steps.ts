/** Steps that magnitudes fall into: round bounds, and tones from little to much. */
import type { Step } from "./legend";

const TONES = ["k1", "k2", "k3", "k4", "k5"] as const;

/** Returns 1, 2.5 or 5 times a power of ten, the nearest one at or below a value; whole numbers when they are counts. */
export function roundBelow(value: number): number {
  if (value < 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = value / power;
  const rounded = (factor >= 5 ? 5 : factor >= 2.5 ? 2.5 : 1) * power;
  return value < 10 ? Math.floor(value) : rounded;
}

/** Returns at most four rising bounds that part values into steps of about the same size. */
export function boundsOf(values: readonly number[]): number[] {
  const sorted = values.filter((value) => value > 0).sort((one, other) => one - other);
  if (sorted.length === 0) return [];
  const at = (share: number) => roundBelow(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 1);
  const bounds = [...new Set([0.2, 0.45, 0.7, 0.88].map(at))];
  return bounds.filter((bound) => bound > (sorted[0] ?? 0));
}

type Words = (from: number | undefined, to: number | undefined) => string;

/**
 * Returns the steps between bounds, and the step of a value.
 * @param words of a step from one bound to another; undefined at either end
 */
export function scale(bounds: readonly number[], words: Words) {
  const edges = [undefined, ...bounds, undefined];
  const tones = [...bounds, 0].map((_, at) => TONES[Math.round((4 * at) / Math.max(1, bounds.length))] ?? "k5");
  const steps: Omit<Step, "count">[] = tones.map((tone, at) => ({
    key: tone,
    tone,
    label: words(edges[at], edges[at + 1]),
  }));
  const stepOf = (value: number): string => tones[bounds.filter((bound) => value >= bound).length] ?? "k5";
  return { steps, stepOf };
}

/** Returns the words of steps of amounts: less than, from to, at least. @param text of an amount */
export const spans =
  (text: (value: number) => string): Words =>
  (from, to) => {
    if (from === undefined) return to === undefined ? "" : `< ${text(to)}`;
    return to === undefined ? `≥ ${text(from)}` : `${text(from)} – ${text(to)}`;
  };

/** Returns the tone of a step of a scale, from little to much. */
export const toneAt = (at: number, count: number): Step["tone"] =>
  TONES[Math.round((4 * at) / Math.max(1, count - 1))] ?? "k5";
