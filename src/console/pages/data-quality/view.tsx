/** The data quality of the landscape, by type and by owner. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { useReportFilter } from "../../reports/filter";
import { Legend, LegendShape } from "../../reports/legend";
import { ReportFrame } from "../../reports/report-frame";
import { AtChip, SettingChip } from "../../reports/setting-chip";
import { Foot } from "../../ui/bars";
import { TypeIcon } from "../../ui/icon";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { QualitySummary } from "./summary";
import "./data-quality.css";
import { countOf, missingSearch } from "./missing";
import { dataQuality } from "./page";
import { type DataQuality, dataQualityFile, dataQualityQuery } from "./query";
import { QualityRow } from "./row";

const APPLICATION = "Application";
const ORGANIZATION = "Organization";
const NOBODY = { kind: "stakeholder", key: "responsible" } as const;
const NO_TEXT = { kind: "description", key: "description" } as const;
const NO_DATES = { kind: "lifecycle", key: "lifecycle" } as const;

export default function DataQualityPage() {
  const { t } = useLingui();
  const search = dataQuality.useSearch();
  const setSearch = dataQuality.useSetSearch();
  const filtering = useReportFilter(undefined, search, setSearch);
  const types = useTypes();
  const peek = usePeek();
  const ownersOf = search.owners ?? APPLICATION;
  const reading = useQuery({
    ...dataQualityQuery(filtering.filter, search.at, ownersOf),
    placeholderData: (before) => before,
  });
  const { data, error, refetch } = reading;
  const sums = (item: { kind: string; key: string }) =>
    data?.by_type.reduce((sum, { missing }) => sum + countOf(missing, item.kind, item.key), 0) ?? 0;
  const average = data && number(data.overall_data_quality, { maximumFractionDigits: 0 });

  return (
    <ReportFrame
      title={t`Data quality`}
      type="data-quality"
      settings={
        <>
          <SettingChip
            name={t`Owners of`}
            value={ownersOf}
            options={[...types.values()]
              .filter(({ key }) => key !== ORGANIZATION)
              .map((type) => ({ value: type.key, label: labelOf(type) }))}
            onChange={(owners) => setSearch({ owners: owners === APPLICATION ? undefined : owners })}
          />
          <AtChip at={search.at} onChange={(at) => setSearch({ at })} />
        </>
      }
      filtering={filtering}
      figures={
        data && (
          <>
            <Plural value={data.total_items} one="# card" other="# cards" />
            {" · "}
            <Trans>{average} on average</Trans>
          </>
        )
      }
      legend={
        <Legend title={t`Quality`}>
          <LegendShape shape={<i className="quality-mark low" />} label={t`under 50`} {...counted(data, "low")} />
          <LegendShape shape={<i className="quality-mark middle" />} label={t`50 to 80`} {...counted(data, "middle")} />
          <LegendShape shape={<i className="quality-mark high" />} label={t`80 and more`} {...counted(data, "high")} />
        </Legend>
      }
      printed={{ title: t`Data quality: what cards lack, and what helps most` }}
      file={(format) => dataQualityFile(filtering.filter, search.at, format)}
      foot={
        <Foot>
          {sums(NOBODY) > 0 && (
            <Link to="/inventory" search={missingSearch(filtering.filter, NOBODY)} className="lk">
              <Trans>{number(sums(NOBODY))} without a responsible</Trans>
            </Link>
          )}
          {sums(NO_TEXT) > 0 && (
            <Link to="/inventory" search={missingSearch(filtering.filter, NO_TEXT)} className="lk">
              <Trans>{number(sums(NO_TEXT))} without a description</Trans>
            </Link>
          )}
          {sums(NO_DATES) > 0 && (
            <Link to="/inventory" search={missingSearch(filtering.filter, NO_DATES)} className="lk">
              <Trans>{number(sums(NO_DATES))} without dates</Trans>
            </Link>
          )}
          {data && data.orphaned > 0 && (
            <span>
              <Trans>{number(data.orphaned)} without a relation</Trans>
            </span>
          )}
        </Foot>
      }
    >
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <LoadingRows rows={14} />
      ) : data.total_items === 0 ? (
        <Empty
          title={<Trans>No card matches</Trans>}
          actions={
            <Link to="/inventory" className="btn line">
              <Trans>Inventory</Trans>
            </Link>
          }
        >
          <Trans>The quality of what there is would stand here.</Trans>
        </Empty>
      ) : (
        <div className="work">
          <QualityGrid data={data} filter={filtering.filter} ownersOf={ownersOf} />
          {peek === undefined && <QualitySummary data={data} filter={filtering.filter} />}
        </div>
      )}
    </ReportFrame>
  );
}

/** Adds up how many cards are of one step of quality. */
const counted = (data: DataQuality | undefined, step: "low" | "middle" | "high") =>
  data ? { count: data.by_type.reduce((sum, { spread }) => sum + (spread?.[step] ?? 0), 0) } : {};

type GridProps = {
  data: DataQuality;
  filter: Parameters<typeof missingSearch>[0];
  ownersOf: string;
};

/** Shows types, and below them owners. */
function QualityGrid({ data, filter, ownersOf }: GridProps) {
  const { t } = useLingui();
  const types = useTypes();
  const setPeek = useSetPeek();
  const heads = [t`Type`, t`Cards`, t`Quality`, t`Spread`, t`No resp.`, t`No text`, t`No dates`, t`Alone`];
  const owned = types.get(ownersOf);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="quality-grid scroll" tabIndex={0} aria-label={t`By type and owner`}>
      <table>
        <thead>
          <tr className="gh one">
            {heads.map((head, at) => (
              <th key={head} scope="col">
                <span className={`l ${at === 1 || at > 3 ? "gh-figure" : ""}`}>{head}</span>
              </th>
            ))}
            <th scope="col">
              <span className="l">{t`What helps most`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.by_type.map((figures) => {
            const type = types.get(figures.type);
            return (
              <QualityRow
                key={figures.type}
                name={
                  <>
                    <TypeIcon type={type} />
                    <Link to="/inventory" search={{ type: figures.type }} className="quality-name trunc">
                      {type ? labelOf(type) : figures.type}
                    </Link>
                  </>
                }
                figures={figures}
                type={type}
                typeKey={figures.type}
                filter={filter}
                hasLinks
              />
            );
          })}
          {data.owners && data.owners.items.length > 0 && (
            <>
              <tr className="gsec">
                <td colSpan={9}>
                  <b>{t`Owners of: ${owned ? labelOf(owned) : ownersOf}`}</b>{" "}
                  <span className="c3">
                    {data.owners.total > data.owners.items.length
                      ? t`the lowest ${number(data.owners.items.length)} of ${number(data.owners.total)}`
                      : t`the lowest first`}
                  </span>
                </td>
              </tr>
              {data.owners.items.map((figures) => (
                <QualityRow
                  key={figures.id}
                  name={
                    <>
                      <TypeIcon type={types.get(ORGANIZATION)} />
                      <button type="button" className="quality-name trunc" onClick={() => setPeek(figures.id)}>
                        {figures.name}
                      </button>
                    </>
                  }
                  figures={figures}
                  type={owned}
                  typeKey={ownersOf}
                  filter={filter}
                  hasLinks={false}
                />
              ))}
            </>
          )}
        </tbody>
      </table>
    </section>
  );
}
