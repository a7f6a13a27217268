/** Dragging along the axis of time: a thing follows the pointer by months, and its day is written when it is let go. */
import { type PointerEvent, useState } from "react";
import type { TimeAxis } from "../../charts/time-axis";
import { month } from "../../language/format";
import { monthAt } from "./lives";

/**
 * Gives the handlers of something that is dragged along the axis.
 * @param from its day
 * @param onDrop is called with the day on which it is let go, when that is another
 */
export function useDrag(axis: TimeAxis, from: string, onDrop: (day: string) => void) {
  const [day, setDay] = useState<string>();
  const [start, setStart] = useState(0);
  return {
    day,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        setStart(event.clientX);
        setDay(from);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (day === undefined) return;
        const moved = event.clientX - start;
        setDay(Math.abs(moved) < 3 ? from : monthAt(axis, axis.x(from) + moved));
      },
      onPointerUp() {
        if (day !== undefined && day !== from) onDrop(day);
        setDay(undefined);
      },
      onPointerCancel: () => setDay(undefined),
    },
  };
}

type EdgeProps = { axis: TimeAxis; phase: string; day: string; onDrop: (day: string) => void };

/** Shows the handle at an edge of a bar, with its month while it is dragged. */
export function Edge({ axis, phase, day: from, onDrop }: EdgeProps) {
  const { day, handlers } = useDrag(axis, from, onDrop);
  const x = axis.x(day ?? from);
  return (
    <span className={`rm-edge ${day ? "drag" : ""}`} style={{ left: x }} data-phase={phase} {...handlers}>
      {day && <span className="rm-day num">{month(day)}</span>}
    </span>
  );
}
