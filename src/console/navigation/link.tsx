/** Links to pages, typed by their addresses. */
import { Navigate, useRouter } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { Link as AriaLink } from "react-aria-components";
import type { Address, Pages, ParamsOf } from "./page";

/** The place that a link leads to. */
export type Target<A extends Address> = {
  to: A;
  params?: ParamsOf<A>;
  search?: Pages[A];
};

/** Gives the address of a place as text, for links and for the clipboard. */
export function useHref(): <A extends Address>(target: Target<A>) => string {
  const router = useRouter();
  return ({ to, params, search }) =>
    router.buildLocation({ to, params: params ?? {}, search: search ?? {} } as never).href;
}

/** Gives a function that goes to a place. */
export function useGo(): <A extends Address>(target: Target<A> & { replace?: boolean }) => void {
  const router = useRouter();
  return ({ to, params, search, replace }) =>
    void router.navigate({ to, params: params ?? {}, search: search ?? {}, replace } as never);
}

/** Leads on to another place, which takes the place of this one in the history. */
export function Redirect<A extends Address>({ to, params, search }: Target<A>) {
  const place: object = { to, params: params ?? {}, search: search ?? {}, replace: true };
  return <Navigate {...(place as ComponentProps<typeof Navigate>)} />;
}

type LinkProps<A extends Address> = Target<A> &
  Omit<ComponentProps<typeof AriaLink>, "href" | "children"> & { children: ReactNode };

/** Shows a link to a page of the console. */
export function Link<A extends Address>({ to, params, search, children, ...rest }: LinkProps<A>) {
  const href = useHref();
  return (
    <AriaLink {...rest} href={href({ to, params, search } as Target<A>)}>
      {children}
    </AriaLink>
  );
}

/** Gives a function that goes to an address that the server has stored, as in notifications: a path of the console, or a URL. */
export function useFollow(): (address: string) => void {
  const router = useRouter();
  return (address) => {
    if (address.startsWith("/") && !address.startsWith("//")) router.history.push(address);
    else if (/^https?:/.test(address)) window.open(address, "_blank", "noopener");
  };
}
