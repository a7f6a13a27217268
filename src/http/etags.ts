/** ETags and conditional requests. */
import { z } from "zod";
import { encodeResult } from "./responses";
import { Text } from "./schemas";

/** Characters of a header with ETags. */
const LONGEST_HEADER = 4_000;

/** The headers of a GET that may be answered with 304. */
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

/** Returns the ETag of JSON, as text or as its bytes. */
export const etagOf = (text: string | Buffer): string => `"${Bun.hash(text).toString(36)}"`;

/** Checks whether a header lists an ETag, also as a weak one, which proxies make of it when they compress. */
export const listsEtag = (header: string, etag: string) =>
  header.split(",").some((entry) => entry.trim() === "*" || entry.trim().replace(/^W\//, "") === etag);

/** `Cache-Control` of a response that browsers cache and revalidate each time. */
export const REVALIDATED = "private, no-cache";

/**
 * Returns the result of a handler as a response with ETag and `Cache-Control`, or 304 when `ifNoneMatch` lists the ETag.
 */
export function withEtag(result: unknown, ifNoneMatch: string | undefined, cacheControl: string): Response {
  const { body, headers } = encodeResult(result);
  const etag = etagOf(body ?? "");
  const unchanged = listsEtag(ifNoneMatch ?? "", etag);
  return new Response(unchanged ? null : body, {
    status: unchanged ? 304 : 200,
    headers: {
      ...(!unchanged && { "content-type": "application/json" }),
      ...(result instanceof Response && !unchanged && headers),
      etag,
      "cache-control": cacheControl,
    },
  });
}
