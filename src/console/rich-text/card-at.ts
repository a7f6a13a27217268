/** The beginning of a card's name that one is typing behind an @. */
import type { Editor } from "@tiptap/core";

/** A name that is being typed: its letters, and the place of the @. */
export type TypedName = { text: string; from: number; to: number };

const TYPED = /(?:^|[\s(])@([^@\n]{0,40})$/;

/** Returns the name before the caret; undefined when there is none. */
export function typedName({ state }: Pick<Editor, "state">): TypedName | undefined {
  const { $from, empty } = state.selection;
  if (!empty) return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, "\n", "\0");
  const text = TYPED.exec(before)?.[1];
  return text === undefined ? undefined : { text, from: $from.pos - text.length - 1, to: $from.pos };
}
