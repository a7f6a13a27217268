/** The look of the console on this device. */
import { useEffect } from "react";
import { createRemembered, createStore, useStore } from "./store";

export type Theme = "light" | "dark" | "system";
export type Density = "dense" | "comfortable";

export const theme = createRemembered<Theme>("stoa.theme", "system");
export const density = createRemembered<Density>("stoa.density", "dense");
/** True when the rail is folded to its icons. */
export const railFolded = createRemembered("stoa.rail-folded", false);

/** The number of views that need the width of the rail. */
export const wideViews = createStore(0);

/** Folds the rail to its icons while the component that calls it is shown. */
export const useFoldedRail = (): void =>
  useEffect(() => {
    wideViews.update((count) => count + 1);
    return () => wideViews.update((count) => count - 1);
  }, []);

function apply(): void {
  const { dataset } = document.documentElement;
  if (theme.value() === "system") delete dataset["theme"];
  else dataset["theme"] = theme.value();
  dataset["density"] = density.value();
}

/** Gives the page its look, now and whenever it changes. */
export function applyLook(): void {
  apply();
  theme.subscribe(apply);
  density.subscribe(apply);
}

/** Gives the density of rows, followed by the component that calls it. */
export const useDensity = (): Density => useStore(density);

/** Returns the height of a row in px, as `--row` has it. */
export const heightOf = (dense: Density): number => (dense === "dense" ? 32 : 40);
