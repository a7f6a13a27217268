/** Loads the model of an Ollama server that AI was set up with at the start. */
import { z } from "zod";
import { aiSettings } from "../../core/settings/providers";
import { MINUTE, SECOND } from "../../platform/clock";
import { log } from "../../platform/log";
import { outbound } from "../../platform/outbound";

const LOOK = 10 * SECOND;
const LOAD = 10 * MINUTE;

const Listed = z.object({ models: z.object({ name: z.string() }).array() });

/** True when a server lists a model, in any of its variants. */
const isListed = (names: readonly string[], model: string): boolean =>
  names.some((name) => name.includes(model) || name.startsWith(model.split(":")[0] as string));

/** Lets an Ollama server load a model that it lacks, if Ollama is the provider. A failure is only logged. */
export async function pullModel({ url, model }: { url: string; model: string }): Promise<void> {
  if (aiSettings().providerType !== "ollama") return;
  const server = url.replace(/\/+$/, "");
  try {
    const answer = await outbound(`${server}/api/tags`, { timeout: LOOK });
    const { models } = Listed.parse(await answer.json());
    if (
      isListed(
        models.map(({ name }) => name),
        model,
      )
    )
      return;
    log.info({ model }, "loading the language model");
    const loaded = await outbound(`${server}/api/pull`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: model, stream: false }),
      timeout: LOAD,
    });
    if (!loaded.ok) throw new Error(`the server answers with the status ${loaded.status}`);
  } catch (error) {
    log.warn({ model, reason: (error as Error).message }, "the language model could not be loaded");
  }
}
