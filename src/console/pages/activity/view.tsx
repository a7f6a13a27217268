/** Activity: batches at the left, the chosen one at the right. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { BatchDetail } from "./batch-detail";
import { BatchList } from "./batch-list";
import { EventList, ExportEvents } from "./event-list";
import { activity } from "./page";
import { batchesQuery } from "./queries";

export default function ActivityPage() {
  const { t } = useLingui();
  const { events, page = 1 } = activity.useSearch();
  const setSearch = activity.useSetSearch();
  const seesAll = useMay("admin.events");
  const showsEvents = seesAll && events === true;
  const kinds = seesAll && (
    <Segments
      label={t`Shown`}
      value={showsEvents ? "events" : "batches"}
      options={[
        { value: "batches", label: t`Batches` },
        { value: "events", label: t`Events` },
      ]}
      onChange={(value) => setSearch({ events: value === "events" || undefined, page: undefined, batch: undefined })}
    />
  );
  return (
    <PageFrame
      title={<Trans>Activity</Trans>}
      subtitle={<Trans>every change is a batch, every batch can be undone</Trans>}
      actions={
        <>
          {showsEvents && <ExportEvents />}
          {!showsEvents && seesAll && <Whose />}
          {kinds}
        </>
      }
    >
      {showsEvents ? (
        <EventList page={page} turn={(next) => setSearch({ page: next === 1 ? undefined : next })} />
      ) : (
        <Batches />
      )}
    </PageFrame>
  );
}

/** Chooses whose batches are listed. */
function Whose() {
  const { t } = useLingui();
  const { all } = activity.useSearch();
  const setSearch = activity.useSetSearch();
  return (
    <Segments
      label={t`Whose changes`}
      value={all ? "all" : "mine"}
      options={[
        { value: "mine", label: t`Mine` },
        { value: "all", label: t`Everybody's` },
      ]}
      onChange={(value) => setSearch({ all: value === "all" || undefined, page: undefined, batch: undefined })}
    />
  );
}

/** Shows the batches, and the chosen one next to them. */
function Batches() {
  const { t } = useLingui();
  const search = activity.useSearch();
  const setSearch = activity.useSetSearch();
  const seesAll = useMay("admin.events");
  const isMine = !seesAll || search.all !== true;
  const page = search.page ?? 1;
  const { data, error, refetch } = useQuery({ ...batchesQuery(isMine, page), placeholderData: (before) => before });
  const chosen = data?.items.find(({ id }) => id === search.batch) ?? data?.items[0];
  const isPhone = useIsPhone();
  if (isPhone && search.batch !== undefined && chosen)
    return (
      <section className="grid activity" aria-label={t`The chosen batch`}>
        <div className="chips">
          <Button icon={ArrowLeft} onPress={() => setSearch({ batch: undefined })}>
            <Trans>All batches</Trans>
          </Button>
        </div>
        <BatchDetail key={chosen.id} batch={chosen} />
      </section>
    );
  return (
    <div className="work activity">
      <section className="act" aria-label={t`Batches`}>
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={10} />}
        {data?.items.length === 0 && (
          <Empty title={<Trans>Nothing has changed yet</Trans>}>
            <Trans>Whatever you change stands here, and can be taken back.</Trans>
          </Empty>
        )}
        {data && data.items.length > 0 && (
          <BatchList
            batches={data.items}
            total={data.total}
            page={page}
            turn={(next) => setSearch({ page: next === 1 ? undefined : next, batch: undefined })}
            chosen={chosen?.id}
            choose={(id) => setSearch({ batch: id }, { replace: !isPhone })}
          />
        )}
        <Foot>
          {data && <Plural value={data.total} one="# batch" other="# batches" />}
          <span className="sp" />
          <KeyHint keys={["arrowup", "arrowdown"]}>
            <Trans>move</Trans>
          </KeyHint>
        </Foot>
      </section>
      {!isPhone && (
        <section className="grid" aria-label={t`The chosen batch`}>
          {chosen && <BatchDetail key={chosen.id} batch={chosen} />}
        </section>
      )}
    </div>
  );
}
