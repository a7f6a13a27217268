/** The state of the palette. */
import { createStore } from "../state/store";

/** The text in the open palette; null while it is closed. */
export const paletteText = createStore<string | null>(null);

/**
 * Takes what is typed before the field of the palette is there: it belongs into it, and to no command of the page below or its
 * focused element.
 */
function takeEarlyKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(".pal-dialog"))) return;
  event.preventDefault();
  event.stopPropagation();
  if (key === "Escape") closePalette();
  else if (key === "Backspace") paletteText.update((text) => (text ?? "").slice(0, -1));
  else if (key.length === 1) paletteText.update((text) => `${text ?? ""}${key}`);
}

/** Opens the palette. @param text what stands in it: `/` begins a filter, `>` commands, `g` pages */
export function openPalette(text = ""): void {
  paletteText.update(() => text);
  document.addEventListener("keydown", takeEarlyKey, true);
}

/** Closes the palette. */
export function closePalette(): void {
  document.removeEventListener("keydown", takeEarlyKey, true);
  paletteText.update(() => null);
}
