/** The page behind what floats over it. */
import { useLocation } from "@tanstack/react-router";
import type { Address, Pages } from "./page";

/** Gives the search parameters of the page behind; undefined when it isn't the one at this address. */
export function useBehind<A extends Address>(address: A): Pages[A] | undefined {
  const { pathname, search } = useLocation();
  return pathname === address ? (search as Pages[A]) : undefined;
}
