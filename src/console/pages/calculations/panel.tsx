/** The panel next to a calculation: the consequences of switching it on, and of its deletion. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Calculator, CircleAlert, LayoutGrid, Lock, Play, Zap } from "lucide-react";
import { useState } from "react";
import type { Field } from "../../metamodel/fields";
import { type CardType, labelOf } from "../../metamodel/queries";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Section } from "../../ui/section";
import { Consequence } from "../../ui/side";
import { deleteCalculation, runOverCards, switchCalculation } from "./changes";
import { calculations } from "./page";
import type { Calculation, Preview } from "./queries";

type PanelProps = {
  calculation: Calculation;
  type: CardType | undefined;
  field: Field | undefined;
  preview: Preview | undefined;
};

/** Shows the panel. */
export function CalculationPanel({ calculation, type, field, preview }: PanelProps) {
  const { t } = useLingui();
  const setSearch = calculations.useSetSearch();
  const [isRunning, setRunning] = useState(false);
  const { name, is_active: isOn, target_type_key, target_field_key } = calculation;
  const fieldName = field ? labelOf(field) : target_field_key;
  const typeName = type ? labelOf(type) : target_type_key;
  const changes = preview && preview.filled_count + preview.changed_count + preview.emptied_count;
  const run = async () => {
    setRunning(true);
    await runOverCards(target_type_key);
    setRunning(false);
  };
  return (
    <aside className="peek side calc-side" aria-label={t`Consequences`}>
      <div className="ph">
        <Icon of={Calculator} size={14} className="c3" />
        <span className="c3 t12 peek-kind trunc">{t`Calculation of ${typeName}`}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="pb scroll" tabIndex={0} aria-label={t`Consequences`}>
        <div className="side-head">
          <div>
            <h2 className="t15 w2 trunc">{name}</h2>
            <span className="c3 t12 trunc">{t`fills ${fieldName}`}</span>
          </div>
        </div>
        <Section title={isOn ? t`While it is on` : t`If it is switched on`}>
          <Consequence icon={Zap}>
            <Trans>It runs for a card whenever the card, its relations or the cards below it change.</Trans>
          </Consequence>
          <Consequence icon={Lock}>
            <Trans>Nobody fills {fieldName} in: the formula does.</Trans>
          </Consequence>
          <Consequence icon={LayoutGrid}>
            {changes === undefined ? (
              <Trans>Counting…</Trans>
            ) : changes === 0 ? (
              <Trans>No card has another value than the formula gives.</Trans>
            ) : (
              plural(changes, {
                one: "# card changes when it runs over all.",
                other: "# cards change when it runs over all.",
              })
            )}
          </Consequence>
          {preview !== undefined && preview.failed_count > 0 && (
            <Consequence icon={CircleAlert}>
              {plural(preview.failed_count, {
                one: "# card keeps what it has, as the formula fails there.",
                other: "# cards keep what they have, as the formula fails there.",
              })}
            </Consequence>
          )}
          {isOn ? (
            <Button icon={Play} className="verb" writes isDisabled={isRunning} onPress={() => void run()}>
              {isRunning ? t`Running…` : t`Run over all cards now`}
            </Button>
          ) : (
            <Button icon={Zap} className="verb" writes onPress={() => void switchCalculation(calculation, true)}>
              <Trans>Switch it on</Trans>
            </Button>
          )}
        </Section>
        <Section title={t`If it is deleted`}>
          <Consequence icon={LayoutGrid}>
            <Trans>The cards keep what it has computed, and {fieldName} is filled in by people again.</Trans>
          </Consequence>
          <Button
            className="verb"
            writes
            onPress={async () => {
              if (await deleteCalculation(calculation)) setSearch({ calculation: undefined, cards: undefined });
            }}
          >
            <Trans>Delete the calculation</Trans>
          </Button>
        </Section>
      </section>
    </aside>
  );
}
