/** Signs of values: steps as signal bars, judgements with their shapes, quality as a meter, and what is missing. */
import { CircleAlert, CircleCheck, CircleDashed, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon";

/** Shows a step of four as signal bars. */
export function Signal({ step }: { step: number }) {
  return (
    <span className="sig" aria-hidden>
      {[1, 2, 3, 4].map((bar) => (
        <i key={bar} className={bar <= step ? "on" : undefined} />
      ))}
    </span>
  );
}

const SHAPES = { good: CircleCheck, warn: TriangleAlert, bad: OctagonAlert, mut: CircleDashed, info: CircleAlert };

/** Shows a status with its shape; the word may be left out where its title says it. */
export function Status({ tone, title, children }: { tone: keyof typeof SHAPES; title?: string; children?: ReactNode }) {
  return (
    <span className={`st ${tone}`} title={title}>
      <Icon of={SHAPES[tone]} size={14} />
      {children ?? (title && <span className="aloud">{title}</span>)}
    </span>
  );
}

/** Returns the class of a quality: `b` under 50, `w` under 70. */
export const qualityMark = (quality: number): "" | "w" | "b" => (quality < 50 ? "b" : quality < 70 ? "w" : "");

/** Shows a quality from 0 to 100 as a meter and a figure. */
export function Quality({ value }: { value: number }) {
  return (
    <>
      <span className={`qm ${qualityMark(value)}`} aria-hidden>
        <i style={{ width: `${value}%` }} />
      </span>
      <span className={`num quality-figure ${qualityMark(value)}`}>{Math.round(value)}</span>
    </>
  );
}

/** Shows a dashed ring: what is missing. */
export function Missing({ title }: { title: string }) {
  return (
    <span className="ring2" title={title}>
      <span className="aloud">{title}</span>
    </span>
  );
}
