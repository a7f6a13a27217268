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

/** Gives the size of an element in px, nothing before it is there. @returns a reference for the element, and its size */
export function useSize<E extends HTMLElement>(): readonly [RefCallback<E>, { width: number; height: number }] {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const follow = useCallback((element: E | null) => {
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [follow, size];
}
