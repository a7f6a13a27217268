/** /web-portals */
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { limitGuesses } from "../../http/rate-limit";
import { contextOf } from "../../http/request-context";
import { jsonText } from "../../http/responses";
import * as model from "./model";
import { publicPortal, relationOptions } from "./published";
import { changePortal, createPortal, deletePortal, listPortals, portal } from "./service";
import { portalCards } from "./visit";

/** Anybody's, for half a minute: a busy page is then mostly read from caches, and what is taken back is soon gone. */
const CACHED = "public, max-age=30";

/** Looks up a portal for a visitor, who may not try one slug after the other. */
const visit = <T>(request: Request, slug: string, lookUp: () => T) =>
  limitGuesses(contextOf(request).address, slug, lookUp);

export const operations: readonly Operation[] = [
  get(
    "/web-portals/public/{slug}",
    "A published portal",
    { permission: "public", answer: model.PublicPortal, caching: CACHED, rateLimit: "inService" },
    ({ params: { slug }, request }) => visit(request, slug, () => publicPortal(slug)),
  ),
  get(
    "/web-portals/public/{slug}/relation-options",
    "The cards of a type to which cards of a published portal are related",
    {
      permission: "public",
      query: model.OptionsQuery,
      answer: model.RelationOption.array(),
      caching: CACHED,
      description: "By name; the first ten thousand.",
      rateLimit: "inService",
    },
    ({ params: { slug }, query, set, request }) => {
      const options = visit(request, slug, () => relationOptions(slug, query.type_key));
      return slice(options, query, set);
    },
  ),
  get(
    "/web-portals/public/{slug}/cards",
    "A page of the cards that a published portal shows",
    {
      permission: "public",
      query: model.PortalCardsQuery,
      answer: model.PortalCardPage,
      caching: CACHED,
      description: "A filter that can't be read is left out.",
      rateLimit: "inService",
    },
    ({ params: { slug }, query, request }) => jsonText(visit(request, slug, () => portalCards(slug, query))),
  ),
  get(
    "/web-portals",
    "The portals, newest first",
    { permission: "web_portals.manage", query: model.PortalQuery, answer: model.WebPortal.array() },
    ({ query, set }) => slice(listPortals(), query, set),
  ),
  post(
    "/web-portals",
    "Make a portal",
    { permission: "web_portals.manage", body: model.NewWebPortal, answer: model.WebPortal, status: 201 },
    ({ body, actor }) => createPortal(actor, body),
  ),
  get(
    "/web-portals/{portal_id}",
    "A portal, published or not",
    { permission: "web_portals.manage", answer: model.WebPortal },
    ({ params }) => portal(params.portal_id),
  ),
  patch(
    "/web-portals/{portal_id}",
    "Change what is given of a portal; publish it, or take it back",
    { permission: "web_portals.manage", body: model.WebPortalChanges, answer: model.WebPortal },
    ({ params, body, actor }) => changePortal(actor, params.portal_id, body),
  ),
  del("/web-portals/{portal_id}", "Delete a portal", { permission: "web_portals.manage" }, ({ params, actor }) =>
    deletePortal(actor, params.portal_id),
  ),
];
