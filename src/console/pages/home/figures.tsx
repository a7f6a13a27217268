/** Five figures, each with one line that compares it; what is blue leads to the grid that it counts. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { countsQuery } from "../../cards/queries";
import { number, shortMoney } from "../../language/format";
import { fieldsOf } from "../../metamodel/fields";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { settingsQuery, useMay } from "../../server/session";
import { dayIn } from "../../todos/due";
import { Figure } from "../../ui/figure";
import { figureQuery } from "./queries";
import { useWaiting } from "./waiting-items";

/** Shows a link to the grid of what a figure counts. */
function Counted({ filter, type, children }: { filter: string; type?: string; children: ReactNode }) {
  return (
    <Link to="/inventory" search={{ filter, ...(type && { type }) }} className="lk">
      {children}
    </Link>
  );
}

/** Shows the figures of Home. */
export function Figures() {
  const { t } = useLingui();
  const seesCosts = useMay("costs.view");
  return (
    <section className={`figs home-figures ${seesCosts ? "" : "four"}`} aria-label={t`Figures`}>
      <Waiting />
      <Mine />
      <QualityOfMine />
      {seesCosts && <Costs />}
      <Ends />
    </section>
  );
}

function Waiting() {
  const { count, broken, dueSoon } = useWaiting();
  return (
    <Figure name={<Trans>Waits for me</Trans>} value={count === undefined ? undefined : number(count)}>
      {broken > 0 && (
        <Counted filter="stakeholder:me approval_status:BROKEN">
          <Trans>{number(broken)} to approve</Trans>
        </Counted>
      )}
      {broken > 0 && dueSoon > 0 && " · "}
      {dueSoon > 0 && <Trans>{number(dueSoon)} due soon</Trans>}
      {count !== undefined && broken === 0 && dueSoon === 0 && <Trans>nothing is urgent</Trans>}
    </Figure>
  );
}

function Mine() {
  const { data } = useQuery(figureQuery({ mine: "stakeholder" }, [], ["type"]));
  const { data: counts } = useQuery(countsQuery);
  const types = useTypes();
  const [first] = data?.facets?.["type"]?.toSorted((one, other) => other.count - one.count) ?? [];
  const type = types.get(String(first?.value));
  return (
    <Figure name={<Trans>My cards</Trans>} value={data && number(data.total)}>
      {counts && <Trans>of {number(counts.total)}</Trans>}
      {first && type && (
        <>
          {" · "}
          <Counted filter="stakeholder:me" type={type.key}>
            {number(first.count)} {labelOf(type)}
          </Counted>
        </>
      )}
    </Figure>
  );
}

function QualityOfMine() {
  const { data } = useQuery(figureQuery({ mine: "stakeholder" }, ["data_quality"]));
  const { data: low } = useQuery(figureQuery({ mine: "stakeholder", quality_max: "69.9" }));
  const { data: all } = useQuery(figureQuery({}, ["data_quality"]));
  const mean = data?.totals?.["data_quality"]?.mean;
  const landscape = all?.totals?.["data_quality"]?.mean;
  return (
    <Figure
      name={<Trans>Quality of my cards</Trans>}
      value={data && (mean === null || mean === undefined ? "–" : number(Math.round(mean)))}
      unit={mean !== null && mean !== undefined && <Trans>of 100</Trans>}
    >
      {low && low.total > 0 && (
        <>
          <Counted filter="stakeholder:me data_quality<69.9">
            <Trans>{number(low.total)} under 70</Trans>
          </Counted>
          {" · "}
        </>
      )}
      {landscape !== null && landscape !== undefined && <Trans>landscape {number(Math.round(landscape))}</Trans>}
    </Figure>
  );
}

/** Returns the name of the costs of a type that are added up. */
const costName = (type: Parameters<typeof fieldsOf>[0]): string | undefined => {
  const field = fieldsOf(type).find(({ type: kind }) => kind === "cost");
  return field && `attributes.${field.key}`;
};

function Costs() {
  const types = useTypes();
  const { data: settings } = useQuery(settingsQuery);
  const type = types.get("Application") ?? [...types.values()].find((one) => costName(one));
  const cost = costName(type);
  const typeKey = type?.key ?? "";
  const isThere = cost !== undefined;
  const { data: mine } = useQuery({
    ...figureQuery({ mine: "stakeholder", type: typeKey }, cost ? [cost] : []),
    enabled: isThere,
  });
  const { data: all } = useQuery({ ...figureQuery({ type: typeKey }, cost ? [cost] : []), enabled: isThere });
  const currency = settings?.currency ?? "USD";
  const sum = (data: typeof mine) => data?.totals?.[cost ?? ""]?.sum ?? 0;
  return (
    <Figure
      name={type ? <Trans>Costs of my {labelOf(type)}</Trans> : <Trans>Costs</Trans>}
      value={mine && shortMoney(sum(mine), currency)}
      unit={<Trans>a year</Trans>}
    >
      {all && (
        <Counted filter="" type={typeKey}>
          <Trans>of {shortMoney(sum(all), currency)} in all</Trans>
        </Counted>
      )}
    </Figure>
  );
}

function Ends() {
  const today = dayIn(0);
  const inAYear = dayIn(365);
  const soon = `lifecycle.endOfLife:${today}..${inAYear}`;
  const { data } = useQuery(figureQuery({ where: soon }));
  const { data: mine } = useQuery(figureQuery({ mine: "stakeholder", where: soon }));
  const { data: over } = useQuery(figureQuery({ where: `lifecycle.endOfLife:..${dayIn(-1)}` }));
  return (
    <Figure
      name={<Trans>Ends within 12 months</Trans>}
      value={data && <Counted filter={soon}>{number(data.total)}</Counted>}
    >
      {mine && (
        <Counted filter={`stakeholder:me ${soon}`}>
          <Trans>{number(mine.total)} of mine</Trans>
        </Counted>
      )}
      {over && over.total > 0 && (
        <>
          {mine && " · "}
          <Counted filter={`lifecycle.endOfLife<${today}`}>
            <Trans>{number(over.total)} have ended</Trans>
          </Counted>
        </>
      )}
    </Figure>
  );
}
