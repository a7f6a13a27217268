/** The types of cards by layer, with how many there are. */
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { countsQuery } from "../cards/queries";
import { number } from "../language/format";
import { type CardType, labelOf, typesQuery } from "../metamodel/queries";
import { useHref } from "../navigation/link";
import type { Address, Page } from "../navigation/page";
import { TypeIcon } from "../ui/icon";
import { RailLink } from "./rail-link";

/** Shows the types by layer; each leads to the list of its cards. Without the right to see that list there are none. */
export function Layers({ pages }: { pages: readonly Page[] }) {
  const { data: types = [] } = useQuery(typesQuery);
  const list = pages.find(({ lists }) => lists !== undefined);
  const { data: counts } = useQuery({ ...countsQuery, enabled: list !== undefined });
  if (!list) return null;
  const byType = new Map(counts?.by_type.map(({ type, count }) => [type, count]));
  const layers = Map.groupBy(types, ({ category }) => category ?? "");
  return [...layers].map(([layer, members]) => (
    <div key={layer}>
      <div className="lay">{layer}</div>
      {members.map((type) => (
        <TypeLine key={type.key} type={type} count={byType.get(type.key) ?? 0} list={list} />
      ))}
    </div>
  ));
}

function TypeLine({ type, count, list }: { type: CardType; count: number; list: Page }) {
  return (
    <TypeLink list={list} type={type}>
      <TypeIcon type={type} size={16} />
      <span className="trunc">{labelOf(type)}</span>
      <span className="n num">{number(count)}</span>
    </TypeLink>
  );
}

function TypeLink({ list, type, children }: { list: Page; type: CardType; children: ReactNode }) {
  const target = { to: list.address as Address, search: list.lists?.(type.key) as never };
  const isHere = useIsOpen(useHref()(target));
  return (
    <RailLink {...target} name={labelOf(type)} isFolded={false} isHere={isHere} className="nav sub">
      {children}
    </RailLink>
  );
}

/** Checks whether the address that is open has everything that another one has. */
function useIsOpen(href: string): boolean {
  const wanted = new URL(href, location.origin);
  return useRouterState({
    select: ({ location: { pathname, searchStr } }) => {
      const search = new URLSearchParams(searchStr);
      return (
        pathname === wanted.pathname && [...wanted.searchParams].every(([name, value]) => search.get(name) === value)
      );
    },
  });
}
