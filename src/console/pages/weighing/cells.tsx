/** The cells of the page: figures with their difference, weights, and names of cards. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Minus, Plus } from "lucide-react";
import { day } from "../../language/format";
import { enterScenario } from "../../server/scenario";
import { Button, IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Status } from "../../ui/signs";
import { type ComparedScenario, MAX_WEIGHT } from "./queries";
import type { FigureRow } from "./rows";

/** Returns the tone of a difference: whether it is better or worse than the base. */
function toneOf(difference: number, better: FigureRow["better"]): "" | "good" | "bad" {
  if (difference === 0 || better === null) return "";
  return difference > 0 === (better === "more") ? "good" : "bad";
}

/** Shows how much more or less a figure is than in the base: with an arrow, and in words whether that is better. */
export function DifferenceOf({
  difference,
  better,
  text,
}: Pick<FigureRow, "better" | "text"> & { difference: number }) {
  const { t } = useLingui();
  const tone = toneOf(difference, better);
  if (difference === 0)
    return (
      <span className="weighing-difference c3" title={t`as in the base`}>
        =
      </span>
    );
  const title = tone === "good" ? t`better than the base` : tone === "bad" ? t`worse than the base` : undefined;
  return (
    <span className={`weighing-difference num ${tone}`} title={title}>
      <Icon of={difference > 0 ? ArrowUp : ArrowDown} size={12} />
      {text(Math.abs(difference))}
      {title && <span className="aloud">{title}</span>}
    </span>
  );
}

type WeightProps = { name: string; weight: number; onChange: (weight: number) => void };

/** Shows the weight of a criterion with the steps to a higher and a lower one; 0 leaves it out. */
export function WeightOf({ name, weight, onChange }: WeightProps) {
  const { t } = useLingui();
  return (
    <span className="weighing-weight">
      <IconButton
        icon={Minus}
        size={14}
        label={t`${name}: less weight`}
        isDisabled={weight <= 0}
        onPress={() => onChange(weight - 1)}
      />
      <span className={weight === 0 ? "num c3" : "num"}>{weight}</span>
      <IconButton
        icon={Plus}
        size={14}
        label={t`${name}: more weight`}
        isDisabled={weight >= MAX_WEIGHT}
        onPress={() => onChange(weight + 1)}
      />
    </span>
  );
}

type NamesProps = { scenario: ComparedScenario; cards: ComparedScenario["new_applications"] };

/** Shows cards by name, each opening in the scenario. */
export function NamesOf({ scenario, cards }: NamesProps) {
  const { total, items } = cards;
  if (total === 0) return <span className="c3">–</span>;
  return (
    <ul className="weighing-names">
      {items.map(({ id, name, day: when }) => (
        <li key={id}>
          <Button className="lk weighing-name" onPress={() => enterScenario(scenario, `/cards/${id}`)}>
            {name}
          </Button>
          {when && <span className="c3 t12 num"> {day(when)}</span>}
        </li>
      ))}
      {total > items.length && (
        <li className="c3">
          <Trans>and {total - items.length} more</Trans>
        </li>
      )}
    </ul>
  );
}

/** Shows the score of a state; the best of all with its sign. */
export function ScoreOf({
  score,
  isBest,
  text,
}: {
  score: number | null;
  isBest: boolean;
  text: (score: number) => string;
}) {
  if (score === null) return <span className="c3">–</span>;
  return (
    <span className="weighing-score">
      <b className="num">{text(score)}</b>
      {isBest && (
        <Status tone="good">
          <Trans>highest</Trans>
        </Status>
      )}
    </span>
  );
}
