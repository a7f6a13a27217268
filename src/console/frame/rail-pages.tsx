/** The pages of one place in the rail. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { brokenCountQuery, countsQuery } from "../cards/queries";
import { number } from "../language/format";
import type { Address, Page } from "../navigation/page";
import { badgesQuery } from "../notifications/queries";
import { useMay } from "../server/session";
import { Icon } from "../ui/icon";
import { RailLink, useIsHere } from "./rail-link";

type RailPagesProps = { pages: readonly Page[]; place: Page["rail"]; isFolded: boolean; className?: string };

/** Shows the pages of a place, each as a link with what waits behind it. */
export function RailPages({ pages, place, isFolded, className }: RailPagesProps) {
  const members = pages.filter(({ rail }) => rail === place);
  const addresses = members.map(({ address }) => address);
  return members.map((one) => (
    <RailPage key={one.address} page={one} addresses={addresses} isFolded={isFolded} className={className} />
  ));
}

type RailPageProps = { page: Page; addresses: readonly string[]; isFolded: boolean; className?: string };

function RailPage({ page, addresses, isFolded, className }: RailPageProps) {
  const { i18n } = useLingui();
  const { address, title, icon } = page;
  const name = i18n._(title);
  const count = useCount(page);
  return (
    <RailLink
      to={address as Address}
      name={name}
      isFolded={isFolded}
      isHere={useIsHere(address, addresses)}
      className={className}
    >
      {icon && <Icon of={icon} />}
      {!isFolded && <span className="trunc">{name}</span>}
      {!isFolded && count > 0 && <span className="n num">{number(count)}</span>}
    </RailLink>
  );
}

/** Gives the number next to a page: what waits at home, and the cards of the list of cards. */
function useCount({ address, lists }: Page): number {
  const isNotified = useMay("notifications.manage");
  const { data: badges } = useQuery({ ...badgesQuery, enabled: address === "/" && isNotified });
  const seesCards = useMay("inventory.view");
  const { data: broken } = useQuery({ ...brokenCountQuery, enabled: address === "/" && seesCards });
  const { data: counts } = useQuery({ ...countsQuery, enabled: lists !== undefined });
  if (address === "/") return badges ? badges.open_todos + badges.pending_surveys + (broken ?? 0) : 0;
  return lists ? (counts?.total ?? 0) : 0;
}
