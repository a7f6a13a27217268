/** Asking a language model about many things: in batches, of which some may fail. */
import { z } from "zod";
import { ModelError, newUsage, type Usage } from "../../core/llm/client";
import type { Model, Prompt } from "../../core/llm/providers";
import { askFor } from "../../core/llm/structured";
import { MINUTE } from "../../platform/clock";
import type { Running } from "./declaration";

/** Says how long one answer may take. */
export const ANSWER_TIMEOUT = 3 * MINUTE;
/** Calls of one run that may fail one after the other before it is discarded. */
const MAX_FAILURES = 3;

type Batches<Item, Value> = {
  items: readonly Item[];
  /** Items of one call. */
  size: number;
  prompt: (items: readonly Item[]) => Prompt;
  /** The shape of one entry of an answer; entries of another shape are left out. */
  schema: z.ZodType<Value>;
};

/**
 * Returns the entries of an answer that have the right shape: of a list, of the only list in an object, or the object
 * itself.
 */
const entriesOf = <Value>(schema: z.ZodType<Value>) =>
  z.unknown().transform((answer, context): Value[] => {
    const lists = answer && typeof answer === "object" && !Array.isArray(answer) ? Object.values(answer) : [];
    const list = Array.isArray(answer) ? answer : lists.length === 1 && Array.isArray(lists[0]) ? lists[0] : [answer];
    const entries = list.flatMap((entry) => {
      const { success, data } = schema.safeParse(entry);
      return success ? [data] : [];
    });
    if (entries.length === 0 && list.length > 0) context.addIssue("must be a list of what was asked for");
    return entries;
  });

/**
 * Asks a model about items, a batch at a time.
 * @returns its answers, the items of batches that failed, and what it has cost
 * @throws the error of the last batch when none was answered, or when the provider refuses the key
 */
export async function askInBatches<Item, Value>(
  { signal, progress }: Running,
  model: Model,
  { items, size, prompt, schema }: Batches<Item, Value>,
): Promise<{ answers: Value[]; failed: Item[]; usage: Usage }> {
  const usage = newUsage();
  const answers: Value[] = [];
  const failed: Item[] = [];
  const total = Math.ceil(items.length / size);
  let failures = 0;
  for (let batch = 0; batch < total; batch++) {
    const some = items.slice(batch * size, (batch + 1) * size);
    await progress({ step: "asking", current: batch + 1, total, model: model.name });
    try {
      const options = { timeout: ANSWER_TIMEOUT, signal, usage };
      answers.push(...(await askFor(model, prompt(some), entriesOf(schema), options)));
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      failed.push(...some);
      if (!(error instanceof ModelError) || ++failures === MAX_FAILURES || error.failure === "key") throw error;
      if (failed.length === items.length && batch === total - 1) throw error;
    }
  }
  return { answers, failed, usage };
}

/** Failures of a model that has answered, though not as it was asked. */
const UNUSABLE: readonly string[] = ["answer", "output"];

/** The answers of a model to batches; `problem` says why there are none, and the local results stand. */
export type BatchAnswers<Item, Value> = { answers: Value[]; failed: Item[]; usage: Usage; problem?: string };

/**
 * Asks a model about items like `askInBatches`, and returns no answers where none had a shape that can be used.
 * @throws the error of a provider that refuses or can't be reached
 */
export async function askForUsable<Item, Value>(
  running: Running,
  model: Model,
  batches: Batches<Item, Value>,
): Promise<BatchAnswers<Item, Value>> {
  try {
    return await askInBatches(running, model, batches);
  } catch (error) {
    if (!(error instanceof ModelError) || !UNUSABLE.includes(error.failure)) throw error;
    return { answers: [], failed: [...batches.items], usage: newUsage(), problem: error.message };
  }
}

/** Returns the engine of a run for its summary, and the problems for which local results stand in place of a model's. */
export function engineOf(
  model: Model | undefined,
  asked: readonly { usage: Usage; problem?: string | undefined }[],
): { engine: string; usage?: Usage; problems?: string[] } {
  if (!model) return { engine: "local" };
  const usage = newUsage();
  const problems = [...new Set(asked.flatMap(({ problem }) => problem ?? []))];
  const usages = asked.map((one) => one.usage);
  for (const { calls, input_tokens, output_tokens } of usages) {
    usage.calls += calls;
    usage.input_tokens += input_tokens;
    usage.output_tokens += output_tokens;
  }
  return { engine: model.name, usage, ...(problems.length > 0 && { problems }) };
}
