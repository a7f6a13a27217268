/** The state of the inventory, which the address carries. */

import { neededFields } from "../../cards/columns";
import { type FoldState, useFolds } from "../../cards/folds";
import type { CardListing } from "../../cards/list";
import { defaultColumns, furtherColumns, type ListedField, useListedFields } from "../../cards/listed-fields";
import { changedParameter, type Filter, type FilterChange, parseFilter } from "../../filters/condition";
import { type Sorting, sortingOf, sortingText } from "../../grid/column";
import { inventory } from "./page";

/** Everything that the page's parts need to know and may change. */
export type InventoryState = {
  typeKey: string | undefined;
  filter: Filter;
  setFilter: (change: FilterChange) => void;
  sorting: Sorting | undefined;
  setSorting: (sorting: Sorting) => void;
  /** All that could be shown. */
  fields: readonly ListedField[];
  /** The columns that are shown, in their order. */
  shown: readonly ListedField[];
  /** Shows or hides columns; those that come are the last. */
  turnColumns: (names: readonly string[]) => void;
  /** Puts a column in the place of another one. */
  moveColumn: (name: string, to: string) => void;
  /** The names of the columns that nobody has chosen: they are there where there is room. */
  further: ReadonlySet<string>;
  /** The widths of columns by name, in px, as far as they were given one. */
  widths: ReadonlyMap<string, number>;
  /** Gives a column a width, by the one that it was given last. */
  setWidth: (name: string, width: (given: number | undefined) => number) => void;
  /** The field that the list is grouped by. */
  group: ListedField | undefined;
  isTree: boolean;
  /** Groups the list by a field, shows it as a tree, or neither. */
  arrange: (by: { group?: string; isTree?: boolean }) => void;
  folds: FoldState;
  listing: CardListing;
  isTimeline: boolean;
  /** True while the archived cards are shown, which are brought back or deleted, and not changed. */
  isArchived: boolean;
  showArchived: (isArchived: boolean) => void;
  hasFacets: boolean;
  turnFacets: () => void;
};

/** The columns of the timeline, whose axis takes the rest of the room. */
const TIMELINE = ["lifecycle"];

/** Returns the widths that a text means, as in `lifecycle:220,parent:90`. */
export const widthsOf = (text: string | undefined): ReadonlyMap<string, number> =>
  new Map(
    (text ?? "").split(",").flatMap((part): [string, number][] => {
      const [, name = "", width = ""] = /^(.+):(\d{2,4})$/.exec(part) ?? [];
      return name === "" ? [] : [[name, Number(width)]];
    }),
  );

const widthsText = (widths: ReadonlyMap<string, number>) =>
  [...widths].map(([name, width]) => `${name}:${width}`).join(",") || undefined;

/** Returns the columns of a list for which none were chosen: further ones stand before the costs and the quality. */
function usualColumns(fields: readonly ListedField[]): string[] {
  const usual = defaultColumns(fields);
  const ends = new Set(fields.filter(({ kind }) => kind === "cost" || kind === "quality").map(({ name }) => name));
  const at = usual.findIndex((name) => ends.has(name));
  return usual.toSpliced(at < 0 ? usual.length : at, 0, ...furtherColumns(fields, usual));
}

/** Reads the state from the address. */
export function useInventory(): InventoryState {
  const search = inventory.useSearch();
  const setSearch = inventory.useSetSearch();
  const fields = useListedFields(search.type);
  const filter = parseFilter(search.filter ?? "");
  const sorting = search.sort ? sortingOf(search.sort) : undefined;
  const isTimeline = search.as === "timeline";
  const namesIn = ({ columns }: { columns?: string | undefined }) => columns?.split(",") ?? usualColumns(fields);
  const names = isTimeline ? TIMELINE : namesIn(search);
  const shown = names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const changeColumns = (change: (newest: string[]) => string[]) =>
    setSearch((newest) => ({ columns: change(namesIn(newest)).join(",") }), { replace: true });
  const sorted = fields.find(({ sort }) => sort !== undefined && sort === sorting?.by);
  // A phone shows what the list is sorted by, whatever the columns are.
  const read = sorted && !shown.includes(sorted) ? [...shown, sorted] : shown;
  const isChosen = isTimeline || search.columns !== undefined;
  const widths = widthsOf(search.widths);
  const group = fields.find(({ facet }) => facet !== undefined && facet === search.group);
  const isArchived = search.archived === true;
  const isTree = search.tree === true && !group && !isArchived;
  const isFiltered = filter.conditions.length > 0 || filter.search !== "";
  // A tree of what matches is open, as groups are; a whole tree begins with its top.
  const folds = useFolds(
    JSON.stringify([search.type, search.group, isTree, isTree && search.filter]),
    !isTree || isFiltered,
  );
  return {
    typeKey: search.type,
    filter,
    setFilter: (change) => setSearch((newest) => changedParameter(newest, change), { replace: true }),
    sorting,
    setSorting: (next) => setSearch({ sort: sortingText(next) }, { replace: true }),
    fields,
    shown,
    turnColumns: (turned) =>
      changeColumns((newest) => [
        ...newest.filter((name) => !turned.includes(name)),
        ...turned.filter((name) => !newest.includes(name)),
      ]),
    moveColumn: (name, to) =>
      changeColumns((newest) => {
        const place = newest.indexOf(to);
        return newest.filter((one) => one !== name).toSpliced(Math.max(0, place), 0, name);
      }),
    further: new Set(isChosen ? [] : furtherColumns(fields, defaultColumns(fields))),
    widths,
    setWidth: (name, width) =>
      setSearch(
        (newest) => {
          const given = widthsOf(newest.widths);
          return { widths: widthsText(new Map(given).set(name, width(given.get(name)))) };
        },
        { replace: true },
      ),
    group,
    isTree,
    arrange: (by) => setSearch({ group: by.group, tree: by.isTree || undefined }),
    folds,
    listing: {
      ...{ type: search.type, filter, sorting, fields: neededFields(read), group: group?.facet, isTree },
      ...(isArchived && { isArchived }),
    },
    isTimeline,
    isArchived,
    showArchived: (next) => setSearch({ archived: next || undefined, tree: undefined }),
    hasFacets: search.facets === true,
    turnFacets: () => setSearch(({ facets }) => ({ facets: !facets || undefined }), { replace: true }),
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

/** Totals of one request. */
const MAX_TOTALS = 20;
const SUMMED: readonly ListedField["kind"][] = ["cost", "number", "quality", "people"];

/** Returns the names of the sums in the foot, and of those of the groups. */
export function totalsOf({ fields, shown, group, sorting }: InventoryState): string[] {
  const sorted = fields.find(({ sort, kind }) => sort === sorting?.by && (kind === "cost" || kind === "number"))?.name;
  const cost = fields.find(({ kind }) => kind === "cost")?.name;
  const summed = group ? shown.filter(({ kind }) => SUMMED.includes(kind)).map(({ name }) => name) : [];
  return [
    ...new Set([
      ...(cost ? [cost] : []),
      ...(sorted ? [sorted] : []),
      "data_quality",
      ...responsibleOf(fields),
      ...summed,
    ]),
  ].slice(0, MAX_TOTALS);
}

/** Returns the role of whoever is responsible, by which the foot counts what has nobody. */
export const responsibleOf = (fields: readonly ListedField[]): string[] =>
  fields.some(({ name }) => name === "stakeholder.responsible") ? ["stakeholder.responsible"] : [];
