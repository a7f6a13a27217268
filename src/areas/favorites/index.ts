/** Favorites: cards that users have starred. */
import { area } from "../../core/area";
import { operations } from "./operations";

export { createFavorite } from "./service";

export const favoritesArea = area({
  name: "favorites",
  tags: { favorites: "Cards that users have starred" },
  tables: ["user_favorites"],
  operations,
});
