/** Schemas of favorites. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Id, Instant, Text } from "../../http/schemas";

export const Favorite = z.object({ id: Id, card_id: Id, created_at: Instant }).meta({ id: "Favorite" });
export type Favorite = z.infer<typeof Favorite>;

export const AlreadyFavorited = z.object({ status: z.literal("already_favorited") }).meta({ id: "AlreadyFavorited" });
export type AlreadyFavorited = z.infer<typeof AlreadyFavorited>;

export const FavoriteQuery = z.object({
  type: Text(100).optional().meta({ description: "Only cards of this type" }),
  ...SliceQuery,
});
