/** The frame of a phone: four tabs at the foot, and search and account at the head. */
import { useLingui } from "@lingui/react/macro";
import { Menu, Search } from "lucide-react";
import { Button } from "react-aria-components";
import { Link } from "../navigation/link";
import type { Address, Page } from "../navigation/page";
import { createStore } from "../state/store";
import { Icon } from "../ui/icon";
import { openPalette } from "./palette-state";
import { useIsHere } from "./rail-link";
import { useVisible } from "./visible";

/** True while the rail covers the page of a phone. */
export const railOpen = createStore(false);

/** Shows the tabs: home, the list of cards, the first map, and the rail for everything else. */
export function PhoneBar({ pages }: { pages: readonly Page[] }) {
  const { t } = useLingui();
  const visible = useVisible(pages);
  const tabs = [
    visible.find(({ rail }) => rail === "top"),
    visible.find(({ lists }) => lists !== undefined),
    visible.find(({ rail }) => rail === "maps"),
  ].filter((page) => page !== undefined);
  return (
    <nav className="tabs" aria-label={t`Tabs`}>
      {tabs.map((page) => (
        <Tab key={page.address} page={page} />
      ))}
      <Button className="tab" onPress={() => railOpen.update((isOpen) => !isOpen)}>
        <Icon of={Menu} />
        {t`More`}
      </Button>
    </nav>
  );
}

function Tab({ page: { address, title, icon } }: { page: Page }) {
  const { i18n } = useLingui();
  const isHere = useIsHere(address);
  return (
    <Link to={address as Address} className={isHere ? "tab on" : "tab"} aria-current={isHere ? "page" : undefined}>
      {icon && <Icon of={icon} />}
      {i18n._(title)}
    </Link>
  );
}

/** Shows the search of a phone, at the right of each page's head. */
export function PhoneSearch() {
  const { t } = useLingui();
  return (
    <Button className="phone-search" aria-label={t`Search or jump`} onPress={() => openPalette()}>
      <Icon of={Search} />
    </Button>
  );
}
