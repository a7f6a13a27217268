/** A line of the rail. */
import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Link, type Target } from "../navigation/link";
import type { Address } from "../navigation/page";
import { Hint } from "../ui/hint";

type RailLinkProps = Target<Address> & {
  name: string;
  isFolded: boolean;
  isHere?: boolean;
  className?: string;
  children: ReactNode;
};

/** Accepts an address and what lies below it. */
const isBelow = (path: string, address: string) =>
  path === address || (address !== "/" && path.startsWith(`${address}/`));

/**
 * Checks whether an address, or one below it, is the one that is open.
 * @param others addresses next to it: one of them that lies below it goes first
 */
export function useIsHere(address: string, others: readonly string[] = []): boolean {
  return useLocation({
    select: ({ pathname }) =>
      isBelow(pathname, address) &&
      !others.some((other) => other !== address && isBelow(other, address) && isBelow(pathname, other)),
  });
}

/** Shows a link in the rail; where it is an icon alone, its name is shown when one points at it. */
export function RailLink({ name, isFolded, isHere = false, className = "nav", children, ...target }: RailLinkProps) {
  const link = (
    <Link
      {...target}
      className={isHere ? `${className} on` : className}
      aria-current={isHere ? "page" : undefined}
      aria-label={isFolded ? name : undefined}
    >
      {children}
    </Link>
  );
  return isFolded ? <Hint text={name}>{link}</Hint> : link;
}
