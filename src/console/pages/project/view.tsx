/** An initiative on its page. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import { cardQuery, rightsQuery } from "../../cards/queries";
import { useCommands } from "../../commands/command";
import { useTypes } from "../../metamodel/queries";
import { Link, useGo } from "../../navigation/link";
import { INITIATIVE } from "../../projects/queries";
import { beginReport } from "../../projects/report-changes";
import { WorkPanel } from "../../projects/work-panel";
import type { Schemas } from "../../server/client";
import { asRefusal } from "../../server/refusal";
import { useMay } from "../../server/session";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import "../../style/admin.css";
import "../../style/one-card.css";
import "../../style/projects.css";
import "./project.css";
import { ProjectBar } from "./bar";
import { BoardTab } from "./board";
import { CostsTab } from "./costs";
import { Overview } from "./overview";
import { project as page } from "./page";
import { ReportsTab } from "./reports";
import { RisksTab } from "./risks";

export default function ProjectPage(): ReactNode {
  const { t } = useLingui();
  const { id } = page.useParams();
  const { data: card, error, refetch } = useQuery(cardQuery(id));
  const isNone = (error && [404, 422].includes(asRefusal(error).status)) || (card && card.type !== INITIATIVE);
  if (isNone)
    return (
      <>
        <h1 className="aloud">{t`Project`}</h1>
        <Empty
          title={<Trans>There is no such initiative</Trans>}
          actions={
            <Link to="/ppm" className="btn line">
              <Trans>Portfolio</Trans>
            </Link>
          }
        >
          <Trans>It was deleted, or the link was cut off.</Trans>
        </Empty>
      </>
    );
  if (error)
    return (
      <>
        <h1 className="aloud">{t`Project`}</h1>
        <Failed error={error} retry={refetch} />
      </>
    );
  return card ? <Opened key={id} card={card} /> : <LoadingRows rows={16} />;
}

function Opened({ card }: { card: Schemas["Card"] }) {
  const { t } = useLingui();
  const { tab, work } = page.useSearch();
  const setSearch = page.useSetSearch();
  // The todos of tasks name them behind the address.
  const hash = useLocation({ select: (location) => location.hash });
  const named = /^task-(.+)$/.exec(hash)?.[1];
  const opened = work ?? named;
  const openWork = (next?: string) => setSearch({ work: next ?? (named ? "" : undefined) }, { replace: true });
  const type = useTypes().get(INITIATIVE);
  const { data: rights } = useQuery(rightsQuery(card.id));
  const seesCosts = rights?.effective["can_view_costs"] === true;
  const mayManage = useMay("ppm.manage");
  const go = useGo();
  const report = async () => {
    const made = await beginReport(card);
    if (made) go({ to: "/ppm/$id/reports/$report", params: { id: card.id, report: made } });
  };
  useCommands([
    {
      id: "project.report",
      label: t`New report`,
      icon: FileText,
      keys: ["r"],
      when: () => mayManage,
      run: () => void report(),
    },
  ]);
  const common = { card, type, seesCosts, mayManage, report: () => void report() };
  return (
    <>
      <ProjectBar card={card} type={type} seesCosts={seesCosts} />
      <div className="page-part">
        <div className="page-part-main">
          {tab === "reports" ? (
            <ReportsTab {...common} />
          ) : tab === "tasks" ? (
            <BoardTab {...common} opened={opened} open={openWork} />
          ) : tab === "costs" ? (
            rights ? (
              <CostsTab {...common} />
            ) : (
              <LoadingRows rows={12} />
            )
          ) : tab === "risks" ? (
            <RisksTab {...common} />
          ) : (
            <Overview {...common} opened={opened} open={openWork} />
          )}
        </div>
        {opened && (tab === undefined || tab === "tasks") && (
          <WorkPanel
            key={opened}
            initiative={card.id}
            id={opened}
            mayEdit={mayManage}
            close={() => openWork()}
            open={openWork}
          />
        )}
      </div>
    </>
  );
}
