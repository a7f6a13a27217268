/** The look of the console on this device. */
import { createRemembered, useStore } from "./store";

export type Theme = "light" | "dark" | "system";
export type Density = "dense" | "comfortable";

export const theme = createRemembered<Theme>("stoa.theme", "system");
export const density = createRemembered<Density>("stoa.density", "dense");
/** True when the rail is folded to its icons. */
export const railFolded = createRemembered("stoa.rail-folded", false);

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
