/** The way to the handbook: to the page of it that the open page of the console names. */
import { useLingui } from "@lingui/react/macro";
import { useMatches } from "@tanstack/react-router";
import { BookOpenText } from "lucide-react";
import type { Target } from "../navigation/link";
import type { Address, Page } from "../navigation/page";
import { Icon } from "../ui/icon";
import { RailLink, useIsHere } from "./rail-link";

/** Gives the place in the handbook that explains the open page: its contents where no page is named. */
export function useHandbookPlace(pages: readonly Page[]): Target<Address> {
  const open = useMatches({ select: (matches) => matches.at(-1)?.fullPath as string | undefined });
  const name = pages.find(({ address }) => address === open)?.handbook;
  return name ? { to: "/help/$page", params: { page: name } as never } : { to: "/help" };
}

/** Shows the link to the handbook in the rail. */
export function HelpLink({ pages, isFolded }: { pages: readonly Page[]; isFolded: boolean }) {
  const { t } = useLingui();
  const name = t`Help on this page`;
  return (
    <RailLink {...useHandbookPlace(pages)} name={name} isFolded={isFolded} isHere={useIsHere("/help")}>
      <Icon of={BookOpenText} />
      {!isFolded && <span className="trunc">{name}</span>}
    </RailLink>
  );
}
