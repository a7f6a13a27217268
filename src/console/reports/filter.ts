/** The cards that a report is about, as its address has them. */
import { useCardSummary } from "../cards/list";
import { type ListedField, useListedFields } from "../cards/listed-fields";
import { changedParameter, type Filter, type FilterChange, parseFilter } from "../filters/condition";
import type { Schemas } from "../server/client";

/** The filter of a report, with what it can be filtered by. */
export type ReportFilter = {
  fields: readonly ListedField[];
  filter: Filter;
  onFilter: (change: FilterChange) => void;
  summary: Schemas["CardList"] | undefined;
};

/** Facets of one request. */
const MAX_FACETS = 20;

/**
 * Reads the filter of a report from its address.
 * @param type the key of the type of the cards that it filters
 * @param search of the page, and `setSearch` to change it
 */
export function useReportFilter(
  type: string | undefined,
  { filter: text }: { filter?: string | undefined },
  setSearch: (
    changes: (newest: { filter?: string | undefined }) => { filter: string | undefined },
    options: { replace: boolean },
  ) => void,
): ReportFilter {
  const fields = useListedFields(type).filter(({ kind }) => kind !== "text");
  const filter = parseFilter(text ?? "");
  const facets = fields.flatMap(({ facet }) => facet ?? []).slice(0, MAX_FACETS);
  const summary = useCardSummary({ type, filter, sorting: undefined, fields: [] }, facets, []);
  const onFilter = (change: FilterChange) => setSearch((newest) => changedParameter(newest, change), { replace: true });
  return { fields, filter, onFilter, summary };
}
