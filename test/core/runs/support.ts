/** Kinds of runs for tests, which stand in the list next to the real ones. */
import { afterAll } from "bun:test";
import { statement, transaction } from "../../../db";
import type { Author } from "../../../src/core/journal/journal";
import { defineRuns, listKinds } from "../../../src/core/runs/kinds";
import type { RunRow } from "../../../src/core/runs/rows";
import type { Run } from "../../../src/core/runs/run";
import { enqueue } from "../../../src/core/runs/runs";

const real = listKinds();
afterAll(() => defineRuns(real));

/** Adds a kind of run to the list. */
export function declared<Input>(run: Run<Input>): Run<Input> {
  defineRuns([...listKinds().filter(({ kind }) => kind !== run.kind), run as Run]);
  return run;
}

/** Enqueues a run, by default of the program. @returns its id */
export const enqueued = <Input>(run: Run<Input>, input: Input, author: Author = { userId: null }): string =>
  transaction(() => enqueue(run, input, author));

/** Returns the row of a run. */
export const rowOf = (id: string): RunRow => statement<RunRow>("SELECT * FROM runs WHERE id = ?").get(id) as RunRow;

/** Returns the row of a periodic run. */
export const periodicRow = (kind: string): RunRow =>
  statement<RunRow>("SELECT * FROM runs WHERE kind = ? AND state IN ('queued', 'running')").get(kind) as RunRow;
