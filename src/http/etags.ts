/** Versions of what is read (strong ETags), and the conditions that requests put on them. */
import { z } from "zod";
import { Problem } from "./errors";
import { answers } from "./responses";
import { Text } from "./schemas";

/** Entity tags in one header, and their length together. */
const LONGEST_HEADER = 4_000;

/** The headers of a read that may be answered with 304. */
export const ReadConditions = z.object({
  "if-none-match": Text(LONGEST_HEADER)
    .optional()
    .meta({ description: "The ETag of an earlier answer: 304 when nothing has changed since" }),
});

/** The headers of a change that may be refused with 412. */
export const ChangeConditions = z.object({
  "if-match": Text(LONGEST_HEADER)
    .optional()
    .meta({ description: "The ETag of what was read: 412 when it has changed since" }),
});

/** Declares the answers of a read with `ReadConditions`: what was read, or that it hasn't changed. */
export const versionedAnswers = <T extends z.ZodType>(schema: T) => ({
  200: answers(schema, "ETag"),
  304: answers(z.undefined(), "ETag"),
});

/** The ETag of an answer's JSON text. */
export const etagOf = (text: string): string => `"${Bun.hash(text).toString(36)}"`;

/** Whether a header names an ETag. A proxy that compresses may have made it weak; it is still the same version. */
const names = (header: string, etag: string) =>
  header.split(",").some((entry) => entry.trim() === "*" || entry.trim().replace(/^W\//, "") === etag);

/** A browser may cache it, but must revalidate it each time. */
const OWN = "private, no-cache";

/**
 * Answers with JSON text and its ETag, or with 304 when the request has that version already.
 * `T` is the shape that the text promises.
 * @param caching the `Cache-Control` of the answer
 */
export function answerVersion<T>(text: string, headers: z.infer<typeof ReadConditions>, caching = OWN): T {
  const etag = etagOf(text);
  const unchanged = names(headers["if-none-match"] ?? "", etag);
  return new Response(unchanged ? null : text, {
    status: unchanged ? 304 : 200,
    headers: { etag, "cache-control": caching, ...(!unchanged && { "content-type": "application/json" }) },
  }) as unknown as T;
}

/**
 * Refuses a change that was made to another version than the present one.
 * @param asked the header If-Match, if there is one
 * @param etag the version of what would be changed
 * @throws Problem 412
 */
export function requireEtag(asked: string | undefined, etag: string): void {
  if (asked !== undefined && !names(asked, etag))
    throw new Problem(412, "It has changed since it was read: read it again and repeat the change", { ETag: etag });
}

/**
 * As `requireEtag`, for what is versioned by its JSON text.
 * @param text the JSON text of what would be changed
 * @throws Problem 412
 */
export const requireVersion = (asked: string | undefined, text: string): void => requireEtag(asked, etagOf(text));
