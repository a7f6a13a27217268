/** How similar two texts are by the longest blocks that they share (Ratcliff and Obershelp). */

/** A text for comparison: its characters as code points, and how often each occurs, by its last six bits. */
export type Profile = { characters: Uint32Array; counts: Uint8Array };

const BUCKETS = 64;
/** The largest number that a bucket holds; a higher count would only weaken the estimate. */
const MOST_COUNTED = 255;

/** Prepares a text for comparison. */
export function profileOf(text: string): Profile {
  const characters = Uint32Array.from(text, (character) => character.codePointAt(0) as number);
  const counts = new Uint8Array(BUCKETS);
  for (const character of characters) {
    const bucket = character % BUCKETS;
    counts[bucket] = Math.min((counts[bucket] as number) + 1, MOST_COUNTED);
  }
  return { characters, counts };
}

/** A number that the similarity of two texts doesn't exceed, from the characters that they have in common; soon found. */
export function similarityLimit(one: Profile, other: Profile): number {
  const total = one.characters.length + other.characters.length;
  // Full buckets say nothing.
  const shorter = Math.min(one.characters.length, other.characters.length);
  if (shorter >= MOST_COUNTED) return (2 * shorter) / total;
  let common = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++)
    common += Math.min(one.counts[bucket] as number, other.counts[bucket] as number);
  return (2 * common) / total;
}

/** The similarity of two texts that are not both empty: from 0 to 1, and 1 for equal texts. */
export const similarity = (one: Profile, other: Profile): number =>
  (2 * shared(one.characters, other.characters)) / (one.characters.length + other.characters.length);

/** The characters of the longest common block, and of those to its left in both and to its right in both. */
function shared(one: Uint32Array, other: Uint32Array): number {
  if (one.length === 0 || other.length === 0) return 0;
  const { start, otherStart, length } = longestBlock(one, other);
  if (length === 0) return 0;
  const left = shared(one.subarray(0, start), other.subarray(0, otherStart));
  return length + left + shared(one.subarray(start + length), other.subarray(otherStart + length));
}

/** The lengths of the blocks that end at each place of the other text; reused, because it is needed millions of times. */
let lengths = new Uint16Array(1024);

/** The longest common block; of equally long ones the earliest in the first text, then in the other. */
function longestBlock(one: Uint32Array, other: Uint32Array) {
  if (lengths.length < other.length) lengths = new Uint16Array(2 * other.length);
  lengths.fill(0, 0, other.length);
  let [start, otherStart, length] = [0, 0, 0];
  for (let i = 0; i < one.length; i++) {
    const character = one[i];
    let diagonal = 0;
    for (let j = 0; j < other.length; j++) {
      const block = character === other[j] ? diagonal + 1 : 0;
      diagonal = lengths[j] as number;
      lengths[j] = block;
      if (block > length) [start, otherStart, length] = [i - block + 1, j - block + 1, block];
    }
  }
  return { start, otherStart, length };
}
