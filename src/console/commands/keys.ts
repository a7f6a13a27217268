/** Runs commands by their keys. */
import { createRemembered } from "../state/store";
import { type Command, currentCommands, isPossible } from "./command";

/** False when single letters do nothing, for people whose voice or switch types letters. */
export const singleKeys = createRemembered("stoa.single-keys", true);

const isMac = () => /Mac|iP(hone|ad)/.test(navigator.platform);

/** Returns the name of what was pressed: `mod+k`, `shift+?`, `escape`, `g`. */
function nameOf(event: KeyboardEvent): string {
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  const parts = [
    ...((isMac() ? event.metaKey : event.ctrlKey) ? ["mod"] : []),
    ...(event.altKey ? ["alt"] : []),
    // Of a sign the shift is part already: `?` and not `shift+?`.
    ...(event.shiftKey && (key.length > 1 || /[a-z0-9]/.test(key)) ? ["shift"] : []),
  ];
  return [...parts, key].join("+");
}

/** Checks whether one types text or chooses by letters, so that letters are letters. */
function typesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role="menu"],[role="listbox"]')) return true;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "range"].includes(target.type)
  );
}

const isModified = (name: string) => /^(mod|alt)\+|^f\d+$/.test(name);
const SEQUENCE = 900;

let before: { name: string; at: number } | undefined;

/** Returns the command of what was pressed, which may be the second of two keys. */
function commandOf(name: string): Command | undefined {
  const sequence = before && Date.now() - before.at < SEQUENCE ? `${before.name} ${name}` : undefined;
  const possible = currentCommands().filter(isPossible);
  const find = (wanted: string) => possible.find(({ keys }) => keys?.includes(wanted));
  return (sequence && find(sequence)) || find(name);
}

function onKeyDown(event: KeyboardEvent): void {
  // Lists send keys on to their entries as events of their own, which nobody has pressed.
  if (event.defaultPrevented || event.isComposing || !event.isTrusted) return;
  const name = nameOf(event);
  if (!isModified(name) && (typesText(event.target) || (name.length === 1 && !singleKeys.value()))) return;
  const command = commandOf(name);
  before = { name, at: Date.now() };
  if (!command) return;
  event.preventDefault();
  before = undefined;
  void command.run();
}

/** Listens to the keys of the whole page. @returns a function that ends it */
export function listenToKeys(): () => void {
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

const SIGNS: Record<string, string> = {
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  enter: "↵",
  escape: "Esc",
  space: "Space",
  backspace: "⌫",
  delete: "Del",
  tab: "Tab",
  shift: "⇧",
};

/** Returns the signs of keys as they are shown, one for each of a sequence: `mod+k` → ⌘K on a Mac and Ctrl K elsewhere. */
export function signsOf(keys: string): string[] {
  return keys.split(" ").map((chord) => {
    const parts = chord.split(/\+(?=.)/);
    const key = parts.pop() ?? "";
    const modifiers = parts.map((part) =>
      part === "mod" ? (isMac() ? "⌘" : "Ctrl ") : part === "alt" ? (isMac() ? "⌥" : "Alt ") : "⇧",
    );
    return modifiers.join("") + (SIGNS[key] ?? key.toUpperCase());
  });
}
