/** Dragging a span along an axis of time: the whole of it, or one of its ends, by days or by months. */
import { type PointerEvent, useState } from "react";
import { daysAfter, monthsAfter, type Span } from "./days";
import type { TimeAxis } from "./time-axis";

/** The part of a span that is dragged. */
export type Grip = "move" | "from" | "to";

/** The steps by which a span is dragged. */
export type Unit = "day" | "week" | "month";

const DAY = 86_400_000;
const LENGTHS: Record<Unit, number> = { day: DAY, week: 7 * DAY, month: 30.44 * DAY };
/** Px below which a press is no drag. */
const STILL = 3;

/** Returns a day some steps later. */
export const stepped = (day: string, steps: number, unit: Unit): string =>
  unit === "month" ? monthsAfter(day, steps) : daysAfter(day, unit === "week" ? 7 * steps : steps);

/** Returns a span of which a part is moved by some steps; neither end passes the other. */
export function movedSpan({ from, to }: Span, grip: Grip, steps: number, unit: Unit): Span {
  const [start, end] = [stepped(from, steps, unit), stepped(to, steps, unit)];
  if (grip === "move") return { from: start, to: end };
  return grip === "from" ? { from: start < to ? start : to, to } : { from, to: end > from ? end : from };
}

type Drag = { grip: Grip; steps: number };

type SpanDrag = {
  axis: Pick<TimeAxis, "from" | "to" | "width">;
  span: Span;
  unit: Unit;
  /** Is called when it is let go elsewhere. */
  onDrop: (span: Span, drag: Drag) => void;
};

/** Gives the span as it is shown, what is being dragged of it, and the handlers of its parts. */
export function useSpanDrag({ axis, span, unit, onDrop }: SpanDrag) {
  const [start, setStart] = useState(0);
  const [drag, setDrag] = useState<Drag>();
  const perPixel = (axis.to.getTime() - axis.from.getTime()) / Math.max(1, axis.width);
  const shown = drag ? movedSpan(span, drag.grip, drag.steps, unit) : span;
  const handlers = (grip: Grip) => ({
    onPointerDown(event: PointerEvent<Element>) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      setStart(event.clientX);
      setDrag({ grip, steps: 0 });
    },
    onPointerMove(event: PointerEvent<Element>) {
      if (!drag) return;
      const moved = event.clientX - start;
      const steps = Math.abs(moved) < STILL ? 0 : Math.round((moved * perPixel) / LENGTHS[unit]);
      if (steps !== drag.steps) setDrag({ grip: drag.grip, steps });
    },
    onPointerUp() {
      setDrag(undefined);
      if (drag && (shown.from !== span.from || shown.to !== span.to)) onDrop(shown, drag);
    },
    onPointerCancel: () => setDrag(undefined),
  });
  return { shown, drag, handlers };
}
