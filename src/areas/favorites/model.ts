/** Schemas of favorites. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Id, Instant, namedObject, Text } from "../../http/schemas";

export const Favorite = namedObject("Favorite", { id: Id, card_id: Id, created_at: Instant });
export type Favorite = z.infer<typeof Favorite>;

export const AlreadyFavorited = namedObject("AlreadyFavorited", { status: z.literal("already_favorited") });
export type AlreadyFavorited = z.infer<typeof AlreadyFavorited>;

export const FavoriteQuery = z.object({
  type: Text(100).optional().meta({ description: "Only cards of this type" }),
  ...SliceQuery,
});
