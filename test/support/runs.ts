/** Runs in tests: periodic ones are held back, and executed when a test says so. */
import { statement, transaction } from "../../db";
import { type Config, readConfig } from "../../src/config";
import { executeNow } from "../../src/core/runs/engine";
import { requireKind } from "../../src/core/runs/kinds";

const PAST = "2020-01-01T00:00:00.000Z";

/** Makes a waiting run due. */
export const makeDue = (kind: string): void =>
  transaction(() => void statement("UPDATE runs SET due_at = ? WHERE kind = ? AND state = 'queued'").run(PAST, kind));

/** Executes a periodic run as if its time had come, and waits for its end. */
export async function executePeriodic(kind: string): Promise<void> {
  makeDue(kind);
  await executeNow(kind);
}

/** Does the work of a periodic run without its row, so that its errors are the test's. */
export async function doWork(
  kind: string,
  environment: Record<string, string> = {},
  signal = new AbortController().signal,
) {
  const refuse = () => Promise.reject(new Error("a periodic run has no steps"));
  const config: Config = readConfig(environment);
  await requireKind(kind).work({
    id: kind,
    input: null as never,
    attempt: 1,
    signal,
    config,
    step: refuse,
    read: refuse,
    state: () => {
      throw new Error("a periodic run has no state here");
    },
  });
}

/** Ends the leases of a killed process and the pauses of its runs, which would end by themselves; for `behindItsBack`. */
export const END_LEASES = `UPDATE runs SET lease_until = iif(lease_until IS NULL, NULL, '${PAST}'), due_at = '${PAST}'
  WHERE state = 'running'`;
