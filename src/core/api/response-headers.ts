/** The headers of responses, as the description has them. */
import type { Schema } from "./json-schema";

/** Headers of responses, by their names under `components.headers`. */
export const responseHeaders: Record<string, { description: string; schema: Schema }> = {
  "Content-Disposition": {
    description: "That it is a file, and its name",
    schema: { type: "string", examples: ["attachment; filename=events.csv"] },
  },
  "Content-Range": {
    description: "Which bytes of how many these are",
    schema: { type: "string", examples: ["bytes 0-1023/4096"] },
  },
  ETag: {
    description: "The version: for `If-Match` of a change, or `If-None-Match` of a read where these are taken",
    schema: { type: "string" },
  },
  "Idempotency-Replayed": {
    description: "`true` when this is the first answer once more, and nothing was done",
    schema: { type: "string", const: "true" },
  },
  Location: { description: "Where it is", schema: { type: "string" } },
  "Retry-After": { description: "Seconds after which to try again", schema: { type: "integer", minimum: 1 } },
  "X-Data-Date": {
    description: "The day that the facts in the answer are as of, which come from elsewhere",
    schema: { type: "string", format: "date" },
  },
  "X-Data-Origin": {
    description: "How these facts came here",
    schema: { type: "string", examples: ["built-in", "upstream", "upload"] },
  },
  "X-Ignored-Parameters": {
    description:
      "The parameters that the operation doesn't know and has ignored, percent-encoded, between commas; absent when there are none",
    schema: { type: "string", examples: ["pagesize, q"] },
  },
  "X-Request-Id": {
    description: "Names the request in the log. Every answer has it; the id of the client's choice, if it sends one",
    schema: { type: "string" },
  },
  "X-Stoa-Batch": {
    description:
      "The batch of the events that the change has written, by which it can be undone; absent when it has written none",
    schema: { type: "string", format: "uuid" },
  },
  "X-Stoa-Change": {
    description: "The change that a scenario has got, which can be taken out of it; absent outside of scenarios",
    schema: { type: "string", format: "uuid" },
  },
  "X-Stoa-Entry": {
    description: "Of a former state: the last entry of the journal that it takes into account",
    schema: { type: "integer", minimum: 0 },
  },
  "X-Stoa-Scenario": {
    description: "The scenario that the answer is about; absent for the landscape itself",
    schema: { type: "string", format: "uuid" },
  },
  "X-Total-Count": {
    description: "How many entries all pages have together, when a page is asked for",
    schema: { type: "integer", minimum: 0 },
  },
};
/** Returns the headers of a response in the description; false when it has none. @param names those of `responseHeaders` */
export const headersOf = (names: readonly string[]) =>
  names.length > 0 && {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
