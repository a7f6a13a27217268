/**
 * Saving of fields. A change is sent for the version of the card that one has seen. When somebody else has changed the card
 * meanwhile, it is repeated for what is there now, unless they have changed the same field: then both values are held for
 * whoever types to choose. A value that didn't reach the server is held, too: nothing that was typed is lost.
 */
import { t } from "@lingui/core/macro";
import { labelOf } from "../metamodel/queries";
import { change, refusalSentence, toast } from "../server/changes";
import { received } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal, type Refusal } from "../server/refusal";
import { createStore } from "../state/store";
import { type EditedCard, type EditedField, isSame, keyOf, sendField, shownCard } from "./edited-field";
import { cardQuery } from "./queries";

/** A value that is not saved. */
export type HeldValue = {
  edited: EditedField;
  /** The card as it was when one began to type. */
  basis: EditedCard;
  mine: unknown;
  /** The card with somebody else's value of the same field; undefined when the server was not reached. */
  theirs?: EditedCard;
  /** The name of whoever has changed the card last. */
  by?: string;
  /** The id of the element at which it was typed; others that show the field show no choice. */
  place?: string;
};

/** Checks whether an element is where the choice between two values is shown: where one was typed, unless that is gone. */
export const isPlaceOf = ({ place }: HeldValue, id: string): boolean =>
  place === undefined || place === id || document.getElementById(place) === null;

/** The values that are not saved, by the keys of their fields. */
export const held = createStore<ReadonlyMap<string, HeldValue>>(new Map());

/** Holds a value. */
export const hold = (value: HeldValue): void =>
  held.update((before) => new Map(before).set(keyOf(value.edited), value));

// The browser asks before a page is closed with a value that isn't saved.
held.subscribe(() => {
  window.onbeforeunload = held.value().size > 0 ? (event) => event.preventDefault() : null;
});

/** Drops a value that is held. */
export function drop(key: string): void {
  if (!held.value().has(key)) return;
  held.update((before) => {
    const after = new Map(before);
    after.delete(key);
    return after;
  });
}

/** The last value of a field that this page has saved, and the version that it made. */
const own = new Map<string, { value: unknown; version: string }>();

/** Checks whether a value is what this page has saved itself, since a version of the card. */
export function isOwn(edited: EditedField, value: unknown, since: EditedCard): boolean {
  const saved = own.get(keyOf(edited));
  return saved !== undefined && since.updated_at < saved.version && isSame(saved.value, value);
}

/** The last change of each card that is being sent: those of one card are sent one after the other. */
const sending = new Map<string, Promise<unknown>>();

function inTurn<T>(id: string, send: () => Promise<T>): Promise<T> {
  const turn = (sending.get(id) ?? Promise.resolve()).then(send, send);
  const settled = turn.catch(() => undefined);
  sending.set(id, settled);
  void settled.then(() => {
    if (sending.get(id) === settled) sending.delete(id);
  });
  return turn;
}

/** Merges texts; the code comes with the first text that two people change at once. */
const merge = async (mine: unknown, before: unknown, theirs: unknown) =>
  (await import("./merged-text")).mergedText(mine, before, theirs);

/** Attempts at a card that others change at the same time. */
const ATTEMPTS = 8;

/** Sends a value until it meets a card that nobody else has changed meanwhile. @throws Refusal 412 for the same field */
async function sendMerged(edited: EditedField, basis: EditedCard, mine: unknown) {
  let card = basis;
  let before = edited.read(basis);
  let value = mine;
  for (let attempt = 1; ; attempt++)
    try {
      const reply = await received(sendField(edited, value, card));
      const saved = reply.data as EditedCard | undefined;
      if (saved) own.set(keyOf(edited), { value: edited.read(saved), version: saved.updated_at });
      return reply;
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.status !== 412 || attempt >= ATTEMPTS) throw refusal;
      const { current } = refusal.body as OutdatedBody;
      const theirs = edited.read(current);
      if (!isSame(theirs, before) && !isSame(theirs, value) && !isOwn(edited, theirs, basis)) {
        const merged = await merge(value, before, theirs);
        if (merged === undefined) throw refusal;
        value = merged;
      }
      card = current;
      before = theirs;
    }
}

/** The answer to a change that was meant for another version of a card. */
type OutdatedBody = { current: EditedCard; changed_by: { display_name: string } | null };

/**
 * Gives a field the value that it had before a change, unless it was changed again since.
 * @param latter the value that the change gave it
 * @param seen the card as whoever undoes has seen it, changed again as it is
 * @returns the card when the field was changed again, and nothing was done
 */
export async function restoreField(
  edited: EditedField,
  { former, latter }: { former: unknown; latter: unknown },
  seen?: EditedCard,
): Promise<EditedCard | undefined> {
  try {
    const card = seen ?? (await cache.fetchQuery({ ...cardQuery(edited.card.id), staleTime: 0 }));
    const now = edited.read(card);
    const isAgain = !seen && !isSame(now, latter) && !isSame(now, former);
    const value = isAgain ? await merge(former, latter, now) : former;
    if (isAgain && value === undefined) return card;
    await change({
      sentence: t`${labelOf(edited.field)} of ${edited.card.name} is as it was`,
      show: shownCard(card.id, (shown) => edited.with(shown, value ?? null)),
      send: () => inTurn(card.id, () => sendMerged(edited, card, value ?? null)),
    });
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal.status === 412) return (refusal.body as OutdatedBody).current;
    toast("failed", refusalSentence(refusal));
  } finally {
    void cache.invalidateQueries({ queryKey: ["cards"] });
  }
  return undefined;
}

/** Answers after which the same change may succeed later. */
const isPassing = ({ status }: Refusal) => status === 0 || status === 429 || status >= 500;

/**
 * Saves a value of a field.
 * @param basis the card as it was seen by whoever has typed the value
 * @param place the id of the element at which it was typed
 * @returns true when it is saved; else it is held, or its refusal is shown
 */
export async function saveField(
  edited: EditedField,
  basis: EditedCard,
  mine: unknown,
  place?: string,
): Promise<boolean> {
  drop(keyOf(edited));
  try {
    await change({
      sentence: edited.sentence,
      show: shownCard(edited.card.id, (card) => edited.with(card, mine)),
      send: () => inTurn(basis.id, () => sendMerged(edited, basis, mine)),
    });
    return true;
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal.status === 412) {
      const { current, changed_by } = refusal.body as OutdatedBody;
      hold({ edited, basis, mine, theirs: current, by: changed_by?.display_name, place });
    } else if (isPassing(refusal)) hold({ edited, basis, mine, place });
    if (refusal.status !== 412 && refusal.status !== 0) toast("failed", refusalSentence(refusal));
    return false;
  } finally {
    void cache.invalidateQueries({ queryKey: ["cards"] });
  }
}
