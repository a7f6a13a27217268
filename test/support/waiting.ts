/** Waiting for what happens by itself, on slow machines as on fast ones; what never happens fails with what was waited for. */
import { expect } from "bun:test";

/** The tabs of the browser run slower by this factor, which `STOA_TEST_SLOWDOWN` gives. */
export const SLOWDOWN = Number(process.env["STOA_TEST_SLOWDOWN"] ?? 1);

/** Longer than any machine needs, and shorter than the time of a test. */
const PATIENCE = 90_000 * SLOWDOWN;

const inVain = (what: string) => new Error(`waited in vain for ${what}`);

/** The longest time between two looks, in milliseconds. */
const LONGEST_REST = 50;

/**
 * Waits until something holds or is there. A look that takes time is followed by a rest of three times as long, because what
 * is waited for needs the processor.
 * @param look answers what was found, or something falsy
 * @param what what is waited for, as in "waited in vain for …"
 * @returns what was found
 */
export async function until<T>(look: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const began = performance.now();
    const found = await look();
    if (found) return found;
    const now = performance.now();
    if (now > end) throw inVain(what);
    await Bun.sleep(Math.max(1, Math.min(3 * (now - began), LONGEST_REST)));
  }
}

type Expectation<T> = {
  [M in Exclude<keyof ReturnType<typeof expect<T>>, "not" | "resolves" | "rejects">]: (
    ...expected: Parameters<ReturnType<typeof expect<T>>[M]>
  ) => Promise<void>;
} & { not: Expectation<T> };

/** Longer than a page takes to follow what one does. */
const PAGE_PATIENCE = 30_000 * SLOWDOWN;

/**
 * Expects something of what is read, and reads it again until it holds: a page follows what one does a moment later.
 * @param look reads it
 * @returns the matchers of `expect`, as promises
 */
export function expectSoon<T>(look: () => Promise<T>, isNegated = false): Expectation<T> {
  const retried =
    (matcher: string) =>
    async (...expected: unknown[]): Promise<void> => {
      const end = performance.now() + PAGE_PATIENCE;
      for (;;) {
        const value = await look();
        const found = isNegated ? expect(value).not : expect(value);
        try {
          return (found as unknown as Record<string, (...expected: unknown[]) => void>)[matcher]!(...expected);
        } catch (error) {
          if (performance.now() > end) throw error;
        }
        await Bun.sleep(5);
      }
    };
  return new Proxy({} as Expectation<T>, {
    get: (_, name: string) => (name === "not" ? expectSoon(look, true) : retried(name)),
  });
}

/** Waits for a promise that another party keeps. */
export async function inTime<T>(promised: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(inVain(what)), PATIENCE);
  return Promise.race([promised, late.promise]).finally(() => clearTimeout(timer));
}
