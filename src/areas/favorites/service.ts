/** The favorites of a user. */
import { and, desc, eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import { found } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { requireCard } from "../cards";
import type { AlreadyFavorited, Favorite } from "./model";

const { cards, favorites } = tables;
const columns = { id: favorites.id, card_id: favorites.card_id, created_at: favorites.created_at };

/** Lists a user's favorites, newest first; with `type` those of that card type. Archived cards are included. */
export function listFavorites(userId: string, type?: string): Favorite[] {
  return db
    .select(columns)
    .from(favorites)
    .innerJoin(cards, eq(cards.id, favorites.card_id))
    .where(and(eq(favorites.user_id, userId), type ? eq(cards.type, type) : undefined))
    .orderBy(desc(favorites.created_at), desc(favorites.id))
    .all();
}

/**
 * Creates a favorite unless it exists.
 * @throws Problem 404 when there is no such card
 */
export function createFavorite(userId: string, cardId: string): Favorite | AlreadyFavorited {
  return transaction(() => {
    requireCard(cardId);
    const created = db
      .insert(favorites)
      .values({ id: newId(), user_id: userId, card_id: cardId, created_at: now() })
      .onConflictDoNothing()
      .returning(columns)
      .get();
    return created ?? { status: "already_favorited" };
  });
}

/**
 * Deletes a favorite.
 * @throws Problem 404
 */
export function deleteFavorite(userId: string, cardId: string): void {
  transaction(() => {
    found(
      db
        .delete(favorites)
        .where(and(eq(favorites.user_id, userId), eq(favorites.card_id, cardId)))
        .returning({ id: favorites.id })
        .get(),
      "Favorite",
    );
  });
}
