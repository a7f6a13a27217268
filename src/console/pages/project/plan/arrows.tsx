/** The dependencies of a plan as arrows over its rows; one is amber whose successor begins before the predecessor ends. */
import type { TimeAxis } from "../../../charts/time-axis";
import { type PlanRow, spanOfRow } from "../../../projects/plan";
import type { Plan } from "../../../projects/queries";

type ArrowsProps = {
  plan: Plan;
  rows: readonly PlanRow[];
  axis: TimeAxis;
  rowHeight: number;
  /** The left edge of the axis in the grid, as CSS has it. */
  left: string;
  /** The arrow that is being drawn: from the end of a row to a place. */
  drawn: { from: number; x: number; y: number } | undefined;
};

/** Px between a bar and the bend of its arrow. */
const BEND = 6;

/** Shows the arrows. */
export function Arrows({ plan, rows, axis, rowHeight, left, drawn }: ArrowsProps) {
  const places = new Map(rows.map((row, at) => [row.id, at]));
  const parents = new Map([
    ...plan.items.map(({ id, parent_id }) => [id, parent_id] as const),
    ...plan.tasks.map(({ id, wbs_id }) => [id, wbs_id] as const),
  ]);
  /** Returns the place of something, or of the folded package that it is in. */
  const placeOf = (id: string): number | undefined => {
    for (let one: string | null | undefined = id; one; one = parents.get(one)) {
      const at = places.get(one);
      if (at !== undefined) return at;
    }
    return undefined;
  };
  const middle = (at: number) => at * rowHeight + rowHeight / 2;
  const arrows = plan.dependencies.flatMap(({ id, pred_id, succ_id }) => {
    const [from, to] = [placeOf(pred_id), placeOf(succ_id)];
    const [before, after] = [rows[from ?? -1], rows[to ?? -1]];
    if (from === undefined || to === undefined || !before || !after || from === to) return [];
    const [earlier, later] = [spanOfRow(before), spanOfRow(after)];
    if (!earlier || !later) return [];
    const [x1, x2] = [axis.x(earlier.to), axis.x(later.from)];
    const down = to > from ? 1 : -1;
    const [y1, y2] = [middle(from), middle(to)];
    const path =
      x2 >= x1 + BEND
        ? `M${x1} ${y1}H${x2}V${y2 - down * 6}`
        : `M${x1} ${y1}h${BEND}V${y2 - (down * rowHeight) / 2}H${x2 - BEND}V${y2}H${x2 - 3}`;
    const head = x2 >= x1 + BEND ? `M${x2 - 3} ${y2 - down * 8}h6l-3 ${down * 5}z` : `M${x2 - 5} ${y2 - 3}v6l5 -3z`;
    return [{ id, path, head, isLate: later.from < earlier.to }];
  });
  const start = drawn && rows[drawn.from];
  const begin = start && spanOfRow(start);
  return (
    <svg className="plan-arrows" style={{ left, width: axis.width }} height={rows.length * rowHeight} aria-hidden>
      {arrows.map(({ id, path, head, isLate }) => (
        <g key={id} className={isLate ? "late" : ""} data-arrow={id}>
          <path className="way" d={path} />
          <path className="head" d={head} />
        </g>
      ))}
      {drawn && begin && (
        <path className="way drawn" d={`M${axis.x(begin.to)} ${middle(drawn.from)}L${drawn.x} ${drawn.y}`} />
      )}
    </svg>
  );
}
