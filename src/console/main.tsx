/** Starts the console. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { RouterProvider as AriaRouter } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { listenToKeys } from "./commands/keys";
import { setLanguage } from "./language/language";
import { loginFrom, router } from "./routes";
import { checkFreshness, isOutdated } from "./server/freshness";
import { connection, followEvents } from "./server/live";
import { cache, sessionEnded } from "./server/queries";
import { checkSession, forgetSession, meQuery, renewWhileSeen, settingsQuery } from "./server/session";
import { applyLook } from "./state/look";
import "./style/index.css";

/** Follows the stream while there is a session; sends whoever has none to the login. */
function followSession(): void {
  let leave: (() => void) | undefined;
  cache.getQueryCache().subscribe(() => {
    const me = cache.getQueryData(meQuery.queryKey);
    if (me && !leave) leave = followEvents();
  });
  connection.subscribe(() => {
    if (connection.value()?.isAway === false) void checkSession();
  });
  sessionEnded.subscribe(async () => {
    if (!sessionEnded.value()) return;
    leave?.();
    leave = undefined;
    // Only when no page of an account is shown any more, nobody needs to know who it was.
    await router.navigate(loginFrom(router.state.location.href));
    forgetSession();
  });
}

/** Marks the page as outdated when a part of the console is gone, as after an upgrade. */
function watchUpgrades(): void {
  window.addEventListener("vite:preloadError", () => {
    if (connection.value() === null) isOutdated.update(() => true);
  });
  void checkFreshness();
  window.addEventListener("online", () => void checkFreshness());
  connection.subscribe(() => {
    if (connection.value() === null) void checkFreshness();
  });
}

// Every page waits for it, and its router asks for the account meanwhile.
void cache.prefetchQuery(settingsQuery);
applyLook();
listenToKeys();
followSession();
renewWhileSeen();
watchUpgrades();
await setLanguage();

const element = document.getElementById("root");
if (!element) throw new Error("The page has no place for the console.");
createRoot(element).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={cache}>
        <AriaRouter navigate={(path) => router.history.push(path)}>
          <RouterProvider router={router} />
        </AriaRouter>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
