/** The filter of a webhook as text, in the words of lists. */
import { type Condition, formatFilter, parseFilter, queryOf } from "../../filters/condition";
import type { Webhook } from "./queries";

/** Splits a text at a separator that no backslash precedes. */
const split = (text: string, separator: string): string[] =>
  text.match(new RegExp(`(?:\\\\.|[^\\\\${separator}])+`, "gs")) ?? [];

const plain = (text: string) => text.replaceAll(/\\(.)/gs, "$1");

/** Returns a condition of the API as one of lists. */
function conditionOf(text: string): Condition {
  const isNegated = text.startsWith("!");
  const [, field = "", rest = ""] = /^!?([^:]*):(.*)$/s.exec(text) ?? [];
  if (rest === "set" || rest === "empty") return { field, isNegated: isNegated !== (rest === "set"), kind: "empty" };
  const ends = rest.split("..");
  if (ends.length === 2)
    return { field, isNegated, kind: "range", from: plain(ends[0] ?? ""), to: plain(ends[1] ?? "") };
  return { field, isNegated, kind: "values", values: split(rest, "|").map(plain) };
}

/** Returns the filter of a webhook as text. */
export const filterText = ({ where = "", search = "" }: Webhook["filter"]): string =>
  formatFilter({ conditions: split(where, ";").map(conditionOf), search });

/** Returns the filter that a text, and a card type, mean. */
export const filterOf = (type: string, text: string): Webhook["filter"] => ({
  ...(type !== "" && { type }),
  ...queryOf(parseFilter(text)),
});
