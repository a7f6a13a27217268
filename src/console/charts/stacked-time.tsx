/** Counts over time as layers on each other: the days share one axis, whose ink line is today. */
import { number } from "../language/format";
import "./charts.css";
import type { Share } from "./shares";
import { ticksOf } from "./ticks";
import type { TimeAxis } from "./time-axis";

/** A layer: its count on each day. */
export type Layer = { key: string; tone: Share["tone"]; counts: readonly number[] };

type StackedTimeProps = {
  /** The sentence that says what it shows, for readers of screens. */
  label: string;
  days: readonly string[];
  /** From the bottom up. */
  layers: readonly Layer[];
  axis: TimeAxis;
  /** Without the axis, in px. */
  height: number;
};

/** Px below the layers, for the words of the axis, and above them. */
const AXIS = 18;
const ABOVE = 10;

/** Returns the least round number that isn't below another, as the top of a scale. */
function topOf(most: number): number {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000].find((one) => most / one <= 4) ?? 10_000;
  return Math.max(1, Math.ceil(most / step) * step);
}

/** Shows the layers. */
export function StackedTime({ label, days, layers, axis, height }: StackedTimeProps) {
  const sums = days.map((_, at) => layers.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0));
  const top = topOf(Math.max(0, ...sums));
  const y = (count: number) => ABOVE + height - (height * count) / top;
  const below = (at: number, layer: number) =>
    layers.slice(0, layer).reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0);
  const line = (layer: number) => days.map((day, at) => `${axis.x(day).toFixed(1)},${y(below(at, layer)).toFixed(1)}`);
  return (
    <svg
      className="shares stacked-time lc"
      width={axis.width}
      height={ABOVE + height + AXIS}
      role="img"
      aria-label={label}
    >
      {[0, top / 2, top].filter(Number.isInteger).map((count) => (
        <g key={count}>
          <line className="tick" x1={0} x2={axis.width} y1={y(count) + 0.5} y2={y(count) + 0.5} />
          <text x={0} y={y(count) - 3}>
            {count > 0 && number(count)}
          </text>
        </g>
      ))}
      {layers.map(({ key, tone }, at) => (
        <polygon key={key} className={tone} points={[...line(at), ...line(at + 1).toReversed()].join(" ")} />
      ))}
      {ticksOf(axis).map(({ x, label: word, isYear }) => (
        <g key={x}>
          <line className="tick2" x1={x} x2={x} y1={y(0)} y2={y(0) + 4} />
          <text className={isYear ? "b" : ""} x={x} y={ABOVE + height + 15} textAnchor="middle">
            {word}
          </text>
        </g>
      ))}
      <line className="today" x1={axis.today} x2={axis.today} y1={0} y2={y(0) + 4} />
    </svg>
  );
}
