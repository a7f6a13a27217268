/** Loads the model of an Ollama server that AI was set up with at the start. */
import { z } from "zod";
import { transaction } from "../../../db";
import { program } from "../../core/journal/journal";
import { run } from "../../core/runs/run";
import { enqueue, findRun } from "../../core/runs/runs";
import { aiSettings } from "../../core/settings/providers";
import { Problem } from "../../http/errors";
import { MINUTE, SECOND } from "../../platform/clock";
import { log } from "../../platform/log";
import { outbound } from "../../platform/outbound";

const LOOK = 10 * SECOND;
const LOAD = 10 * MINUTE;

const Listed = z.object({ models: z.object({ name: z.string() }).array() });

/** The address of an Ollama server, and the name of a model. */
type OllamaModel = { url: string; model: string };

/** Checks whether a server lists a model, in any of its variants. */
const isListed = (names: readonly string[], model: string): boolean =>
  names.some((name) => name.includes(model) || name.startsWith(model.split(":")[0] as string));

/** Lets an Ollama server load a model that it lacks, if Ollama is the provider. @throws Error when it can't */
async function pull({ url, model }: OllamaModel, signal: AbortSignal): Promise<void> {
  if (aiSettings().providerType !== "ollama") return;
  const server = url.replace(/\/+$/, "");
  const answer = await outbound(`${server}/api/tags`, { timeout: LOOK, signal });
  const { models } = Listed.parse(await answer.json());
  const names = models.map(({ name }) => name);
  if (isListed(names, model)) return;
  log.info({ model }, "loading the language model");
  const loaded = await outbound(`${server}/api/pull`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: model, stream: false }),
    timeout: LOAD,
    signal,
  });
  if (!loaded.ok) throw new Error(`the server answers with the status ${loaded.status}`);
}

/** The run in which a model is loaded, of which there is one at a time. */
export const pulling = run<OllamaModel>("ai.pull", {
  exclusive: () => "model",
  work: ({ input, signal }) =>
    pull(input, signal).catch((error: Error) => {
      throw new Problem(502, `The language model ${input.model} could not be loaded: ${error.message}`);
    }),
});

/** Enqueues the loading of a model, unless it is under way. */
export function pullModel(wanted: OllamaModel): void {
  transaction(() => {
    if (!findRun(pulling, "model")) enqueue(pulling, wanted, program("start"));
  });
}
