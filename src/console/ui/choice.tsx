/** One of several, chosen from a list that opens at its value. */
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";
import { Icon } from "./icon";

type ChoiceProps = {
  label: string;
  /** True in forms, where the label stands above it. */
  inForm?: boolean;
  value: string;
  options: readonly { value: string; label: string; sign?: ReactNode }[];
  onChange: (value: string) => void;
  /** In px; as wide as its place without it. */
  width?: number;
};

/** Shows the value as a field, and the options in a list. */
export function Choice({ label, inForm = false, value, options, onChange, width }: ChoiceProps) {
  return (
    <Select
      aria-label={inForm ? undefined : label}
      className={inForm ? "fld" : "choice"}
      value={value}
      onChange={(key) => key !== null && key !== value && onChange(String(key))}
    >
      {inForm && (
        <span className="fld-head">
          <Label>{label}</Label>
        </span>
      )}
      <Button className="choice-value" style={{ width }}>
        <SelectValue className="trunc" />
        <span className="sp" />
        <Icon of={ChevronDown} size={12} />
      </Button>
      <Popover className="pop" offset={4}>
        <ListBox className="menu">
          {options.map(({ value: id, label: word, sign }) => (
            <ListBoxItem key={id} id={id} textValue={word} className="opt">
              {sign}
              <span className="trunc">{word}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
