/** Stored JSON objects. */

export type JsonObject = Record<string, unknown>;

/** Parses a stored JSON object, parsed; null gives an empty object. */
export const parseObject = (text: string | null): JsonObject => (text === null ? {} : (JSON.parse(text) as JsonObject));
