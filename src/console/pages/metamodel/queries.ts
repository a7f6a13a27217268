/** The metamodel as administrators read it: what is hidden too, and what a removal would take along. */
import { answered, api, everyPage, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type CardType = Schemas["CardType"];
export type Field = Schemas["TypeField"];
export type FieldOption = Schemas["FieldOption"];
export type Section = Schemas["TypeSection"];
export type Subtype = Schemas["Subtype"];
export type RelationType = Schemas["RelationType"];
export type StakeholderRole = Schemas["StakeholderRole"];

const EVENTS = ["metamodel."];
/** The events that change how much there is of something. */
const COUNTED = ["metamodel.", "card.", "relation."];
const SIZE = 200;

/** Reads all types, hidden ones too. */
export const allTypesQuery = query(["metamodel", "all-types"], EVENTS, ({ signal }) =>
  everyPage(
    (page) =>
      answered(
        api.GET("/api/v1/metamodel/types", {
          signal,
          params: { query: { include_hidden: true, page, page_size: SIZE } },
        }),
      ),
    SIZE,
  ),
);

/** Reads all relation types, hidden ones too. */
export const allRelationTypesQuery = query(["metamodel", "all-relation-types"], EVENTS, ({ signal }) =>
  everyPage(
    (page) =>
      answered(
        api.GET("/api/v1/metamodel/relation-types", {
          signal,
          params: { query: { include_hidden: true, page, page_size: SIZE } },
        }),
      ),
    SIZE,
  ),
);

/** Reads how many cards have each field and each option of a type. */
export const usageQuery = (key: string) =>
  query(["metamodel-usage", key], COUNTED, ({ signal }) =>
    answered(api.GET("/api/v1/metamodel/types/{key}/usage", { signal, params: { path: { key } } })),
  );

/** Reads how many cards of a type there are of each subtype. */
export const subtypeUsageQuery = (type: string) =>
  query(["metamodel-usage", "subtypes", type], COUNTED, async ({ signal }) => {
    const { facets } = await answered(
      api.GET("/api/v1/cards", { signal, params: { query: { type, facets: "subtype", page_size: 1 } } }),
    );
    return new Map(facets?.["subtype"]?.map(({ value, count }) => [String(value), count]));
  });

/** Reads what the removal of a field, or of one of its options, would touch. */
export const fieldImpactQuery = (key: string, field_key: string, option_key?: string) =>
  query(["metamodel-usage", "impact", key, field_key, option_key], COUNTED, ({ signal }) =>
    answered(
      api.GET("/api/v1/metamodel/types/{key}/impact", {
        signal,
        params: { path: { key }, query: { field_key, option_key } },
      }),
    ),
  );

/** Reads how many cards have one of some fields. */
export const sectionUsageQuery = (key: string, keys: readonly string[]) =>
  query(["metamodel-usage", "section", key, keys], COUNTED, ({ signal }) =>
    answered(
      api.GET("/api/v1/metamodel/types/{key}/section-usage", {
        signal,
        params: { path: { key }, query: { field_keys: keys.join(",") } },
      }),
    ),
  );

/** Reads what the deletion of a type would do. */
export const typeImpactQuery = (key: string) =>
  query(["metamodel-usage", "type", key], COUNTED, ({ signal }) =>
    answered(api.GET("/api/v1/metamodel/types/{key}/deletion-impact", { signal, params: { path: { key } } })),
  );

/** Reads what the deletion of a relation type would do. */
export const relationImpactQuery = (key: string) =>
  query(["metamodel-usage", "relation-type", key], COUNTED, ({ signal }) =>
    answered(api.GET("/api/v1/metamodel/relation-types/{key}/deletion-impact", { signal, params: { path: { key } } })),
  );

/** Reads the roles on cards of a type, archived ones too. */
export const rolesOfTypeQuery = (type_key: string) =>
  query(["metamodel-roles", type_key], ["stakeholder_role.", "metamodel."], ({ signal }) =>
    answered(
      api.GET("/api/v1/metamodel/types/{type_key}/stakeholder-roles", {
        signal,
        params: { path: { type_key }, query: { include_archived: true } },
      }),
    ),
  );
