/** /web-portals */
import { Elysia } from "elysia";
import { z } from "zod";
import { guard } from "../../core/access/guard";
import { answerVersion, ReadConditions, versionedAnswers } from "../../http/etags";
import { slice } from "../../http/pagination";
import { guarded } from "../../http/rate-limit";
import { contextOf } from "../../http/request-context";
import { answers, created, noContent } from "../../http/responses";
import {
  NewWebPortal,
  OptionsQuery,
  PortalCardPage,
  PortalCardsQuery,
  PortalParams,
  PortalQuery,
  PublicPortal,
  RelationOption,
  SlugParams,
  WebPortal,
  WebPortalChanges,
} from "./model";
import { publicPortal, relationOptions } from "./published";
import { changePortal, createPortal, deletePortal, listPortals, portal } from "./service";
import { portalCards } from "./visit";

const MANAGE = { permission: "web_portals.manage" } as const;

const administration = new Elysia()
  .use(guard)
  .get("/", ({ query, set }) => slice(listPortals(), query, set), {
    ...MANAGE,
    query: PortalQuery,
    response: answers(WebPortal.array()),
    detail: { summary: "The portals, newest first" },
  })
  .post("/", ({ body, actor }) => created(createPortal(actor, body)), {
    ...MANAGE,
    body: NewWebPortal,
    response: { 201: answers(WebPortal) },
    detail: { summary: "Make a portal" },
  })
  .get("/:portal_id", ({ params }) => portal(params.portal_id), {
    ...MANAGE,
    params: PortalParams,
    response: answers(WebPortal),
    detail: { summary: "A portal, published or not" },
  })
  .patch("/:portal_id", ({ params, body, actor }) => changePortal(actor, params.portal_id, body), {
    ...MANAGE,
    params: PortalParams,
    body: WebPortalChanges,
    response: answers(WebPortal),
    detail: { summary: "Change what is given of a portal; publish it, or take it back" },
  })
  .delete(
    "/:portal_id",
    ({ params, actor }) => {
      deletePortal(actor, params.portal_id);
      return noContent();
    },
    {
      ...MANAGE,
      params: PortalParams,
      response: { 204: answers(z.undefined()) },
      detail: { summary: "Delete a portal" },
    },
  );

/** Anybody's, for half a minute: a busy page is then mostly read from caches, and what is taken back is soon gone. */
const CACHED = "public, max-age=30";

/** Looks up a portal for a visitor, who may not try one slug after the other. */
const visit = <T>(request: Request, slug: string, lookUp: () => T) => guarded(contextOf(request).address, slug, lookUp);

const visitors = new Elysia({ prefix: "/public/:slug" })
  .use(guard)
  .get(
    "/",
    ({ params: { slug }, headers, request }) =>
      answerVersion<PublicPortal>(
        visit(request, slug, () => JSON.stringify(publicPortal(slug))),
        headers,
        CACHED,
      ),
    {
      public: true,
      params: SlugParams,
      headers: ReadConditions,
      response: versionedAnswers(PublicPortal),
      detail: { summary: "A published portal", "x-rate-limited": true } as object,
    },
  )
  .get(
    "/relation-options",
    ({ params: { slug }, query, headers, set, request }) => {
      const options = visit(request, slug, () => relationOptions(slug, query.type_key));
      return answerVersion<RelationOption[]>(JSON.stringify(slice(options, query, set)), headers, CACHED);
    },
    {
      public: true,
      params: SlugParams,
      query: OptionsQuery,
      headers: ReadConditions,
      response: versionedAnswers(RelationOption.array()),
      detail: {
        summary: "The cards of a type to which cards of a published portal are related",
        description: "By name; the first ten thousand.",
        "x-rate-limited": true,
      } as object,
    },
  )
  .get(
    "/cards",
    ({ params: { slug }, query, headers, request }) =>
      answerVersion<PortalCardPage>(
        visit(request, slug, () => portalCards(slug, query)),
        headers,
        CACHED,
      ),
    {
      public: true,
      params: SlugParams,
      query: PortalCardsQuery,
      headers: ReadConditions,
      response: versionedAnswers(PortalCardPage),
      detail: {
        summary: "A page of the cards that a published portal shows",
        description: "A filter that can't be read is left out.",
        "x-rate-limited": true,
      } as object,
    },
  );

export const webPortals = new Elysia({ prefix: "/web-portals", tags: ["web-portals"] })
  .use(visitors)
  .use(administration);
