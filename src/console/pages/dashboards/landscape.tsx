/** The landscape in figures: cards by type, quality, approval and phase, and what has changed lately. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApprovalCell } from "../../cards/cells";
import { approvals, phases } from "../../cards/listed-fields";
import { day, number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { Figure } from "../../ui/figure";
import { TypeIcon } from "../../ui/icon";
import { Board, Column, Part, Tally } from "./board";
import { Events } from "./events";
import { type Landscape, landscapeQuery } from "./queries";

/** The steps of quality with the filters that find their cards; the API counts a bound in the upper step. */
const QUALITIES = [
  { key: "0-25", filter: "data_quality<24.99", tone: "bad" },
  { key: "25-50", filter: "data_quality:25..49.99", tone: "bad" },
  { key: "50-75", filter: "data_quality:50..74.99", tone: "warn" },
  { key: "75-100", filter: "data_quality>75", tone: "plain" },
] as const;

/** Events that are shown. */
const SHOWN = 16;

/** Shows the dashboard. */
export function LandscapeBoard() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(landscapeQuery);
  return (
    <Board
      label={t`Landscape`}
      isRead={data !== undefined}
      error={error}
      retry={refetch}
      count={4}
      figures={<Figures data={data} />}
    >
      {data && (
        <>
          <Column>
            <Types data={data} />
          </Column>
          <Column>
            <Qualities data={data} />
            <Approvals data={data} />
            <Phases data={data} />
          </Column>
          <Column>
            <Part title={t`Changed lately`}>
              <Events events={data.recent_events} most={SHOWN} />
            </Part>
          </Column>
        </>
      )}
    </Board>
  );
}

const inventory = (filter: string) => ({ to: "/inventory" as const, search: { filter } });

function Figures({ data }: { data: Landscape | undefined }) {
  const status = (key: "APPROVED" | "BROKEN") => data?.approval_statuses[key] ?? 0;
  const led = (count: number, place: ReturnType<typeof inventory>) =>
    data && (
      <Link {...place} className="lk">
        {number(count)}
      </Link>
    );
  const share = data && data.total_cards > 0 ? status("APPROVED") / data.total_cards : 0;
  return (
    <>
      <Figure name={<Trans>Cards</Trans>} value={led(data?.total_cards ?? 0, inventory(""))}>
        <Trend of={data} figure="total_cards" />
      </Figure>
      <Figure
        name={<Trans>Quality</Trans>}
        value={
          data && (
            <Link to="/inventory" search={{ sort: "data_quality" }} className="lk">
              {number(data.avg_data_quality, { maximumFractionDigits: 0 })}
            </Link>
          )
        }
        unit={<Trans>of 100</Trans>}
      >
        <Trend of={data} figure="avg_data_quality" />
      </Figure>
      <Figure
        name={<Trans>Approved</Trans>}
        value={led(status("APPROVED"), inventory("approval_status:APPROVED"))}
        unit={number(share, { style: "percent", maximumFractionDigits: 0 })}
      >
        <Trend of={data} figure="approved_count" />
      </Figure>
      <Figure name={<Trans>Approval broken</Trans>} value={led(status("BROKEN"), inventory("approval_status:BROKEN"))}>
        <Trend of={data} figure="broken_count" />
      </Figure>
    </>
  );
}

type TrendFigure = "total_cards" | "avg_data_quality" | "approved_count" | "broken_count";

/** Shows how a figure has changed since the day that it is compared with. */
function Trend({ of, figure }: { of: Landscape | undefined; figure: TrendFigure }): ReactNode {
  if (!of) return null;
  const { snapshot_date: since, [figure]: trend } = of.trends;
  if (since === null || trend.delta_abs === null) return <Trans>nothing to compare with yet</Trans>;
  const change = number(trend.delta_abs, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
  return trend.delta_abs === 0 ? (
    <Trans>as on {day(since)}</Trans>
  ) : (
    <Trans>
      {change} since {day(since)}
    </Trans>
  );
}

function Types({ data }: { data: Landscape }) {
  const { t } = useLingui();
  const types = useTypes();
  const rows = Object.entries(data.by_type)
    .toSorted(([, one], [, other]) => other - one)
    .map(([key, count]) => {
      const type = types.get(key);
      const label = (
        <>
          <TypeIcon type={type} />
          <span className="trunc">{type ? labelOf(type) : key}</span>
        </>
      );
      return { key, label, count, place: { to: "/inventory" as const, search: { type: key } } };
    });
  return (
    <Part title={t`Cards by type`} remark={number(rows.length)}>
      <Tally label={t`Cards by type`} rows={rows} />
    </Part>
  );
}

function Qualities({ data }: { data: Landscape }) {
  const { t } = useLingui();
  return (
    <Part title={t`Quality`} remark={t`of 100`}>
      <Tally
        label={t`Quality`}
        rows={QUALITIES.map(({ key, filter, tone }) => ({
          key,
          label: <span className="num">{key.replace("-", " – ")}</span>,
          count: data.data_quality_distribution[key],
          place: inventory(filter),
          tone,
        }))}
      />
    </Part>
  );
}

function Approvals({ data }: { data: Landscape }) {
  const { t } = useLingui();
  return (
    <Part title={t`Approval`}>
      <Tally
        label={t`Approval`}
        rows={approvals().map(({ value }) => {
          const counts: Partial<Record<string, number>> = data.approval_statuses;
          return {
            key: value,
            label: <ApprovalCell approval={value} />,
            count: counts[value] ?? 0,
            place: inventory(`approval_status:${value}`),
          };
        })}
      />
    </Part>
  );
}

function Phases({ data }: { data: Landscape }) {
  const { t } = useLingui();
  const words = [...phases(), { value: "none", label: t`No phase` }];
  return (
    <Part title={t`Life cycle`} remark={t`today`}>
      <Tally
        label={t`Life cycle`}
        rows={words.map(({ value, label }) => ({
          key: value,
          label,
          count: data.lifecycle_distribution[value] ?? 0,
          place: inventory(`phase:${value === "none" ? "empty" : value}`),
          tone: value === "phaseOut" ? "warn" : value === "endOfLife" ? "bad" : value === "none" ? "none" : "plain",
        }))}
      />
    </Part>
  );
}
