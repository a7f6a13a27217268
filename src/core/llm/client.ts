/** The one client to language models: bounded in time, size and calls at once; what fails for a while is tried again. */
import { ZodError } from "zod";
import { SECOND } from "../../platform/clock";
import { OutboundError, outbound } from "../../platform/outbound";
import { type Answer, type Model, type Prompt, providers } from "./providers";
import { wholeBody } from "./streams";

/** The cost of calls. */
export type Usage = { calls: number; input_tokens: number; output_tokens: number };

/** Creates no usage yet. */
export const newUsage = (): Usage => ({ calls: 0, input_tokens: 0, output_tokens: 0 });

/** The options of a call. */
export type CallOptions = {
  /** Milliseconds for one answer. */
  timeout: number;
  signal?: AbortSignal | undefined;
  /** The usage to which the call adds its cost. */
  usage?: Usage;
};

/** The reason why a model has not answered. `connection`: nothing, or no answer of a provider, has come. */
type ModelFailure = "key" | "quota" | "status" | "connection" | "answer" | "output";

/** A model has not answered as it should. The message names the provider and the reason, and never a key. */
export class ModelError extends Error {
  constructor(
    readonly failure: ModelFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The largest answer, in bytes. */
const MAX_BYTES = 1024 * 1024;
/** Characters of a provider's answer that are quoted in an error. */
const MAX_QUOTED = 200;
/** Calls that are under way at the same time. */
const AT_ONCE = 4;

/** `tries`: how often a call is made at most; `pause`: before the second, doubled before each later one. */
const defaults = { tries: 3, pause: SECOND, longestPause: 20 * SECOND };
let timing = defaults;

/** Sets other times than the defaults; without an argument the defaults. For tests. */
export function setModelTiming(other: Partial<typeof defaults> = {}): void {
  timing = { ...defaults, ...other };
}

let free = AT_ONCE;
const queue: (() => void)[] = [];

/** Runs a call when it is its turn. */
async function inOrder<T>(call: () => Promise<T>): Promise<T> {
  if (free === 0) await new Promise<void>((turn) => queue.push(turn));
  else free--;
  try {
    return await call();
  } finally {
    const turn = queue.shift();
    if (turn) turn();
    else free++;
  }
}

/** Returns text of a provider, without the key that it may repeat. */
const quoted = (text: string, { key }: Model) =>
  (key === "" ? text : text.replaceAll(key, "•••")).slice(0, MAX_QUOTED).toWellFormed();

/** Returns the error for a status. */
function statusError(model: Model, status: number, body: string): ModelError {
  const { provider } = model;
  if (status === 401 || status === 403) return new ModelError("key", `AI_KEY_INVALID:${provider}`);
  if (status === 402 || status === 429) return new ModelError("quota", `AI_QUOTA_EXCEEDED:${provider}`);
  return new ModelError("status", `${provider} API error ${status}: ${quoted(body, model)}`);
}

/** Returns milliseconds that a provider asks to wait for; undefined when it doesn't say. */
function askedPause(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const pause = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - Date.now();
  return Number.isFinite(pause) ? Math.max(0, pause) : undefined;
}

/** An error after which the same call may succeed. */
class Temporary extends Error {
  constructor(
    readonly reason: ModelError,
    readonly pause?: number | undefined,
  ) {
    super(reason.message);
  }
}

/** Reads the answer of a provider. @throws ModelError when it is no answer of this kind of provider */
function readAnswer(model: Model, text: string, contentType: string): Answer {
  const unreadable = (what: string, cause?: unknown) =>
    new ModelError("answer", `${model.provider} has not answered as expected: ${what}`, { cause });
  try {
    const body = wholeBody(model.kind, text, contentType);
    const reported = (body as { error?: unknown } | null | undefined)?.error;
    if (reported) throw unreadable(quoted(typeof reported === "string" ? reported : JSON.stringify(reported), model));
    return providers[model.kind].read(body);
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable("its answer is no JSON", error);
    if (error instanceof ZodError) throw unreadable("a part of its answer is missing", error);
    throw error;
  }
}

/** Makes one call. @throws Temporary, ModelError */
async function callOnce(model: Model, prompt: Prompt, { timeout, signal, usage }: CallOptions): Promise<Answer> {
  const wire = providers[model.kind];
  let response: Response;
  try {
    response = await outbound(model.url + wire.path(model), {
      method: "POST",
      headers: { ...wire.headers(model), "content-type": "application/json" },
      body: JSON.stringify(wire.body(model, prompt)),
      maxBytes: MAX_BYTES,
      timeout,
      signal,
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    const reason = new ModelError("connection", `${model.provider} can't be reached: ${error.message}`);
    throw ["unreachable", "name"].includes(error.failure) ? new Temporary(reason) : reason;
  }
  const text = await response.text();
  if (!response.ok) {
    const reason = statusError(model, response.status, text);
    throw response.status === 429 || response.status >= 500
      ? new Temporary(reason, askedPause(response.headers))
      : reason;
  }
  const answer = readAnswer(model, text, response.headers.get("content-type") ?? "");
  if (usage) {
    usage.calls++;
    usage.input_tokens += answer.inputTokens;
    usage.output_tokens += answer.outputTokens;
  }
  return answer;
}

/** Waits, unless the signal is aborted. @throws the signal's reason */
async function pauseFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal?.reason);
  signal?.addEventListener("abort", end, { once: true });
  try {
    signal?.throwIfAborted();
    await Promise.race([Bun.sleep(milliseconds), ended.promise]);
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

/**
 * Asks a model.
 * @throws ModelError when it doesn't answer; the signal's reason once that is aborted
 */
export function ask(model: Model, prompt: Prompt, options: CallOptions): Promise<Answer> {
  return inOrder(async () => {
    for (let tried = 1; ; tried++) {
      try {
        options.signal?.throwIfAborted();
        return await callOnce(model, prompt, options);
      } catch (error) {
        if (!(error instanceof Temporary)) throw error;
        const pause = error.pause ?? timing.pause * 2 ** (tried - 1);
        if (tried >= timing.tries || pause > timing.longestPause) throw error.reason;
        await pauseFor(pause, options.signal);
      }
    }
  });
}
