/** The marks of processes, which stay in every lens: a critical or high risk, and a flow. */
import { useLingui } from "@lingui/react/macro";
import { type LucideIcon, OctagonX, TriangleAlert, Workflow } from "lucide-react";
import { LegendShape } from "../../reports/legend";
import { useToggled } from "../../state/asked";
import { Icon } from "../../ui/icon";
import type { Process } from "./tree";

type MarkName = "critical" | "high" | "flow";

const SHAPES: Record<MarkName, LucideIcon> = { critical: OctagonX, high: TriangleAlert, flow: Workflow };
const NAMES = ["critical", "high", "flow"] as const;

/** Checks whether a process has a mark. @param key of the mark, as the address has it */
export const hasMark = ({ attributes, hasFlow }: Process, key: string): boolean =>
  key === "flow" ? hasFlow : attributes["riskLevel"] === key;

/** Checks whether the key of a chosen step is that of a mark. */
export const isMark = (key: string | undefined): key is MarkName => NAMES.some((name) => name === key);

/** Gives the words of the marks. */
function useMarkWords(): Record<MarkName, string> {
  const { t } = useLingui();
  return { critical: t`critical risk`, high: t`high risk`, flow: t`has a flow` };
}

/** Shows the marks of a process. */
export function Marks({ process }: { process: Process }) {
  const words = useMarkWords();
  return NAMES.filter((name) => hasMark(process, name)).map((name) => (
    <span key={name} title={words[name]} className="house-mark">
      <Icon of={SHAPES[name]} size={12} />
      <span className="aloud">{words[name]}</span>
    </span>
  ));
}

type LegendProps = {
  cells: readonly Process[];
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
};

/** Shows the marks in the legend with how many processes have each; a press shows those alone. */
export function MarkLegend({ cells, chosen, onChoose }: LegendProps) {
  const words = useMarkWords();
  const toggle = useToggled(chosen, onChoose);
  return NAMES.map((name) => (
    <LegendShape
      key={name}
      shape={<Icon of={SHAPES[name]} size={12} />}
      label={words[name]}
      count={cells.filter((cell) => hasMark(cell, name)).length}
      isChosen={chosen === name}
      onPress={() => toggle(name)}
    />
  ));
}
