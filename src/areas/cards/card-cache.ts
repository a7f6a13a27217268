/**
 * The finished JSON of cards, cached in memory up to a limit. Two buffers take turns: cards are cached in one;
 * when it is full, the content of the other is forgotten, and that one is filled. A card that is used from the
 * older one is copied into the newer.
 */
import { type Sources, watchRows } from "../../../db";

/** The facts about a card's JSON in addition to its bytes. */
export type About = {
  seq: number;
  id: string;
  type: string;
  updatedAt: string;
  /** The keys that were left out; undefined when the JSON is whole. */
  without: readonly string[] | undefined;
  /** True when the card has any of these keys. */
  hides: boolean;
};

/** A card's JSON as bytes in a buffer. */
export type FinishedCard = About & { buffer: Buffer<ArrayBuffer>; start: number; end: number };

/** The tables that the JSON of a card is read from. */
export const CARD_SOURCES: Sources = {
  rows: { cards: "id", card_tags: "card_id", stakeholders: "card_id" },
  shared: {
    users: ["display_name", "email"],
    tags: ["name", "color", "sort_order", "tag_group_id"],
    tag_groups: ["name"],
  },
};

/** Bytes of each of the two buffers: some seven thousand cards. */
const HALF = 8 * 1024 * 1024;

type Generation = {
  buffer: Buffer<ArrayBuffer> | undefined;
  used: number;
  cards: Map<number, FinishedCard>;
  numbers: Map<string, number>;
};

const empty = (): Generation => ({ buffer: undefined, used: 0, cards: new Map(), numbers: new Map() });
let newer = empty();
let older = empty();

/** Whole cards and those without their costs are cached next to one another. */
const keyOf = (seq: number, whole: boolean) => 2 * seq + (whole ? 0 : 1);

function clear(generation: Generation): void {
  generation.used = 0;
  generation.cards.clear();
  generation.numbers.clear();
}

function forget(id?: string): void {
  for (const generation of [newer, older]) {
    if (id === undefined) {
      clear(generation);
      continue;
    }
    const seq = generation.numbers.get(id);
    if (seq === undefined) continue;
    generation.numbers.delete(id);
    for (const whole of [true, false]) generation.cards.delete(keyOf(seq, whole));
  }
}

/**
 * Forgets the cards that have changed; returns whether cards may be cached, and cached ones be used, at this
 * moment.
 */
export const mayCacheCards = watchRows("cards", CARD_SOURCES, forget);

/** Returns the number (`seq`) of a card that is cached. */
export const cachedNumber = (id: string): number | undefined => newer.numbers.get(id) ?? older.numbers.get(id);

/** Returns a cached card; it is valid until the next one is cached. */
export function cachedCard(seq: number, whole: boolean): FinishedCard | undefined {
  const key = keyOf(seq, whole);
  return newer.cards.get(key) ?? older.cards.get(key);
}

/** Caches cards, or extends the life of those that are cached already. */
export function cacheCards(cards: readonly FinishedCard[]): void {
  for (const card of cards) {
    const key = keyOf(card.seq, card.without === undefined);
    const isCached = card.buffer === newer.buffer || card.buffer === older.buffer;
    // Making room for another card may have emptied the buffer that this one is in.
    if (!isCached || older.cards.get(key) === card) keep(key, card);
  }
}

function keep(key: number, card: FinishedCard): void {
  const size = card.end - card.start;
  if (size > HALF) return;
  const bytes = card.buffer.subarray(card.start, card.end);
  if (newer.used + size > HALF) {
    [newer, older] = [older, newer];
    clear(newer);
  }
  const start = newer.used;
  const buffer = (newer.buffer ??= Buffer.allocUnsafeSlow(HALF));
  buffer.set(bytes, start);
  newer.used += size;
  older.cards.delete(key);
  newer.cards.set(key, { ...card, buffer, start, end: newer.used });
  newer.numbers.set(card.id, card.seq);
}
