/** The parts that the pages of passwords share: the form's place, and a link that is too old. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Gate } from "../../gate/gate";
import { Link } from "../../navigation/link";
import { settingsQuery } from "../../server/session";

/** Shows the place of a form before the frame. */
export function Shell({ title, children }: { title: ReactNode; children: ReactNode }) {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <Gate brand={settings?.app_title || "Stoa"}>
      <div className="fm narrow">
        <h1 className="t20 gate-title">{title}</h1>
        {children}
        <p className="gate-callout">
          <Link to="/login" className="lk">
            <Trans>Back to the login</Trans>
          </Link>
        </p>
      </div>
    </Gate>
  );
}

/** Shows the text instead of a form whose link is not valid any more. */
export function OldLink() {
  return (
    <p className="c2">
      <Trans>This link is not valid any more: it has been used, or is too old, or a newer one was sent.</Trans>
    </p>
  );
}
