/** The pace of requests to one instance: how many run at once, and until when all of them wait because it is busy. */

/**
 * Requests that run at once at most: an instance serves four of one user at a time and queues the rest, unless its
 * administrator has set other limits.
 */
const MAX_WIDTH = 4;

export class Pace {
  #width = MAX_WIDTH;
  #until = 0;

  /** Requests that may run at once now. */
  get width(): number {
    return this.#width;
  }

  /** Milliseconds that the next request has to wait. */
  get wait(): number {
    return Math.max(0, this.#until - Date.now());
  }

  /** Notes that the instance is busy: all requests wait, and fewer run at once from then on. */
  slowDown(milliseconds: number): void {
    this.#until = Math.max(this.#until, Date.now() + milliseconds);
    this.#width = Math.max(1, Math.floor(this.#width / 2));
  }

  /**
   * Works on things in their order, several at once; when one fails, those that are begun are completed first.
   * @param isEnough says after each whether no further one is to be begun
   * @returns the number of things that were begun
   * @throws the first error of the work
   */
  async each<T>(things: readonly T[], work: (thing: T, at: number) => Promise<void>, isEnough: () => boolean) {
    let next = 0;
    let isBroken = false;
    const lane = async (number: number) => {
      while (next < things.length && number < this.#width && !isBroken && !isEnough()) {
        const at = next++;
        try {
          await work(things[at] as T, at);
        } catch (error) {
          isBroken = true;
          throw error;
        }
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: MAX_WIDTH }, (_, number) => lane(number)));
    const failed = ended.find((lane) => lane.status === "rejected");
    if (failed) throw failed.reason;
    return next;
  }
}
