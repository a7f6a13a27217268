/** The return from the identity provider: logs in with what it sent, or says why not. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { OctagonX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Gate } from "../../gate/gate";
import { Link } from "../../navigation/link";
import { asRefusal } from "../../server/refusal";
import { finishSignOn, settingsQuery } from "../../server/session";
import { Icon } from "../../ui/icon";
import { signOn } from "./page";

/** Logs in once with the code; a code is worth nothing the second time. @returns the reason when it can't be */
function useSignOn(): string | undefined {
  const { code, state, error, error_description } = signOn.useSearch();
  const router = useRouter();
  const [reason, setReason] = useState(code ? undefined : (error_description ?? error ?? "?"));
  const begun = useRef(false);
  useEffect(() => {
    if (!code || begun.current) return;
    begun.current = true;
    finishSignOn(code, state).then(
      () => router.history.replace("/"),
      (failure) => setReason(asRefusal(failure).message),
    );
  }, [code, state, router]);
  return reason;
}

export default function SignOnPage() {
  const { data: settings } = useQuery(settingsQuery);
  const reason = useSignOn();
  return (
    <Gate brand={settings?.app_title || "Stoa"}>
      <div className="fm narrow">
        <h1 className="t20 gate-title">{reason ? <Trans>This did not work</Trans> : <Trans>Logging in</Trans>}</h1>
        {reason && (
          <>
            <div className="callout" role="alert">
              <span className="st bad">
                <Icon of={OctagonX} size={14} />
              </span>
              <span>{reason}</span>
            </div>
            <p className="gate-callout">
              <Link to="/login" className="lk">
                <Trans>Back to the login</Trans>
              </Link>
            </p>
          </>
        )}
      </div>
    </Gate>
  );
}
