/**
 * Shares the turns of the event loop among the streams: in one turn they look at so many events together, and requests are
 * served between turns, however far behind however many streams are.
 */

/** What a stream did: how much it cost, in events looked at. */
type Done = { cost: number };

/** Events that all streams together look at in one turn, give or take the last piece. */
export const EVENTS_PER_TURN = 100;

/** The pieces of work that wait for a turn, first come first served. */
const waiting: (() => number)[] = [];
let scheduled = false;

/** Does the work when it is its turn. @throws what the work throws */
export const inTurn = <T extends Done>(work: () => T): Promise<T> =>
  new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        const done = work();
        resolve(done);
        return done.cost;
      } catch (error) {
        reject(error);
        return 0;
      }
    });
    schedule();
  });

function schedule(): void {
  if (scheduled || waiting.length === 0) return;
  scheduled = true;
  setImmediate(takeTurn);
}

function takeTurn(): void {
  scheduled = false;
  let spent = 0;
  while (spent < EVENTS_PER_TURN) {
    const work = waiting.shift();
    if (!work) break;
    spent += work();
  }
  schedule();
}
