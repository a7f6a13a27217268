/** The state of the palette. */
import { type Command, currentCommands, isPossible } from "../commands/command";
import { createStore } from "../state/store";

/** The text in the open palette; null while it is closed. */
export const paletteText = createStore<string | null>(null);

/** Checks whether a command opens the filter of the list behind. */
const isFilter = (command: Command): boolean =>
  command.id !== "palette.filter" && command.keys?.includes("/") === true && isPossible(command);

/** Finds the command that opens the filter of the list behind; undefined without one. */
export const filterBehind = (): Command | undefined => currentCommands().find(isFilter);

/** Changes the text. A `/` alone opens the filter of the list behind, where there is one. */
export function typeIntoPalette(text: string): void {
  const filter = text === "/" ? filterBehind() : undefined;
  if (!filter) {
    paletteText.update(() => text);
    return;
  }
  closePalette();
  void filter.run();
}

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
  else if (key === "Backspace") typeIntoPalette((paletteText.value() ?? "").slice(0, -1));
  else if (key.length === 1) typeIntoPalette(`${paletteText.value() ?? ""}${key}`);
}

/** Opens the palette. @param text what stands in it: `>` begins commands, `@` people, `g ` pages */
export function openPalette(text = ""): void {
  paletteText.update(() => text);
  document.addEventListener("keydown", takeEarlyKey, true);
}

/** Closes the palette. */
export function closePalette(): void {
  document.removeEventListener("keydown", takeEarlyKey, true);
  paletteText.update(() => null);
}
