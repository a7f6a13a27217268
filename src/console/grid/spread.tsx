/** The spread of the values of a list, in the heads of its columns. */
import { Button } from "react-aria-components";

/** One value of a stack: how many rows have it. */
export type Share = { key: string; label: string; count: number; isQuiet?: boolean; tone?: "warn" | "bad" };

/** Shares as a bar of segments; a segment limits the list to its value. */
export function Stack({ shares, onChoose }: { shares: readonly Share[]; onChoose?: (share: Share) => void }) {
  return (
    <span className="stack">
      {shares.map((share, at) => (
        <Button
          key={share.key}
          className={`stack-part ${share.tone ?? (share.isQuiet ? "quiet" : at === 0 ? "first" : "")}`}
          style={{ flex: share.count }}
          aria-label={`${share.label} ${share.count}`}
          excludeFromTabOrder
          isDisabled={!onChoose}
          onPress={() => onChoose?.(share)}
        />
      ))}
    </span>
  );
}

/** One step of a histogram. */
export type Step = { from: number | string; to: number | string; count: number; mark?: "d" | "w" | "b" };

/** Steps as bars; a bar limits the list to its step. */
export function Histogram({ steps, onChoose }: { steps: readonly Step[]; onChoose?: (step: Step) => void }) {
  const highest = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <span className="hist">
      {steps.map((step) => (
        <Button
          key={String(step.from)}
          className={`hist-part ${step.mark ?? ""}`}
          style={{ height: `${(step.count / highest) * 100}%` }}
          aria-label={`${step.from} – ${step.to}: ${step.count}`}
          excludeFromTabOrder
          isDisabled={!onChoose}
          onPress={() => onChoose?.(step)}
        />
      ))}
    </span>
  );
}
