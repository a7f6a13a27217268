/** The figures of both moments in a row, each with its difference. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { number, shortMoney } from "../../language/format";
import { Figure } from "../../ui/figure";
import { Icon } from "../../ui/icon";
import type { Comparison } from "./queries";

type Values = { old: number; new: number };

/** Adds up the figures of a name. @param of the one of them, without it all */
function valuesOf({ figures }: Comparison, figure: string, of?: string): Values {
  const all = figures.filter((one) => one.figure === figure && (of === undefined || one.of === of));
  const sum = (side: "old" | "new") => all.reduce((whole, one) => whole + one[side], 0);
  return { old: sum("old"), new: sum("new") };
}

type ComparedProps = {
  name: ReactNode;
  unit?: ReactNode;
  values: Values | undefined;
  text: (value: number) => string;
};

/** Shows a figure of the later moment, with what it was at the earlier one. */
function Compared({ name, unit, values, text }: ComparedProps) {
  const difference = values ? values.new - values.old : 0;
  return (
    <Figure name={name} unit={unit} value={values && text(values.new)}>
      {values && difference === 0 && <Trans>as before</Trans>}
      {values && difference !== 0 && (
        <>
          <Icon of={difference > 0 ? ArrowUp : ArrowDown} size={12} />
          <b className="num">{text(Math.abs(difference))}</b>
          <Trans>was {text(values.old)}</Trans>
        </>
      )}
    </Figure>
  );
}

type FiguresProps = { data: Comparison | undefined; currency: string; seesCosts: boolean };

/** Shows the figures. */
export function Figures({ data, currency, seesCosts }: FiguresProps) {
  const { t } = useLingui();
  const of = (figure: string, part?: string) => data && valuesOf(data, figure, part);
  const whole = (value: number) => number(value, { maximumFractionDigits: 0 });
  const tenth = (value: number) => number(value, { maximumFractionDigits: 1 });
  return (
    <section className="figs compare-figures" aria-label={t`Figures`}>
      <Compared name={<Trans>Applications</Trans>} values={of("cards", "Application")} text={whole} />
      {seesCosts ? (
        <Compared
          name={<Trans>Costs of applications</Trans>}
          values={of("costs", "Application")}
          text={(value) => shortMoney(value, currency)}
        />
      ) : (
        <Compared name={<Trans>Relations</Trans>} values={of("relations")} text={whole} />
      )}
      <Compared name={<Trans>Quality</Trans>} unit={<Trans>of 100</Trans>} values={of("data_quality")} text={tenth} />
      <Compared name={<Trans>Capabilities supported</Trans>} unit="%" values={of("capability_coverage")} text={tenth} />
      <Compared name={<Trans>Out of support</Trans>} values={of("out_of_support")} text={whole} />
    </section>
  );
}
