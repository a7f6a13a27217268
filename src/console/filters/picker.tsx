/** Values of a field to choose from, with how many rows have each. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Dialog } from "react-aria-components";
import { Button } from "../ui/button";
import { CheckList } from "../ui/check-list";
import {
  type Condition,
  conditionOn,
  type Filter,
  type FilterChange,
  toggledValue,
  withCondition,
  withoutField,
} from "./condition";

export type Choice = { value: string; label: string; count?: number };

type PickerProps = {
  /** The name that the condition has the field by. */
  field: string;
  label: string;
  choices: readonly Choice[];
  filter: Filter;
  onFilter: (change: FilterChange) => void;
  /** True for a field that can be neither negated nor missing. */
  isPlain?: true | undefined;
};

const chosenIn = (condition: Condition | undefined): readonly string[] =>
  condition?.kind === "values" ? condition.values : [];

/** Shows a list of values, of which any number is chosen; each choice limits the list at once. */
export function Picker({ field, label, choices, filter, onFilter, isPlain }: PickerProps) {
  const { t } = useLingui();
  const condition = conditionOn(filter, field);
  const chosen = chosenIn(condition);
  const negate = () =>
    onFilter((newest) => {
      const one = conditionOn(newest, field);
      return one ? withCondition(newest, { ...one, isNegated: !one.isNegated }) : newest;
    });
  const missing = () => onFilter((newest) => withCondition(newest, { field, isNegated: false, kind: "empty" }));
  return (
    <Dialog aria-label={label} className="picker">
      <CheckList
        label={label}
        options={choices}
        chosen={chosen}
        onChange={(next) => {
          const changed = [...next, ...chosen].find((one) => next.includes(one) !== chosen.includes(one));
          if (changed !== undefined) onFilter((newest) => toggledValue(newest, field, changed));
        }}
        empty={
          <p className="c3 t12 picker-empty">
            <Trans>No values in this list</Trans>
          </p>
        }
      />
      <div className="picker-foot">
        {!isPlain && <Button onPress={missing}>{t`Is missing`}</Button>}
        {!isPlain && condition?.kind === "values" && (
          <Button onPress={negate}>{condition.isNegated ? t`Is` : t`Is not`}</Button>
        )}
        {condition && <Button onPress={() => onFilter((newest) => withoutField(newest, field))}>{t`Any`}</Button>}
      </div>
    </Dialog>
  );
}
