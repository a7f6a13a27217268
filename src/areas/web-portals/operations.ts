/** /web-portals */
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { guarded } from "../../http/rate-limit";
import { contextOf } from "../../http/request-context";
import { jsonText } from "../../http/responses";
import * as model from "./model";
import { listPortalCards } from "./portal-cards";
import { publicPortal } from "./public-portal";
import { listRelationOptions } from "./relation-options";
import { createPortal, deletePortal, listPortals, requirePortal, updatePortal } from "./service";

/** Public, and cached for half a minute: caches serve busy pages, and what is withdrawn soon disappears. */
const PUBLIC = { permission: "public", caching: "public, max-age=30", rateLimit: "inService" } as const;
const MANAGE = { permission: "web_portals.manage" } as const;

/** Looks up a portal for a visitor, with a limit on how many slugs one can try. */
const visit = <T>(request: Request, slug: string, lookUp: () => T) => guarded(contextOf(request).address, slug, lookUp);

export const operations: readonly Operation[] = [
  get(
    "/web-portals/public/{slug}",
    "A published portal",
    { ...PUBLIC, answer: model.PublicPortal },
    ({ params: { slug }, request }) => visit(request, slug, () => publicPortal(slug)),
  ),
  get(
    "/web-portals/public/{slug}/relation-options",
    "The cards of a type to which cards of a published portal are related",
    {
      ...PUBLIC,
      query: model.OptionsQuery,
      answer: model.RelationOption.array(),
      description: "By name; the first ten thousand.",
    },
    ({ params: { slug }, query, set, request }) =>
      slice(
        visit(request, slug, () => listRelationOptions(slug, query.type_key)),
        query,
        set,
      ),
  ),
  get(
    "/web-portals/public/{slug}/cards",
    "A page of the cards that a published portal shows",
    {
      ...PUBLIC,
      query: model.PortalCardsQuery,
      answer: model.PortalCardPage,
      description: "A filter that can't be read is left out.",
    },
    ({ params: { slug }, query, request }) => jsonText(visit(request, slug, () => listPortalCards(slug, query))),
  ),
  get(
    "/web-portals",
    "The portals, newest first",
    { ...MANAGE, query: model.PortalQuery, answer: model.WebPortal.array() },
    ({ query, set }) => slice(listPortals(), query, set),
  ),
  post(
    "/web-portals",
    "Make a portal",
    { ...MANAGE, body: model.NewWebPortal, answer: model.WebPortal, status: 201 },
    ({ body, actor }) => createPortal(actor, body),
  ),
  get("/web-portals/{portal_id}", "A portal, published or not", { ...MANAGE, answer: model.WebPortal }, ({ params }) =>
    requirePortal(params.portal_id),
  ),
  patch(
    "/web-portals/{portal_id}",
    "Change what is given of a portal; publish it, or take it back",
    { ...MANAGE, body: model.WebPortalChanges, answer: model.WebPortal },
    ({ params, body, actor }) => updatePortal(actor, params.portal_id, body),
  ),
  del("/web-portals/{portal_id}", "Delete a portal", MANAGE, ({ params, actor }) =>
    deletePortal(actor, params.portal_id),
  ),
];
