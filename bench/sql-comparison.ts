/** Answers compared with the SQL they are made of, which a bare server runs by itself. */
import type { Server } from "./processes";
import type { RecordedStatement } from "./recorded";
import { type Figure, median } from "./report";

/** Stoa and the floor over files that hold the same, and how often each is asked. */
export type Comparison = { stoa: Server; floor: Server; headers: Record<string, string>; rounds: number };

/** A path with the statements of its answer. */
export type Question = { path: string; recorded: readonly RecordedStatement[] };

/** Returns milliseconds until the end of an answer, and its bytes. */
async function ask({ url }: Server, path: string, headers: Record<string, string>): Promise<[number, number]> {
  const began = performance.now();
  const response = await fetch(url + path, { headers: { "accept-encoding": "identity", ...headers } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  const { byteLength } = await response.arrayBuffer();
  return [performance.now() - began, byteLength];
}

/** Returns the factor by which the statements of an answer are faster by themselves; they take turns. */
export async function compareWithSql(
  { stoa, floor, headers, rounds }: Comparison,
  what: string,
  asked: Question,
): Promise<Figure> {
  const { path, recorded } = asked;
  const alone = "/recorded/asked";
  await fetch(floor.url + alone, { method: "PUT", body: JSON.stringify(recorded) });
  const took = { stoa: [] as number[], floor: [] as number[] };
  let sent = 0;
  // The first round only warms up.
  for (let round = -1; round < 2 * rounds + 1; round++) {
    const [own, bytes] = await ask(stoa, path, headers);
    const [bare] = await ask(floor, alone, {});
    sent = bytes;
    if (round < 0) continue;
    took.stoa.push(own);
    took.floor.push(bare);
  }
  const ours = median(took.stoa);
  const theirs = median(took.floor);
  return {
    what: `${what}, against its SQL`,
    figure: theirs / ours,
    unit: "ratio",
    atLeast: 0.6,
    from: `${ours.toFixed(1)} ms, floor ${theirs.toFixed(1)} ms; ${(sent / 1e3).toFixed(0)} kB, ${recorded.length} statements`,
  };
}
