/** The state of the inventory, which the address carries. */

import { neededFields } from "../../cards/columns";
import type { CardListing } from "../../cards/list";
import { defaultColumns, type ListedField, useListedFields } from "../../cards/listed-fields";
import { type Filter, formatFilter, parseFilter } from "../../filters/condition";
import type { Sorting } from "../../grid/column";
import { inventory } from "./page";

/** Returns the order that a text means, as in `-attributes.costTotalAnnual`. */
export function sortingOf(text: string | undefined): Sorting | undefined {
  if (!text) return undefined;
  return text.startsWith("-") ? { by: text.slice(1), isDescending: true } : { by: text, isDescending: false };
}

const textOf = ({ by, isDescending }: Sorting) => (isDescending ? `-${by}` : by);

/** Everything that the page's parts need to know and may change. */
export type InventoryState = {
  typeKey: string | undefined;
  filter: Filter;
  setFilter: (filter: Filter) => void;
  sorting: Sorting | undefined;
  setSorting: (sorting: Sorting) => void;
  /** All that could be shown. */
  fields: readonly ListedField[];
  /** The columns that are shown, in their order. */
  shown: readonly ListedField[];
  setShown: (names: readonly string[]) => void;
  listing: CardListing;
  isTimeline: boolean;
  hasFacets: boolean;
  setFacets: (isOpen: boolean) => void;
};

/** The columns of the timeline, whose axis takes the rest of the room. */
const TIMELINE = ["lifecycle"];

/** Reads the state from the address. */
export function useInventory(): InventoryState {
  const search = inventory.useSearch();
  const setSearch = inventory.useSetSearch();
  const fields = useListedFields(search.type);
  const filter = parseFilter(search.filter ?? "");
  const sorting = sortingOf(search.sort);
  const isTimeline = search.as === "timeline";
  const names = isTimeline ? TIMELINE : (search.columns?.split(",") ?? defaultColumns(fields));
  const shown = names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  return {
    typeKey: search.type,
    filter,
    setFilter: (next) => setSearch({ filter: formatFilter(next) || undefined }, { replace: true }),
    sorting,
    setSorting: (next) => setSearch({ sort: textOf(next) }, { replace: true }),
    fields,
    shown,
    setShown: (next) => setSearch({ columns: next.join(",") }, { replace: true }),
    listing: { type: search.type, filter, sorting, fields: neededFields(shown) },
    isTimeline,
    hasFacets: search.facets === true,
    setFacets: (isOpen) => setSearch({ facets: isOpen || undefined }, { replace: true }),
  };
}

/** Has no end in common with anything that is typed. */
const isFilterable = ({ kind }: ListedField) => kind !== "text";

/** Facets of one request. */
const MAX_FACETS = 20;

/** Returns the facets that the heads and the panel need. */
export function facetsOf({ shown, fields, hasFacets }: InventoryState): string[] {
  const wanted = (hasFacets ? fields.filter(isFilterable) : shown).flatMap(
    ({ facet, histogram }) => histogram ?? facet ?? [],
  );
  const subtypes = fields.some(({ name }) => name === "subtype") ? ["subtype"] : [];
  return [...new Set([...subtypes, ...wanted])].slice(0, MAX_FACETS);
}

/** Returns the names of the sums in the foot. */
export function totalsOf({ fields }: InventoryState): string[] {
  const cost = fields.find(({ kind }) => kind === "cost")?.name;
  return [...(cost ? [cost] : []), "data_quality", ...responsibleOf(fields)];
}

/** Returns the role of whoever is responsible, by which the foot counts what has nobody. */
export const responsibleOf = (fields: readonly ListedField[]): string[] =>
  fields.some(({ name }) => name === "stakeholder.responsible") ? ["stakeholder.responsible"] : [];
