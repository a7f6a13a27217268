/** The wish that the text in the palette states. */
import type { Kind } from "../search/queries";

/** The things that are looked for: all, or those that its first letters limit it to. */
export type Wish = { of: "everything" | "commands" | "pages" | "people"; text: string };

const PREFIXES = { ">": "commands", "@": "people", "g ": "pages" } as const;

/** Returns what a text asks for: commands after `>`, people after `@`, pages after `g `, and everything without one. */
export function wishOf(typed: string): Wish {
  for (const [prefix, of] of Object.entries(PREFIXES))
    if (typed.startsWith(prefix)) return { of, text: typed.slice(prefix.length).trim() };
  return { of: "everything", text: typed.trim() };
}

/** Returns the kinds of things that a wish looks for. @param shown the kinds that some page shows @param type the one type of cards, if there is one */
export function kindsOf({ of }: Wish, shown: readonly Kind[], type: string | undefined): readonly Kind[] {
  if (of === "people") return shown.filter((kind) => kind === "user");
  if (of !== "everything") return [];
  return type === undefined ? ["card", ...shown.filter((kind) => kind !== "card")] : ["card"];
}
