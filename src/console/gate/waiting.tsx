/** The time that one has to wait before one may try again. */
import { useEffect, useState } from "react";

/**
 * Gives the seconds until a moment, counted down; 0 when it has come or there is none.
 * @param until milliseconds since 1970
 */
export function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const isAhead = until !== undefined && until > now;
  useEffect(() => {
    if (!isAhead) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isAhead]);
  return isAhead ? Math.ceil((until - now) / 1000) : 0;
}
