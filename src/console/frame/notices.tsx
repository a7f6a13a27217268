/** Bars under the head: the server is away, a newer console is there, somebody views as another role. */
import { Trans } from "@lingui/react/macro";
import { Eye, RefreshCw, WifiOff } from "lucide-react";
import { useSecondsUntil } from "../gate/waiting";
import { time } from "../language/format";
import { isOutdated } from "../server/freshness";
import { away, tryNow } from "../server/live";
import { stopSeeingAs, useMe } from "../server/session";
import { useStore } from "../state/store";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";

/** Shows the bars that there is a reason for. */
export function Notices() {
  const isOld = useStore(isOutdated);
  const { impersonated_role_label: role } = useMe();
  return (
    <>
      {role && (
        <div className="bar-c" role="status">
          <span className="st warn">
            <Icon of={Eye} size={14} />
            <b>
              <Trans>You see Stoa as {role}</Trans>
            </b>
          </span>
          <span>
            <Trans>What you do is still written under your name.</Trans>
          </span>
          <span className="sp" />
          <Button look="line" onPress={() => void stopSeeingAs()}>
            <Trans>Stop seeing as</Trans>
          </Button>
        </div>
      )}
      <Away />
      {isOld && (
        <div className="bar-c plain" role="status">
          <span className="st mut">
            <Icon of={RefreshCw} size={14} />
          </span>
          <span>
            <Trans>The server has a newer console than this page.</Trans>
          </span>
          <Button look="line" onPress={() => location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

/** Shows that the server is away: since when, what still works, and when it is tried again. */
function Away() {
  const loss = useStore(away);
  const seconds = useSecondsUntil(loss?.retryAt);
  if (!loss) return null;
  return (
    <div className="bar-c" role="status">
      <span className="st warn">
        <Icon of={WifiOff} size={14} />
        <b>
          <Trans>The server has not answered since {time(loss.since)}</Trans>
        </b>
      </span>
      <span className="c2 trunc">
        <Trans>
          Reading, filtering and sorting what is loaded goes on. Changes are refused until it is back; what you are
          typing stays.
        </Trans>
      </span>
      <span className="sp" />
      <span className="c2 num" aria-hidden>
        {seconds > 0 ? <Trans>again in {seconds} s</Trans> : <Trans>trying again</Trans>}
      </span>
      <Button look="line" icon={RefreshCw} className="t12" onPress={tryNow}>
        <Trans>Try now</Trans>
      </Button>
    </div>
  );
}
