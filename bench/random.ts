/** Numbers that look random and are the same in every run. */

export type Random = {
  /** From 0 up to, but not including, 1. */
  fraction(): number;
  /** A whole number from `min` to `max`. */
  whole(min: number, max: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the entries, each as likely as the others. */
  one<T>(entries: readonly T[]): T;
};

/** Returns a generator of numbers (mulberry32). The same seed gives the same numbers. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  return {
    fraction,
    whole,
    chance: (probability) => fraction() < probability,
    one: <T>(entries: readonly T[]) => entries[whole(0, entries.length - 1)] as T,
  };
}

/** Returns the entries with a weight each, as a function that draws one of them. */
export function draw<T>(random: Random, weighted: readonly (readonly [T, number])[]): () => T {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  return () => {
    let left = random.fraction() * total;
    for (const [entry, weight] of weighted) if ((left -= weight) < 0) return entry;
    return (weighted.at(-1) as readonly [T, number])[0];
  };
}

/** Returns a UUIDv7 of an instant, in milliseconds since 1970. */
export function uuidOf(random: Random, instant: number): string {
  const time = instant.toString(16).padStart(12, "0");
  const hex = (digits: number) =>
    Math.floor(random.fraction() * 16 ** digits)
      .toString(16)
      .padStart(digits, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${(8 + random.whole(0, 3)).toString(16)}${hex(3)}-${hex(6)}${hex(6)}`;
}
