/** Says how similar two texts are by the longest blocks that they share (Ratcliff and Obershelp). */

/** A text for comparison. */
export type Profile = {
  /** Its characters as code points. */
  characters: Uint32Array;
  /** The places of each among the first 32 characters, as bits; characters with the same last six bits count as one. */
  places: Uint32Array;
};

const KINDS = 64;
const MAX_PLACES = 32;

/** Prepares a text for comparison. */
export function profileOf(text: string): Profile {
  const characters = Uint32Array.from(text, (character) => character.codePointAt(0) as number);
  const places = new Uint32Array(KINDS);
  for (const [place, character] of characters.subarray(0, MAX_PLACES).entries()) {
    const kind = character % KINDS;
    places[kind] = (places[kind] as number) | (1 << place);
  }
  return { characters, places };
}

/**
 * Returns a number that the similarity of two texts doesn't exceed, found in a fraction of the time: the characters of
 * shared blocks are a common subsequence, and the length of the longest one is found bit by bit in parallel (Hyyrö).
 */
export function similarityLimit({ characters: one }: Profile, { characters: other, places }: Profile): number {
  let unused = -1;
  for (let i = 0; i < one.length; i++) {
    const fitting = unused & (places[(one[i] as number) % KINDS] as number);
    unused = (unused + fitting) | (unused - fitting);
  }
  const common = bitsOf(~unused) + Math.max(other.length - MAX_PLACES, 0);
  return (2 * Math.min(common, one.length)) / (one.length + other.length);
}

/** Says how many bits are set in an integer of 32 bits. */
function bitsOf(integer: number): number {
  const pairs = integer - ((integer >>> 1) & 0x5555_5555);
  const nibbles = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Returns the similarity of two texts that are not both empty: from 0 to 1, and 1 for equal texts. */
export function similarity({ characters: one }: Profile, { characters: other }: Profile): number {
  if (lengths.length < other.length) lengths = new Uint16Array(2 * other.length);
  return (2 * shared(one, 0, one.length, other, 0, other.length)) / (one.length + other.length);
}

/** The lengths of the blocks that end at each place of the other text; cached, because it is needed millions of times. */
let lengths = new Uint16Array(1024);

/**
 * Returns the characters of the longest common block of two parts, and of those to its left in both and to its right in
 * both. Of equally long blocks the earliest in the first text counts, then in the other.
 */
function shared(
  one: Uint32Array,
  from: number,
  to: number,
  other: Uint32Array,
  otherFrom: number,
  otherTo: number,
): number {
  if (from >= to || otherFrom >= otherTo) return 0;
  let end = 0;
  let otherEnd = 0;
  let length = 0;
  lengths.fill(0, otherFrom, otherTo);
  for (let i = from; i < to; i++) {
    const character = one[i];
    let diagonal = 0;
    for (let j = otherFrom; j < otherTo; j++) {
      const block = character === other[j] ? diagonal + 1 : 0;
      diagonal = lengths[j] as number;
      lengths[j] = block;
      if (block > length) [end, otherEnd, length] = [i + 1, j + 1, block];
    }
  }
  if (length === 0) return 0;
  const left = shared(one, from, end - length, other, otherFrom, otherEnd - length);
  return length + left + shared(one, end, to, other, otherEnd, otherTo);
}
