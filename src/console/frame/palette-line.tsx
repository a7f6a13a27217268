/** A line of the palette that does something. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { ListBoxItem } from "react-aria-components";
import { Icon } from "../ui/icon";
import { closePalette } from "./palette-state";

type PaletteLineProps = {
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  /** The keys or the figure at its end. */
  remark?: ReactNode;
  run: () => unknown;
};

/** Shows a line. Running it closes the palette first. */
export function PaletteLine({ id, label, icon, remark, run }: PaletteLineProps) {
  return (
    <ListBoxItem
      id={id}
      textValue={label}
      className="po"
      onAction={() => {
        closePalette();
        void run();
      }}
    >
      {icon && <Icon of={icon} />}
      <span className="trunc">{label}</span>
      {remark !== undefined && <span className="x">{remark}</span>}
    </ListBoxItem>
  );
}
