/** The table of contents: every page with its address, its search schema and its lazy view, as routes. */
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type NotFoundRouteProps,
  Outlet,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import { z } from "zod/mini";
import { Frame } from "./frame/frame";
import { Guarded } from "./frame/guard";
import type { Page } from "./navigation/page";
import { pages } from "./pages";
import { MissingPage } from "./pages/missing/view";
import { MOMENT } from "./server/moment";
import { cache, sessionEnded } from "./server/queries";
import { may, meQuery, settingsQuery } from "./server/session";
import { Failed } from "./ui/states";

/** The search parameters that every page's address may hold: the card in the peek, and the moment that is shown. */
const Everywhere = z.object({
  peek: z.optional(z.string()),
  [MOMENT]: z.optional(z.union([z.string(), z.number()])),
});

const root = createRootRoute({
  validateSearch: Everywhere,
  search: { middlewares: [retainSearchParams([MOMENT])] },
  component: Outlet,
  errorComponent: ({ error, reset }) => <Failed error={error} retry={reset} />,
});

/**
 * Returns the way to the login, and from there back.
 * @param href the address that somebody without a session has asked for
 */
export const loginFrom = (href: string) => ({
  to: "/login" as never,
  search: { to: href === "/" || href.startsWith("/login") ? undefined : href } as never,
});

/** Pages for accounts stand in the frame; whoever isn't logged in is sent to the login, or to the first run. */
const framed = createRoute({
  getParentRoute: () => root,
  id: "framed",
  component: () => <Frame pages={pages} />,
  beforeLoad: async ({ location }) => {
    const me = sessionEnded.value() ? null : await cache.ensureQueryData(meQuery);
    if (me?.must_set_up_factor) throw redirect({ ...loginFrom(location.href), to: "/auth/second-factor" as never });
    if (me) return void (await cache.ensureQueryData(settingsQuery));
    if (!(await cache.fetchQuery({ ...settingsQuery, staleTime: 0 })).has_users)
      throw redirect({ to: "/welcome" as never });
    throw redirect(loginFrom(location.href));
  },
});

const missing = createRoute({ getParentRoute: () => framed, path: "$", component: MissingPage });

/** Returns the component of a page, loaded when it is first shown to somebody who may see it. */
function componentOf(page: Page) {
  const View = lazyRouteComponent(page.view);
  if (page.anonymous) return View;
  const guarded = () => (
    <Guarded page={page}>
      <View />
    </Guarded>
  );
  return Object.assign(guarded, { preload: View.preload });
}

/** Returns the route of a page. */
function routeOf(page: Page) {
  const { address, anonymous, search, data, right } = page;
  return createRoute({
    getParentRoute: () => (anonymous ? root : framed) as typeof root,
    path: address,
    validateSearch: search as never,
    component: componentOf(page),
    pendingComponent: () => null,
    // Its data are read behind the page that is shown. If the parameters were its dependencies, a slow browser would hide the page
    // for each change of them, and the focus would be lost.
    shouldReload: true,
    loader: async ({ params, location }: { params: object; location: { search: object } }) => {
      const me = anonymous ? null : ((await cache.ensureQueryData(meQuery)) ?? null);
      const values = z.parse(search, location.search);
      if (anonymous || may(me, right)) await data?.({ params: params as never, search: values as never, cache, me });
    },
  } as never);
}

const routes = pages.map((page) => ({ page, route: routeOf(page) }));
const of = (isAnonymous: boolean) =>
  routes.filter(({ page }) => (page.anonymous ?? false) === isAnonymous).map(({ route }) => route);

const tree = root.addChildren([...of(true), framed.addChildren([...of(false), missing])] as never);

/** The router of the console. */
export const router = createRouter({
  routeTree: tree as unknown as AnyRoute,
  defaultPreload: "intent",
  defaultPendingMs: 200,
  scrollRestoration: false,
  defaultNotFoundComponent: (_: NotFoundRouteProps) => <MissingPage />,
});
