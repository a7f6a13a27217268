/** Verifies an exported stretch of the journal: each line by its seal, the lines by their chain, and both by the journal. */
import type { SealedJournal } from "../../../db/sealed-journal";
import { isSealed, readLine, type SealedEvent } from "./audit-line";

/** The result: the events of the stretch, without those that came twice, and the problems. */
export type Verdict = {
  events: number;
  repeated: number;
  first: SealedEvent | undefined;
  last: SealedEvent | undefined;
  problems: string[];
};

/** Problems that are reported. */
const MAX_PROBLEMS = 20;
/** Events that are compared with the journal at once. */
const BATCH = 500;
/** Events whose repetition is recognised: more than are sent at once. */
const REMEMBERED = 20_000;

type Comparison = { line: number; event: SealedEvent };

/** Returns what is wrong with events of which the journal has others, or none. */
function compare(batch: readonly Comparison[], journal: SealedJournal): string[] {
  const seals = journal.sealsOf(batch.map(({ event }) => event.seq));
  return batch.flatMap(({ line, event: { seq, seal } }) => {
    const stored = seals.get(seq);
    if (stored === seal) return [];
    return [`line ${line}: the journal has ${stored === undefined ? "no" : "another"} event ${seq}`];
  });
}

/** Returns why an event can't follow another; undefined when it does. */
function gapBefore(event: SealedEvent, last: SealedEvent): string | undefined {
  if (event.previous_seal === last.seal && event.seq > last.seq) return undefined;
  return `it doesn't follow event ${last.seq}: events between them are missing, swapped or put in`;
}

/**
 * Verifies lines in their order. Events that come again, as a receiver of syslog may get them, are counted.
 * @param journal undefined to verify the lines among themselves alone
 */
export async function verifyLines(lines: AsyncIterable<string>, journal: SealedJournal | undefined): Promise<Verdict> {
  const verdict: Verdict = { events: 0, repeated: 0, first: undefined, last: undefined, problems: [] };
  const seen = new Map<number, string>();
  let batch: Comparison[] = [];
  let number = 0;
  const report = (problems: string[]) => verdict.problems.push(...problems);
  const flush = () => {
    if (journal) report(compare(batch, journal));
    batch = [];
  };
  for await (const text of lines) {
    number++;
    const event = readLine(text);
    if (!event) report([`line ${number}: it is no event of the journal`]);
    else if (seen.get(event.seq) === event.seal && isSealed(event)) verdict.repeated++;
    else {
      if (!isSealed(event)) report([`line ${number}: event ${event.seq} was changed, or its seal was`]);
      const gap = verdict.last && gapBefore(event, verdict.last);
      if (gap) report([`line ${number}: event ${event.seq} is in the wrong place: ${gap}`]);
      verdict.events++;
      verdict.first ??= event;
      verdict.last = event;
      seen.set(event.seq, event.seal);
      if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value as number);
      batch.push({ line: number, event });
    }
    if (batch.length >= BATCH) flush();
    if (verdict.problems.length >= MAX_PROBLEMS) break;
  }
  flush();
  return { ...verdict, problems: verdict.problems.slice(0, MAX_PROBLEMS) };
}
