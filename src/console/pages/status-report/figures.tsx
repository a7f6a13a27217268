/** The figures below the latest report: work against time, money, what is late, and the gravest risks. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useCardRights } from "../../cards/rights";
import { day, money, number } from "../../language/format";
import { timeGone } from "../../projects/initiatives";
import { planQuery, projectRisksQuery } from "../../projects/queries";
import { percent } from "../../projects/signs";
import { isLate } from "../../projects/tasks";
import type { Schemas } from "../../server/client";
import { settingsQuery } from "../../server/session";

/** Milestones and risks that have room on the page. */
const SHOWN = { milestones: 4, risks: 3 };

/** Shows the figures of today. */
export function Figures({ id, card }: { id: string; card: Schemas["Card"] | undefined }) {
  const { t } = useLingui();
  const { currency } = useSuspenseQuery(settingsQuery).data;
  const { data: plan } = useQuery(planQuery(id));
  const { data: risks = [] } = useQuery(projectRisksQuery(id));
  const seesCosts = (useCardRights(id) as (right: string) => boolean)("can_view_costs");
  if (!card || !plan) return null;
  const attributes = card.attributes ?? {};
  const text = (key: string) => (typeof attributes[key] === "string" ? (attributes[key] as string) : null);
  const gone = timeGone({
    lifecycle: card.lifecycle ?? null,
    start_date: text("startDate"),
    end_date: text("endDate"),
  });
  const budget = Number(attributes["costBudget"]) || 0;
  const spent = Number(attributes["costActual"]) || 0;
  const late = plan.tasks.filter(isLate);
  const milestones = plan.items
    .filter(({ is_milestone: is, completion, end_date: end }) => is && completion < 100 && end !== null)
    .toSorted((one, other) => (one.end_date ?? "").localeCompare(other.end_date ?? ""));
  const open = risks.filter(({ status }) => status === "open" || status === "mitigating");
  const hasPlan = plan.items.length > 0;
  return (
    <section className="report-figures-of" aria-label={t`Figures of today`}>
      <div className="report-sums num">
        {hasPlan && <Share name={t`Work done`} share={plan.completion / 100} />}
        {gone !== undefined && <Share name={t`Time gone`} share={gone} />}
        {seesCosts && budget > 0 && (
          <Share
            name={t`Budget spent`}
            share={spent / budget}
            remark={t`${money(spent, currency)} of ${money(budget, currency)}`}
          />
        )}
        {plan.tasks.length > 0 && (
          <div>
            <span className="c3 t11">{t`Tasks`}</span>
            <span>
              {t`${number(plan.tasks.filter(({ status }) => status !== "done").length)} open`}
              {late.length > 0 && <span className="late">, {t`${number(late.length)} late`}</span>}
            </span>
          </div>
        )}
      </div>
      <div className="report-lists t12">
        {milestones.length > 0 && (
          <div>
            <h2>{t`Next milestones`}</h2>
            {milestones.slice(0, SHOWN.milestones).map(({ id: key, title, end_date: end }) => (
              <p key={key}>
                <span className="num c2">{day(end ?? "")}</span> {title}
              </p>
            ))}
          </div>
        )}
        {open.length > 0 && (
          <div>
            <h2>{t`Gravest risks`}</h2>
            {open.slice(0, SHOWN.risks).map(({ id: key, title, risk_score, mitigation }) => (
              <p key={key}>
                <b className="num">{number(risk_score)}</b> {title}
                {mitigation && <span className="c2"> – {mitigation}</span>}
              </p>
            ))}
          </div>
        )}
      </div>
      <p className="c3 t11">
        <Trans>Figures of {day(new Date())}</Trans>
      </p>
    </section>
  );
}

function Share({ name, share, remark }: { name: string; share: number; remark?: string }) {
  return (
    <div>
      <span className="c3 t11">{name}</span>
      <span>{percent(share)}</span>
      <span className={share > 1 ? "share-bar beyond" : "share-bar"} aria-hidden>
        <i style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
      {remark && <span className="c3 t11">{remark}</span>}
    </div>
  );
}
