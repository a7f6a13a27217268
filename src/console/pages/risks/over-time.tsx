/** The risks by level over time: a chart with one axis, and the same in figures next to it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { daysAfter, monthsAfter, today } from "../../charts/days";
import { StackedTime } from "../../charts/stacked-time";
import { axisBetween } from "../../charts/time-axis";
import { conditionOn, type Filter } from "../../filters/condition";
import { day, number } from "../../language/format";
import {
  type Category,
  type Level,
  type OverTime as Parameters,
  risksOverTimeQuery,
  type Status,
} from "../../risks/queries";
import { levelWords } from "../../risks/words";
import { useMay } from "../../server/session";
import { Segments } from "../../ui/segments";
import { Failed, LoadingRows } from "../../ui/states";
import { useWidth } from "../../ui/width";
import { risks as page } from "./page";

/** The levels from the bottom up, with their looks. */
const LAYERS = [
  { key: "critical", tone: "bad" },
  { key: "high", tone: "warn" },
  { key: "medium", tone: "plain" },
  { key: "low", tone: "none" },
] as const satisfies readonly { key: Level; tone: string }[];

const SPANS = {
  quarter: { months: 3, interval: "week" },
  year: { months: 12, interval: "month" },
  years: { months: 36, interval: "month" },
} as const;

/** Days of the axis behind today. */
const AHEAD = 10;
const HEIGHT = 150;

/** Returns the values that a filter allows a field to have; undefined for all. */
const valuesOf = (filter: Filter, field: string): string[] | undefined => {
  const condition = conditionOn(filter, field);
  return condition?.kind === "values" && !condition.isNegated ? [...condition.values] : undefined;
};

/** Shows the choice of what stands above the list. */
export function PictureChoice() {
  const { t } = useLingui();
  const { picture } = page.useSearch();
  const setSearch = page.useSetSearch();
  if (!useMay("reports.ea_dashboard")) return null;
  return (
    <span className="desk-only">
      <Segments
        label={t`Picture`}
        value={picture ?? "matrix"}
        options={[
          { value: "matrix", label: t`Matrix` },
          { value: "time", label: t`Over time` },
        ]}
        onChange={(next) => setSearch({ picture: next === "time" ? next : undefined }, { replace: true })}
      />
    </span>
  );
}

/** Shows the chart with its figures. */
export function OverTime({ filter }: { filter: Filter }) {
  const { t } = useLingui();
  const { span = "year" } = page.useSearch();
  const setSearch = page.useSetSearch();
  const { months, interval } = SPANS[span];
  const from = monthsAfter(today(), -months);
  const [status, category] = [valuesOf(filter, "status"), valuesOf(filter, "category")];
  const parameters: Parameters = {
    from,
    interval,
    ...(status && { status: status as Status[] }),
    ...(category && { category: category as Category[] }),
  };
  const { data, error, refetch } = useQuery({
    ...risksOverTimeQuery(parameters),
    placeholderData: (before) => before,
  });
  const [room, width] = useWidth<HTMLDivElement>();
  const axis = axisBetween(new Date(from), new Date(daysAfter(today(), AHEAD)), Math.max(1, width));
  const points = data?.points ?? [];
  const counts = (key: Level) => points.map(({ by_level: levels }) => levels[key] ?? 0);
  return (
    <section className="risk-picture risk-time" aria-label={t`Over time`}>
      <div className="risk-time-chart">
        <p className="risk-half-head">
          <b>{t`Risks by level`}</b>{" "}
          <span className="c3 t11">
            {status || category ? t`of the status and category that the list is filtered by` : t`closed ones left out`}
          </span>
          <span className="sp" />
          <Segments
            label={t`Span`}
            value={span}
            options={[
              { value: "quarter", label: t`3 months` },
              { value: "year", label: t`A year` },
              { value: "years", label: t`3 years` },
            ]}
            onChange={(next) => setSearch({ span: next === "year" ? undefined : next }, { replace: true })}
          />
        </p>
        <div ref={room}>
          {error && !data ? (
            <Failed error={error} retry={refetch} />
          ) : !data ? (
            <LoadingRows rows={4} />
          ) : (
            width > 0 && (
              <StackedTime
                label={t`Risks by level, from ${day(from)} to today`}
                days={points.map(({ date }) => date)}
                layers={LAYERS.map(({ key, tone }) => ({ key, tone, counts: counts(key) }))}
                axis={axis}
                height={HEIGHT}
              />
            )
          )}
        </div>
      </div>
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className="risk-time-table scroll" tabIndex={0} aria-label={t`Risks by level in figures`}>
          <table className="risk-levels">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>End of</Trans>
                </th>
                {LAYERS.map(({ key, tone }) => (
                  <th key={key} scope="col">
                    <i className={`layer-mark ${tone}`} /> {levelWords()[key]}
                  </th>
                ))}
                <th scope="col">
                  <Trans>All</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ date, total, by_level: levels }) => (
                <tr key={date}>
                  <th scope="row" className="num">
                    {day(date)}
                  </th>
                  {LAYERS.map(({ key }) => (
                    <td key={key} className="num">
                      {levels[key] ? number(levels[key]) : "–"}
                    </td>
                  ))}
                  <td className="num w2">{number(total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
