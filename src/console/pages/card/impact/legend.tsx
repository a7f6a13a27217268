/** The legend of an impact: the steps of criticality with their counts, and the marks of its list and its graph. */
import { Trans } from "@lingui/react/macro";
import {
  conditionOn,
  type Filter,
  type FilterChange,
  toggledValue,
  withCondition,
  withoutField,
} from "../../../filters/condition";
import { useTypes } from "../../../metamodel/queries";
import { Legend, LegendShape } from "../../../reports/legend";
import { Missing, Signal } from "../../../ui/signs";
import { gravityLabel, STEPS_OF_GRAVITY } from "./filter";
import type { AffectedCard } from "./query";
import { gravityOf, isPast, isUnowned } from "./rank";

type LegendProps = {
  /** All that is shown in full, whatever is filtered. */
  items: readonly AffectedCard[];
  filter: Filter;
  onFilter: (change: FilterChange) => void;
  /** The day that it is of. */
  at: string;
};

/** Returns a filter for what has no value of a field; without that condition when it has it. */
const toggledMissing = (filter: Filter, field: string): Filter =>
  conditionOn(filter, field)?.kind === "empty"
    ? withoutField(filter, field)
    : withCondition(filter, { field, isNegated: false, kind: "empty" });

/** Shows the legend; a press on a step, or on what nobody is responsible for, filters. */
export function ImpactLegend({ items, filter, onFilter, at }: LegendProps) {
  const types = useTypes();
  const steps = Map.groupBy(items, (item) => gravityOf(item, types.get(item.type)));
  const chosen = conditionOn(filter, "criticality");
  const unowned = items.filter((item) => isUnowned(item, types.get(item.type))).length;
  const owner = conditionOn(filter, "responsible");
  const past = items.filter((item) => isPast(item, at)).length;
  const isChosen = (step: number) =>
    step === 0 ? chosen?.kind === "empty" : chosen?.kind === "values" && chosen.values.includes(String(step));
  const toggle = (step: number) =>
    onFilter((newest) =>
      step > 0 ? toggledValue(newest, "criticality", String(step)) : toggledMissing(newest, "criticality"),
    );
  return (
    <Legend title={<Trans>Criticality</Trans>}>
      {STEPS_OF_GRAVITY.map((step) => {
        const count = steps.get(step)?.length ?? 0;
        return (
          count > 0 && (
            <LegendShape
              key={step}
              shape={step > 0 && <Signal step={step} />}
              label={gravityLabel(step)}
              count={count}
              isChosen={isChosen(step)}
              onPress={() => toggle(step)}
            />
          )
        );
      })}
      <span className="sp" />
      {past > 0 && (
        <LegendShape shape={<i className="endt impact-end" />} label={<Trans>end of life passed</Trans>} count={past} />
      )}
      {unowned > 0 && (
        <LegendShape
          shape={<Missing title="" />}
          label={<Trans>nobody responsible</Trans>}
          count={unowned}
          isChosen={owner?.kind === "empty"}
          onPress={() => onFilter((newest) => toggledMissing(newest, "responsible"))}
        />
      )}
    </Legend>
  );
}
