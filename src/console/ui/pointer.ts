/** Gestures of the pointer that begin on an element and end anywhere. */
import type { PointerEvent as ReactPointerEvent } from "react";

type Gesture = {
  move: (event: PointerEvent) => void;
  /** Gets the last event where the pointer is let go; none when the gesture is cancelled. */
  end: (dropped?: PointerEvent) => void;
};

/** Returns the handler of the first press, from which the element follows the pointer until it is let go. */
export const followingPointer =
  ({ move, end }: Gesture) =>
  (event: ReactPointerEvent<Element>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const target = event.currentTarget as HTMLElement;
    target.setPointerCapture(event.pointerId);
    const over = new AbortController();
    const finish = (dropped?: PointerEvent) => {
      over.abort();
      end(dropped);
    };
    target.addEventListener("pointermove", move, over);
    target.addEventListener("pointerup", finish, over);
    target.addEventListener("pointercancel", () => finish(), over);
  };
