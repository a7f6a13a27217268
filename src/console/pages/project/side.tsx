/** The side of an initiative: cost by year, what it was spent on, risks, and the projects below it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { NO_FILTER } from "../../filters/condition";
import { month, number, shortMoney } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { sumsOf } from "../../projects/money";
import {
  budgetsQuery,
  costsQuery,
  INITIATIVE,
  type Initiative,
  portfolioQuery,
  projectRisksQuery,
} from "../../projects/queries";
import { InitiativeStatus } from "../../projects/signs";
import { settingsQuery } from "../../server/session";
import { TypeIcon } from "../../ui/icon";
import { Section } from "../../ui/section";
import { Failed, LoadingRows } from "../../ui/states";
import type { PartProps } from "./reports";
import { short, Years } from "./years";

/** Cost lines and risks that are shown. */
const SHOWN = { costs: 5, risks: 4 };

/** Shows the side. */
export function ProjectSide({ card, seesCosts, mayManage }: PartProps) {
  const { t } = useLingui();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <aside className="caside scroll" tabIndex={0} aria-label={t`Money, risks and projects`}>
      {seesCosts && <Money id={card.id} mayManage={mayManage} />}
      <Risks id={card.id} mayManage={mayManage} />
      <Below id={card.id} seesCosts={seesCosts} />
    </aside>
  );
}

function Money({ id, mayManage }: { id: string; mayManage: boolean }) {
  const { t } = useLingui();
  const { fiscal_year_start: start } = useSuspenseQuery(settingsQuery).data;
  const { data: budgets, error, refetch } = useQuery(budgetsQuery(id));
  const { data: costs, error: costError, refetch: refetchCosts } = useQuery(costsQuery(id));
  const failed = error ?? costError;
  if (failed)
    return (
      <Section title={t`Cost by year`}>
        <Failed error={failed} retry={() => Promise.all([refetch(), refetchCosts()])} />
      </Section>
    );
  if (!budgets || !costs)
    return (
      <Section title={t`Cost by year`}>
        <LoadingRows rows={4} />
      </Section>
    );
  const sums = sumsOf(budgets, costs, start);
  const latest = costs.toSorted((one, other) => (other.date ?? "").localeCompare(one.date ?? ""));
  const link = (
    <Link to="/ppm/$id" params={{ id }} search={{ tab: "costs" }} className="lk">
      {mayManage ? t`Edit` : t`All`}
    </Link>
  );
  return (
    <>
      <Section title={t`Cost by year`} remark={link}>
        {sums.length === 0 ? (
          <p className="c3 t12">
            <Trans>No budget and no costs yet</Trans>
          </p>
        ) : (
          <Years sums={sums} />
        )}
      </Section>
      {costs.length > 0 && (
        <Section title={t`Spent on`} count={costs.length}>
          {latest.slice(0, SHOWN.costs).map((line) => (
            <div key={line.id} className="spent-on t12">
              <span className="c3 num">{line.date ? month(line.date) : "–"}</span>
              <span>{line.description}</span>
              <span className="num">{number(line.actual)}</span>
            </div>
          ))}
        </Section>
      )}
    </>
  );
}

function Risks({ id, mayManage }: { id: string; mayManage: boolean }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(projectRisksQuery(id));
  const open = (data ?? []).filter(({ status }) => status === "open" || status === "mitigating");
  return (
    <Section
      title={t`Risks`}
      count={open.length}
      remark={
        <Link to="/ppm/$id" params={{ id }} search={{ tab: "risks" }} className="lk">
          {mayManage ? t`Edit` : t`All`}
        </Link>
      }
    >
      {error && <Failed error={error} retry={refetch} />}
      {data && open.length === 0 && (
        <p className="c3 t12">
          <Trans>Nothing threatens it, as far as anybody has said.</Trans>
        </p>
      )}
      {open.slice(0, SHOWN.risks).map((risk) => (
        <div key={risk.id} className="project-risk t12">
          <b className="num" title={t`Score of 25`}>
            {number(risk.risk_score)}
          </b>
          <span>
            {risk.title}
            {risk.mitigation && <span className="c3">{risk.mitigation}</span>}
          </span>
        </div>
      ))}
    </Section>
  );
}

function Below({ id, seesCosts }: { id: string; seesCosts: boolean }) {
  const { t } = useLingui();
  const type = useTypes().get(INITIATIVE);
  const { currency } = useSuspenseQuery(settingsQuery).data;
  const { data = [] } = useQuery(portfolioQuery(NO_FILTER));
  const own = data.find((one) => one.id === id);
  const below = data.filter(({ parent_id }) => parent_id === id).toSorted(byBudget);
  if (below.length === 0) return null;
  const budget = below.reduce((sum, { cost_budget: amount }) => sum + (amount ?? 0), 0);
  const ofAll = own?.cost_budget ? t`${shortMoney(budget, currency)} of ${short(own.cost_budget)}` : undefined;
  return (
    <Section title={t`Its projects`} count={below.length} remark={seesCosts && budget > 0 && ofAll}>
      {below.map((initiative) => (
        <div key={initiative.id} className="rel project-below">
          <TypeIcon type={type} />
          <Link to="/ppm/$id" params={{ id: initiative.id }} className="trunc crumb-link">
            {initiative.name}
          </Link>
          {initiative.cost_budget !== null && <span className="e num">{short(initiative.cost_budget)}</span>}
          <span className="sign-alone">
            <InitiativeStatus of={initiative} />
          </span>
        </div>
      ))}
    </Section>
  );
}

const byBudget = (one: Initiative, other: Initiative) => (other.cost_budget ?? 0) - (one.cost_budget ?? 0);
