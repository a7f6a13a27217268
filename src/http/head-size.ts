/** The size of a request's head: its first line and its headers. */
import http from "node:http";
import { Problem, problemResponse } from "./errors";

const KB = 1024;
/** The largest head, in bytes. */
const LARGEST_HEAD = 16 * KB;
/** The bytes of a head that the runtime reads; it refuses a larger one without a body. */
const MAX_READ = 4 * LARGEST_HEAD;
/** The bytes around a header's name and value. */
const SEPARATORS = ": \r\n".length;

/**
 * Has the runtime read somewhat larger heads than are accepted, so that `isHeadTooLarge` can be reported to the
 * client.
 */
export function raiseHeadLimit(): void {
  // Declared as a constant, but the runtime reads it for every server.
  Object.assign(http, { maxHeaderSize: MAX_READ });
}

/** Checks whether the head of a request, with these headers, is larger than accepted. */
export function isHeadTooLarge(url: string, headers: Readonly<Record<string, string>>): boolean {
  let size = url.length;
  for (const name in headers) size += name.length + (headers[name] as string).length + SEPARATORS;
  return size > LARGEST_HEAD;
}

/** Returns the response to a request whose head is too large. */
export const headTooLarge = (): Response =>
  problemResponse(new Problem(431, `The head of a request must not be larger than ${LARGEST_HEAD} bytes`));
