/**
 * The lines of an audit export: an event as JSON, with exactly what its seal covers, its number, its seal and the seal before it.
 * So each line proves itself, and two lines show whether something is missing between them.
 */
import { z } from "zod";
import { chainHash, type HashedEvent } from "../../../db/hash-chain";

/** An event with its number, its seal, and that of the event before; an empty text for the first that was sealed. */
export type SealedEvent = HashedEvent & { seq: number; seal: string; previous_seal: string };

/** Characters of JSON beyond which it is written as a text: reading it would take the server's thread too long. */
const MAX_PARSED = 256_000;

/** Checks whether a reader that parses a JSON text and writes it again gets the same text, as the seal needs it. */
function isStable(text: string): boolean {
  if (text.length > MAX_PARSED || !text.startsWith("{")) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

/** Returns stored JSON as a part of a line: an object where that is exact, else its text. */
const embedded = (text: string | null) => (text !== null && isStable(text) ? text : JSON.stringify(text));

/** Returns the line of an event, without its end. */
export function lineOf(event: SealedEvent): string {
  const { seq, id, event_type, created_at, author_id, entity_id, data, undo, previous_seal, seal } = event;
  const head = JSON.stringify({ seq, id, event_type, created_at, author_id, entity_id }).slice(0, -1);
  const tail = JSON.stringify({ previous_seal, seal }).slice(1);
  return `${head},"data":${embedded(data)},"undo":${embedded(undo)},${tail}`;
}

const seal = z.string().regex(/^[0-9a-f]{64}$/);
/** JSON as the seal covers it: the text of an object, or a text as it is. */
const stored = z.union([
  z.string(),
  z
    .custom<object>((value) => typeof value === "object" && value !== null && !Array.isArray(value))
    .transform((value) => JSON.stringify(value)),
]);

const Line = z.strictObject({
  seq: z.int().positive(),
  id: z.string(),
  event_type: z.string(),
  created_at: z.string(),
  author_id: z.string().nullable(),
  entity_id: z.string().nullable(),
  data: stored.nullable(),
  undo: stored.nullable(),
  previous_seal: z.union([seal, z.literal("")]),
  seal,
});

/** The beginning of each line. */
export const BEGINNING = '{"seq":';

/** Returns the event of a line; undefined when it is none. Text that a log has put before the event is passed over. */
export function readLine(line: string): SealedEvent | undefined {
  const start = line.indexOf(BEGINNING);
  if (start < 0) return undefined;
  try {
    return Line.safeParse(JSON.parse(line.slice(start))).data;
  } catch {
    return undefined;
  }
}

/** Checks whether the seal of a line is that of its content and of the seal before. */
export const isSealed = (event: SealedEvent): boolean => chainHash(event.previous_seal, event) === event.seal;
