/** Life cycles on an axis of time: plan as dots, phase in light, active solid, phase out amber, the end a crimson tick. */
import type { TimeAxis } from "./time-axis";

/** Days by phase: plan, phaseIn, active, phaseOut, endOfLife. */
export type LifeCycle = Readonly<Record<string, unknown>>;

type Part = { phase: "plan" | "in" | "active" | "open" | "out"; from: number; to: number };

const dayOf = (life: LifeCycle, phase: string): string | undefined =>
  typeof life[phase] === "string" && life[phase] !== "" ? (life[phase] as string) : undefined;

/** Returns the parts of a life cycle from left to right, in px. */
export function partsOf(life: LifeCycle, axis: TimeAxis): Part[] {
  const at = (phase: string) => {
    const day = dayOf(life, phase);
    return day === undefined ? undefined : axis.x(day);
  };
  const [plan, begins, active, out] = ["plan", "phaseIn", "active", "phaseOut"].map(at);
  const end = at("endOfLife");
  const parts: Part[] = [];
  const add = (phase: Part["phase"], from: number | undefined, ...ends: (number | undefined)[]) => {
    const to = ends.find((one) => one !== undefined);
    if (from !== undefined && to !== undefined && to > from) parts.push({ phase, from, to });
  };
  add("plan", plan, begins, active, out, end);
  add("in", begins, active, out, end, axis.width);
  add("active", active, out, end, Math.max(active ?? 0, axis.today));
  if (out === undefined && end === undefined)
    add("open", active === undefined ? undefined : Math.max(active, axis.today), axis.width);
  add("out", out, end, axis.width);
  return parts;
}

type BarProps = {
  life: LifeCycle;
  axis: TimeAxis;
  /** The height of the row, in px. */
  height: number;
  /** True for a life whose end is no loss, as that of an initiative: it is a grey tick. */
  isQuiet?: boolean;
};

/** Shows a life cycle in a row. */
export function LifeCycleBar({ life, axis, height, isQuiet = false }: BarProps) {
  const middle = Math.round(height / 2);
  const end = dayOf(life, "endOfLife");
  const isVisible = end !== undefined && new Date(end) >= axis.from && new Date(end) < axis.to;
  return (
    <svg className="lc" width={axis.width} height={height - 1} aria-hidden>
      {partsOf(life, axis).map(({ phase, from, to }) =>
        phase === "plan" ? (
          <line key={phase} className="plan" x1={from} x2={to} y1={middle + 0.5} y2={middle + 0.5} />
        ) : (
          <rect
            key={phase}
            className={phase}
            x={from}
            y={phase === "open" ? middle : middle - 3}
            width={to - from}
            height={phase === "open" ? 1.5 : 7}
          />
        ),
      )}
      {isVisible && <rect className={isQuiet ? "fin" : "end"} x={axis.x(end)} y={middle - 6} width={2} height={13} />}
    </svg>
  );
}

/** Shows the years of an axis, and the mark of today, for the head of a column. */
export function AxisHead({ axis }: { axis: TimeAxis }) {
  return (
    <svg className="lc" width={axis.width} height={28} aria-hidden>
      {axis.years.map(({ year, x, isLabelled }) => (
        <line key={year} className="tick2" x1={x} x2={x} y1={isLabelled ? 20 : 24} y2={28} />
      ))}
      {axis.years
        .filter(({ isLabelled }) => isLabelled)
        .map(({ year, x }) => (
          <text key={year} x={x} y={14} textAnchor="middle">
            {axis.width > 300 ? year : String(year).slice(2)}
          </text>
        ))}
      <path className="todaym" d={`M${axis.today - 3.5} 19.5h7l-3.5 5z`} />
      <line className="today" x1={axis.today} x2={axis.today} y1={22} y2={28} />
    </svg>
  );
}

/** Shows the lines of years and of today, across all rows. @param left of the axis in px, as CSS has it */
export function AxisLines({ axis, left }: { axis: TimeAxis; left: string }) {
  return (
    <div className="axis-lines" style={{ left, width: axis.width }} aria-hidden>
      {axis.years
        .filter(({ isLabelled }) => isLabelled)
        .map(({ year, x }) => (
          <span key={year} className="axis-year" style={{ left: x }} />
        ))}
      <span className="todayl" style={{ left: axis.today }} />
    </div>
  );
}

/** Returns the phase of a life cycle on a day; undefined before its first. */
export function phaseOn(life: LifeCycle, day: string): string | undefined {
  const phases = ["plan", "phaseIn", "active", "phaseOut", "endOfLife"];
  return phases.findLast((phase) => (dayOf(life, phase) ?? "9") <= day);
}
