/** Ranges of content (RFC 9110, section 14), for content that never changes under its ETag. */
import type { z } from "zod";
import { Problem } from "./errors";
import { ReadConditions } from "./etags";
import { Text } from "./schemas";

/** The headers of a GET that may be answered with a range. */
export const RangeConditions = ReadConditions.extend({
  range: Text(1_000).optional().meta({ description: "The bytes that are wanted, as in `bytes=0-1023`; one range" }),
  "if-range": Text(1_000).optional().meta({ description: "The ETag of the content that the range belongs to" }),
});
export type RangeConditions = z.infer<typeof RangeConditions>;

/** The bytes from `start` up to `end`, which is excluded. */
export type Range = { start: number; end: number };

/**
 * Returns the range that a request asks for; undefined when it asks for none, for several, or for one of other content, and
 * is answered with all of it.
 * @param size of the content, in bytes
 * @throws Problem 416 when there is nothing in the range
 */
export function rangeOf(conditions: RangeConditions, etag: string, size: number): Range | undefined {
  const { range = "", "if-range": ifRange = etag } = conditions;
  const [, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? [];
  if (
    ifRange !== etag ||
    (first === "" && last === "") ||
    (first !== "" && last !== "" && Number(last) < Number(first))
  )
    return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  if (start >= end)
    throw new Problem(416, `The range must begin before the end, at ${size} bytes`, {
      "Content-Range": `bytes */${size}`,
    });
  return { start, end };
}
