/**
 * Load on one server: autocannon in a process of its own, so that it takes no time from what it measures.
 * Every connection goes through its own share of the requests, so that no two ask for the same thing at once.
 */
import autocannon from "autocannon";

export type LoadRequest = { method?: "GET" | "PATCH"; path: string; body?: string };

export type Load = {
  url: string;
  connections: number;
  headers: Record<string, string>;
  requests: LoadRequest[];
  /** The duration, or the number of requests. */
  seconds?: number;
  amount?: number;
};

export type LoadResult = {
  /** Answers in a second. */
  rate: number;
  answers: number;
  /** Milliseconds that half, and ninety-nine of a hundred, of the answers took. */
  p50: number;
  p99: number;
};

/** Returns the requests of one connection; all of them when there are too few to share. */
const shareOf = (requests: LoadRequest[], connection: number, connections: number) =>
  requests.length < connections ? requests : requests.filter((_, index) => index % connections === connection);

async function run(load: Load): Promise<LoadResult> {
  const { url, connections, headers, requests, seconds, amount } = load;
  let connection = 0;
  const began = performance.now();
  const result = await autocannon({
    url,
    connections,
    headers,
    // It looks once in an interval whether it has sent the amount.
    ...(amount === undefined ? { duration: seconds ?? 1 } : { amount, sampleInt: 50 }),
    setupClient: (client) =>
      client.setRequests(
        shareOf(requests, connection++, connections).map((request) => ({
          ...request,
          headers: { ...headers, ...(request.body !== undefined && { "content-type": "application/json" }) },
        })),
      ),
  });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0) throw new Error(`${bad} of ${result.requests.total} requests to ${url} failed.`);
  const took = amount === undefined ? result.duration : (performance.now() - began) / 1_000;
  return {
    rate: result["2xx"] / took,
    answers: result["2xx"],
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/**
 * Drives a server from a process of its own.
 * @throws when an answer was missing, or not a success
 */
export async function drive(load: Load): Promise<LoadResult> {
  const process = Bun.spawn([globalThis.process.execPath, import.meta.path], {
    stdin: new Blob([JSON.stringify(load)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await new Response(process.stdout).text();
  if ((await process.exited) !== 0) throw new Error("The load tool failed.");
  return JSON.parse(output) as LoadResult;
}

if (import.meta.main) console.log(JSON.stringify(await run((await Bun.stdin.json()) as Load)));
