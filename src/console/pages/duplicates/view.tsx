/** Duplicates: the list of clusters, and the one that is decided about. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, Play } from "lucide-react";
import { startRun } from "../../analysis/changes";
import { clustersQuery } from "../../analysis/queries";
import { RunNotes, RunVerb, useLatestRun } from "../../analysis/run";
import { useCommands } from "../../commands/command";
import { number } from "../../language/format";
import { Link } from "../../navigation/link";
import { api } from "../../server/client";
import { useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { Foot, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import "../../style/admin.css";
import "../../style/documents.css";
import "../../style/analysis.css";
import "./duplicates.css";
import { DecidedCluster } from "./cluster";
import { ClusterList } from "./list";
import { duplicates as page } from "./page";
import { counted, STATUSES, statusWords } from "./words";

const TYPE = "duplicate_detection";
const start = () => startRun(() => api.POST("/api/v1/turbolens/duplicates/analyse"));

export default function DuplicatesPage() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const isPhone = useIsPhone();
  const { data: all, error, refetch } = useQuery(clustersQuery);
  const status = search.status ?? "pending";
  const listed = all?.filter((one) => one.status === status);
  // Another run has other clusters: one that is gone gives way to the first.
  const cluster = all?.find(({ id }) => id === search.cluster) ?? (isPhone ? undefined : listed?.[0]);
  const opened = cluster?.id;
  const at = listed?.findIndex(({ id }) => id === opened) ?? -1;
  const open = (id: string | undefined) => setSearch({ cluster: id }, { replace: true });
  const next = listed?.[at + 1];
  useCommands([
    {
      id: "cluster.next",
      label: t`Next cluster`,
      keys: ["j", "arrowdown"],
      quiet: true,
      when: () => next !== undefined,
      run: () => open(next?.id),
    },
    {
      id: "cluster.before",
      label: t`Cluster before`,
      keys: ["k", "arrowup"],
      quiet: true,
      when: () => at > 0,
      run: () => open(listed?.[at - 1]?.id),
    },
  ]);
  const list = <ClusterList title={statusWords()[status]} clusters={listed} current={opened} open={open} />;
  return (
    <PageFrame
      label={t`Duplicates`}
      title={<AreaTrail area={t`Analysis`}>{t`Duplicates`}</AreaTrail>}
      actions={<RunVerb type={TYPE} verb={all?.length ? t`Compare again` : t`Compare`} start={start} />}
    >
      <RunNotes type={TYPE} />
      <nav className="chips anch" aria-label={t`Decisions`}>
        {STATUSES.map((one) => (
          <Link
            key={one}
            to="/analysis/duplicates"
            search={one === "pending" ? {} : { status: one }}
            className={one === status ? "on" : ""}
            aria-current={one === status ? "page" : undefined}
          >
            {statusWords()[one]} <em className="num">{number(counted(all ?? [])[one] ?? 0)}</em>
          </Link>
        ))}
      </nav>
      {error && !all ? (
        <Failed error={error} retry={refetch} />
      ) : !all ? (
        <LoadingRows rows={12} />
      ) : listed?.length === 0 && !cluster ? (
        <Nothing isNew={all.length === 0} />
      ) : (
        <div className="work">
          {(!isPhone || !cluster) && list}
          {cluster && (
            <div className="col">
              {isPhone && (
                <Button icon={ChevronLeft} onPress={() => open(undefined)}>
                  <Trans>All clusters</Trans>
                </Button>
              )}
              <DecidedCluster key={cluster.id} cluster={cluster} next={next} decided={() => open(next?.id)} />
            </div>
          )}
        </div>
      )}
    </PageFrame>
  );
}

/** Shows that there is nothing to decide, or that nothing was compared yet. */
function Nothing({ isNew }: { isNew: boolean }) {
  const { t } = useLingui();
  const mayRun = useMay("turbolens.manage");
  const run = useLatestRun(TYPE);
  const wasRun = run?.status === "completed";
  return (
    <>
      <div className="grid-room">
        <Empty
          title={isNew && !wasRun ? t`Nothing was compared yet` : isNew ? t`No duplicates were found` : t`Nothing here`}
          {...(isNew &&
            mayRun &&
            run?.status !== "running" && {
              actions: (
                <Button look="line" icon={Play} onPress={() => void start()}>
                  <Trans>Compare</Trans>
                </Button>
              ),
            })}
        >
          {isNew ? (
            <Trans>
              Applications, components and interfaces are compared by their names, descriptions, vendors and relations.
            </Trans>
          ) : (
            <Trans>No cluster has this decision.</Trans>
          )}
        </Empty>
      </div>
      <Foot>
        <span>
          <Trans>
            <b>0</b> clusters
          </Trans>
        </span>
      </Foot>
    </>
  );
}
