/** The diagrams that users have starred. */
import { allValues, statement, transaction } from "../../../db";
import { notFound } from "../../http/errors";
import type { FavoriteResult } from "./model";
import { requireDiagram } from "./rows";

/** Lists the diagrams that a user has starred, by their ids. */
export const listFavorites = (userId: string): string[] =>
  allValues<string>("SELECT diagram_id FROM diagram_favorites WHERE user_id = ? ORDER BY diagram_id", userId);

/**
 * Stars a diagram for a user, unless it is.
 * @throws Problem 404
 */
export function createFavorite(userId: string, id: string): FavoriteResult {
  return transaction(() => {
    requireDiagram(id);
    const { changes } = statement("INSERT OR IGNORE INTO diagram_favorites (user_id, diagram_id) VALUES (?, ?)").run(
      userId,
      id,
    );
    return changes > 0 ? { diagram_id: id } : { status: "already_favorited" };
  });
}

/**
 * Takes the star of a user off a diagram.
 * @throws Problem 404
 */
export function deleteFavorite(userId: string, id: string): void {
  transaction(() => {
    const { changes } = statement("DELETE FROM diagram_favorites WHERE user_id = ? AND diagram_id = ?").run(userId, id);
    if (changes === 0) throw notFound("Favorite");
  });
}
