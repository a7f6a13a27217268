/** Texts that a request sends by a header, or by a parameter of the same meaning where a header can't be sent. */
import { invalid } from "./errors";
import { readQuery } from "./query";
import { contextOf } from "./request-context";

/** A text that a request says, and its place for a refusal. */
export type Said = { text: string; place: readonly ["header" | "query", string] };

const NOTHING: readonly Said[] = [];
/** Letters of the text that a refusal repeats. */
const MAX_LETTERS = 50;

/** Returns what a request says by a header and by a parameter, the header first. @param header in lower case */
export function saidBy(request: Request, header: string, parameter: string): readonly Said[] {
  const sent = contextOf(request).headers[header];
  const isInUrl = request.url.includes(`${parameter}=`);
  if (sent === undefined && !isInUrl) return NOTHING;
  const parameters = isInUrl ? [readQuery(request.url)[parameter] ?? []].flat() : [];
  return [
    ...(sent === undefined ? [] : [{ text: sent, place: ["header", header] as const }]),
    ...parameters.map((text) => ({ text, place: ["query", parameter] as const })),
  ];
}

/** Returns the refusal of what a request says. @param sentence about the header or the parameter, as in "must be an id" */
export const refusalOf = ({ text, place }: Said, sentence: string) =>
  invalid([...place], sentence, "value_error", text.slice(0, MAX_LETTERS));
