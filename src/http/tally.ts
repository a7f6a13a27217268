/** Counts in windows of time, for a bounded number of keys. */

/** A count, and when its window ends, in milliseconds since 1970. */
export type Count = { count: number; ends: number };

/** Counts by key. The window of a key starts with its first count; when there are too many keys, the oldest are forgotten. */
export class Tally {
  private readonly counts = new Map<string, Count>();

  /**
   * @param window the length of a window, in milliseconds
   * @param most the most keys
   */
  constructor(
    private readonly window: number,
    private readonly most: number,
  ) {}

  /** The count of a key in its window; zero when there is none. */
  read(key: string): Count {
    const time = Date.now();
    const found = this.counts.get(key);
    return found && found.ends > time ? found : { count: 0, ends: time + this.window };
  }

  /** Adds one to the count of a key, which is then the newest, and forgets those that are over or too many. */
  add(key: string): void {
    const { count, ends } = this.read(key);
    this.counts.delete(key);
    this.counts.set(key, { count: count + 1, ends });
    const time = Date.now();
    for (const [oldest, counted] of this.counts) {
      if (counted.ends > time && this.counts.size <= this.most) break;
      this.counts.delete(oldest);
    }
  }
}
