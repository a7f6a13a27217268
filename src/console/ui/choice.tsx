/** One of many, from a list that opens. */
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";
import { Icon } from "./icon";

export type ChoiceOption<V extends string> = {
  value: V;
  label: string;
  /** A sign in front of the label. */
  sign?: ReactNode;
};

type ChoiceProps<V extends string> = {
  /** Its name: shown above it in forms, else read by screen readers. */
  label: string;
  inForm?: boolean;
  value: V | undefined;
  options: readonly ChoiceOption<V>[];
  onChange: (value: V) => void;
  placeholder?: string;
  isDisabled?: boolean;
};

/** A choice of one of many values. */
export function Choice<V extends string>(props: ChoiceProps<V>) {
  const { label, inForm = false, value, options, onChange, placeholder, isDisabled } = props;
  return (
    <Select
      aria-label={inForm ? undefined : label}
      className={inForm ? "fld" : "choice"}
      value={value ?? null}
      onChange={(chosen) => chosen !== null && onChange(chosen as V)}
      placeholder={placeholder}
      isDisabled={isDisabled}
    >
      {inForm && (
        <span className="fld-head">
          <Label>{label}</Label>
        </span>
      )}
      <Button className={inForm ? "inp choice-button" : "btn line choice-button"}>
        <SelectValue className="trunc" />
        <span className="sp" />
        <Icon of={ChevronDown} size={12} />
      </Button>
      <Popover className="pop" offset={4}>
        <ListBox className="menu" items={options}>
          {({ value: id, label: word, sign }) => (
            <ListBoxItem id={id} textValue={word} className="opt">
              {sign}
              {word}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
