/**
 * Asks for the server's health and for one card again and again, from a process of its own, and notes how long each answer
 * took. It asks at fixed times whether or not earlier answers have come, so that a stall is seen by all who would have waited.
 */
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";

/** The requests of the prober. */
type Task = { urls: string[]; headers: Record<string, string> };
/** The order that comes over its channel: collect from now on, or report what was collected. */
type Order = "begin" | "end";

/** The prober's findings since it began: the number of answers, and milliseconds. */
export type Probe = { answers: number; p99: number; most: number };

export type Prober = {
  begin(): void;
  end(): Promise<Probe>;
  stop(): void;
};

/** Milliseconds between two questions. */
const INTERVAL = 5;

/** Starts a prober; it is ready when this returns. */
export async function startProber(task: Task): Promise<Prober> {
  let settle: (probe: Probe) => void = () => {};
  const ready = Promise.withResolvers<void>();
  const process = Bun.spawn([globalThis.process.execPath, fileURLToPath(import.meta.url), JSON.stringify(task)], {
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
    ipc: (message: Probe | "ready") => (message === "ready" ? ready.resolve() : settle(message)),
  });
  await ready.promise;
  return {
    begin: () => process.send("begin" satisfies Order),
    end: () => {
      const answer = new Promise<Probe>((resolve) => (settle = resolve));
      process.send("end" satisfies Order);
      return answer;
    },
    stop: () => process.kill(),
  };
}

function probe({ urls, headers }: Task): void {
  try {
    // A wait for a processor here would be taken for a stall of the server.
    setPriority(-10);
  } catch {
    // This account is not allowed to do that.
  }
  let times: number[] = [];
  let pending: Promise<void>[] = [];
  let probing = false;
  const ask = async (url: string, into: number[]) => {
    const began = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    into.push(performance.now() - began);
  };
  setInterval(() => {
    if (probing) for (const url of urls) pending.push(ask(url, times));
  }, INTERVAL);
  process.on("message", async (order: Order) => {
    probing = order === "begin";
    if (probing) {
      times = [];
      pending = [];
      return;
    }
    await Promise.all(pending);
    const sorted = times.toSorted((one, other) => one - other);
    const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
    process.send?.({ answers: sorted.length, p99, most: sorted.at(-1) ?? 0 } satisfies Probe);
  });
  process.send?.("ready");
}

if (import.meta.main) probe(JSON.parse(process.argv[2] as string) as Task);
