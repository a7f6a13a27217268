/** The state of lists of documents that the address holds, and the documents that it leaves over. */
import { z } from "zod/mini";
import type { DecisionSummary } from "./queries";
import { isAsked, type Progress, type State, stateOf } from "./status";

export const STATES = ["mine", "draft", "in_review", "signed", "superseded"] as const;
export type ShownState = (typeof STATES)[number];

export const Listed = {
  /** Only documents in this state; `mine` for those that wait for one's own signature. */
  state: z.optional(z.enum(STATES)),
  /** A part of titles or numbers. */
  text: z.optional(z.string()),
  /** The id of a card that they are about. */
  card: z.optional(z.string()),
};

const DRAFTS: readonly State[] = ["draft", "rejected", "other"];

/** Checks whether a document is in the state that is asked for. */
export function isInState(document: Progress, wanted: ShownState | undefined, userId: string): boolean {
  if (wanted === undefined) return true;
  if (wanted === "mine") return isAsked(document, userId);
  const state = stateOf(document);
  return wanted === "draft" ? DRAFTS.includes(state) : state === wanted;
}

/** Checks whether a text holds another one, in any case. */
export const holds = (text: string, part = ""): boolean =>
  text.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());

type Filters = { state?: ShownState | undefined; text?: string | undefined; card?: string | undefined };

/** Returns the decisions that are asked for, by their numbers. */
export const listedDecisions = (
  all: readonly DecisionSummary[],
  { state, text, card }: Filters,
  userId: string,
): DecisionSummary[] =>
  all
    .filter(
      (one) =>
        isInState(one, state, userId) &&
        holds(`${one.reference_number} ${one.title}`, text) &&
        (card === undefined || one.linked_cards.some(({ id }) => id === card)),
    )
    .toSorted((one, other) => one.reference_number.localeCompare(other.reference_number, undefined, { numeric: true }));
