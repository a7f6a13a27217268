/** The text of the palette as a filter of the list behind, or of the inventory. */
import { t } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Filter as FilterIcon } from "lucide-react";
import { Header, ListBoxSection } from "react-aria-components";
import { type Filter, formatFilter, parseFilter, queryOf, withCondition } from "../filters/condition";
import { useBehind } from "../navigation/behind";
import { useGo } from "../navigation/link";
import { answered, api } from "../server/client";
import { query } from "../server/queries";
import { PaletteLine } from "./palette-line";

/** Returns how many cards a filter leaves. */
const countQuery = (type: string | undefined, filter: Filter) =>
  query(["cards", "count", type, formatFilter(filter)], ["card."], async ({ signal }) => {
    const search = { type, ...queryOf(filter), page_size: 1 };
    return (await answered(api.GET("/api/v1/cards", { signal, params: { query: search } }))).total;
  });

/** Returns a filter with the conditions and words of another. */
const narrowed = (filter: Filter, { conditions, search }: Filter): Filter => ({
  ...conditions.reduce(withCondition, filter),
  search: [filter.search, search].filter(Boolean).join(" "),
});

/** Offers to filter by a text. */
export function FilterLine({ text }: { text: string }) {
  const { t } = useLingui();
  const go = useGo();
  const behind = useBehind("/inventory");
  const filter = narrowed(parseFilter(behind?.filter ?? ""), parseFilter(text));
  const { data: count } = useQuery(countQuery(behind?.type, filter));
  if (count === 0) return null;
  return (
    <ListBoxSection id="filter">
      <Header className="pal-head">{behind ? t`Filter this list` : t`Filter the inventory`}</Header>
      <PaletteLine
        id="filter by text"
        icon={FilterIcon}
        label={wordsOf(text)}
        remark={count !== undefined && <Plural value={count} one="# card" other="# cards" />}
        run={() => go({ to: "/inventory", search: { ...behind, filter: formatFilter(filter) } })}
      />
    </ListBoxSection>
  );
}

/** Returns a filter in words: a search in names as a sentence, conditions as they are written. */
const wordsOf = (text: string): string => (parseFilter(text).conditions.length > 0 ? text : t`Name contains ${text}`);
