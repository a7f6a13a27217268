/** The legend of the costs: what area and shade mean, and the steps with their counts. */
import { Trans } from "@lingui/react/macro";
import { Legend, LegendShape, Ramp, type Step } from "../../reports/legend";
import { Status } from "../../ui/signs";
import type { Lens } from "./lens";
import type { CostItem } from "./queries";

type LegendProps = {
  lens: Lens | undefined;
  items: readonly CostItem[];
  step: string | undefined;
  onStep: (step: string | undefined) => void;
  /** The way in which groups count. */
  counting: string | undefined;
};

/** Shows the legend; a press on a step shows it alone. */
export function CostLegend({ lens, items, step, onStep, counting }: LegendProps) {
  const counts = new Map<string, number>();
  for (const item of items) {
    const own = lens?.stepOf(item) ?? "";
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  const steps = lens?.steps ?? [];
  const ramp = steps.filter(({ key }) => /^k\d$/.test(key));
  const shapes = steps.filter(({ key }) => !/^k\d$/.test(key));
  return (
    <Legend title={<Trans>Area</Trans>}>
      <span className="legend-word">
        <Trans>cost a year</Trans>
      </span>
      {lens && (
        <>
          <b>
            <Trans>Shade</Trans>
          </b>
          <span className="legend-word">{lens.title}</span>
          {shapes.map(({ key, tone, label }) => (
            <LegendShape
              key={key}
              shape={tone && <Status tone={tone}>{""}</Status>}
              label={label}
              count={counts.get(key) ?? 0}
              isChosen={step === key}
              onPress={() => onStep(step === key ? undefined : key)}
            />
          ))}
          <Ramp
            steps={ramp.map(({ key, label }) => ({
              key,
              tone: key as Step["tone"],
              label,
              count: counts.get(key) ?? 0,
            }))}
            chosen={step}
            onChoose={onStep}
          />
        </>
      )}
      {counting && (
        <span className="c3 t11 trunc" title={counting}>
          {counting}
        </span>
      )}
    </Legend>
  );
}
