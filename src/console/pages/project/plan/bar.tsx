/** The bar of a row of the plan: light what is planned, dark what is done; it is dragged, and arrows are drawn from its end. */
import { useLingui } from "@lingui/react/macro";
import type { PointerEvent } from "react";
import { type Grip, type Unit, useSpanDrag } from "../../../charts/span-drag";
import type { TimeAxis } from "../../../charts/time-axis";
import { day } from "../../../language/format";
import { hasDatedParts, movesOf, type PlanRow, spanOfRow, titleOf } from "../../../projects/plan";
import { moveParts } from "../../../projects/plan-changes";
import type { Plan } from "../../../projects/queries";

type BarProps = {
  plan: Plan;
  row: PlanRow;
  axis: TimeAxis;
  unit: Unit;
  height: number;
  mayEdit: boolean;
  /** Begins to draw an arrow from its end. */
  onLink: (event: PointerEvent<Element>) => void;
};

/** Px of a bar's end that are grasped. */
const END = 5;
/** The half of a milestone's sign, in px. */
const DIAMOND = 5;

/** Returns the share of a row that is done, from 0 to 1. */
const doneOf = (row: PlanRow): number =>
  row.kind === "wbs" ? row.item.completion / 100 : row.task.status === "done" ? 1 : 0;

/** Shows the bar; nothing for a row without a day. */
export function PlanBar(props: BarProps) {
  const span = spanOfRow(props.row);
  return span ? <DatedBar {...props} span={span} /> : null;
}

function DatedBar({
  plan,
  row,
  axis,
  unit,
  height,
  mayEdit,
  onLink,
  span,
}: BarProps & { span: { from: string; to: string } }) {
  const { t } = useLingui();
  const initiative = row.kind === "wbs" ? row.item.initiative_id : row.task.initiative_id;
  const { shown, drag, handlers } = useSpanDrag({
    axis,
    span,
    unit,
    onDrop: (_, { grip, steps }) =>
      void moveParts(initiative, movesOf(plan, row, grip, steps, unit), t`${titleOf(row)} moved`),
  });
  const isMilestone = row.kind === "wbs" && row.item.is_milestone;
  const [from, to] = [axis.x(shown.from), axis.x(shown.to)];
  const width = Math.max(2, to - from);
  const thickness = row.kind === "task" ? 5 : row.level === 1 ? 10 : 8;
  const top = (height - 1 - thickness) / 2;
  const middle = (height - 1) / 2;
  const grips: Grip[] =
    isMilestone || (row.kind === "wbs" && hasDatedParts(plan, row.id)) ? ["move"] : ["move", "from", "to"];
  const places: Record<Grip, { left: number; width: number }> = {
    move: isMilestone ? { left: to - 2 * DIAMOND, width: 4 * DIAMOND } : { left: from, width },
    from: { left: from - END, width: 2 * END },
    to: { left: to - END, width: 2 * END },
  };
  const when = shown.from === shown.to ? day(shown.to) : `${day(shown.from)} – ${day(shown.to)}`;
  return (
    <span className="dragged" title={when}>
      <svg className="lc" width={axis.width} height={height - 1} aria-hidden>
        {isMilestone ? (
          <path
            className={row.item.completion >= 100 ? "milestone done" : "milestone"}
            d={`M${to - DIAMOND} ${middle}l${DIAMOND} ${-DIAMOND}l${DIAMOND} ${DIAMOND}l${-DIAMOND} ${DIAMOND}z`}
          />
        ) : (
          <>
            <rect className="in" x={from} y={top} width={width} height={thickness} rx={1} />
            <rect className="active" x={from} y={top} width={width * doneOf(row)} height={thickness} rx={1} />
          </>
        )}
      </svg>
      {mayEdit &&
        grips.map((grip) => (
          <span key={grip} className={`bar-grip ${grip}`} style={places[grip]} data-grip={grip} {...handlers(grip)} />
        ))}
      {mayEdit && (
        <span
          className="link-grip"
          style={{ left: to + (isMilestone ? DIAMOND : 0) + 3 }}
          title={t`Draw an arrow to what comes after`}
          onPointerDown={onLink}
        />
      )}
      {drag && (
        <span className="drag-day num t11" style={{ left: (from + to) / 2 }}>
          {when}
        </span>
      )}
    </span>
  );
}
