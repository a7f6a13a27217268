/** The project portfolio in figures: status, kinds, what the latest reports judge, and money for whoever may see it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Shares } from "../../charts/shares";
import { number, shortMoney } from "../../language/format";
import { subtypeLabel } from "../../metamodel/fields";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { INITIATIVE } from "../../projects/queries";
import { percent, statusWord, TONES } from "../../projects/signs";
import { ASPECTS, aspectWords, healthWords } from "../../projects/words";
import { settingsQuery, useMay } from "../../server/session";
import { Figure } from "../../ui/figure";
import { Missing, Status } from "../../ui/signs";
import { Empty } from "../../ui/states";
import { Board, Column, Count, Part, Tally } from "./board";
import { type Portfolio, portfolioQuery } from "./queries";

/** The names of the report for what has no status, and no subtype. */
const NO_STATUS = "Unknown";
const NO_SUBTYPE = "Other";

const HEALTHS = ["onTrack", "atRisk", "offTrack", "noReport"] as const;

const byCount = (counts: Record<string, number>) =>
  Object.entries(counts).toSorted(([, one], [, other]) => other - one);

const initiatives = (filter?: string, sort?: "budget" | "spent") => ({
  to: "/ppm" as const,
  search: { group: "none", ...(filter && { filter }), ...(sort && { sort }) },
});

/** Shows the dashboard. */
export function ProjectsBoard() {
  const { t } = useLingui();
  const seesCosts = useMay("costs.view");
  const { data, error, refetch } = useQuery(portfolioQuery);
  return (
    <Board
      label={t`Projects`}
      isRead={data !== undefined}
      error={error}
      retry={refetch}
      count={seesCosts ? 4 : 2}
      figures={<Figures data={data} seesCosts={seesCosts} />}
    >
      {data?.total_initiatives === 0 ? (
        <Empty title={t`No initiatives yet`}>
          <Trans>Ideas, programs and projects are counted here, with what their reports judge.</Trans>
        </Empty>
      ) : (
        data && (
          <>
            <Column>
              <Statuses data={data} />
            </Column>
            <Column>
              <Subtypes data={data} />
            </Column>
            <Column>
              <Healths data={data} />
            </Column>
          </>
        )
      )}
    </Board>
  );
}

function Figures({ data, seesCosts }: { data: Portfolio | undefined; seesCosts: boolean }) {
  const { currency } = useSuspenseQuery(settingsQuery).data;
  const reported = data && data.total_initiatives - data.health_schedule.noReport;
  return (
    <>
      <Figure
        name={<Trans>Initiatives</Trans>}
        value={
          data && (
            <Link {...initiatives()} className="lk">
              {number(data.total_initiatives)}
            </Link>
          )
        }
      >
        {data && <Trans>{number(reported ?? 0)} with a status report</Trans>}
      </Figure>
      <Figure
        name={<Trans>Without a report</Trans>}
        value={
          data && (
            <Link to="/ppm" search={{ group: "none", health: "schedule_health.noReport" }} className="lk">
              {number(data.health_schedule.noReport)}
            </Link>
          )
        }
      >
        {data && (
          <Link to="/ppm" search={{ unreported: true }} className="lk">
            <Trans>of them under way</Trans>
          </Link>
        )}
      </Figure>
      {seesCosts && (
        <>
          <Figure
            name={<Trans>Budget</Trans>}
            value={
              data && (
                <Link {...initiatives(undefined, "budget")} className="lk">
                  {shortMoney(data.total_budget, currency)}
                </Link>
              )
            }
          >
            <Trans>of all initiatives</Trans>
          </Figure>
          <Figure
            name={<Trans>Spent</Trans>}
            value={
              data && (
                <Link {...initiatives(undefined, "spent")} className="lk">
                  {shortMoney(data.total_actual, currency)}
                </Link>
              )
            }
          >
            {data && data.total_budget > 0 && (
              <Trans>{percent(data.total_actual / data.total_budget)} of the budget</Trans>
            )}
          </Figure>
        </>
      )}
    </>
  );
}

function Statuses({ data }: { data: Portfolio }) {
  const { t } = useLingui();
  const type = useTypes().get(INITIATIVE);
  return (
    <Part title={t`Status`}>
      <Tally
        label={t`Status`}
        rows={byCount(data.by_status).map(([key, count]) => ({
          key,
          count,
          label:
            key === NO_STATUS ? <Unset word={t`No status`} /> : <StatusSign word={statusWord(type, key)} of={key} />,
          place: initiatives(key === NO_STATUS ? "initiativeStatus:empty" : `initiativeStatus:${key}`),
          tone: TONES[key as keyof typeof TONES] ?? "plain",
        }))}
      />
    </Part>
  );
}

function StatusSign({ word, of }: { word: string; of: string }) {
  const tone = of in TONES ? TONES[of as keyof typeof TONES] : undefined;
  return tone ? <Status tone={tone}>{word}</Status> : <span className="trunc">{word}</span>;
}

const Unset = ({ word }: { word: string }) => (
  <>
    <Missing title="" />
    <span className="c3">{word}</span>
  </>
);

function Subtypes({ data }: { data: Portfolio }) {
  const { t } = useLingui();
  const type = useTypes().get(INITIATIVE);
  return (
    <Part title={t`Kind`}>
      <Tally
        label={t`Kind`}
        rows={byCount(data.by_subtype).map(([key, count]) => ({
          key,
          count,
          label: key === NO_SUBTYPE ? <Unset word={t`No subtype`} /> : subtypeLabel(type, key),
          place: initiatives(key === NO_SUBTYPE ? "subtype:empty" : `subtype:${key}`),
        }))}
      />
    </Part>
  );
}

/** Shows what the latest status reports judge, aspect by aspect. */
function Healths({ data }: { data: Portfolio }) {
  const { t } = useLingui();
  const words = healthWords();
  const aspects = aspectWords();
  return (
    <Part title={t`Latest status reports`}>
      <table className="dash-table healths">
        <thead>
          <tr>
            <th scope="col">{t`Judged`}</th>
            <td />
            {HEALTHS.map((health) => (
              <th key={health} scope="col" className="r">
                {health === "noReport" ? (
                  <Missing title={t`No report`} />
                ) : (
                  <Status tone={TONES[health]} title={words[health]} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ASPECTS.map((aspect) => {
            const counts = data[`health_${aspect.replace("_health", "") as "schedule" | "cost" | "scope"}`];
            return (
              <tr key={aspect}>
                <th scope="row">{aspects[aspect]}</th>
                <td>
                  <Shares
                    shares={HEALTHS.map((health) => ({
                      key: health,
                      value: counts[health],
                      tone: health === "noReport" ? "none" : TONES[health],
                    }))}
                  />
                </td>
                {HEALTHS.map((health) => (
                  <td key={health} className="r">
                    <Count
                      of={counts[health]}
                      place={{ to: "/ppm", search: { group: "none", health: `${aspect}.${health}` } }}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Part>
  );
}
