/** The types of cards by layer, with how many there are. */
import { useQuery } from "@tanstack/react-query";
import { countsQuery } from "../cards/queries";
import { number } from "../language/format";
import { type CardType, labelOf, typesQuery } from "../metamodel/queries";
import type { Page } from "../navigation/page";
import { TypeIcon } from "../ui/icon";

/** The types by layer; each is a link to its list where there is such a page. */
export function Layers({ pages, isFolded }: { pages: readonly Page[]; isFolded: boolean }) {
  const { data: types = [] } = useQuery(typesQuery);
  const { data: counts } = useQuery(countsQuery);
  if (isFolded || pages.length === 0) return null;
  const byType = new Map(counts?.by_type.map(({ type, count }) => [type, count]));
  const layers = Map.groupBy(types, ({ category }) => category ?? "");
  return [...layers].map(([layer, members]) => (
    <div key={layer}>
      <div className="lay">{layer}</div>
      {members.map((type) => (
        <TypeLink key={type.key} type={type} count={byType.get(type.key) ?? 0} />
      ))}
    </div>
  ));
}

function TypeLink({ type, count }: { type: CardType; count: number }) {
  return (
    <div className="nav sub">
      <TypeIcon type={type} size={16} />
      <span className="trunc">{labelOf(type)}</span>
      <span className="n num">{number(count)}</span>
    </div>
  );
}
