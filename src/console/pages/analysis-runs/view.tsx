/** The runs of analyses, the latest first. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { runsQuery, statusQuery } from "../../analysis/queries";
import { Grid } from "../../grid/grid";
import { number } from "../../language/format";
import { useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { Foot, PageFrame } from "../../ui/bars";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import { useWidth } from "../../ui/width";
import "../../style/analysis.css";
import { runColumns, STATUSES, statusWords } from "./columns";
import { analysisRuns as page } from "./page";

const LOOK = 2_000;

export default function AnalysisRunsPage() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const isPhone = useIsPhone();
  const mayCancel = useMay("turbolens.manage");
  const [room, width] = useWidth<HTMLDivElement>();
  const { data: engine } = useQuery(statusQuery);
  const {
    data: all,
    error,
    refetch,
  } = useQuery({
    ...runsQuery,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === "running") ? LOOK : false),
  });
  const items = (all ?? []).filter(({ status }) => !search.status || status === search.status);
  return (
    <PageFrame
      label={t`Runs of analyses`}
      title={<AreaTrail area={t`Analysis`}>{t`Runs`}</AreaTrail>}
      actions={
        engine && (
          <span className="c3 t12">
            {engine.engine === "local"
              ? t`Local rules answer; no language model is configured`
              : t`${engine.engine} answers`}
          </span>
        )
      }
    >
      <div className="chips">
        <Segments
          label={t`How it ended`}
          value={search.status ?? "all"}
          options={[
            { value: "all", label: t`All` },
            ...STATUSES.map((status) => ({
              value: status,
              label: `${statusWords()[status]} ${number(all?.filter((one) => one.status === status).length ?? 0)}`,
            })),
          ]}
          onChange={(status) => setSearch({ status: status === "all" ? undefined : status }, { replace: true })}
        />
      </div>
      <div className="grid-room" ref={room}>
        {error && !all ? (
          <Failed error={error} retry={refetch} />
        ) : !all ? (
          <LoadingRows rows={12} />
        ) : items.length === 0 ? (
          <Empty title={all.length === 0 ? t`No analysis ran yet` : t`No run of this kind`}>
            <Trans>Analyses are started on their own pages: duplicates, vendors, modernisation, compliance.</Trans>
          </Empty>
        ) : (
          width > 0 && (
            <Grid
              label={t`Runs of analyses`}
              columns={runColumns(mayCancel, isPhone)}
              total={items.length}
              rowAt={(at) => items[at]}
              idOf={({ id }) => id}
            />
          )
        )}
      </div>
      <Foot>
        <span>
          <Plural value={items.length} one="# run" other="# runs" />
        </span>
        {(all?.length ?? 0) >= 100 && (
          <span className="c3">
            <Trans>the latest 100 are listed</Trans>
          </span>
        )}
      </Foot>
    </PageFrame>
  );
}
