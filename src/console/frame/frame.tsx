/** The frame: the rail, the page, and what floats over both. */
import { useLingui } from "@lingui/react/macro";
import { Outlet } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import type { Page } from "../navigation/page";
import { railFolded } from "../state/look";
import { useStore } from "../state/store";
import { LoadingRows } from "../ui/states";
import { useFrameCommands } from "./commands";
import { Notices } from "./notices";
import { Palette, preloadPalette } from "./palette";
import { Peek } from "./peek";
import { Rail } from "./rail";
import { Toasts } from "./toasts";

/** The frame around every page of an account. @param pages the list that the rail is derived from */
export function Frame({ pages }: { pages: readonly Page[] }) {
  const { t } = useLingui();
  const isFolded = useStore(railFolded);
  useFrameCommands(pages);
  useEffect(preloadPalette, []);
  return (
    <div className={isFolded ? "app min" : "app"}>
      <a className="skip" href="#page">
        {t`Skip to the page`}
      </a>
      <Rail pages={pages} isFolded={isFolded} />
      <div className="beside">
        <main className="page" id="page" tabIndex={-1}>
          <Notices />
          <Suspense fallback={<LoadingRows />}>
            <Outlet />
          </Suspense>
        </main>
        <Peek />
      </div>
      <Palette pages={pages} />
      <Toasts />
    </div>
  );
}
