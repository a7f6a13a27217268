/** Counts in windows of time, for a bounded number of keys. */
import QuickLRU from "quick-lru";

/** A count, and the milliseconds until its window ends. */
export type Count = { count: number; left: number };

/**
 * Counts by key. The window of a key starts with its first count; when there are too many keys, the least recently
 * used ones are forgotten.
 */
export class Tally {
  private readonly counts: QuickLRU<string, number>;

  /**
   * @param window the length of a window, in milliseconds
   * @param most the most keys
   */
  constructor(
    private readonly window: number,
    most: number,
  ) {
    // It forgets half of its keys at once, and holds up to twice its size.
    this.counts = new QuickLRU({ maxSize: most / 2, maxAge: window });
  }

  /** The count of a key in its window; zero when there is none. */
  read(key: string): Count {
    return { count: this.counts.get(key) ?? 0, left: this.counts.expiresIn(key) ?? this.window };
  }

  /** Adds one to the count of a key. */
  add(key: string): void {
    const { count, left } = this.read(key);
    this.counts.set(key, count + 1, { maxAge: left });
  }
}
