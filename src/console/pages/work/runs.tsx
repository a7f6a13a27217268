/** The runs that people have started, newest first, by state. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { moment } from "../../language/format";
import { type RunState, runsQuery, type WorkRun } from "../../operations/queries";
import { useWorkName } from "../../operations/use-name";
import { Button } from "../../ui/button";
import { Rows } from "../../ui/rows";
import { Segments } from "../../ui/segments";
import { Status } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";
import { work as page } from "./page";

const COLUMNS = "minmax(200px,1fr) 110px 150px 170px";

/** Shows a page of the runs. @param props.patience milliseconds after which it is read again */
export function Runs({ patience }: { patience: number }) {
  const { t } = useLingui();
  const { state, page: at = 1 } = page.useSearch();
  const setSearch = page.useSetSearch();
  const { data, error, refetch } = useQuery({
    ...runsQuery(state, at),
    staleTime: 0,
    refetchInterval: patience,
    placeholderData: keepPreviousData,
  });
  const pages = Math.ceil((data?.total ?? 0) / (data?.page_size ?? 1));
  return (
    <section aria-label={t`Started by people`}>
      <div className="gsec">
        <h2>
          <b>
            <Trans>Started by people</Trans>
          </b>{" "}
          <span className="n num">{data?.total ?? ""}</span>
        </h2>
        <span className="sp" />
        <Segments
          label={t`State`}
          value={state ?? "any"}
          onChange={(next) => setSearch({ state: next === "any" ? undefined : (next as RunState), page: undefined })}
          options={[
            { value: "any", label: t`All` },
            { value: "failed", label: t`Failed` },
            { value: "completed", label: t`Completed` },
            { value: "cancelled", label: t`Cancelled` },
          ]}
        />
      </div>
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={4} />}
      {data?.items.length === 0 && (
        <p className="more c3">
          {state ? <Trans>No run is like that.</Trans> : <Trans>Nobody has started anything lately.</Trans>}
        </p>
      )}
      {data && <RunRows runs={data.items} />}
      {pages > 1 && (
        <div className="more">
          <Button
            isDisabled={at <= 1}
            onPress={() => setSearch(({ page: newest = 1 }) => ({ page: Math.max(1, newest - 1) }))}
          >
            <Trans>Newer</Trans>
          </Button>
          <span className="c3 num">
            <Trans>
              {at} of <Plural value={pages} one="# page" other="# pages" />
            </Trans>
          </span>
          <Button
            isDisabled={at >= pages}
            onPress={() => setSearch(({ page: newest = 1 }) => ({ page: Math.min(pages, newest + 1) }))}
          >
            <Trans>Older</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

function RunRows({ runs }: { runs: readonly WorkRun[] }) {
  const { t } = useLingui();
  const nameOf = useWorkName();
  return (
    <Rows label={t`Started by people`} items={runs} keyOf={({ id }) => id} columns={COLUMNS}>
      {({ operation, kind, error, state, user_display_name: name, requested_at, ended_at }) => (
        <>
          <div className="p16 work-name">
            <span className="trunc">{nameOf(operation, kind)}</span>
            {error && <span className="reason">{error}</span>}
          </div>
          <div>
            <RunStatus state={state} />
          </div>
          <div className="c2">
            <span className="trunc">{name ?? t`Stoa`}</span>
          </div>
          <div className="c2 num">{moment(ended_at ?? requested_at)}</div>
        </>
      )}
    </Rows>
  );
}

/** Shows the state of a run; that it is completed is silent. */
function RunStatus({ state }: { state: RunState }) {
  const { t } = useLingui();
  if (state === "failed") return <Status tone="bad">{t`Failed`}</Status>;
  if (state === "cancelled") return <Status tone="mut">{t`Cancelled`}</Status>;
  if (state === "completed") return <span className="c2">{t`Completed`}</span>;
  return <Status tone="info">{state === "running" ? t`Runs` : t`Waits`}</Status>;
}
