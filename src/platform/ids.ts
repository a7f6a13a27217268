/** Identifiers. */

/** Creates a new UUIDv7; ids sort by creation, also within a millisecond. */
export const newId = (): string => Bun.randomUUIDv7();

const hexadecimal = /^[0-9a-f]{32}$/;
const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Parses a UUID in canonical form; undefined for other text. Upper case, braces, `urn:uuid:` and missing hyphens are
 * accepted.
 */
export function parseUuid(text: string): string | undefined {
  if (canonical.test(text)) return text;
  if (text.length > 50) return undefined;
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, "")
    .replace(/^\{(.*)\}$/, "$1")
    .replaceAll("-", "");
  if (!hexadecimal.test(bare)) return undefined;
  return `${bare.slice(0, 8)}-${bare.slice(8, 12)}-${bare.slice(12, 16)}-${bare.slice(16, 20)}-${bare.slice(20)}`;
}
