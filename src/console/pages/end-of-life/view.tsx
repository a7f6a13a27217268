/** The list of what ends. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { AxisLines } from "../../charts/life-cycle";
import { timeAxis } from "../../charts/time-axis";
import { sortingOf } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { number } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { Link, useGo } from "../../navigation/link";
import { usePeek, useTogglePeek } from "../../navigation/peek";
import { endsParameters, endsQuery } from "../../reports/endings";
import { useReportFilter } from "../../reports/filter";
import { Legend, LegendShape } from "../../reports/legend";
import { ReportFrame } from "../../reports/report-frame";
import { AtChip } from "../../reports/setting-chip";
import { useMay } from "../../server/session";
import { heightOf, useDensity } from "../../state/look";
import { useMedia } from "../../state/media";
import { Foot, KeyHint } from "../../ui/bars";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { useWidth } from "../../ui/width";
import { endColumns, StatusShape, statusWords } from "./columns";
import { counted, STATUSES, sorted } from "./list";
import { endOfLife } from "./page";

/** The width of the column with lives in px, and the years that it spans. */
const AXIS = { width: 156, years: 12 };
/** From this room in px on all columns fit. */
const WIDE = 1_080;

export default function EndOfLifePage() {
  const { t } = useLingui();
  const search = endOfLife.useSearch();
  const setSearch = endOfLife.useSetSearch();
  const types = useTypes();
  const go = useGo();
  const peek = usePeek();
  const togglePeek = useTogglePeek();
  const isPhone = useMedia("(max-width: 640px)");
  const mayLink = useMay("eol.manage");
  const rowHeight = heightOf(useDensity());
  const [room, width] = useWidth<HTMLDivElement>();
  const filtering = useReportFilter(undefined, search, setSearch);
  const { data, error, refetch } = useQuery({
    ...endsQuery(filtering.filter, search.at),
    placeholderData: (before) => before,
  });

  const all = data?.items ?? [];
  const counts = counted(all);
  const words = statusWords();
  const items = sorted(
    all.filter(({ status }) => search.status === undefined || status === search.status),
    search.sort,
  );
  const axis = timeAxis(AXIS.width, AXIS.years);
  const columns = endColumns({ types, axis, rowHeight, isNarrow: width < WIDE }).filter(
    ({ key }) => !isPhone || key === "name" || key === "status",
  );
  const sort = search.sort ?? "end";
  const summary = data?.summary;
  const lifeAt = columns.findIndex(({ key }) => key === "life");
  const after = columns.slice(lifeAt).reduce((sum, { width: own = 0 }) => sum + own, 0);

  return (
    <ReportFrame
      title={t`End of life`}
      type="eol"
      settings={<AtChip at={search.at} onChange={(at) => setSearch({ at })} />}
      filtering={filtering}
      figures={
        data && <Plural value={all.length} one="# application or component" other="# applications and components" />
      }
      legend={
        <Legend title={t`Support`}>
          {STATUSES.map((status) => (
            <LegendShape
              key={status}
              shape={<StatusShape status={status} isAlone />}
              label={words[status]}
              count={counts[status]}
              isChosen={search.status === status}
              onPress={() =>
                setSearch((newest) => ({ status: newest.status === status ? undefined : status }), { replace: true })
              }
            />
          ))}
        </Legend>
      }
      printed={{
        title: t`End of life: what is out of support, and what will be`,
        counting: t`Dates are those of the product where a card names one, and else its own.`,
      }}
      file={(format) =>
        `/api/v1/reports/eol?${new URLSearchParams({ format, ...endsParameters(filtering.filter, search.at) })}`
      }
      foot={
        <Foot>
          {summary && (
            <>
              <span>
                <Trans>
                  <b>{number(items.length)}</b> of {number(all.length)}
                </Trans>
              </span>
              <span>
                <Plural
                  value={summary.impacted_apps}
                  one="# application runs on what is out of support"
                  other="# applications run on what is out of support"
                />
              </span>
              {summary.approaching_impacted_apps > 0 && (
                <span>
                  <Plural value={summary.approaching_impacted_apps} one="# more soon" other="# more soon" />
                </span>
              )}
            </>
          )}
          <span className="sp" />
          {mayLink && (
            <Link to="/reports/eol/links" className="lk">
              <Trans>Link cards to products</Trans>
            </Link>
          )}
          <KeyHint keys={["space"]}>
            <Trans>peek</Trans>
          </KeyHint>
          <KeyHint keys={["enter"]}>
            <Trans>open</Trans>
          </KeyHint>
        </Foot>
      }
    >
      <div className="grid-room" ref={room}>
        {error && !data ? (
          <Failed error={error} retry={refetch} />
        ) : !data ? (
          <LoadingRows rows={20} />
        ) : items.length === 0 ? (
          <Empty title={t`Nothing ends`}>
            <Trans>No application or component here names a product or an end of its life.</Trans>
          </Empty>
        ) : (
          width > 0 && (
            <Grid
              label={t`End of life`}
              columns={columns}
              total={items.length}
              rowAt={(at) => items[at]}
              idOf={({ id }) => id}
              sorting={sortingOf(sort)}
              onSort={({ by, isDescending }) =>
                setSearch({ sort: isDescending ? `-${by}` : by === "end" ? undefined : by }, { replace: true })
              }
              {...(peek !== undefined && { current: peek })}
              peeksOnPress={isPhone || peek !== undefined}
              onOpen={({ id }) => go({ to: "/cards/$id", params: { id } })}
              onPeek={({ id }) => togglePeek(id)}
            >
              {lifeAt >= 0 && <AxisLines axis={axis} left={`calc(100% - ${after}px)`} />}
            </Grid>
          )
        )}
      </div>
    </ReportFrame>
  );
}
