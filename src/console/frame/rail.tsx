/** The rail: search, home, the types by layer with their counts, the areas, and the account. */
import { useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { PanelLeft, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import { signsOf } from "../commands/keys";
import { number } from "../language/format";
import { Link } from "../navigation/link";
import type { Address, Page } from "../navigation/page";
import { badgesQuery } from "../notifications/queries";
import { may, settingsQuery, useMe } from "../server/session";
import { railFolded } from "../state/look";
import { IconButton } from "../ui/button";
import { Hint } from "../ui/hint";
import { Icon } from "../ui/icon";
import { Mark } from "../ui/mark";
import { Account } from "./account";
import { Layers } from "./layers";
import { openPalette } from "./palette-state";

const fold = () => railFolded.update((folded) => !folded);

/** The rail. @param isFolded true for icons alone */
export function Rail({ pages, isFolded }: { pages: readonly Page[]; isFolded: boolean }) {
  const { t } = useLingui();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const visible = useVisible(pages);
  const of = (place: Page["rail"]) =>
    visible
      .filter(({ rail }) => rail === place)
      .map((one) => <RailPage key={one.address} page={one} isFolded={isFolded} />);
  return (
    <nav className="rail" aria-label={t`Console`}>
      <div className="top">
        {isFolded ? (
          <Hint text={t`Unfold`} keys="[">
            <Button className="mark-button" onPress={fold} aria-label={t`Unfold the rail`}>
              <Mark />
            </Button>
          </Hint>
        ) : (
          <>
            <Mark />
            <b className="trunc">{settings.app_title || "Stoa"}</b>
            <span className="sp" />
            <IconButton icon={PanelLeft} label={t`Fold the rail`} keys="[" onPress={fold} />
          </>
        )}
      </div>
      <Button className="search" onPress={() => openPalette()} aria-label={isFolded ? t`Search or jump` : undefined}>
        <Icon of={Search} size={isFolded ? 16 : 14} />
        {!isFolded && (
          <>
            <span>{t`Search or jump`}</span>
            <span className="sp" />
            <kbd aria-hidden>{signsOf("mod+k")}</kbd>
          </>
        )}
      </Button>
      <div className="rail-list">
        {of("top")}
        <Layers pages={visible} isFolded={isFolded} />
        <div className="gap" />
        {of("areas")}
      </div>
      <div className="bot">
        {of("bottom")}
        <Account isFolded={isFolded} />
      </div>
    </nav>
  );
}

/** The pages that the account may see, of areas that are switched on. */
export function useVisible(pages: readonly Page[]): readonly Page[] {
  const me = useMe();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  return pages.filter(
    ({ anonymous, right, switchedBy }) =>
      !anonymous && may(me, right) && (switchedBy === undefined || settings[switchedBy] !== false),
  );
}

function RailPage({ page: { address, title, icon }, isFolded }: { page: Page; isFolded: boolean }) {
  const { i18n } = useLingui();
  const name = i18n._(title);
  const badge = useBadge(address);
  return (
    <RailLink to={address as Address} name={name} isFolded={isFolded}>
      {icon && <Icon of={icon} />}
      {!isFolded && <span className="trunc">{name}</span>}
      {!isFolded && badge > 0 && <span className="n num">{number(badge)}</span>}
    </RailLink>
  );
}

/** The number of things that wait behind a page. */
function useBadge(address: string): number {
  const { data } = useQuery({ ...badgesQuery, enabled: address === "/" });
  return address === "/" && data ? data.open_todos + data.pending_surveys : 0;
}

/** True for an address and what lies below it. */
const isBelow = (path: string, address: string) =>
  path === address || (address !== "/" && path.startsWith(`${address}/`));

/** A link in the rail; where it is an icon alone, its name is shown when one points at it. */
export function RailLink({
  to,
  name,
  isFolded,
  className = "nav",
  children,
}: {
  to: Address;
  name: string;
  isFolded: boolean;
  className?: string;
  children: ReactNode;
}) {
  const isHere = useRouterState({ select: ({ location }) => isBelow(location.pathname, to) });
  const link = (
    <Link
      to={to}
      className={isHere ? `${className} on` : className}
      aria-current={isHere ? "page" : undefined}
      aria-label={isFolded ? name : undefined}
    >
      {children}
    </Link>
  );
  return isFolded ? <Hint text={name}>{link}</Hint> : link;
}
