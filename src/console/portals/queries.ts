/** Portals: as they are built, and as anybody reads them. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Portal = Omit<Schemas["WebPortal"], "filters" | "card_config"> & {
  filters: PortalFilters | null;
  card_config: CardConfig | null;
};

/** The cards of a type that a portal shows. */
export type PortalFilters = {
  subtypes?: string[] | null;
  tag_ids?: string[] | null;
  approval_statuses?: string[] | null;
  /** The values that cards have one of, by the keys of attributes. */
  attributes?: Record<string, string[]> | null;
};

type Toggle = { card: boolean; detail: boolean };

/** The parts of a card that a portal shows in its list, and in the detail. */
export type CardConfig = { toggles?: Record<string, Toggle>; show_logo?: boolean };

export type PublicPortal = Omit<Schemas["PublicPortal"], "card_config"> & { card_config: CardConfig | null };

/** The portals, newest first. */
export const portalsQuery = query(
  ["portals", "list"],
  ["web_portal."],
  ({ signal }) => answered(api.GET("/api/v1/web-portals", { signal })) as unknown as Promise<Portal[]>,
);

/** Returns a published portal. */
export const publicPortalQuery = (slug: string) =>
  query(
    ["portals", "public", slug],
    [],
    ({ signal }) =>
      answered(
        api.GET("/api/v1/web-portals/public/{slug}", { signal, params: { path: { slug } } }),
      ) as unknown as Promise<PublicPortal>,
  );

/** Cards of a page of a portal. */
export const PAGE_SIZE = 24;

export type CardsFilter = {
  search?: string;
  subtype?: string;
  tag_ids?: string;
  attr_filters?: string;
  relation_filters?: string;
  page?: number;
};

/** Returns the cards of a type that cards of a published portal are related to. */
export const relatedCardsQuery = (slug: string, type_key: string) =>
  query(["portals", "related", slug, type_key], [], ({ signal }) =>
    answered(
      api.GET("/api/v1/web-portals/public/{slug}/relation-options", {
        signal,
        params: { path: { slug }, query: { type_key } },
      }),
    ),
  );

/** Returns a page of the cards that a published portal shows. */
export const portalCardsQuery = (slug: string, filter: CardsFilter) =>
  query(["portals", "public", slug, "cards", filter], [], ({ signal }) =>
    answered(
      api.GET("/api/v1/web-portals/public/{slug}/cards", {
        signal,
        params: { path: { slug }, query: { ...filter, page_size: PAGE_SIZE } },
      }),
    ),
  );
