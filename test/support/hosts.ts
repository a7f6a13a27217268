/** Names of machines. */

/**
 * A name that no machine can have: a part of it is too long. No name server is asked for it, and some make up an address
 * for every name that they are asked for.
 */
export const IMPOSSIBLE_HOST = `${"a".repeat(64)}.example`;
