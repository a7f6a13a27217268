/** The reason why nobody gets in now. */
import { Trans } from "@lingui/react/macro";
import { OctagonX } from "lucide-react";
import type { Refusal } from "../../server/refusal";
import { Icon } from "../../ui/icon";

/** Shows the reason why nobody gets in now: too many attempts, or another one in the server's words. */
export function Obstacle({ refusal, seconds }: { refusal: Refusal; seconds: number }) {
  const left = `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return (
    <div className="callout gate-callout" role="alert">
      <span className="st bad">
        <Icon of={OctagonX} size={14} />
      </span>
      <span>
        {refusal.status === 423 && (
          <>
            <b>
              <Trans>Locked after too many wrong passwords.</Trans>
            </b>
            <br />
            <span className="c2">
              {seconds > 0 && <Trans>{left} to go.</Trans>}{" "}
              <Trans>
                Devices on which you have logged in before are not affected. An administrator can unlock it at once, or{" "}
                <code>stoa user unlock</code> on the server.
              </Trans>
            </span>
          </>
        )}
        {refusal.status === 429 && (
          <>
            <b>
              <Trans>Too many attempts from here.</Trans>
            </b>{" "}
            {seconds > 0 && <Trans>{left} to go.</Trans>}
          </>
        )}
        {refusal.status === 0 && <Trans>The server can't be reached.</Trans>}
        {![0, 423, 429].includes(refusal.status) && refusal.message}
      </span>
    </div>
  );
}
