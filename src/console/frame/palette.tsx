/** The palette: the search field of the whole console. Its content is loaded when it is first opened. */
import { lazy, Suspense } from "react";
import type { Page } from "../navigation/page";
import { useStore } from "../state/store";
import { paletteText } from "./palette-state";

const load = () => import("./palette-content");
const Content = lazy(load);

/** Loads the content once the page has nothing better to do, so that the first letters are not lost. */
export const preloadPalette = (): void => {
  // Without a server it comes with the first search.
  setTimeout(() => void load().catch(() => undefined), 800);
};

/** Shows the palette while it is open. */
export function Palette({ pages }: { pages: readonly Page[] }) {
  const text = useStore(paletteText);
  if (text === null) return null;
  return (
    <Suspense>
      <Content pages={pages} text={text} />
    </Suspense>
  );
}
