/** /favorites */
import { z } from "zod";
import { del, get, type Operation, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import * as model from "./model";
import { createFavorite, deleteFavorite, listFavorites } from "./service";

export const operations: readonly Operation[] = [
  get(
    "/favorites",
    "The caller's stars",
    { permission: "auth", query: model.FavoriteQuery, answer: model.Favorite.array() },
    ({ query, actor, set }) => slice(listFavorites(actor.userId, query.type), query, set),
  ),
  post(
    "/favorites/{card_id}",
    "Star a card",
    { permission: "auth", answer: z.union([model.Favorite, model.AlreadyFavorited]), status: 201 },
    ({ params, actor }) => createFavorite(actor.userId, params.card_id),
  ),
  del("/favorites/{card_id}", "Take the star off a card", { permission: "auth" }, ({ params, actor }) =>
    deleteFavorite(actor.userId, params.card_id),
  ),
];
