/** Bars under the head: the server is away, a newer console is there, somebody views as another role. */
import { Trans } from "@lingui/react/macro";
import { Eye, RefreshCw, WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { time } from "../language/format";
import { isOutdated } from "../server/freshness";
import { connection } from "../server/live";
import { stopSeeingAs, useMe } from "../server/session";
import { useStore } from "../state/store";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";

const PATIENCE = 5_000;

/** Shows the bars that there is a reason for. */
export function Notices() {
  const isOld = useStore(isOutdated);
  const since = useLongLost();
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
      {since !== undefined && (
        <div className="bar-c" role="status">
          <span className="st warn">
            <Icon of={WifiOff} size={14} />
          </span>
          <span>
            <Trans>
              The server can't be reached since {time(since)}. What is loaded can be read; it is tried again by itself.
            </Trans>
          </span>
        </div>
      )}
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

/** Gives the time since which the connection is lost, once that has lasted; undefined before. */
function useLongLost(): number | undefined {
  const since = useStore(connection)?.since;
  const [late, setLate] = useState<number>();
  useEffect(() => {
    if (since === undefined) return undefined;
    const timer = setTimeout(() => setLate(since), PATIENCE - (Date.now() - since));
    return () => clearTimeout(timer);
  }, [since]);
  return since !== undefined && late === since ? since : undefined;
}
