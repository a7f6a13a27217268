/** The legend of a report: words, and shapes with how many there are of each; a press on a shape filters. */
import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import { number } from "../language/format";
import { useToggled } from "../state/asked";

/** Shows the bar. @param title of what the shapes show */
export function Legend({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="legend">
      <b>{title}</b>
      {children}
    </div>
  );
}

/** A step of a ramp: `k1` to `k5` from little to much, `k0` hatched for what has nothing there, or a judgement. */
export type Step = {
  key: string;
  tone: "k0" | "k1" | "k2" | "k3" | "k4" | "k5" | "warn" | "bad";
  label: string;
  count: number;
};

type RampProps = {
  steps: readonly Step[];
  /** The key of the one step that is shown alone. */
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
};

/** Shows steps of a magnitude; a press shows one of them alone, and another press all again. */
export function Ramp({ steps, chosen, onChoose }: RampProps) {
  const toggle = useToggled(chosen, onChoose);
  return (
    <span className="ramp">
      {steps.map(({ key, tone, label, count }) => (
        <Button
          key={key}
          className={`ramp-step ${chosen !== undefined && chosen !== key ? "off" : ""}`}
          aria-pressed={chosen === key}
          onPress={() => toggle(key)}
        >
          <i className={`${tone} num`}>{number(count)}</i> <em title={label}>{label}</em>
        </Button>
      ))}
    </span>
  );
}

type ShapeProps = { shape: ReactNode; label: ReactNode; count?: number; isChosen?: boolean; onPress?: () => void };

/** Shows a shape with its word and its count. */
export function LegendShape({ shape, label, count, isChosen, onPress }: ShapeProps) {
  const words = (
    <>
      {shape}
      <span>{label}</span>
      {count !== undefined && <span className="n num">{number(count)}</span>}
    </>
  );
  if (!onPress) return <span className="it">{words}</span>;
  return (
    <Button className={`it ${isChosen ? "on" : ""}`} aria-pressed={isChosen ?? false} onPress={onPress}>
      {words}
    </Button>
  );
}
