/** Home: what needs me, what of mine is incomplete, and what has happened. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { Fragment } from "react";
import { longDay, number } from "../../language/format";
import { Link } from "../../navigation/link";
import { unreadQuery } from "../../notifications/queries";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Icon } from "../../ui/icon";
import { Empty, LoadingRows } from "../../ui/states";
import { Arrange } from "./arrange";
import { Changed } from "./changed";
import { Figures } from "./figures";
import { type HomeLayout, listedParts, useHomeLayout } from "./layout";
import { MyCards, MyCardsFoot } from "./my-cards";
import { HomeReports } from "./reports";
import { WaitingList } from "./waiting";

export default function HomePage() {
  const layout = useHomeLayout();
  return (
    <PageFrame
      title={<Trans>Home</Trans>}
      subtitle={longDay(Date.now())}
      actions={
        <>
          {layout && <Arrange layout={layout} />}
          <Notifications />
        </>
      }
    >
      {layout ? <HomeParts layout={layout} /> : <LoadingRows rows={14} />}
    </PageFrame>
  );
}

/** Shows the parts: figures that come first go across the page, and what changed stands at the side. */
function HomeParts({ layout }: { layout: HomeLayout }) {
  const { parts, reports } = layout;
  const listed = listedParts(layout);
  const hasFiguresFirst = listed[0] === "figures";
  const lists = {
    figures: <Figures />,
    waiting: <WaitingList />,
    cards: <MyCards />,
    reports: <HomeReports ids={reports} />,
  };
  return (
    <>
      {hasFiguresFirst && <Figures />}
      <div className="work home">
        <div className="grid">
          <div className="home-parts">
            {listed.slice(hasFiguresFirst ? 1 : 0).map((part) => (
              <Fragment key={part}>{part !== "changed" && lists[part]}</Fragment>
            ))}
            {parts.length === 0 && (
              <Empty title={<Trans>Home shows nothing</Trans>}>
                <Trans>"Arrange" at the top brings its parts back.</Trans>
              </Empty>
            )}
          </div>
          <HomeFoot hasCards={parts.includes("cards")} />
        </div>
        {parts.includes("changed") && <Changed />}
      </div>
    </>
  );
}

function HomeFoot({ hasCards }: { hasCards: boolean }) {
  return (
    <Foot>
      {hasCards && <MyCardsFoot />}
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
