/** Rounds in which everything that is compared takes turns, so that a busy moment of the machine hits all of it. */
import { drive, type Load, type LoadRequest } from "../load";
import { processorTime, type Server } from "../processes";
import { median } from "../report";

export type Effort = {
  rounds: number;
  connections: number;
  /** The time that each takes its turn; with `amount`, how many requests it gets instead. */
  seconds: number;
  amount?: number;
};

/** One of those that take turns. */
export type Contestant = {
  server: Server;
  headers?: Record<string, string>;
  /** The requests of a round. */
  requests: LoadRequest[] | ((round: number) => LoadRequest[]);
};

export type Outcome = {
  /** Answers in a second: the median of the rounds. */
  rate: number;
  p50: number;
  p99: number;
  /** Milliseconds of a processor for one answer; undefined where the system doesn't report it. */
  work: number | undefined;
};

/** The first turns only warm up: what runs often is compiled while it runs. */
const WARM_UP_SECONDS = 6;

/** Lets the contestants take turns, after a warm-up of each. */
export async function takeTurns<Name extends string>(
  effort: Effort,
  contestants: Record<Name, Contestant>,
): Promise<Record<Name, Outcome>> {
  const names = Object.keys(contestants) as Name[];
  const results = new Map(
    names.map((name) => [name, [] as { rate: number; p50: number; p99: number; work: number }[]]),
  );
  for (let round = 0; round <= effort.rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { server, headers = {}, requests } = contestants[name];
      const before = processorTime(server.pid) ?? 0;
      const load: Load = {
        url: server.url,
        connections: effort.connections,
        headers,
        requests: typeof requests === "function" ? requests(round) : requests,
        ...(effort.amount !== undefined
          ? { amount: effort.amount }
          : { seconds: round === 0 ? WARM_UP_SECONDS : effort.seconds }),
      };
      const { rate, answers, p50, p99 } = await drive(load);
      const work = ((processorTime(server.pid) ?? 0) - before) / answers;
      if (round > 0) results.get(name)?.push({ rate, p50, p99, work });
    }
  const outcomes = names.map((name): [Name, Outcome] => {
    const rounds = results.get(name) ?? [];
    const middle = (key: "rate" | "p50" | "p99" | "work") => median(rounds.map((round) => round[key]));
    const work = middle("work");
    return [name, { rate: middle("rate"), p50: middle("p50"), p99: middle("p99"), work: work > 0 ? work : undefined }];
  });
  return Object.fromEntries(outcomes) as Record<Name, Outcome>;
}

/** Returns an outcome in words. */
export const describeOutcome = ({ rate, p50, p99, work }: Outcome): string =>
  `${rate.toFixed(0)}/s (p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms${work === undefined ? "" : `, ${(work * 1_000).toFixed(0)} µs of work`})`;
