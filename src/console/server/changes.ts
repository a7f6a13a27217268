/**
 * Changes: saved at once, shown before the server has answered, and undone with one key.
 *
 *   await change({
 *     sentence: t`${name} is business critical now`,
 *     show: [shown(cardQuery(id), (card) => ({ ...card, … }))],
 *     send: () => api.PATCH("/api/v1/cards/{card_id}", {…}),
 *   });
 *
 * The server names the batch of a change in `X-Stoa-Batch`; undoing is rolling that batch back. In a scenario it names the
 * change in `X-Stoa-Change`; undoing is taking that change out of the scenario.
 */
import { t } from "@lingui/core/macro";
import type { DefaultError, InferDataFromTag, QueryKey } from "@tanstack/react-query";
import { time } from "../language/format";
import { createStore } from "../state/store";
import { answered, api, received } from "./client";
import { cache } from "./queries";
import { asRefusal, type Refusal } from "./refusal";
import { batchOf, beginScenarioBatch, changesOfBatch, enteredScenario } from "./scenario";
import { type ShownChange, showChange } from "./shown-changes";

export type { ShownChange };

/** An answer as the client gives it. */
export type Reply = { data?: unknown; error?: unknown; response: Response };

/**
 * Shows a change in what was read.
 * @param of the query
 * @param update its data with the change
 */
export const shown = <K extends QueryKey>(
  of: { queryKey: K },
  update: (before: InferDataFromTag<unknown, K>) => InferDataFromTag<unknown, K>,
): ShownChange => ({ queryKey: of.queryKey, update });

export type Change<R extends Reply> = {
  /** A sentence about what has happened, for the toast; without one the change is silent, and isn't undone by `Z`. */
  sentence?: string;
  show?: readonly ShownChange[];
  send: () => Promise<R>;
  /** The request that undoes it, for changes that no batch can take back: roles, accounts, settings. */
  inverse?: () => Promise<Reply>;
};

/** Returns the values that an object has of what is changed, for the request that brings them back. */
export const valuesBefore = <T extends object>(of: T, changes: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, of[name as keyof T]])) as Partial<T>;

/** A message that floats for a while. */
export type Toast = { id: number; kind: "done" | "failed"; sentence: string; batch?: string };

/** The messages that are shown, the newest last. */
export const toasts = createStore<readonly Toast[]>([]);

/** The batches that can be undone, the newest last. */
const undoable = createStore<readonly { batch: string; sentence: string; inverse?: () => Promise<Reply> }[]>([]);
const MAX_UNDOABLE = 50;

let ids = 0;

/** Shows a message. */
export function toast(kind: Toast["kind"], sentence: string, batch?: string): void {
  toasts.update((before) => [...before.slice(-2), { id: ++ids, kind, sentence, batch }]);
}

/** Takes a message away. */
export const dismiss = (id: number): void => toasts.update((before) => before.filter((one) => one.id !== id));

/** Shows that something is done, so that `Z` undoes it. @param batch the id of its batch, if it has one */
export function done(sentence: string, batch?: string, inverse?: () => Promise<Reply>): void {
  toast("done", sentence, batch);
  if (batch) undoable.update((list) => [...list.slice(1 - MAX_UNDOABLE), { batch, sentence, inverse }]);
}

/** The changes that could be undone, and the undoing of others, that were sent and are not answered yet. */
const unanswered = new Set<Promise<unknown>>();

/** Notes what was sent until it is answered. @returns the answer */
function noted<A>(answer: Promise<A>): Promise<A> {
  unanswered.add(answer);
  const forget = () => unanswered.delete(answer);
  answer.then(forget, forget);
  return answer;
}

/**
 * Sends a change, and takes back what it shows when the server refuses it.
 * @returns the answer
 * @throws Refusal
 */
export const change = <R extends Reply>(wanted: Change<R>): Promise<R> =>
  wanted.sentence ? noted(sendChange(wanted)) : sendChange(wanted);

async function sendChange<R extends Reply>({ sentence, show = [], send, inverse }: Change<R>): Promise<R> {
  const { turn, takeBack, settle } = showChange(show);
  try {
    await turn;
    const reply = await received(send());
    const named = batchOf(reply.response);
    // A change that a scenario can take out needs no request that brings it back.
    const back = named && changesOfBatch(named) ? undefined : inverse;
    if (sentence) done(sentence, back ? `inverse ${++ids}` : named, back);
    return reply;
  } catch (error) {
    takeBack();
    throw asRefusal(error);
  } finally {
    settle();
  }
}

/** Returns a refused change in a sentence. */
export function refusalSentence({ status, message, retryAt }: Refusal): string {
  if (status === 0) return t`The server can't be reached; nothing was saved.`;
  if (status === 429 && retryAt) return t`Too many changes at once; nothing was saved. Try again at ${time(retryAt)}.`;
  return status >= 500 ? t`The server has failed; nothing was saved. ${message}` : message;
}

/** Sends a change, and shows a refusal as a message. @returns true when it is saved */
export async function tryChange<R extends Reply>(
  wanted: Change<R>,
  explain: (refusal: Refusal) => string = refusalSentence,
): Promise<boolean> {
  try {
    await change(wanted);
    return true;
  } catch (error) {
    toast("failed", explain(asRefusal(error)));
    return false;
  }
}

/** Begins a batch. @returns its id, for the header of what belongs to it @throws Refusal */
export async function beginBatch(tool_name: string): Promise<string> {
  return beginScenarioBatch() ?? (await answered(api.POST("/api/v1/mutation-batches", { body: { tool_name } }))).id;
}

/** Takes back what a batch has changed. @param isForced true to undo what can be @throws Refusal */
async function rollBack(batch_id: string, isForced: boolean): Promise<object> {
  const changes = changesOfBatch(batch_id);
  if (changes) return withdraw(changes);
  return answered(
    api.POST("/api/v1/mutation-batches/{batch_id}/rollback", {
      params: { path: { batch_id } },
      body: { dry_run: false, ...(isForced && { force: true }) },
    }),
  );
}

/** Takes changes out of the scenario in which the page works, one after the other. @throws Refusal */
async function withdraw(changes: readonly string[]): Promise<object> {
  const results = [];
  for (const change_id of changes) {
    const path = { scenario_id: enteredScenario?.id ?? "", change_id };
    await received(api.DELETE("/api/v1/scenarios/{scenario_id}/changes/{change_id}", { params: { path } }));
    results.push({ status: "ok" });
  }
  return { results };
}

/** The header that puts a request into a batch. */
export type BatchHeader = { "X-Stoa-Batch": string };

/**
 * Returns a function that sends several requests as one change: they are one batch, and when one is refused, those before it are
 * taken back.
 * @param name of the batch
 * @param send sends them one after the other, and returns the last answer
 */
export const together =
  <R extends Reply>(name: string, send: (header: BatchHeader) => Promise<R>) =>
  async (): Promise<R> => {
    const batch = await beginBatch(name);
    try {
      return await received(send({ "X-Stoa-Batch": batch }));
    } catch (error) {
      await rollBack(batch, true).catch(() => undefined);
      throw asRefusal(error);
    }
  };

/** Reads everything again that is shown. */
const readAgain = (): Promise<void> => {
  reading = cache.invalidateQueries();
  return reading;
};
let reading = Promise.resolve();

/** Checks whether there is something to undo, or will be once the server has answered. */
export const canUndo = (): boolean => undoable.value().length > 0 || unanswered.size > 0;

/** Returns why nothing of a batch was undone; undefined when something was. */
function objectionIn(outcome: object): string | undefined {
  const results = "results" in outcome ? (outcome.results as { status?: string; reason?: string }[]) : [];
  return results.some(({ status }) => status === "ok") ? undefined : results.find(({ reason }) => reason)?.reason;
}

/**
 * Undoes a batch.
 * @param done the sentence to show
 * @param isForced true to undo what can be, whatever stands in the way of the rest
 * @returns true when something was undone
 */
export async function undoBatch(batch_id: string, done: string | undefined, isForced: boolean): Promise<boolean> {
  try {
    const outcome = await rollBack(batch_id, isForced);
    const objection = objectionIn(outcome);
    if (objection) toast("failed", objection);
    else if (done) toast("done", done);
    void readAgain();
    return objection === undefined;
  } catch (error) {
    toast("failed", refusalSentence(asRefusal(error as DefaultError)));
    return false;
  }
}

/**
 * Undoes a batch of this page, the last one when none is named. It waits for what was sent before: for changes, which are shown
 * before they are answered, and for other undoing, whose order matters.
 * @param done the sentence to show of what is undone
 */
export function undo(done: (sentence: string) => string, batch?: string): Promise<void> {
  const answer = noted(undoAfter(Promise.allSettled(unanswered), done, batch));
  const shown: Promise<void> = answer
    .then(() => reading)
    .finally(() => {
      if (undoing === shown) undoing = undefined;
    });
  undoing = shown;
  return answer;
}

/** The last undoing, until what it brings back is shown. */
let undoing: Promise<void> | undefined;

/** Does something that builds on what is shown: at once, or as soon as what is being undone is shown. */
export function onceShown(act: () => void): void {
  if (undoing) void undoing.then(act, act);
  else act();
}

async function undoAfter(
  before: Promise<unknown>,
  done: (sentence: string) => string,
  named: string | undefined,
): Promise<void> {
  await before;
  const batch = named ?? undoable.value().at(-1)?.batch;
  const entry = undoable.value().find((one) => one.batch === batch);
  if (!batch) return;
  undoable.update((list) => list.filter((one) => one.batch !== batch));
  toasts.update((before) => before.filter((one) => one.batch !== batch));
  if (entry?.inverse) {
    // A change with a sentence would be undone by the next Z.
    if (await tryChange({ send: entry.inverse })) toast("done", done(entry.sentence));
    void readAgain();
  } else await undoBatch(batch, entry && done(entry.sentence), false);
}
