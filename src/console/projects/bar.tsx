/** An initiative on an axis of time, dragged as a whole or at its ends. */
import { useLingui } from "@lingui/react/macro";
import { LifeCycleBar } from "../charts/life-cycle";
import { type Grip, useSpanDrag } from "../charts/span-drag";
import type { TimeAxis } from "../charts/time-axis";
import { month } from "../language/format";
import { movedLife, moveInitiative } from "./changes";
import { lifeOf, spanOf } from "./initiatives";
import type { Initiative } from "./queries";

type BarProps = { of: Initiative; axis: TimeAxis; height: number; mayEdit: boolean };

/** Px of a bar's end that are grasped, and the least of a bar that is grasped as a whole. */
const END = 5;

/** Shows the bar. */
export function InitiativeBar({ of, axis, height, mayEdit }: BarProps) {
  const span = spanOf(of);
  if (!span) return <LifeCycleBar life={lifeOf(of)} axis={axis} height={height} isQuiet />;
  return <DraggedBar {...{ of, axis, height, mayEdit, span }} />;
}

function DraggedBar({ of, axis, height, mayEdit, span }: BarProps & { span: NonNullable<ReturnType<typeof spanOf>> }) {
  const { t } = useLingui();
  const { shown, drag, handlers } = useSpanDrag({
    axis,
    span,
    unit: "month",
    onDrop: (_, { grip, steps }) => void moveInitiative(of, grip, steps),
  });
  const life = drag ? movedLife(lifeOf(of), span, drag.grip, drag.steps) : lifeOf(of);
  const [from, to] = [axis.x(shown.from), axis.x(shown.to)];
  const grips: { grip: Grip; left: number; width: number }[] = [
    { grip: "move", left: from, width: Math.max(0, to - from) },
    { grip: "from", left: from - END, width: 2 * END },
    { grip: "to", left: to - END, width: 2 * END },
  ];
  return (
    <span className="dragged" title={t`${month(shown.from)} – ${month(shown.to)}`}>
      <LifeCycleBar life={life} axis={axis} height={height} isQuiet />
      {mayEdit &&
        grips.map(({ grip, left, width }) => (
          <span key={grip} className={`bar-grip ${grip}`} style={{ left, width }} {...handlers(grip)} />
        ))}
      {drag && (
        <span className="drag-day num t11" style={{ left: (from + to) / 2 }}>
          {month(shown.from)} – {month(shown.to)}
        </span>
      )}
    </span>
  );
}
