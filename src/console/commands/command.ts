/**
 * A command is one value: palette, menus, toolbars, shortcuts and the page of keys are derived from the list of them.
 *
 *   const peekNext: Command = { id: "peek.next", label: t`Next card`, keys: ["]"], when: () => hasNext, run: next };
 *   useCommands([peekNext]);
 */

import type { LucideIcon } from "lucide-react";
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";

export type Command = {
  /** Its name, as in `card.approve`; a command of the same name that comes later goes first. */
  id: string;
  /** Its name for people, in the language of the page. */
  label: string;
  /** The group that it stands in on the page of keys; the title of the page when left out. */
  group?: string;
  icon?: LucideIcon;
  /** Keys as in `["mod+k"]`, `["shift+?"]`, `["g h"]` for one after the other; `mod` is ⌘ or Ctrl. */
  keys?: readonly string[];
  /** False when it can't be done now, so that it is neither shown nor run. */
  when?: () => boolean;
  run: () => unknown;
  /** True when the palette doesn't list it, because it makes sense only where its key acts. */
  quiet?: true;
};

let commands: readonly Command[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly Command[]): void {
  commands = next;
  for (const listener of listeners) listener();
}

/** Adds commands. @param isOuter true for those that give way to others @returns a function that takes them away */
export function registerCommands(added: readonly Command[], isOuter = false): () => void {
  replace(isOuter ? [...commands, ...added] : [...added, ...commands]);
  const mine = new Set(added);
  return () => replace(commands.filter((command) => !mine.has(command)));
}

/** Returns all commands that are there now, the innermost first, each id once. */
export const currentCommands = (): readonly Command[] => {
  const seen = new Set<string>();
  return commands.filter(({ id }) => !seen.has(id) && seen.add(id));
};

/** Checks whether a command can be run now. */
export const isPossible = ({ when }: Command): boolean => when?.() ?? true;

/** Adds commands while a component is shown. @param isOuter true for those of the frame, which give way to a page's own */
export function useCommands(added: readonly Command[], isOuter = false): void {
  const latest = useRef(added);
  // They are there together with what is drawn, before the next key may come.
  useLayoutEffect(() => {
    latest.current = added;
  });
  // Labels and keys are compared; conditions and actions are those of the last rendering.
  const shown = JSON.stringify(added.map(({ id, label, group, keys, quiet }) => [id, label, group, keys, quiet]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stands for the commands
  useLayoutEffect(
    () =>
      registerCommands(
        latest.current.map((command, at) => ({
          ...command,
          when: () => latest.current[at]?.when?.() ?? true,
          run: () => latest.current[at]?.run(),
        })),
        isOuter,
      ),
    [shown],
  );
}

/** Gives all commands, followed by the component that calls it. */
export function useAllCommands(): readonly Command[] {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => commands,
  );
  return currentCommands();
}

/** The commands with keys of the page from which one has come to the page of keys. */
let commandsBefore: readonly Command[] = [];

/** Remembers the commands of the page that is still open, for the page of keys; that page itself has none. */
export function rememberCommands(): void {
  if (location.pathname !== "/keys") commandsBefore = currentCommands().filter(({ group }) => group === undefined);
}

/** Returns the commands of the page from which one has come to the page of keys. */
export const rememberedCommands = (): readonly Command[] => commandsBefore;
