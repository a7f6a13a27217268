/** Compare: the figures of two days, or of a scenario and its base, and the cards that differ between them, with one of them in detail. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { FilterChips } from "../../cards/filter-chips";
import { Grid } from "../../grid/grid";
import { day, moment, number } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { useReportFilter } from "../../reports/filter";
import { scenarioQuery } from "../../scenarios/queries";
import { settingsQuery, useMay } from "../../server/session";
import { useToggled } from "../../state/asked";
import { useIsPhone } from "../../state/media";
import { dayIn } from "../../todos/due";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { ExportMenu } from "../../ui/export-menu";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import { useWidth } from "../../ui/width";
import "./compare.css";
import { comparedColumns } from "./columns";
import { Detail } from "./detail";
import { Figures } from "./figures";
import { Moments } from "./moments";
import { compare as page } from "./page";
import { type ComparedCard, type Comparison, comparisonFile, isReachable, scenarioIn, useComparison } from "./queries";
import { useDifferences, WAYS, wayWords } from "./words";

/** Days that are compared without a choice. */
const MONTH = 30;
const WIDE = 900;

export default function ComparePage() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const isPhone = useIsPhone();
  const seesCosts = useMay("costs.view");
  const { currency } = useSuspenseQuery(settingsQuery).data;
  const filtering = useReportFilter(search.type, search, setSearch);
  const { to, type, change } = search;
  const scenario = scenarioIn(to);
  const from = scenario ? undefined : (search.from ?? dayIn(-MONTH));
  const choice = { from, to, type, change, filter: filtering.filter };
  const { data, error, retry, rowAt, onShow } = useComparison(choice);
  const counts = countsOf(data, type);
  const isNarrowed = type !== undefined || filtering.filter.conditions.length > 0 || filtering.filter.search !== "";

  return (
    <PageFrame
      label={t`Compare`}
      title={<AreaTrail area={t`Maps & reports`}>{t`Compare`}</AreaTrail>}
      actions={!isPhone && <ExportMenu address={(format) => comparisonFile(choice, format)} />}
    >
      <div className="chips">
        <FilterChips {...filtering} command="compare.filter">
          <Moments from={from} to={to} type={type} types={data?.types} onChange={setSearch} />
        </FilterChips>
      </div>
      <Figures data={data} currency={currency} seesCosts={seesCosts} />
      {isNarrowed && (
        <p className="compare-whole c3 t12">
          <Trans>The figures are of the whole landscape; type and filters choose the cards below.</Trans>
        </p>
      )}
      <div className="chips compare-ways">
        <Segments
          label={t`Change`}
          value={change ?? "all"}
          options={[
            { value: "all", label: t`All` },
            ...WAYS.map((way) => ({
              value: way,
              label: change === undefined && data ? `${wayWords()[way]} ${number(counts[way])}` : wayWords()[way],
            })),
          ]}
          onChange={(next) => setSearch({ change: WAYS.find((way) => way === next), card: undefined })}
        />
      </div>
      {error && !data ? (
        <Failed error={error} retry={retry} />
      ) : data ? (
        <Differing data={data} rowAt={rowAt} onShow={onShow} currency={currency} seesCosts={seesCosts} />
      ) : (
        <LoadingRows rows={12} />
      )}
      <Foot>
        {data && (
          <>
            <span>
              <Plural value={data.total} one="# card differs" other="# cards differ" />
            </span>
            <span>
              {moment(data.from)} –{" "}
              {scenario ? <ScenarioName id={scenario} /> : to === undefined ? t`now` : moment(data.to)}
            </span>
            {data.known_since && (
              <span>
                <Trans>The past is known from {day(data.known_since)} on</Trans>
              </span>
            )}
          </>
        )}
        <span className="sp" />
        <span className="desk-only">
          <KeyHint keys={["space"]}>
            <Trans>what has changed</Trans>
          </KeyHint>
          <KeyHint keys={["enter"]}>
            <Trans>open the card</Trans>
          </KeyHint>
        </span>
      </Foot>
    </PageFrame>
  );
}

/** Shows the name of the scenario in place of a moment. */
const ScenarioName = ({ id }: { id: string }) => useQuery(scenarioQuery(id)).data?.name ?? "…";

/** Adds up how many cards differ in each way. @param type of the cards; all types without it */
function countsOf(data: Comparison | undefined, type: string | undefined) {
  const counted = data?.types.filter((one) => type === undefined || one.type === type) ?? [];
  const sum = (way: (typeof WAYS)[number]) => counted.reduce((all, one) => all + one[way], 0);
  return Object.fromEntries(WAYS.map((way) => [way, sum(way)])) as Record<(typeof WAYS)[number], number>;
}

type DifferingProps = {
  data: Comparison;
  rowAt: (index: number) => ComparedCard | undefined;
  onShow: (first: number, last: number) => void;
  currency: string;
  seesCosts: boolean;
};

/** Shows the cards that differ, and next to them what differs in one of them. */
function Differing({ data, rowAt, onShow, currency, seesCosts }: DifferingProps) {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const types = useTypes();
  const go = useGo();
  const isPhone = useIsPhone();
  const peek = usePeek();
  const setPeek = useSetPeek();
  const differenceOf = useDifferences();
  const [room, width] = useWidth<HTMLDivElement>();
  const opened = data.items.find(({ id }) => id === search.card);
  const open = (card?: string) => {
    if (peek) setPeek();
    setSearch({ card }, { replace: true });
  };
  const toggle = useToggled(search.card, open);
  if (data.total === 0)
    return (
      <Empty title={<Trans>Nothing has changed</Trans>}>
        {scenarioIn(search.to) ? (
          <Trans>No card that matches differs from what the scenario began with.</Trans>
        ) : (
          <Trans>No card that matches differs between the two days.</Trans>
        )}
      </Empty>
    );
  return (
    <div className="work">
      <div className="grid-room" ref={room}>
        {width > 0 && (
          <Grid
            label={t`Cards that differ`}
            columns={comparedColumns({
              types,
              differenceOf,
              currency,
              isPhone,
              hasCosts: seesCosts,
              isNarrow: width < WIDE,
            })}
            total={data.total}
            rowAt={rowAt}
            idOf={({ id }) => id}
            onShow={onShow}
            {...(search.card !== undefined && { current: search.card })}
            peeksOnPress={isPhone || search.card !== undefined}
            onOpen={(one) => isReachable(one, search.to) && go({ to: "/cards/$id", params: { id: one.id } })}
            onPeek={({ id }) => (isPhone ? open(id) : toggle(id))}
          />
        )}
      </div>
      {opened && peek === undefined && (
        <Detail
          card={opened}
          isReachable={isReachable(opened, search.to)}
          differenceOf={differenceOf}
          currency={currency}
          close={() => open()}
        />
      )}
    </div>
  );
}
