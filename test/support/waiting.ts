/** Waiting for what happens by itself, on slow machines as on fast ones; what never happens fails with what was waited for. */

/** Longer than any machine needs, and shorter than the time of a test. */
const PATIENCE = 90_000;

const inVain = (what: string) => new Error(`waited in vain for ${what}`);

/**
 * Waits until something holds or is there.
 * @param look answers what was found, or something falsy
 * @param what what is waited for, as in "waited in vain for …"
 * @returns what was found
 */
export async function until<T>(look: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw inVain(what);
    await Bun.sleep(1);
  }
}

/** Waits for a promise that another party keeps. */
export async function inTime<T>(promised: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(inVain(what)), PATIENCE);
  return Promise.race([promised, late.promise]).finally(() => clearTimeout(timer));
}
