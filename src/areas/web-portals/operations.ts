/** /web-portals */
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { jsonText } from "../../http/responses";
import * as model from "./model";
import { listPortalCards } from "./portal-cards";
import { admitVisitor, publicPortal } from "./public-portal";
import { listRelationOptions } from "./relation-options";
import * as service from "./service";

/** Public, and cached for half a minute: caches serve busy pages, and what is withdrawn soon disappears. */
const CACHED = { caching: "public, max-age=30", rateLimit: "inService" } as const;
const PUBLIC = { permission: "public", admits: admitVisitor, ...CACHED } as const;
const READ = { operationId: "getPublicWebPortal", ...PUBLIC, answer: model.PublicPortal } as const;
const OPTIONS = {
  ...PUBLIC,
  readsMuch: true,
  query: model.OptionsQuery,
  answer: model.RelationOption.array(),
} as const;
const CARDS = { ...PUBLIC, readsMuch: true, query: model.PortalCardsQuery, answer: model.PortalCardPage } as const;
const MANAGE = { permission: "web_portals.manage" } as const;
const LIST = { ...MANAGE, query: model.PortalQuery, answer: model.WebPortal.array() } as const;
const FIND = { ...MANAGE, answer: model.WebPortal } as const;
const CREATE = { ...MANAGE, body: model.NewWebPortal, answer: model.WebPortal, status: 201 } as const;
const UPDATE = { ...MANAGE, body: model.WebPortalChanges, answer: model.WebPortal } as const;

export const operations: readonly Operation[] = [
  get("/web-portals/public/{slug}", "A published portal", READ, ({ params: { slug } }) => publicPortal(slug)),
  get(
    "/web-portals/public/{slug}/relation-options",
    "The cards of a type to which cards of a published portal are related",
    { operationId: "listPublicWebPortalRelationOptions", ...OPTIONS, description: "By name; the first ten thousand." },
    ({ params: { slug }, query, set }) => slice(listRelationOptions(slug, query.type_key), query, set),
  ),
  get(
    "/web-portals/public/{slug}/cards",
    "A page of the cards that a published portal shows",
    { operationId: "listPublicWebPortalCards", ...CARDS, description: "A filter that can't be read is left out." },
    ({ params: { slug }, query }) => jsonText(listPortalCards(slug, query)),
  ),
  get("/web-portals", "The portals, newest first", LIST, ({ query, set }) => slice(service.listPortals(), query, set)),
  post("/web-portals", "Make a portal", CREATE, ({ body, actor }) => service.createPortal(actor, body)),
  get("/web-portals/{portal_id}", "A portal, published or not", { ...FIND, versioned: true }, ({ params }) =>
    service.requirePortal(params.portal_id),
  ),
  patch(
    "/web-portals/{portal_id}",
    "Change what is given of a portal; publish it, or take it back",
    { ...UPDATE, current: ({ params }) => service.requirePortal(params.portal_id) },
    ({ params, body, actor }) => service.updatePortal(actor, params.portal_id, body),
  ),
  del("/web-portals/{portal_id}", "Delete a portal", MANAGE, ({ params, actor }) =>
    service.deletePortal(actor, params.portal_id),
  ),
];
