/** One of a few, in a row. */
import type { LucideIcon } from "lucide-react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { Icon } from "./icon";

type Option<V extends string> = { value: V; label: string; icon?: LucideIcon };

type SegmentsProps<V extends string> = {
  /** Its name for readers of screens. */
  label: string;
  value: V;
  options: readonly Option<V>[];
  onChange: (value: V) => void;
};

/** Shows a choice of one of a few values. */
export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className="seg"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={([chosen]) => chosen !== undefined && onChange(chosen as V)}
    >
      {options.map(({ value: id, label: word, icon }) => (
        <ToggleButton key={id} id={id} className={({ isSelected }) => `seg-one ${isSelected ? "on" : ""}`}>
          {icon && <Icon of={icon} size={14} />}
          {word}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
