/** A value that follows another one once that has stopped changing. */
import { useEffect, useState } from "react";

/** Gives a value as it was when it last stayed the same for some time. @param pause in milliseconds */
export function useSettled<T>(value: T, pause: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
