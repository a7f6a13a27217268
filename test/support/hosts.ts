/** A host name that is invalid, because a label is too long; it is never looked up, so that no name server can answer. */
export const IMPOSSIBLE_HOST = `${"a".repeat(64)}.example`;
