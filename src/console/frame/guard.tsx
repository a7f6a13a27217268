/** Guards a page: it takes the right to see it, and its area must be switched on. */
import { useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Page } from "../navigation/page";
import { may, settingsQuery, useMe } from "../server/session";
import { Empty } from "../ui/states";

/** Shows a page to whoever may see it; others are shown what it takes. */
export function Guarded({ page, children }: { page: Page; children: ReactNode }) {
  const { t } = useLingui();
  const me = useMe();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { right, switchedBy } = page;
  const name = t(page.title);
  const isOff = switchedBy !== undefined && settings[switchedBy] === false;
  if (may(me, right) && !isOff) return children;
  return (
    <>
      <h1 className="aloud">{name}</h1>
      {isOff ? (
        <Empty title={t`“${name}” is switched off`}>{t`An administrator can switch it on in the settings.`}</Empty>
      ) : (
        <Empty title={t`You may not see “${name}”`}>
          {t`It takes the right ${[right ?? ""].flat().join(" / ")}. Whoever administers the roles can grant it.`}
        </Empty>
      )}
    </>
  );
}
