/** The width of what is shown. */
import { type RefCallback, useCallback, useState } from "react";

/** Gives the width of an element in px, 0 before it is there. @returns a reference for the element, and its width */
export function useWidth<E extends HTMLElement>(): readonly [RefCallback<E>, number] {
  const [width, setWidth] = useState(0);
  const follow = useCallback((element: E | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  return [follow, width];
}
