/** Home: what needs me, what of mine is incomplete, and what has happened. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { longDay, number } from "../../language/format";
import { Link } from "../../navigation/link";
import { unreadQuery } from "../../notifications/queries";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Icon } from "../../ui/icon";
import { Changed } from "./changed";
import { Figures } from "./figures";
import { MyCards, MyCardsFoot } from "./my-cards";
import { WaitingList } from "./waiting";

export default function HomePage() {
  return (
    <PageFrame title={<Trans>Home</Trans>} subtitle={longDay(Date.now())} actions={<Notifications />}>
      <Figures />
      <div className="work home">
        <div className="grid home-lists">
          <WaitingList />
          <MyCards />
          <Foot>
            <MyCardsFoot />
            <span className="sp" />
            <KeyHint keys={["a"]}>
              <Trans>approve</Trans>
            </KeyHint>
            <KeyHint keys={["x"]}>
              <Trans>done</Trans>
            </KeyHint>
            <KeyHint keys={["z"]}>
              <Trans>undo</Trans>
            </KeyHint>
          </Foot>
        </div>
        <Changed />
      </div>
    </PageFrame>
  );
}

function Notifications() {
  const { data } = useQuery(unreadQuery);
  return (
    <Link to="/notifications" className="btn">
      <Icon of={Bell} size={14} />
      <Trans>Notifications</Trans>
      {data && data.count > 0 && <span className="c3 num">{number(data.count)}</span>}
    </Link>
  );
}
