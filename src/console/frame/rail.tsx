/** The rail: search, home, the types by layer with their counts, the areas, and the account. */
import { useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { PanelLeft, Search } from "lucide-react";
import { lazy, Suspense } from "react";
import { Button } from "react-aria-components";
import { signsOf } from "../commands/keys";
import type { Page } from "../navigation/page";
import { settingsQuery } from "../server/session";
import { railFolded } from "../state/look";
import { IconButton } from "../ui/button";
import { Hint } from "../ui/hint";
import { Icon } from "../ui/icon";
import { Mark } from "../ui/mark";
import { HelpLink } from "./help";
import { Layers } from "./layers";
import { openPalette } from "./palette-state";
import { RailGroup } from "./rail-group";
import { RailPages } from "./rail-pages";
import { useVisible } from "./visible";

/** Their code, with that of menus, comes right after the first picture. */
const MomentChoice = lazy(() => import("./moment-choice").then((part) => ({ default: part.MomentChoice })));
const Account = lazy(() => import("./account").then((part) => ({ default: part.Account })));

const fold = () => railFolded.update((folded) => !folded);

/** Shows the rail. @param isFolded true for icons alone */
export function Rail({ pages, isFolded }: { pages: readonly Page[]; isFolded: boolean }) {
  const { t } = useLingui();
  const visible = useVisible(pages);
  return (
    <nav className="rail" aria-label={t`Console`}>
      <Head isFolded={isFolded} />
      <SearchButton isFolded={isFolded} />
      <div className="rail-list">
        <RailPages pages={visible} place="top" isFolded={isFolded} />
        {!isFolded && <Layers pages={visible} />}
        <div className="gap" />
        <RailGroup pages={visible} place="maps" isFolded={isFolded} />
        <RailGroup pages={visible} place="processes" isFolded={isFolded} />
        <RailGroup pages={visible} place="projects" isFolded={isFolded} />
        <RailGroup pages={visible} place="risks" isFolded={isFolded} />
        <RailGroup pages={visible} place="decisions" isFolded={isFolded} />
        <RailGroup pages={visible} place="analysis" isFolded={isFolded} />
        <RailGroup pages={visible} place="surveys" isFolded={isFolded} />
        <RailPages pages={visible} place="areas" isFolded={isFolded} />
      </div>
      <div className="bot">
        <RailGroup pages={visible} place="admin" isFolded={isFolded} />
        <Suspense fallback={<span className="nav" aria-busy="true" />}>
          <MomentChoice isFolded={isFolded} />
        </Suspense>
        <HelpLink pages={pages} isFolded={isFolded} />
        <Suspense fallback={<span className="nav account" aria-busy="true" />}>
          <Account isFolded={isFolded} />
        </Suspense>
      </div>
    </nav>
  );
}

function Head({ isFolded }: { isFolded: boolean }) {
  const { t } = useLingui();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  return (
    <div className="top">
      {isFolded ? (
        <Hint text={t`Unfold the rail`} keys="mod+b">
          <Button className="mark-button" onPress={fold} aria-label={t`Unfold the rail`}>
            <Mark />
          </Button>
        </Hint>
      ) : (
        <>
          <Mark />
          <b className="trunc">{settings.app_title || "Stoa"}</b>
          <span className="sp" />
          <IconButton icon={PanelLeft} label={t`Fold the rail`} keys="mod+b" onPress={fold} />
        </>
      )}
    </div>
  );
}

function SearchButton({ isFolded }: { isFolded: boolean }) {
  const { t } = useLingui();
  return (
    <Button className="search" onPress={() => openPalette()} aria-label={isFolded ? t`Search or jump` : undefined}>
      <Icon of={Search} size={isFolded ? 16 : 14} />
      {!isFolded && (
        <>
          <span className="trunc">{t`Search or jump`}</span>
          <span className="sp" />
          <kbd aria-hidden>{signsOf("mod+k")}</kbd>
        </>
      )}
    </Button>
  );
}
