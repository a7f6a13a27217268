/** The frame: the rail, the page, and what floats over both. */
import { useLingui } from "@lingui/react/macro";
import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import type { Page } from "../navigation/page";
import { useImage } from "../server/images";
import { shownMoment } from "../server/moment";
import { railFolded, wideViews } from "../state/look";
import { useIsPhone, useMedia } from "../state/media";
import { useStore } from "../state/store";
import { LoadingRows } from "../ui/states";
import { useFrameCommands } from "./commands";
import { NewCard } from "./new-card";
import { Notices } from "./notices";
import { Palette, preloadPalette } from "./palette";
import { Peek } from "./peek";
import { PhoneBar, PhoneSearch, railOpen } from "./phone-bar";
import { Rail } from "./rail";
import { ScenarioBar } from "./scenario-bar";
import { Toasts } from "./toasts";

/** Only who looks at the past needs its code. */
const OfMoment = lazy(() => import("./moment-bar").then((part) => ({ default: part.OfMoment })));

/** Shows the frame around every page of an account. @param pages the list that the rail is derived from */
export function Frame({ pages }: { pages: readonly Page[] }) {
  const { t } = useLingui();
  const isPhone = useIsPhone();
  const isNarrow = useMedia("(max-width: 900px)");
  const givesWay = useStore(wideViews) > 0 || isNarrow;
  const isFolded = (useStore(railFolded) || givesWay) && !isPhone;
  const showsRail = useRailOnPhone();
  useFrameCommands(pages);
  useFavicon();
  useEffect(preloadPalette, []);
  return (
    <div className={`app ${isFolded ? "min" : ""} ${showsRail ? "rail-open" : ""}`}>
      <a className="skip" href="#page">
        {t`Skip to the page`}
      </a>
      <Rail pages={pages} isFolded={isFolded} />
      <div className="page-and-peek">
        <main className="page" id="page" tabIndex={-1}>
          <ScenarioBar />
          <Notices />
          <Suspense fallback={<LoadingRows />}>
            {shownMoment === undefined ? (
              <Outlet />
            ) : (
              <OfMoment at={shownMoment}>
                <Outlet />
              </OfMoment>
            )}
          </Suspense>
          {isPhone && <PhoneSearch />}
        </main>
        <Peek />
      </div>
      {isPhone && <PhoneBar pages={pages} />}
      <Palette pages={pages} />
      <NewCard />
      <Toasts />
    </div>
  );
}

/** Gives browser tabs the icon of the installation, where one is chosen. */
function useFavicon(): void {
  const address = useImage("favicon");
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (!link) return;
    link.type = address ? "" : "image/svg+xml";
    link.href = address ?? "/icon.svg";
  }, [address]);
}

/** Remembers whether the rail covers the page of a phone; going anywhere closes it. */
function useRailOnPhone(): boolean {
  const href = useLocation({ select: (location) => location.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each other address closes it
  useEffect(() => railOpen.update(() => false), [href]);
  return useStore(railOpen);
}
