/** The window, as styles see it. */
import { useCallback, useSyncExternalStore } from "react";

/** Checks whether a media query holds. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Checks for a phone: the width below which the rail becomes tabs, and the peek a page. */
export const useIsPhone = (): boolean => useMedia("(max-width: 640px)");
