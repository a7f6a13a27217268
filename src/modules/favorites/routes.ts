/** /favorites */
import { Elysia } from "elysia";
import { z } from "zod";
import { guard } from "../../core/access/guard";
import { slice } from "../../http/pagination";
import { answers, created, noContent } from "../../http/responses";
import { AlreadyFavorited, Favorite, FavoriteParams, FavoriteQuery } from "./model";
import { addFavorite, listFavorites, removeFavorite } from "./service";

export const favorites = new Elysia({ prefix: "/favorites", tags: ["favorites"] })
  .use(guard)
  .get("/", ({ query, actor, set }) => slice(listFavorites(actor.userId, query.type), query, set), {
    permission: "auth",
    query: FavoriteQuery,
    response: answers(Favorite.array()),
    detail: { summary: "The caller's stars" },
  })
  .post("/:card_id", ({ params, actor }) => created(addFavorite(actor.userId, params.card_id)), {
    permission: "auth",
    params: FavoriteParams,
    response: { 201: answers(z.union([Favorite, AlreadyFavorited])) },
    detail: { summary: "Star a card" },
  })
  .delete(
    "/:card_id",
    ({ params, actor }) => {
      removeFavorite(actor.userId, params.card_id);
      return noContent();
    },
    {
      permission: "auth",
      params: FavoriteParams,
      response: { 204: answers(z.undefined()) },
      detail: { summary: "Take the star off a card" },
    },
  );
