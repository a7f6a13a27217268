/** The facets in words: the values of each field with how many cards of the list have them. */
import { useLingui } from "@lingui/react/macro";
import { Button } from "react-aria-components";
import { choicesOf } from "../../cards/choices";
import type { ListedField } from "../../cards/listed-fields";
import { conditionOn, toggledValue } from "../../filters/condition";
import { number } from "../../language/format";
import type { Schemas } from "../../server/client";
import { CheckMark } from "../../ui/check-mark";
import type { InventoryState } from "./state";

/** Values of one facet. */
const MAX_VALUES = 8;

type PanelProps = { state: InventoryState; summary: Schemas["CardList"] | undefined };

/** Shows the panel at the left of the list. */
export function FacetPanel({ state, summary }: PanelProps) {
  const { t } = useLingui();
  const counted = state.fields.filter(({ facet }) => facet && summary?.facets?.[facet]);
  return (
    <aside className="facets" aria-label={t`Facets`}>
      {counted.map((field) => (
        <Facet key={field.name} field={field} state={state} summary={summary} />
      ))}
    </aside>
  );
}

function Facet({ field, state, summary }: PanelProps & { field: ListedField }) {
  const condition = conditionOn(state.filter, field.condition);
  const chosen = condition?.kind === "values" ? condition.values : [];
  const choices = choicesOf(field, summary)
    .filter(({ count, value }) => count || chosen.includes(value))
    .slice(0, MAX_VALUES);
  const highest = Math.max(1, ...choices.map(({ count = 0 }) => count));
  if (choices.length === 0) return null;
  return (
    <section className="fc" aria-label={field.label}>
      <h3>{field.label}</h3>
      {choices.map(({ value, label, count = 0 }) => (
        <Button
          key={value}
          className={chosen.includes(value) ? "fv on" : "fv"}
          aria-pressed={chosen.includes(value)}
          onPress={() => state.setFilter((newest) => toggledValue(newest, field.condition, value))}
        >
          <CheckMark state={chosen.includes(value) && (condition?.isNegated ? "mixed" : true)} />
          <span className="trunc">{label}</span>
          <span className="m" aria-hidden>
            <i style={{ width: `${(count / highest) * 100}%` }} />
          </span>
          <span className="n num">{number(count)}</span>
        </Button>
      ))}
    </section>
  );
}
