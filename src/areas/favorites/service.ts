/** Stars on cards: each user's own. */
import { and, desc, eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import { notFound } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { Favorite } from "./model";

const { cards, favorites } = tables;
const wire = { id: favorites.id, card_id: favorites.card_id, created_at: favorites.created_at };

/** A user's stars, newest first; with `type` those on cards of that type, archived ones included. */
export function listFavorites(userId: string, type?: string): Favorite[] {
  const own = eq(favorites.user_id, userId);
  return db
    .select(wire)
    .from(favorites)
    .innerJoin(cards, eq(cards.id, favorites.card_id))
    .where(type ? and(own, eq(cards.type, type)) : own)
    .orderBy(desc(favorites.created_at), desc(favorites.id))
    .all();
}

/**
 * Stars a card; starring it again changes nothing.
 * @throws Problem 404 when there is no such card
 */
export function addFavorite(userId: string, cardId: string): Favorite | { status: "already_favorited" } {
  return transaction(() => {
    if (!db.select({ id: cards.id }).from(cards).where(eq(cards.id, cardId)).get()) throw notFound("Card");
    const made = db
      .insert(favorites)
      .values({ id: newId(), user_id: userId, card_id: cardId, created_at: now() })
      .onConflictDoNothing()
      .returning(wire)
      .get();
    return made ?? { status: "already_favorited" as const };
  });
}

/**
 * Takes a star away.
 * @throws Problem 404 when there is none
 */
export function removeFavorite(userId: string, cardId: string): void {
  transaction(() => {
    const gone = db
      .delete(favorites)
      .where(and(eq(favorites.user_id, userId), eq(favorites.card_id, cardId)))
      .returning({ id: favorites.id })
      .get();
    if (!gone) throw notFound("Favorite");
  });
}
