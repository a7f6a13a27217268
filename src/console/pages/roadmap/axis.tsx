/** The axis of the roadmap: its years, today, and the date that can be dragged. */
import { useLingui } from "@lingui/react/macro";
import { GripVertical } from "lucide-react";
import { monthsAfter } from "../../charts/days";
import type { TimeAxis } from "../../charts/time-axis";
import { day } from "../../language/format";
import { Icon } from "../../ui/icon";
import { useDrag } from "./drag";

/** Room of the words "today" and of the handle, in px to each side. */
const ROOM = { today: 40, at: 60 };

type AxisProps = { axis: TimeAxis; at: string; onAt: (at: string) => void };

/** Shows the head of the axis. The handle is a slider: arrows move it by a month. */
export function RoadmapAxis({ axis, at, onAt }: AxisProps) {
  const { t } = useLingui();
  const { day: dragged, handlers } = useDrag(axis, at, onAt);
  const shown = dragged ?? at;
  const handle = axis.x(shown);
  const isFree = (x: number) => Math.abs(x - axis.today) > ROOM.today && Math.abs(x - handle) > ROOM.at;
  const step = (key: string) => (key === "ArrowLeft" || key === "ArrowDown" ? -1 : 1);
  return (
    <div className="rm-axis">
      <svg className="lc" width={axis.width} height={43} aria-hidden>
        {axis.years.map(({ year, x }) => (
          <line key={year} className="tick2" x1={x} x2={x} y1={32} y2={43} />
        ))}
        {axis.years
          .filter(({ isLabelled, x, year }) => isLabelled && year % 2 === 0 && isFree(x))
          .map(({ year, x }) => (
            <text key={year} x={x} y={18} textAnchor="middle">
              {year}
            </text>
          ))}
        {Math.abs(axis.today - handle) > ROOM.at + 12 && (
          <text className="a" x={axis.today} y={18} textAnchor="middle">{t`today`}</text>
        )}
        <line className="today" x1={axis.today} x2={axis.today} y1={24} y2={43} />
      </svg>
      <span
        className="athand num"
        style={{ left: handle }}
        role="slider"
        tabIndex={0}
        aria-label={t`Date`}
        aria-valuenow={Date.parse(shown)}
        aria-valuemin={axis.from.getTime()}
        aria-valuemax={axis.to.getTime()}
        aria-valuetext={day(shown)}
        onKeyDown={(event) => {
          if (!event.key.startsWith("Arrow") || event.shiftKey) return;
          event.preventDefault();
          onAt(monthsAfter(at, step(event.key)));
        }}
        {...handlers}
      >
        <Icon of={GripVertical} size={12} />
        {day(shown)}
      </span>
    </div>
  );
}

/** Shows what goes across all rows: the years, today, the date, and the band between them. */
export function RoadmapLines({ axis, at }: Omit<AxisProps, "onAt">) {
  const x = axis.x(at);
  return (
    <div className="rm-lines" style={{ width: axis.width }} aria-hidden>
      {axis.years.map(({ year, x: left }) => (
        <span key={year} className="rm-year" style={{ left }} />
      ))}
      <span className="atband" style={{ left: Math.min(x, axis.today), width: Math.abs(x - axis.today) }} />
      <span className="todayl" style={{ left: axis.today }} />
      <span className="atline" style={{ left: x }} />
    </div>
  );
}
