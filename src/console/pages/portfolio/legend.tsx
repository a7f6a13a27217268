/** The legend of a portfolio: shade, area and letters. */
import { Trans } from "@lingui/react/macro";
import { number } from "../../language/format";
import { Legend, Ramp, type Step } from "../../reports/legend";
import { roundBelow } from "../../reports/steps";

type LegendProps = {
  title: string;
  steps: readonly Step[];
  step: string | undefined;
  onStep: (step: string | undefined) => void;
  /** The area: its name, and the largest there is. */
  size: { label: string; largest: number } | undefined;
  radiusOf: (size: number) => number;
  letters: { label: string; letters: readonly string[] } | undefined;
};

/** The largest circle that the bar has room for, in px. */
const MAX_RADIUS = 14;

/** Shows the legend; a press on a step shows it alone. */
export function PortfolioLegend({ title, steps, step, onStep, size, radiusOf, letters }: LegendProps) {
  // The largest round size whose circle has room.
  const examples = size ? [1, 0.5, 0.25, 0.1, 0.05, 0.025, 0.01].map((part) => roundBelow(size.largest * part)) : [];
  const example = examples.find((value) => radiusOf(value) <= MAX_RADIUS) ?? examples.at(-1);
  const radius = example === undefined ? 0 : Math.min(MAX_RADIUS, radiusOf(example));
  return (
    <Legend title={title}>
      <Ramp steps={steps} chosen={step} onChoose={onStep} />
      {size && example !== undefined && (
        <span className="it" title={size.label}>
          <b>
            <Trans>Area</Trans>
          </b>
          <svg width={2 * radius + 2} height={2 * radius + 2} aria-hidden>
            <circle className="pf-example" cx={radius + 1} cy={radius + 1} r={radius} />
          </svg>
          <span className="n num">{number(example, { notation: "compact" })}</span>
        </span>
      )}
      {letters && (
        <span className="it trunc" title={letters.label}>
          <b>{letters.letters.join(" ")}</b>
          <span className="trunc">{letters.label}</span>
        </span>
      )}
    </Legend>
  );
}
