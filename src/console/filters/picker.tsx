/** Values of a field to choose from, with how many rows have each. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Dialog, ListBox, ListBoxItem } from "react-aria-components";
import { number } from "../language/format";
import { Button } from "../ui/button";
import { type Condition, conditionOn, type Filter, toggledValue, withCondition, withoutField } from "./condition";

export type Choice = { value: string; label: string; count?: number };

type PickerProps = {
  /** The name that the condition has the field by. */
  field: string;
  label: string;
  choices: readonly Choice[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
};

const chosenIn = (condition: Condition | undefined): readonly string[] =>
  condition?.kind === "values" ? condition.values : [];

/** A list of values, of which any number is chosen; each choice limits the list at once. */
export function Picker({ field, label, choices, filter, onFilter }: PickerProps) {
  const { t } = useLingui();
  const condition = conditionOn(filter, field);
  const chosen = chosenIn(condition);
  const negate = () => condition && onFilter(withCondition(filter, { ...condition, isNegated: !condition.isNegated }));
  const missing = () => onFilter(withCondition(filter, { field, isNegated: false, kind: "empty" }));
  return (
    <Dialog aria-label={label} className="picker">
      <ListBox
        aria-label={label}
        className="menu"
        selectionMode="multiple"
        selectedKeys={chosen}
        onSelectionChange={(keys) => {
          const next = keys === "all" ? choices.map(({ value }) => value) : [...keys].map(String);
          const changed = [...next, ...chosen].find((one) => next.includes(one) !== chosen.includes(one));
          if (changed !== undefined) onFilter(toggledValue(filter, field, changed));
        }}
        renderEmptyState={() => (
          <p className="c3 t12 picker-empty">
            <Trans>No values in this list</Trans>
          </p>
        )}
      >
        {choices.map(({ value, label: word, count }) => (
          <ListBoxItem key={value} id={value} textValue={word} className="opt">
            {({ isSelected }) => (
              <>
                <span className={isSelected ? "cb on" : "cb"}>{isSelected && "✓"}</span>
                <span className="trunc">{word}</span>
                <span className="sp" />
                {count !== undefined && <span className="c3 t11 num">{number(count)}</span>}
              </>
            )}
          </ListBoxItem>
        ))}
      </ListBox>
      <div className="picker-foot">
        <Button onPress={missing}>{t`Is missing`}</Button>
        {condition?.kind === "values" && <Button onPress={negate}>{condition.isNegated ? t`Is` : t`Is not`}</Button>}
        {condition && <Button onPress={() => onFilter(withoutField(filter, field))}>{t`Any`}</Button>}
      </div>
    </Dialog>
  );
}
