/** Menus. */
import type { LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { Icon } from "./icon";
import { Keys } from "./keys";

/** An entry of a menu; a line is drawn above those that begin a group. */
export type Entry = {
  id: string;
  label: ReactNode;
  /** The text of the label, for typing ahead, when it isn't text. */
  text?: string;
  icon?: LucideIcon;
  keys?: string;
  /** True for the one of several that holds. */
  isChosen?: boolean;
  begins?: boolean;
  isDisabled?: boolean;
  href?: string;
  run?: () => unknown;
};

/** Shows the menu of a button. @param label its name for readers of screens */
export function Menu({ label, trigger, entries }: { label: string; trigger: ReactElement; entries: readonly Entry[] }) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="pop" offset={4}>
        <AriaMenu aria-label={label} className="menu">
          {entries.map((entry) => (
            <MenuEntry key={entry.id} {...entry} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function MenuEntry({ id, label, text, icon, keys, isChosen, begins, isDisabled, href, run }: Entry) {
  return (
    <>
      {begins && <Separator className="menu-line" />}
      <MenuItem
        id={id}
        textValue={text ?? (typeof label === "string" ? label : id)}
        className="opt"
        isDisabled={isDisabled}
        href={href}
        onAction={() => void run?.()}
      >
        {icon && <Icon of={icon} size={14} />}
        <span>{label}</span>
        {isChosen && <span className="opt-chosen">✓</span>}
        <span className="sp" />
        {keys && <Keys of={keys} />}
      </MenuItem>
    </>
  );
}
