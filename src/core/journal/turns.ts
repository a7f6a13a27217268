/**
 * Shares the turns of the event loop among the streams: together they look at a bounded number of events in a
 * turn, and requests are served between turns, however many streams there are and however far behind they are.
 */

/** A stream: its turn returns what it cost, in events looked at, and doesn't throw. */
type Stream = { takeTurn(): number };

/** Events that all streams together look at in one turn, give or take the last piece. */
export const EVENTS_PER_TURN = 100;

/** The streams that wait for a turn, first come first served. */
const waiting: Stream[] = [];
let scheduled = false;

/** Gives a stream a turn, after those that wait already. */
export function waitForTurn(stream: Stream): void {
  waiting.push(stream);
  schedule();
}

function schedule(): void {
  if (scheduled || waiting.length === 0) return;
  scheduled = true;
  setImmediate(inTurns);
}

function inTurns(): void {
  scheduled = false;
  let spent = 0;
  while (spent < EVENTS_PER_TURN) {
    const stream = waiting.shift();
    if (!stream) break;
    spent += stream.takeTurn();
  }
  schedule();
}
