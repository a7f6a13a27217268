/** The state of the palette. */
import { createStore } from "../state/store";

/** The text that the open palette began with; null while it is closed. */
export const paletteText = createStore<string | null>(null);

/** Opens the palette. @param text what stands in it: `/` begins a filter, `>` commands, `g` pages */
export const openPalette = (text = ""): void => paletteText.update(() => text);

export const closePalette = (): void => paletteText.update(() => null);
