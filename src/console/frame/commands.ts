/** The commands of the frame, on every page. */
import { useLingui } from "@lingui/react/macro";
import { BookOpenText, Keyboard, PanelLeft, Plus, Search, SunMoon, Undo2 } from "lucide-react";
import { type Command, useCommands } from "../commands/command";
import { useGo } from "../navigation/link";
import type { Address, Page } from "../navigation/page";
import { canUndo, undo } from "../server/changes";
import { useMay } from "../server/session";
import { railFolded, theme } from "../state/look";
import { useHandbookPlace } from "./help";
import { newCardName } from "./new-card-state";
import { useOpenKeys } from "./open-keys";
import { openPalette } from "./palette-state";
import { useVisible } from "./visible";

/** Adds the commands of the frame, and one for each page that can be gone to. */
export function useFrameCommands(pages: readonly Page[]): void {
  const { t, i18n } = useLingui();
  const go = useGo();
  const openKeys = useOpenKeys();
  const handbook = useHandbookPlace(pages);
  const mayCreate = useMay("inventory.create");
  const group = t`Everywhere`;
  const isDark = () =>
    theme.value() === "dark" || (theme.value() === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  const own: Command[] = [
    {
      id: "palette",
      label: t`Search or jump`,
      group,
      icon: Search,
      keys: ["mod+k"],
      quiet: true,
      run: () => openPalette(),
    },
    { id: "palette.filter", label: t`Search`, group, icon: Search, keys: ["/"], quiet: true, run: () => openPalette() },
    { id: "keys", label: t`Keys`, group, icon: Keyboard, keys: ["?"], run: openKeys },
    { id: "help", label: t`Help on this page`, group, icon: BookOpenText, keys: ["g ?"], run: () => go(handbook) },
    {
      id: "rail.fold",
      label: t`Fold or unfold the rail`,
      group,
      icon: PanelLeft,
      keys: ["mod+b"],
      run: () => railFolded.update((folded) => !folded),
    },
    {
      id: "card.new",
      label: t`New card of any type`,
      group,
      icon: Plus,
      keys: ["n"],
      when: () => mayCreate,
      run: () => newCardName.update(() => ""),
    },
    {
      id: "undo",
      label: t`Undo the last change`,
      group,
      icon: Undo2,
      keys: ["z"],
      when: canUndo,
      run: () => undo((what) => t`Undone: ${what}`),
    },
    {
      id: "theme",
      label: t`Light or dark`,
      group,
      icon: SunMoon,
      run: () => theme.update(() => (isDark() ? "light" : "dark")),
    },
  ];
  const toPages = useVisible(pages)
    .filter(({ address }) => !address.includes("$") && address !== "/keys")
    .map(
      ({ address, title, icon }): Command => ({
        id: `go ${address}`,
        label: i18n._(title),
        group: t`Pages`,
        icon,
        keys: address === "/" ? ["g h"] : undefined,
        run: () => go({ to: address as Address }),
      }),
    );
  useCommands([...own, ...toPages], true);
}
