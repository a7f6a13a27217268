/** Home: what has happened that concerns me. */
import { Trans } from "@lingui/react/macro";
import { longDay } from "../../language/format";
import { NotificationList } from "../../notifications/list";
import { PageFrame } from "../../ui/bars";

export default function HomePage() {
  return (
    <PageFrame title={<Trans>Home</Trans>} subtitle={longDay(Date.now())}>
      <div className="scroll">
        <NotificationList onlyUnread={false} />
      </div>
    </PageFrame>
  );
}
